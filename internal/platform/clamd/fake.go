package clamd

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync"
)

// Infected is content that a Fake reports as malware.
const Infected = "fake-malware"

// Fake is a daemon for tests that implements clamd's protocol and detects Infected.
type Fake struct {
	Limit int // the most bytes of a file that it takes
	Mute  bool
	Reply string // what it answers to a file instead of a verdict

	listener net.Listener
	wg       sync.WaitGroup
	mu       sync.Mutex
	open     map[net.Conn]bool
}

// Start listens on an address. "127.0.0.1:0" picks a free port.
func (f *Fake) Start(network, address string) (err error) {
	f.open = map[net.Conn]bool{}
	if f.listener, err = net.Listen(network, address); err != nil { //nolint:noctx // closed by Stop
		return fmt.Errorf("listen as clamd: %w", err)
	}
	f.wg.Go(func() {
		for {
			conn, err := f.listener.Accept()
			if err != nil {
				return
			}
			f.mu.Lock()
			f.open[conn] = true
			f.mu.Unlock()
			f.wg.Go(func() { f.serve(conn) })
		}
	})
	return nil
}

// Address is the address it listens on.
func (f *Fake) Address() string { return f.listener.Addr().String() }

// Stop closes all connections, as when a daemon is killed.
func (f *Fake) Stop() {
	_ = f.listener.Close()
	f.mu.Lock()
	for conn := range f.open {
		_ = conn.Close()
	}
	f.mu.Unlock()
	f.wg.Wait()
}

func (f *Fake) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	in := bufio.NewReader(conn)
	command, err := in.ReadString(0)
	if err != nil {
		return
	}
	reply := "UNKNOWN COMMAND"
	switch command {
	case "zPING\x00":
		reply = "PONG"
	case "zINSTREAM\x00":
		reply = f.scan(in)
	}
	if f.Mute {
		_, _ = io.Copy(io.Discard, in) // until the other side has had enough
		return
	}
	_, _ = io.WriteString(conn, reply+"\x00")
}

func (f *Fake) scan(in io.Reader) string {
	var file []byte
	for {
		var size uint32
		if err := binary.Read(in, binary.BigEndian, &size); err != nil {
			return "INSTREAM: broken stream ERROR"
		}
		if size == 0 {
			break
		}
		if f.Limit > 0 && len(file)+int(size) > f.Limit {
			return "INSTREAM size limit exceeded. ERROR"
		}
		chunk := make([]byte, size)
		if _, err := io.ReadFull(in, chunk); err != nil {
			return "INSTREAM: broken stream ERROR"
		}
		file = append(file, chunk...)
	}
	switch {
	case f.Reply != "":
		return f.Reply
	case bytes.Contains(file, []byte(Infected)):
		return "stream: Fake.Malware-1 FOUND"
	}
	return "stream: OK"
}
