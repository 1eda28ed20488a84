package config

import (
	"encoding/base64"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func env(pairs ...string) func(string) string {
	m := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return m[name] }
}

var key = base64.StdEncoding.EncodeToString([]byte("0123456789abcdefghijklmnopqrstuv"))

func TestNothingConfiguredMeansEmbeddedDevelopment(t *testing.T) {
	cfg, err := Load(env())
	if err != nil {
		t.Fatal(err)
	}
	if !cfg.Database.Embedded() || !cfg.Store.Embedded() || cfg.Mail.SMTP != nil || !cfg.Dev {
		t.Errorf("not embedded: %+v", cfg)
	}
	if got := cfg.HTTP.Origin(); got != "http://127.0.0.1:8080" {
		t.Errorf("origin = %s", got)
	}
	if !filepath.IsAbs(cfg.DataDir) || cfg.Log.JSON || cfg.Log.Level != slog.LevelInfo {
		t.Errorf("data dir %q, log %+v", cfg.DataDir, cfg.Log)
	}
	if cfg.Mail.From != "Laurel <no-reply@localhost>" {
		t.Errorf("from = %s", cfg.Mail.From)
	}
}

func TestProductionSettings(t *testing.T) {
	cfg, err := Load(env(
		"LAUREL_LISTEN", ":80", "LAUREL_PUBLIC_URL", "https://certs.example.org/", "LAUREL_SECRET_KEY", key+", "+key,
		"DATABASE_URL", "postgres://u:p@db/laurel", "S3_BUCKET", "files", "S3_ENDPOINT", "http://s3:7070/",
		"S3_ACCESS_KEY", "a", "S3_SECRET_KEY", "s", "SMTP_URL", "smtps://u:p@mail:465", "LAUREL_LOG", "debug",
		"LAUREL_TRUSTED_PROXIES", "10.1.2.3/8, 192.0.2.7"))
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Dev || !cfg.Log.JSON || cfg.Log.Level != slog.LevelDebug || len(cfg.SecretKeys) != 2 {
		t.Errorf("%+v", cfg)
	}
	if cfg.HTTP.Origin() != "https://certs.example.org" || cfg.Store.PublicURL != "http://s3:7070/files" {
		t.Errorf("origin %s, store %s", cfg.HTTP.Origin(), cfg.Store.PublicURL)
	}
	if cfg.Mail.From != "Laurel <no-reply@certs.example.org>" {
		t.Errorf("from = %s", cfg.Mail.From)
	}
	if got := cfg.HTTP.TrustedProxies; len(got) != 2 || got[0].String() != "10.0.0.0/8" || got[1].String() != "192.0.2.7/32" {
		t.Errorf("proxies = %v", got)
	}
}

func TestALoopbackAddressIsForTryingThingsOut(t *testing.T) {
	for _, e := range []func(string) string{
		env("SMTP_URL", "smtp://mail:1025?tls=none"), env("SMTP_URL", "smtp://127.0.0.1:1025"), env("SMTP_URL", "smtp://10.0.0.9"),
		env("SMTP_URL", "smtp://mail.example.org", "LAUREL_DEV", "true"),
		env("SMTP_URL", "smtp://mail.example.org", "LAUREL_PUBLIC_URL", "https://certs.example.org"),
	} {
		if _, err := Load(e); err != nil {
			t.Error(err)
		}
	}
}

func TestDevelopmentPagesAreOffByDefaultBehindAPublicAddress(t *testing.T) {
	for _, public := range []string{"https://certs.example.org", "http://10.0.0.9", "http://localhost.example.org", "http://127.0.0.1.example.org"} {
		cfg, err := Load(env("LAUREL_PUBLIC_URL", public))
		if err != nil || cfg.Dev {
			t.Errorf("%s: dev = %v, %v", public, cfg.Dev, err)
		}
	}
	for _, public := range []string{"http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"} {
		if cfg, err := Load(env("LAUREL_PUBLIC_URL", public)); err != nil || !cfg.Dev {
			t.Errorf("%s: dev = %v, %v", public, cfg.Dev, err)
		}
	}
}

func TestAmazonNeedsNoEndpoint(t *testing.T) {
	cfg, err := Load(env("S3_BUCKET", "files", "S3_REGION", "eu-west-1", "S3_ACCESS_KEY", "a", "S3_SECRET_KEY", "s"))
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Store.PublicURL != "https://files.s3.eu-west-1.amazonaws.com" {
		t.Errorf("public address = %s", cfg.Store.PublicURL)
	}
}

