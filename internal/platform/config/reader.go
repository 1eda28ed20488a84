package config

import (
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// reader reads variables and collects their errors.
type reader struct {
	getenv   func(string) string
	problems []error
}

func (r *reader) wrong(name, what, mend string) {
	r.problems = append(r.problems, fmt.Errorf("  %s %s; %s", name, what, mend))
}

// text returns the value of a variable, or its default from the table.
func (r *reader) text(name string) string {
	if v := strings.TrimSpace(r.getenv(name)); v != "" {
		return v
	}
	return defaultOf(name)
}

// secret returns the value of a variable, or the content of the file that <name>_FILE names.
func (r *reader) secret(name string) string {
	value, file := r.text(name), strings.TrimSpace(r.getenv(name+"_FILE"))
	if file == "" {
		return value
	}
	if value != "" {
		r.wrong(name, "and "+name+"_FILE are both set", "keep one of them")
		return ""
	}
	content, err := os.ReadFile(file) //nolint:gosec // G304: the operator names this file
	if err != nil {
		r.wrong(name+"_FILE", fmt.Sprintf("cannot be read (%v)", err), "give the path of a readable file that holds the value")
		return ""
	}
	value = strings.TrimSpace(string(content))
	if value == "" {
		r.wrong(name+"_FILE", "names an empty file", "write the value into it")
	}
	return value
}

func (r *reader) boolean(name string, byDefault bool) bool {
	v := r.text(name)
	if v == "" {
		return byDefault
	}
	on, err := strconv.ParseBool(v)
	if err != nil {
		r.wrong(name, fmt.Sprintf("is %q", v), "use true or false")
	}
	return on
}

// count returns a number, or 0.
func (r *reader) count(name string) int {
	n, err := strconv.Atoi(r.text(name))
	if err != nil || n < 0 {
		r.wrong(name, "is not a number", "give a whole number, such as "+defaultOf(name)+", or 0 for no limit")
	}
	return n
}

// maxStopDelay is shorter than the time most systems give a process to stop.
const maxStopDelay = time.Minute

// stopDelay returns no delay for a loopback address, where there is no load balancer to wait for.
func (r *reader) stopDelay(name, listen string) time.Duration {
	v := r.text(name)
	if v == "" {
		if isLoopback(listen) {
			return 0
		}
		return 5 * time.Second
	}
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 || d > maxStopDelay {
		r.wrong(name, fmt.Sprintf("is %q", v), "give a time up to a minute, such as 5s")
	}
	return d
}

// The limits of a session's lifetime.
const (
	minSession = 5 * time.Minute
	maxSession = 365 * 24 * time.Hour
)

func (r *reader) sessionTime(name string) time.Duration {
	v := r.text(name)
	d, err := time.ParseDuration(v)
	if err != nil || d < minSession || d > maxSession {
		r.wrong(name, fmt.Sprintf("is %q", v), "give a time from 5m to 8760h, such as 24h")
	}
	return d
}

func (r *reader) folder(name string) string {
	abs, err := filepath.Abs(r.text(name))
	if err != nil {
		r.wrong(name, fmt.Sprintf("has no absolute path (%v)", err), "give an absolute path")
	}
	return abs
}

func (r *reader) address(name string) string {
	v := r.text(name)
	if v == "" {
		return ""
	}
	_, port, err := net.SplitHostPort(v)
	if n, perr := strconv.Atoi(port); err != nil || perr != nil || n < 0 || n > 65535 {
		r.wrong(name, fmt.Sprintf("is %q", v), "use host:port, such as 127.0.0.1:8080 or :8080")
	}
	return v
}

func (r *reader) networks(name string) []netip.Prefix {
	var nets []netip.Prefix
	for _, word := range list(r.text(name)) {
		if addr, err := netip.ParseAddr(word); err == nil {
			nets = append(nets, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(word)
		if err != nil {
			r.wrong(name, fmt.Sprintf("has %q", word), "list addresses or networks, such as 10.0.0.0/8,192.0.2.7")
			continue
		}
		nets = append(nets, prefix.Masked())
	}
	return nets
}

// httpURL returns an absolute URL without a trailing slash.
func (r *reader) httpURL(name string) string {
	v := strings.TrimRight(r.text(name), "/")
	if v == "" {
		return ""
	}
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		r.wrong(name, fmt.Sprintf("is %q", v), "use an http:// or https:// address without a query")
		return ""
	}
	return v
}

func (r *reader) publicURL(name, listen string) *url.URL {
	v := r.httpURL(name)
	if v == "" {
		host, port, _ := net.SplitHostPort(listen)
		if addr, err := netip.ParseAddr(host); host == "" || (err == nil && addr.IsUnspecified()) {
			host = "localhost"
		}
		v = "http://" + net.JoinHostPort(host, port)
	}
	u, err := url.Parse(v)
	if err != nil {
		return &url.URL{} // LAUREL_LISTEN has been reported already
	}
	if u.Path != "" || u.User != nil {
		r.wrong(name, fmt.Sprintf("is %q", v), "give scheme and host only, such as https://certificates.example.org")
	}
	return u
}

func (r *reader) postgres(name string) string {
	v := r.secret(name)
	if v == "" {
		return ""
	}
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") {
		// The value contains a password and is not repeated.
		r.wrong(name, "is not a PostgreSQL address", "use postgres://user:password@host:5432/database?sslmode=verify-full")
	}
	return v
}

func (r *reader) smtp(name string) *url.URL {
	v := r.secret(name)
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		r.wrong(name, "is not a mail server's address", "use smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465")
		return nil
	}
	return u
}

