// Package nettest provides a TCP proxy for tests. It can freeze, like a server that accepts connections but never responds, and it
// counts round trips.
package nettest

import (
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// Proxy forwards TCP connections to a server.
type Proxy struct {
	network, server string

	listen net.Listener

	mu     sync.Mutex
	thawed *sync.Cond
	frozen bool
	held   int // connections that have something to pass on while it is frozen
	closed bool
	conns  map[net.Conn]bool
	trips  int
}

// NewProxy listens on a loopback address and forwards to a server until the test ends.
func NewProxy(t testing.TB, network, server string) *Proxy {
	t.Helper()
	listen, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it ends with the test
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{network: network, server: server, listen: listen, conns: map[net.Conn]bool{}}
	p.thawed = sync.NewCond(&p.mu)
	go p.accept()
	t.Cleanup(p.close)
	return p
}

// Address is the address of the proxy.
func (p *Proxy) Address() string { return p.listen.Addr().String() }

// Freeze stops all forwarding. The proxy still accepts connections and data.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = true
}

// Thaw resumes forwarding, including the data received meanwhile.
func (p *Proxy) Thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = false
	p.thawed.Broadcast()
}

// Held is the number of connections that have sent data since Freeze.
func (p *Proxy) Held() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held
}

// RoundTrips counts, over all connections so far, how often a client sent data after the server had sent some.
func (p *Proxy) RoundTrips() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.trips
}

func (p *Proxy) close() {
	_ = p.listen.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for conn := range p.conns {
		_ = conn.Close()
	}
	p.thawed.Broadcast()
}

func (p *Proxy) accept() {
	for {
		client, err := p.listen.Accept()
		if err != nil {
			return
		}
		go p.pass(client)
	}
}

// keep registers a connection that is closed with the proxy. It reports whether the proxy is still open.
func (p *Proxy) keep(conn net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns[conn] = true
	return !p.closed
}

func (p *Proxy) drop(conn net.Conn) {
	_ = conn.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, conn)
}

func (p *Proxy) pass(client net.Conn) {
	defer p.drop(client)
	if !p.keep(client) || !p.wait() {
		return
	}
	server, err := net.Dial(p.network, p.server) //nolint:noctx // it ends with the test
	if err != nil {
		return
	}
	defer p.drop(server)
	if !p.keep(server) {
		return
	}
	spoke := true // the server: a client begins
	go func() {
		defer func() { _ = client.Close() }()
		p.copy(client, server, func() { spoke = true })
	}()
	p.copy(server, client, func() {
		if spoke {
			p.trips++
		}
		spoke = false
	})
}

// wait blocks while the proxy is frozen. It reports whether the proxy is still open.
func (p *Proxy) wait() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.frozen {
		p.held++
		defer func() { p.held-- }()
	}
	for p.frozen && !p.closed {
		p.thawed.Wait()
	}
	return !p.closed
}

// copy forwards one direction. It calls note under the proxy's lock before each chunk.
func (p *Proxy) copy(to, from net.Conn, note func()) {
	data := make([]byte, 64<<10)
	for {
		n, err := from.Read(data)
		if n > 0 {
			if !p.wait() {
				return
			}
			p.mu.Lock()
			note()
			p.mu.Unlock()
			if _, err := to.Write(data[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Postgres starts a proxy for the database at a URL and returns the URL that leads through it.
func Postgres(t testing.TB, address string) (p *Proxy, through string) {
	t.Helper()
	cfg, err := pgconn.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	network, server := pgconn.NetworkAddress(cfg.Host, cfg.Port)
	p = NewProxy(t, network, server)
	at := url.URL{
		Scheme: "postgres", User: url.UserPassword(cfg.User, cfg.Password), Host: p.Address(), Path: cfg.Database, RawQuery: "sslmode=disable",
	}
	return p, at.String()
}