func TestMistakesAreNamed(t *testing.T) {
	for name, row := range map[string]struct {
		env  func(string) string
		want string
	}{
		"port":                      {env("LAUREL_LISTEN", "localhost"), "LAUREL_LISTEN"},
		"public url with a path":    {env("LAUREL_PUBLIC_URL", "https://x.org/app"), "LAUREL_PUBLIC_URL"},
		"public url without scheme": {env("LAUREL_PUBLIC_URL", "x.org"), "LAUREL_PUBLIC_URL"},
		"short key":                 {env("LAUREL_SECRET_KEY", "c2hvcnQ="), "LAUREL_SECRET_KEY"},
		"weak key":                  {env("LAUREL_SECRET_KEY", base64.StdEncoding.EncodeToString(make([]byte, 32))), "LAUREL_SECRET_KEY"},
		"shared database, no key":   {env("DATABASE_URL", "postgres://u@db/x"), "LAUREL_SECRET_KEY"},
		"other database":            {env("DATABASE_URL", "mysql://u@db/x"), "DATABASE_URL"},
		"half a store":              {env("S3_ENDPOINT", "http://s3"), "S3_BUCKET"},
		"smtp scheme":               {env("SMTP_URL", "http://mail"), "SMTP_URL"},
		"sender":                    {env("LAUREL_MAIL_FROM", "nobody"), "LAUREL_MAIL_FROM"},
		"log word":                  {env("LAUREL_LOG", "loud"), "LAUREL_LOG"},
		"bool":                      {env("LAUREL_DEV", "maybe"), "LAUREL_DEV"},
		"dev for everybody":         {env("LAUREL_DEV", "true", "LAUREL_LISTEN", ":8080"), "LAUREL_DEV"},
		"dev behind a proxy":        {env("LAUREL_DEV", "true", "LAUREL_PUBLIC_URL", "https://certs.example.org"), "LAUREL_DEV"},
		"network":                   {env("LAUREL_TRUSTED_PROXIES", "10.0.0.0/99"), "LAUREL_TRUSTED_PROXIES"},
		"half a captcha":            {env("LAUREL_RECAPTCHA_SECRET", "x"), "LAUREL_RECAPTCHA_SECRET"},
		"mail to the world alone":   {env("SMTP_URL", "smtp://mail.example.org"), "LAUREL_PUBLIC_URL"},
		"scanner over http":         {env("LAUREL_CLAMD", "http://clamd:3310"), "LAUREL_CLAMD"},
		"scanner without a socket":  {env("LAUREL_CLAMD", "unix://clamd.ctl"), "LAUREL_CLAMD"},
		"collector without a port":  {env("LAUREL_AUDIT_STREAM", "tls://siem.example.org"), "LAUREL_AUDIT_STREAM"},
		"collector with a password": {env("LAUREL_AUDIT_STREAM", "https://u:p@siem.example.org/"), "LAUREL_AUDIT_STREAM"},
		"support with a name":       {env("LAUREL_SUPPORT_EMAIL", "Help <help@example.org>"), "LAUREL_SUPPORT_EMAIL"},
		"internal host as address":  {env("LAUREL_INTERNAL_HOSTS", "www.example.org,https://example.org"), "LAUREL_INTERNAL_HOSTS"},
		"half an Apple certificate": {env("LAUREL_APPLE_PASS_CERTIFICATE", "x"), "LAUREL_APPLE_PASS_CERTIFICATE"},
		"half a Google account":     {env("LAUREL_GOOGLE_WALLET_ISSUER", "338800"), "LAUREL_GOOGLE_WALLET_ISSUER"},
		"Google issuer by name":     {env("LAUREL_GOOGLE_WALLET_ISSUER", "acme", "LAUREL_GOOGLE_WALLET_ACCOUNT", "{}"), "LAUREL_GOOGLE_WALLET_ISSUER"},
		"missing file":              {env("SMTP_URL_FILE", "/does/not/exist"), "SMTP_URL_FILE"},
		"value and file":            {env("SMTP_URL", "smtp://h", "SMTP_URL_FILE", "/x"), "SMTP_URL"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(row.env)
			if err == nil || !strings.Contains(err.Error(), row.want+" ") {
				t.Errorf("error = %v, want one about %s", err, row.want)
			}
		})
	}
}

func TestAllMistakesAreToldAtOnceAndNoSecretIsRepeated(t *testing.T) {
	_, err := Load(env("LAUREL_LISTEN", "x", "DATABASE_URL", "mysql://u:hunter2@db", "SMTP_URL", "ftp://u:hunter2@h", "LAUREL_SECRET_KEY", "hunter2"))
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"LAUREL_LISTEN", "DATABASE_URL", "SMTP_URL", "LAUREL_SECRET_KEY"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not told in %v", name, err)
		}
	}
	if strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a secret is repeated: %v", err)
	}
}

func TestSecretsComeFromFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := Load(env("LAUREL_SECRET_KEY_FILE", file))
	if err != nil || len(cfg.SecretKeys) != 1 {
		t.Fatalf("keys = %d, err = %v", len(cfg.SecretKeys), err)
	}
}

func TestEverySecretOfTheTableMayComeFromAFile(t *testing.T) {
	var asked []string
	_, err := Load(func(name string) string { asked = append(asked, name); return "" })
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range Table() {
		if !slices.Contains(asked, v.Name) {
			t.Errorf("%s is in the table but never read", v.Name)
		}
		if slices.Contains(asked, v.Name+"_FILE") != v.Secret {
			t.Errorf("%s: secret = %v does not fit how it is read", v.Name, v.Secret)
		}
	}
}

var update = flag.Bool("update", false, "write the table of docs/configuration.md")

// TestTheConfigurationDocumentListsEveryVariable compares the table in docs/configuration.md with the code. To regenerate it:
//
//	go test ./internal/platform/config -run ConfigurationDocument -update
func TestTheConfigurationDocumentListsEveryVariable(t *testing.T) {
	const path, head = "../../../docs/configuration.md", "| Variable | Default | Meaning |\n|---|---|---|\n"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), head)
	if !found {
		t.Fatalf("%s has no table with the head %q", path, head)
	}
	rows, after, _ := strings.Cut(rest, "\n\n")
	var want []string
	for _, v := range Table() {
		byDefault := v.Default
		if byDefault != "" {
			byDefault = "`" + byDefault + "`"
		}
		name := "`" + v.Name + "`"
		if v.Secret {
			name += " or `" + v.Name + "_FILE`"
		}
		want = append(want, "| "+name+" | "+byDefault+" | "+v.Meaning+" |")
	}
	if *update {
		text := before + head + strings.Join(want, "\n") + "\n\n" + after
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if strings.TrimSpace(rows) != strings.Join(want, "\n") {
		t.Errorf("the table of %s is out of date; run this test with -update", path)
	}
}
