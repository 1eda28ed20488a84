//go:build !linux

package embedded

import "syscall"

// endWithParent does nothing where the kernel has no such signal: the next start ends the orphan.
func endWithParent(*syscall.SysProcAttr) {}
