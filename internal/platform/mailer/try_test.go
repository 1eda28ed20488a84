package mailer

import (
	"crypto/x509"
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"
)

// outline tells how each step of a trial went.
func outline(steps []Step) string {
	var out []string
	for _, s := range steps {
		word := "ok"
		if s.Err != nil {
			word = fmt.Sprint("failed ", s.Code)
		}
		out = append(out, s.Name+" "+word)
	}
	return strings.Join(out, ", ")
}

// entered is a server that somebody entered.
func entered(t *testing.T, address, security, user, password string, roots *x509.CertPool) *SMTP {
	t.Helper()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(Server{host, n, security, user, password}, "laurel.test", dialAnywhere, roots)
	s.commandTimeout = 300 * time.Millisecond
	return s
}

func TestATrialTellsEachStep(t *testing.T) {
	cert, pool := certificate(t)
	got, plain := serve(t, nil, false)
	_, offered := serve(t, cert, false)
	_, wrapped := serve(t, cert, true)
	closed := listen(t)
	_ = closed.Close()
	const toMessage = "sender ok, recipient ok, message ok"
	for name, c := range map[string]struct {
		server *SMTP
		to     string
		want   string
	}{
		"in clear":              {entered(t, plain, "none", "", "", nil), "bob@x.test", "connect ok, greeting ok, " + toMessage},
		"STARTTLS":              {entered(t, offered, "starttls", "ann", "right", pool), "bob@x.test", "connect ok, tls ok, sign_in ok, " + toMessage},
		"TLS":                   {entered(t, wrapped, "tls", "ann", "right", pool), "bob@x.test", "connect ok, tls ok, greeting ok, sign_in ok, " + toMessage},
		"wrong password":        {entered(t, wrapped, "tls", "ann", "wrong", pool), "bob@x.test", "connect ok, tls ok, greeting ok, sign_in failed 535"},
		"unknown authority":     {entered(t, wrapped, "tls", "ann", "right", nil), "bob@x.test", "connect ok, tls failed 0"},
		"unknown, by STARTTLS":  {entered(t, offered, "starttls", "ann", "right", nil), "bob@x.test", "connect ok, tls failed 0"},
		"no STARTTLS":           {entered(t, plain, "starttls", "ann", "right", pool), "bob@x.test", "connect ok, tls failed 0"},
		"unknown recipient":     {entered(t, plain, "none", "", "", nil), "unknown@x.test", "connect ok, greeting ok, sender ok, recipient failed 550"},
		"spam":                  {entered(t, plain, "none", "", "", nil), "spam@x.test", "connect ok, greeting ok, sender ok, recipient ok, message failed 554"},
		"nobody listens":        {entered(t, closed.Addr().String(), "tls", "", "", nil), "bob@x.test", "connect failed 0"},
		"silent from the start": {entered(t, script(t, false), "none", "", "", nil), "bob@x.test", "connect ok, greeting failed 0"},
		"silent, TLS":           {entered(t, script(t, false), "tls", "", "", nil), "bob@x.test", "connect ok, tls failed 0"},
		"silent, STARTTLS":      {entered(t, script(t, false), "starttls", "", "", nil), "bob@x.test", "connect ok, tls failed 0"},
		"silent at the sender":  {entered(t, script(t, false, "220 hi", "250 hi"), "none", "", "", nil), "bob@x.test", "connect ok, greeting ok, sender failed 0"},
	} {
		begun := time.Now()
		steps := c.server.Try(t.Context(), mailTo(c.to))
		if o := outline(steps); o != c.want {
			t.Errorf("%s: %s; want %s (%v)", name, o, c.want, steps[len(steps)-1].Err)
		}
		if took := time.Since(begun); took > 3*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	if n := len(got.got()); n != 1 {
		t.Errorf("the server in clear took %d messages", n)
	}
}

func TestAFailureOfTheServerIsToldFromOneOfTheMessage(t *testing.T) {
	_, plain := serve(t, nil, false)
	for name, c := range map[string]struct {
		server *SMTP
		to     string
		want   bool
	}{
		"wrong password":    {entered(t, plain, "none", "ann", "wrong", nil), "bob@x.test", true},
		"silent":            {entered(t, script(t, false), "none", "", "", nil), "bob@x.test", true},
		"refuses everybody": {entered(t, script(t, true, "220 hi", "250 hi", "550 no relay"), "none", "", "", nil), "bob@x.test", true},
		"unknown recipient": {entered(t, plain, "none", "", "", nil), "unknown@x.test", false},
		"spam":              {entered(t, plain, "none", "", "", nil), "spam@x.test", false},
	} {
		err := c.server.Send(t.Context(), mailTo(c.to))
		if e, ok := err.(*Error); !ok || e.OfServer() != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
