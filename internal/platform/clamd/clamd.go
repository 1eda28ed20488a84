// Package clamd asks ClamAV's daemon whether a file holds malware, over TCP or a unix socket. It knows nothing of the product.
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

// New names a daemon by its address: tcp://host:3310 or unix:///run/clamav/clamd.ctl.
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

// Ping tells whether the daemon answers.
func (d *Daemon) Ping(ctx context.Context) error {
	reply, err := d.ask(ctx, "PING", nil)
	if err == nil && reply != "PONG" {
		err = fmt.Errorf("clamd answers %q to a ping", reply)
	}
	return err
}

// Malware names what a file is infected with; "" when nothing was found. Every other answer is an error: nothing is known then.
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

// ask sends a command, with a file behind it where the command takes one, and reads the answer. Each command has a connection of
// its own. Source: clamd(8), commands with the prefix z end with a zero byte, and so do their answers.
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
	// A daemon that takes no more of a file says why and hangs up, so the answer is read even if not all was sent.
	reply, err := bufio.NewReaderSize(io.LimitReader(conn, longestReply), longestReply).ReadString(0)
	if err != nil {
		return "", fmt.Errorf("ask clamd: %w", errors.Join(context.Cause(ctx), sent, err))
	}
	return strings.TrimSpace(strings.TrimSuffix(reply, "\x00")), nil
}

// stream sends a file in chunks, each behind its length; an empty one ends it.
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
