// Package clamd scans files for malware with ClamAV's daemon, over TCP or a Unix socket.
package clamd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"
)

const (
	dialTimeout  = 5 * time.Second
	scanTimeout  = 90 * time.Second // of one file, which is looked at while a job waits
	chunkBytes   = 64 << 10
	longestReply = 4 << 10
	usualPort    = "3310"
)

// Daemon is a running clamd.
type Daemon struct {
	network, address string
	wait             time.Duration // for the answer to one command
}

// New returns a client for an address such as tcp://host:3310 or unix:///run/clamav/clamd.ctl.
func New(u *url.URL) *Daemon {
	if u.Scheme == "unix" {
		return &Daemon{"unix", u.Path, scanTimeout}
	}
	port := u.Port()
	if port == "" {
		port = usualPort
	}
	return &Daemon{"tcp", net.JoinHostPort(u.Hostname(), port), scanTimeout}
}

// Ping returns an error if the daemon does not respond.
func (d *Daemon) Ping(ctx context.Context) error {
	reply, err := d.ask(ctx, "PING", nil)
	if err == nil && reply != "PONG" {
		err = fmt.Errorf("clamd answers %q to a ping", reply)
	}
	return err
}

// Malware returns the name of the malware in a file, or "" if none was found. If the daemon gives any other reply, the result is
// unknown and Malware returns an error.
func (d *Daemon) Malware(ctx context.Context, file []byte) (string, error) {
	reply, err := d.ask(ctx, "INSTREAM", file)
	if err != nil {
		return "", err
	}
	verdict := strings.TrimPrefix(reply, "stream: ")
	if verdict == "OK" {
		return "", nil
	}
	if name, found := strings.CutSuffix(verdict, " FOUND"); found && name != "" {
		return name, nil
	}
	return "", fmt.Errorf("clamd answers %q", reply)
}

// ask sends a command, followed by a file if it takes one, and reads the reply. Each command uses its own connection. Source: clamd(8);
// commands with the prefix z, and their replies, end with a zero byte.
func (d *Daemon) ask(ctx context.Context, command string, file []byte) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d.wait)
	defer cancel()
	dialer := net.Dialer{Timeout: dialTimeout}
	conn, err := dialer.DialContext(ctx, d.network, d.address)
	if err != nil {
		return "", fmt.Errorf("reach clamd: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() }) // whoever reads or writes sees it at once
	defer func() {
		stop()
		_ = conn.Close()
	}()
	_, sent := io.WriteString(conn, "z"+command+"\x00")
	if sent == nil && command == "INSTREAM" {
		sent = stream(conn, file)
	}
	// A daemon that rejects a file replies and closes the connection, so the reply is read even if not all was sent.
	reply, err := bufio.NewReaderSize(io.LimitReader(conn, longestReply), longestReply).ReadString(0)
	if err != nil {
		return "", fmt.Errorf("ask clamd: %w", errors.Join(context.Cause(ctx), sent, err))
	}
	return strings.TrimSpace(strings.TrimSuffix(reply, "\x00")), nil
}

// stream sends a file in chunks, each preceded by its length. An empty chunk ends the file.
func stream(w io.Writer, file []byte) error {
	for len(file) > 0 {
		n := min(len(file), chunkBytes)
		chunk := binary.BigEndian.AppendUint32(make([]byte, 0, 4+n), uint32(n))
		if _, err := w.Write(append(chunk, file[:n]...)); err != nil {
			return err
		}
		file = file[n:]
	}
	_, err := w.Write([]byte{0, 0, 0, 0})
	return err
}
