// Package nettest puts a TCP proxy before a server in tests. It can freeze, as a server does that still accepts connections and answers
// nothing, and it counts round trips.
package nettest

import (
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// Proxy passes TCP connections on to a server.
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

// NewProxy listens on an address of this machine and passes on to a server until the test ends.
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

// Address is where the proxy listens.
func (p *Proxy) Address() string { return p.listen.Addr().String() }

// Freeze has the proxy pass on nothing any more. It still accepts connections and what is sent.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = true
}

// Thaw has it pass on everything, also what it held.
func (p *Proxy) Thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = false
	p.thawed.Broadcast()
}

// Held is how many connections have sent something into the freeze.
func (p *Proxy) Held() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held
}

// RoundTrips counts how often a client has sent something after the server had spoken last, on all connections so far.
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

// keep notes a connection that ends with the proxy. It tells whether the proxy is still open.
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

// wait blocks while the proxy is frozen. It tells whether the proxy is still open.
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

// copy passes on one direction. note is called under the lock of the proxy before each part.
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

// Postgres puts a proxy before the database at an address, and returns the address that leads through it.
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
