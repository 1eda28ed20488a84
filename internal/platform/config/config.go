// Package config reads the settings of an installation from environment variables, once, at start-up. It reports all mistakes at once.
// Unset variables get the defaults of the embedded services.
package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Config contains all settings, one struct per section.
type Config struct {
	HTTP     HTTP
	Database Database
	Store    Store
	Mail     Mail
	Chrome   Chrome
	Log      Log
	Captcha  Captcha
	Verify   Verify
	Badges   Badges
	Webhooks Webhooks
	SSO      SSO
	Passes   Passes
	Clamd    *url.URL // ClamAV's daemon, which looks at files of evidence; nil: nobody does
	Audit    Audit

	// Billing counts what departments issue. Off, issuing is unlimited.
	Billing  bool
	Payments Payments
	// DataDir is the absolute path of the folder with all data stored on this machine.
	DataDir string
	// SecretKeys encrypt stored secrets: the first key encrypts, and all of them decrypt. Empty means a generated key in DataDir.
	SecretKeys [][]byte
	// SessionIdle and SessionLifetime are the idle and the absolute limit of a session.
	SessionIdle, SessionLifetime time.Duration
	// Dev enables development features such as /dev/mail.
	Dev bool
}

// HTTP is where the program listens and its public URL.
type HTTP struct {
	Listen         string
	PrivateListen  string   // metrics and profiling; empty is off
	PublicURL      *url.URL // scheme and host only
	TrustedProxies []netip.Prefix
	InternalHosts  []string // whose links count as our own, besides that of PublicURL
	AddressRate    int      // requests of one address to the API in five minutes; 0 is any number
	KeyRate        int      // requests of one API key in a minute; 0 is any number
	// StopDelay is how long a stopping process continues to accept requests while it reports that it is not ready.
	StopDelay time.Duration
}

// Origin is the public URL as browsers send it in the Origin header.
func (h HTTP) Origin() string { return h.PublicURL.Scheme + "://" + h.PublicURL.Host }

// Database is the PostgreSQL server. An empty URL means the private cluster.
type Database struct{ URL string }

// Embedded reports whether the private cluster is used.
func (d Database) Embedded() bool { return d.URL == "" }

// Store is the S3 bucket. Without a bucket, the embedded store is used.
type Store struct {
	Endpoint  string // empty with a bucket means Amazon's own
	Region    string
	Bucket    string
	AccessKey string
	SecretKey string
	PublicURL string // the bucket as browsers reach it
}

// Embedded reports whether the embedded store is used.
func (s Store) Embedded() bool { return s.Bucket == "" }

// Mail is how emails are sent. Without an SMTP URL they are only stored in the database.
type Mail struct {
	SMTP *url.URL
	From string
	// Support is the email address for help with this installation, or "" if there is none.
	Support string
	// Allow lists private networks in which departments may have mail servers.
	Allow []netip.Prefix
	// BounceDomain is the domain of return paths; empty: emails come back to their sender.
	BounceDomain string
	// BounceListen is where bounces are taken in, smtp://host:port or lmtp://host:port; nil: nowhere.
	BounceListen *url.URL
	// BounceMailbox is the mailbox that bounces arrive at, imaps://user:password@host/FOLDER; nil: none.
	BounceMailbox *url.URL
	// DNS is the server, host:port, that is asked for the records of sender domains; empty: the system's.
	DNS string
	// Twice has emails sent again that may have been delivered.
	Twice bool
}

// Address is the sender's address without the name, or "" if From is invalid.
func (m Mail) Address() string {
	sender, err := mail.ParseAddress(m.From)
	if err != nil {
		return ""
	}
	return sender.Address
}

// outward reports whether emails leave this machine and its private network.
func (m Mail) outward() bool {
	if m.SMTP == nil {
		return false
	}
	host := m.SMTP.Hostname()
	if addr, err := netip.ParseAddr(host); err == nil {
		return !addr.IsLoopback() && !addr.IsPrivate()
	}
	return strings.Contains(host, ".")
}

// Chrome is the browser that prints. An empty path means the usual locations.
type Chrome struct {
	Path string
	// AllowNoSandbox lets Chrome run without its sandbox where the system does not permit one, as in most containers.
	AllowNoSandbox bool
}

// Log is the level and the format of the log.
type Log struct {
	Level slog.Level
	JSON  bool
}

// Captcha configures a reCAPTCHA-compatible service. Without a secret, the built-in proof of work is used.
type Captcha struct {
	URL     string // of the service, without a slash at its end
	Secret  string
	SiteKey string
}

// Audit says which log collector gets the audit log.
type Audit struct {
	Stream *url.URL // nil: none
	Token  string
}