func (r *reader) clamd(name string) *url.URL {
	v := r.text(name)
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err == nil && (u.Scheme == "tcp" && u.Hostname() != "" && u.Path == "" || u.Scheme == "unix" && u.Host == "" && path.IsAbs(u.Path)) {
		return u
	}
	r.wrong(name, fmt.Sprintf("is %q", v), "use tcp://host:3310 or unix:///run/clamav/clamd.ctl")
	return nil
}

func (r *reader) collector(name string) *url.URL {
	v := r.text(name)
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	switch {
	case err != nil || u.User != nil:
	case u.String() == "stdout:",
		(u.Scheme == "tcp" || u.Scheme == "tls") && u.Hostname() != "" && u.Port() != "" && u.Path == "",
		(u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "":
		return u
	}
	r.wrong(name, "is not a log collector's address", "use tls://host:6514, tcp://host:601, https://host/path or stdout:")
	return nil
}

// domain returns the name of a domain.
func (r *reader) domain(name string) string {
	v := strings.ToLower(r.text(name))
	if v != "" && (strings.ContainsAny(v, " @:/*") || !strings.Contains(v, ".")) {
		r.wrong(name, fmt.Sprintf("is %q", v), "give a domain, such as bounces.example.org")
		return ""
	}
	return v
}

func (r *reader) bounces(name string) *url.URL {
	v := r.text(name)
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "lmtp" || u.Port() == "" || u.Path != "" || u.User != nil {
		r.wrong(name, fmt.Sprintf("is %q", v), "use smtp://0.0.0.0:2525 or lmtp://127.0.0.1:2424")
		return nil
	}
	if r.text("LAUREL_BOUNCE_DOMAIN") == "" {
		r.wrong(name, "is set without LAUREL_BOUNCE_DOMAIN", "name the domain that bounces are sent to")
	}
	return u
}

func (r *reader) mailbox(name string) *url.URL {
	v := r.secret(name)
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "imaps" || u.Hostname() == "" || u.User.Username() == "" {
		r.wrong(name, "is not a mailbox's address", "use imaps://user:password@host/INBOX")
		return nil
	}
	return u
}

// choice returns one of some values, the first by default.
func (r *reader) choice(name string, values ...string) string {
	v := r.text(name)
	if v == "" {
		return values[0]
	}
	if !slices.Contains(values, v) {
		r.wrong(name, fmt.Sprintf("is %q", v), "use "+strings.Join(values, " or "))
	}
	return v
}

// email returns an address without a name.
func (r *reader) email(name string) string {
	v := r.text(name)
	if v == "" {
		return ""
	}
	if a, err := mail.ParseAddress(v); err != nil || a.Address != v {
		r.wrong(name, fmt.Sprintf("is %q", v), "give one address, such as help@example.org")
		return ""
	}
	return v
}

// hosts returns host names, with a port if they have one.
func (r *reader) hosts(name string) []string {
	var all []string
	for _, word := range list(r.text(name)) {
		if u, err := url.Parse("//" + word); err != nil || u.Host != word || u.Hostname() == "" || strings.ContainsAny(word, " *@") {
			r.wrong(name, fmt.Sprintf("has %q", word), "list hosts without a scheme, such as www.example.org")
			continue
		}
		all = append(all, strings.ToLower(word))
	}
	return all
}

func (r *reader) sender(name string, public *url.URL) string {
	v := r.text(name)
	if v == "" {
		host := public.Hostname()
		if _, err := netip.ParseAddr(host); err == nil || host == "" {
			host = "localhost"
		}
		return "Laurel <no-reply@" + host + ">"
	}
	if _, err := mail.ParseAddress(v); err != nil {
		r.wrong(name, fmt.Sprintf("is %q", v), "use one address, such as Laurel <no-reply@example.org>")
	}
	return v
}

func isLoopback(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	return err == nil && isLoopbackHost(host)
}

// Local reports whether an HTTP URL can only be opened on this machine.
func Local(address string) bool {
	at, err := url.Parse(address)
	return err == nil && isLoopbackHost(at.Hostname())
}

func isLoopbackHost(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

func list(s string) []string {
	var words []string
	for _, w := range strings.Split(s, ",") {
		if w = strings.TrimSpace(w); w != "" {
			words = append(words, w)
		}
	}
	return words
}
