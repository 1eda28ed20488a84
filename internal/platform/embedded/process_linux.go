package embedded

import "syscall"

// endWithParent makes the kernel stop the child when this process dies without stopping it.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
