package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"laurel/internal/platform/config"
)

var errNotReady = errors.New("the process is not ready")

// healthCommand asks the local process with the same settings whether it is ready, for container health checks.
func healthCommand(ctx context.Context, cfg config.Config) error {
	address := cfg.HTTP.PrivateListen
	if address == "" {
		address = cfg.HTTP.Listen
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("read the address: %w", err)
	}
	if addr, err := netip.ParseAddr(host); host == "" || (err == nil && addr.IsUnspecified()) {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("ask the process: %w", err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return errNotReady
	}
	return nil
}
