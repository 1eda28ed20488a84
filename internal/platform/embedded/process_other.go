//go:build !linux

package embedded

import "syscall"

// endWithParent does nothing where the kernel has no such signal. The next start stops the orphan.
func endWithParent(*syscall.SysProcAttr) {}