// Verify lists whom the verifier trusts and which networks it may contact.
type Verify struct {
	Registries []string       // files or addresses with lists of issuers
	Allow      []netip.Prefix // private networks that may be fetched from
}

// SSO lists where OpenID providers may be besides public addresses.
type SSO struct {
	Allow []netip.Prefix
}

// Webhooks lists where webhooks may be sent besides public addresses.
type Webhooks struct {
	Allow []netip.Prefix // private networks, by plain HTTP too
}

// Badges sets the formats in which credentials are issued.
type Badges struct {
	Tokens bool // also as VC-JWT
}

// secretKeyBytes is the length of an AES-256 key.
const secretKeyBytes = 32

// Load reads the settings through getenv (os.Getenv in the program). The error names every invalid variable, what is wrong and how to
// correct it.
func Load(getenv func(string) string) (Config, error) {
	r := &reader{getenv: getenv}
	cfg := Config{
		DataDir:  r.folder("LAUREL_DATA_DIR"),
		Database: Database{URL: r.postgres("DATABASE_URL")},
		Store:    r.store(),
		Chrome:   Chrome{Path: r.text("CHROME_PATH"), AllowNoSandbox: r.boolean("CHROME_ALLOW_NO_SANDBOX", false)},
		Captcha:  Captcha{URL: r.httpURL("LAUREL_RECAPTCHA_URL"), Secret: r.secret("LAUREL_RECAPTCHA_SECRET"), SiteKey: r.text("LAUREL_RECAPTCHA_SITE_KEY")},
		Verify:   Verify{Registries: list(r.text("LAUREL_TRUST_REGISTRIES")), Allow: r.networks("LAUREL_FETCH_ALLOW")},
		Badges:   Badges{Tokens: r.boolean("LAUREL_VC_JWT", false)},
		Billing:  r.boolean("LAUREL_BILLING", false),
		Webhooks: Webhooks{Allow: r.networks("LAUREL_WEBHOOK_ALLOW")},
		SSO:      SSO{Allow: r.networks("LAUREL_SSO_ALLOW")},
		Passes:   r.passes(),
		Clamd:    r.clamd("LAUREL_CLAMD"),
		Audit:    Audit{Stream: r.collector("LAUREL_AUDIT_STREAM"), Token: r.secret("LAUREL_AUDIT_STREAM_TOKEN")},
		HTTP: HTTP{
			Listen:         r.address("LAUREL_LISTEN"),
			PrivateListen:  r.address("LAUREL_PRIVATE_LISTEN"),
			TrustedProxies: r.networks("LAUREL_TRUSTED_PROXIES"),
			InternalHosts:  r.hosts("LAUREL_INTERNAL_HOSTS"),
			AddressRate:    r.count("LAUREL_RATE_ADDRESS"),
			KeyRate:        r.count("LAUREL_RATE_KEY"),
		},
	}
	cfg.Payments = r.payments(cfg.Billing)
	cfg.HTTP.StopDelay = r.stopDelay("LAUREL_STOP_DELAY", cfg.HTTP.Listen)
	cfg.SessionIdle = r.sessionTime("LAUREL_SESSION_IDLE")
	cfg.SessionLifetime = r.sessionTime("LAUREL_SESSION_LIFETIME")
	cfg.HTTP.PublicURL = r.publicURL("LAUREL_PUBLIC_URL", cfg.HTTP.Listen)
	cfg.Mail = r.mail(cfg.HTTP.PublicURL)
	cfg.Dev = r.dev(cfg)
	cfg.Log = r.log(cfg.Dev)
	cfg.SecretKeys = r.keys("LAUREL_SECRET_KEY")
	if len(cfg.SecretKeys) == 0 && !cfg.Database.Embedded() && !cfg.Dev {
		r.wrong("LAUREL_SECRET_KEY", "is missing",
			"a shared database needs a key that every process knows: make one with `openssl rand -base64 32`")
	}
	if !cfg.Dev && cfg.Mail.outward() && isLoopbackHost(cfg.HTTP.PublicURL.Hostname()) {
		r.wrong("LAUREL_PUBLIC_URL", "is an address that only this machine can open, while SMTP_URL sends mail to the world",
			"credentials carry their address for ever: set the one that people will use, or LAUREL_DEV=true to try things out")
	}
	if (cfg.Captcha.Secret == "") != (cfg.Captcha.SiteKey == "") {
		r.wrong("LAUREL_RECAPTCHA_SECRET", "is set without LAUREL_RECAPTCHA_SITE_KEY or the reverse", "set both or neither")
	}
	if err := errors.Join(r.problems...); err != nil {
		return Config{}, fmt.Errorf("the configuration has %d mistake(s):\n%w", len(r.problems), err)
	}
	return cfg, nil
}

