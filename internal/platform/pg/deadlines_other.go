//go:build !linux

package pg

// limitUnacknowledged does nothing: only Linux has the option. Keepalive notices such a host later.
func limitUnacknowledged(int) error { return nil }
