package embedded

import "syscall"

// endWithParent makes the kernel stop the child when we die without a chance to do it ourselves.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
