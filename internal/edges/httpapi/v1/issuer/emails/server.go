package emails

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/httpx"
)

type serverOut struct {
	Host        string  `json:"host"`
	Port        int     `json:"port"`
	Security    string  `json:"security"`
	User        string  `json:"username"`
	HasPassword bool    `json:"has_password"`
	Enabled     bool    `json:"enabled"`
	Failover    bool    `json:"failover"`
	InUse       bool    `json:"in_use"`
	FailedAt    *string `json:"failed_at"`
	Failure     string  `json:"failure"`
}

func serverToWire(s senders.Settings) *serverOut {
	server := s.Server
	if server == nil {
		return nil
	}
	return &serverOut{
		server.Host, server.Port, server.Security, server.User, server.HasPassword, server.Enabled, server.Failover, s.Own() != nil,
		wire.Stamped(server.FailedAt), server.Failure,
	}
}

type serverIn struct {
	Host     wire.Maybe[httpx.Text] `json:"host"`
	Port     wire.Maybe[httpx.Int]  `json:"port"`
	Security wire.Maybe[httpx.Text] `json:"security"`
	User     wire.Maybe[httpx.Text] `json:"username"`
	Password wire.Maybe[httpx.Text] `json:"password"`
	Enabled  wire.Maybe[httpx.Bool] `json:"enabled"`
	Failover wire.Maybe[httpx.Bool] `json:"failover"`
}

func (in serverIn) domain() *senders.ServerInput {
	return &senders.ServerInput{
		Host: wire.As(in.Host, wire.Text), Port: wire.As(in.Port, func(n httpx.Int) int64 { return int64(n) }), Security: wire.As(in.Security, wire.Text),
		User: wire.As(in.User, wire.Text), Password: wire.As(in.Password, wire.Text), Enabled: wire.As(in.Enabled, wire.Bool),
		Failover: wire.As(in.Failover, wire.Bool),
	}
}

type stepOut struct {
	Name    string `json:"name"`
	OK      bool   `json:"ok"`
	Problem string `json:"problem"`
	Code    int    `json:"code"`
	Reply   string `json:"reply"`
	Took    int64  `json:"milliseconds"`
}

type testOut struct {
	OK    bool      `json:"ok"`
	From  string    `json:"from"`
	To    string    `json:"to"`
	Steps []stepOut `json:"steps"`
}

type testReply struct {
	Test testOut `json:"email_test"`
}

// test sends an email to the person who asks for it.
func (a api) test(r *http.Request, _ httpx.None) (testReply, error) {
	found, err := a.senders.Test(r.Context(), access.From(r.Context()))
	if err != nil {
		return testReply{}, err
	}
	out := testOut{true, found.From, found.To, make([]stepOut, len(found.Steps))}
	for i, s := range found.Steps {
		out.Steps[i] = stepOut{s.Name, s.Problem == "", s.Problem, s.Code, s.Reply, s.Took.Milliseconds()}
		out.OK = out.OK && s.Problem == ""
	}
	return testReply{out}, nil
}
