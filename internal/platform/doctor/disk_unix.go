//go:build unix

package doctor

import "golang.org/x/sys/unix"

// FreeSpace returns the space that an unprivileged user can still use on a folder's disk, in bytes.
func FreeSpace(folder string) (uint64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(folder, &st); err != nil {
		return 0, err
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil //nolint:gosec,unconvert // G115: neither is negative; the types differ between systems
}