func (r *reader) store() Store {
	s := Store{
		Endpoint:  r.httpURL("S3_ENDPOINT"),
		Region:    r.text("S3_REGION"),
		Bucket:    r.text("S3_BUCKET"),
		AccessKey: r.secret("S3_ACCESS_KEY"),
		SecretKey: r.secret("S3_SECRET_KEY"),
		PublicURL: r.httpURL("S3_PUBLIC_URL"),
	}
	if s.Endpoint == "" && s.Bucket == "" && s.AccessKey == "" && s.SecretKey == "" {
		return s
	}
	for _, needed := range [][2]string{
		{"S3_BUCKET", s.Bucket}, {"S3_ACCESS_KEY", s.AccessKey}, {"S3_SECRET_KEY", s.SecretKey},
	} {
		if needed[1] == "" {
			r.wrong(needed[0], "is missing", "an S3 store needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY; unset them all for the embedded store")
		}
	}
	if s.PublicURL == "" && s.Endpoint != "" {
		s.PublicURL = s.Endpoint + "/" + s.Bucket
	}
	if s.PublicURL == "" {
		s.PublicURL = "https://" + s.Bucket + ".s3." + s.Region + ".amazonaws.com"
	}
	return s
}

func (r *reader) mail(public *url.URL) Mail {
	return Mail{
		SMTP: r.smtp("SMTP_URL"), From: r.sender("LAUREL_MAIL_FROM", public), Support: r.email("LAUREL_SUPPORT_EMAIL"), Allow: r.networks("LAUREL_SMTP_ALLOW"),
		BounceDomain: r.domain("LAUREL_BOUNCE_DOMAIN"), BounceListen: r.bounces("LAUREL_BOUNCE_LISTEN"), BounceMailbox: r.mailbox("LAUREL_BOUNCE_MAILBOX"),
		DNS: r.text("LAUREL_DNS"), Twice: r.choice("LAUREL_MAIL_DELIVERY", "at-most-once", "at-least-once") == "at-least-once",
	}
}

// dev is on by default only if no external service is configured and neither the listener nor the public URL is reachable from another
// machine. Behind a reverse proxy, the public URL is what counts.
func (r *reader) dev(cfg Config) bool {
	alone := cfg.Database.Embedded() && cfg.Store.Embedded() && cfg.Mail.SMTP == nil
	local := isLoopbackHost(cfg.HTTP.PublicURL.Hostname())
	on := r.boolean("LAUREL_DEV", alone && local && isLoopback(cfg.HTTP.Listen))
	if on && !isLoopback(cfg.HTTP.Listen) {
		r.wrong("LAUREL_DEV", "is on while LAUREL_LISTEN is not a loopback address",
			"development pages show every mail to whoever reaches them: listen on 127.0.0.1 or turn it off")
	}
	if on && !local {
		r.wrong("LAUREL_DEV", "is on while LAUREL_PUBLIC_URL is not a loopback address",
			"development pages show every mail, with its sign-in links, to whoever reaches that address: unset LAUREL_DEV or LAUREL_PUBLIC_URL")
	}
	return on
}

func (r *reader) log(dev bool) Log {
	l := Log{JSON: !dev}
	for _, word := range strings.Split(r.text("LAUREL_LOG"), ",") {
		switch word = strings.ToLower(strings.TrimSpace(word)); word {
		case "json", "text":
			l.JSON = word == "json"
		case "debug", "info", "warn", "error":
			_ = l.Level.UnmarshalText([]byte(word)) // these four are slog's own names
		default:
			r.wrong("LAUREL_LOG", fmt.Sprintf("has the unknown word %q", word), "use debug, info, warn or error, and json or text: `debug,text`")
		}
	}
	return l
}

func (r *reader) keys(name string) [][]byte {
	var keys [][]byte
	for _, word := range list(r.secret(name)) {
		key, err := base64.StdEncoding.DecodeString(word)
		if err != nil || len(key) != secretKeyBytes || weak(key) {
			r.wrong(name, "is not 32 random bytes in base64", "make one with `openssl rand -base64 32`; after a comma put older keys that may still be needed")
			return nil
		}
		keys = append(keys, key)
	}
	return keys
}

// weak detects keys that were typed by hand, such as 32 zeros.
func weak(key []byte) bool {
	seen := map[byte]bool{}
	for _, b := range key {
		seen[b] = true
	}
	return len(seen) < secretKeyBytes/4
}
