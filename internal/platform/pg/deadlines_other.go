//go:build !linux

package pg

// limitUnacknowledged does nothing: only Linux has the option. TCP keepalive detects a vanished peer later.
func limitUnacknowledged(int) error { return nil }
