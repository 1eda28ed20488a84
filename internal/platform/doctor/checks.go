package doctor

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"laurel/internal/platform/pg"
)

// Database checks the connection, whether the program can act as its role, and whether the schema matches this program. role is
// pg.CheckRole, ping checks the pool, and versions returns the current and the required schema version.
func Database(role, ping func(context.Context) error, versions func(context.Context) (have, want uint, err error)) Check {
	return Check{Name: "database", Needed: true, Run: func(ctx context.Context) Finding {
		err := role(ctx)
		if refused, ok := errors.AsType[*pg.RoleError](err); ok {
			return Finding{Fail, refused.Problem + ", so every request fails", refused.Fix}
		}
		if err == nil {
			err = ping(ctx)
		}
		if err != nil {
			return Finding{Fail, "the database cannot be reached: " + err.Error(), "start PostgreSQL, or correct DATABASE_URL"}
		}
		have, want, err := versions(ctx)
		switch {
		case err != nil:
			return Finding{Fail, "the schema's version cannot be read: " + err.Error(), "run `laurel migrate`"}
		case have < want:
			return Finding{Fail, fmt.Sprintf("schema %d is older than this program's %d", have, want), "run `laurel migrate`"}
		case have > want:
			return Finding{Warn, fmt.Sprintf("schema %d is newer than this program's %d", have, want), "finish the upgrade: start the newer program everywhere"}
		}
		return Finding{OK, fmt.Sprintf("the database answers, schema %d", have), ""}
	}}
}

// Store checks that the bucket is accessible with our keys.
func Store(ping func(context.Context) error) Check {
	return Check{Name: "store", Run: func(ctx context.Context) Finding {
		if err := ping(ctx); err != nil {
			return Finding{Fail, "the bucket cannot be reached: " + err.Error(), "start the store, or correct S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY; without any S3_ variable the embedded store is used"}
		}
		return Finding{OK, "the bucket answers", ""}
	}}
}

// Mail checks that the mail server accepts our credentials. A nil ping means that emails are only stored.
func Mail(ping func(context.Context) error) Check {
	return Check{Name: "mail", Run: func(ctx context.Context) Finding {
		if ping == nil {
			return Finding{Warn, "emails are kept in the database and not sent", "set SMTP_URL to send them"}
		}
		if err := ping(ctx); err != nil {
			return Finding{Fail, "the mail server cannot be used: " + err.Error(), "start the mail server, or correct SMTP_URL; emails wait in the queue for up to five days"}
		}
		return Finding{OK, "the mail server accepts the connection", ""}
	}}
}

// Unsent is the state of recent emails.
type Unsent struct {
	Retrying  int64 // were tried three times and more, and wait for the next attempt
	Failed    int64
	Uncertain int64 // may have been delivered
	LastError string
}

// Delivery reports undelivered emails. Issuers see theirs in the mail log of each credential, where they can send them again.
func Delivery(read func(context.Context) (Unsent, error)) Check {
	return Check{Name: "delivery", Run: func(ctx context.Context) Finding {
		u, err := read(ctx)
		switch {
		case err != nil:
			return Finding{Fail, "the state of emails cannot be read: " + err.Error(), "fix the database first"}
		case u.Failed > 0:
			return Finding{Warn, fmt.Sprintf("%d emails failed in the last 7 days. The last error: %s", u.Failed, u.LastError),
				"check the mail server and the addresses; issuers can send the emails again from the email log of each credential"}
		case u.Retrying > 0:
			return Finding{Warn, fmt.Sprintf("%d emails were refused several times and will be retried", u.Retrying), "look in the log of the mail server for the reason"}
		case u.Uncertain > 0:
			return Finding{Warn, fmt.Sprintf("%d emails of the last 7 days may not have arrived, because Laurel was interrupted while it sent them", u.Uncertain),
				"look in the log of the mail server; issuers find them under Credentials, filter Email, and can send them again"}
		}
		return Finding{OK, "no email of the last 7 days failed", ""}
	}}
}

// Scanner checks that ClamAV's daemon responds.
func Scanner(ping func(context.Context) error) Check {
	return Check{Name: "scanner", Run: func(ctx context.Context) Finding {
		if err := ping(ctx); err != nil {
			return Finding{Fail, "the malware scanner does not answer: " + err.Error(), "start clamd, or correct LAUREL_CLAMD; evidence files wait until then"}
		}
		return Finding{OK, "the malware scanner answers", ""}
	}}
}

// auditLate is how long an entry of the audit log may wait. Entries settle over three runs of a job that runs once a minute.
const auditLate = 15 * time.Minute

// AuditLog reports entries of the audit log that were not sealed, or not sent to the log collector. read returns how long the oldest of
// each has waited; zero: none waits.
func AuditLog(read func(context.Context) (unsealed, unsent time.Duration, err error)) Check {
	return Check{Name: "audit", Run: func(ctx context.Context) Finding {
		unsealed, unsent, err := read(ctx)
		switch {
		case err != nil:
			return Finding{Fail, "the state of the audit log cannot be read: " + err.Error(), "fix the database first"}
		case unsealed > auditLate:
			return Finding{Warn, fmt.Sprintf("entries have not been sealed for %s", unsealed.Round(time.Minute)),
				"check that a worker runs, and look in the log for jobs that fail: audit.seal; end transactions that have been open for long"}
		case unsent > auditLate:
			return Finding{Warn, fmt.Sprintf("entries have not been sent to the log collector for %s", unsent.Round(time.Minute)),
				"check that the collector is reachable, and LAUREL_AUDIT_STREAM; entries wait until then"}
		}
		return Finding{OK, "all entries are sealed, and sent if there is a collector", ""}
	}}
}

// hangs is the number of consecutive failed prints after which Chrome counts as broken. A single design may cause a few.
const hangs = 5

// Browser finds and starts the browser that prints. Probe returns its version and whether it runs without network access.
type Browser struct {
	Find  func() (string, error)
	Probe func(ctx context.Context, path string) (version string, offline bool, err error)
}

// Chrome checks that the browser is installed, starts, has no network access, and prints. failures is the number of this process's most
// recent prints that failed in a row, and the error of the last one.
func Chrome(b Browser, failures func() (int64, string)) Check {
	return Check{Name: "chrome", Run: func(ctx context.Context) Finding {
		const mend = "install Chromium (Debian: apt-get install chromium) or set CHROME_PATH"
		path, err := b.Find()
		if err != nil {
			return Finding{Fail, err.Error(), mend}
		}
		if n, why := failures(); n >= hangs {
			return Finding{Fail, fmt.Sprintf("the last %d prints failed. The last error: %s", n, why), "read the log, check that the machine has free memory, and restart this process"}
		}
		version, offline, err := b.Probe(ctx, path)
		if err != nil {
			return Finding{Fail, path + " does not run: " + err.Error(), mend}
		}
		if !offline {
			return Finding{
				Warn, version + " at " + path + " shares the network of this machine; only its own settings keep printed pages off it",
				"allow user namespaces to this process (containers: the seccomp profile of docker-compose.yml), or grant it CAP_SYS_ADMIN",
			}
		}
		return Finding{OK, version + " at " + path + ", without a network", ""}
	}}
}

// Writes checks that the database accepts changes. One that is read-only after a failover, or whose disk is full, answers queries but
// rejects changes. Public pages still work then, so a process stays ready. write stores a record.
func Writes(write func(context.Context) error) Check {
	return Check{Name: "writes", Run: func(ctx context.Context) Finding {
		if err := write(ctx); err != nil {
			return Finding{Fail, "the database refuses changes: " + err.Error(), "check whether it is read-only (a standby after a failover?) or its disk is full"}
		}
		return Finding{OK, "the database accepts changes", ""}
	}}
}

// Thresholds of free disk space, in bytes.
const (
	scarce = 1 << 30
	full   = 100 << 20
)

// Disk checks the free space on the disks of folders. free returns it in bytes.
func Disk(folders []string, free func(folder string) (uint64, error)) Check {
	return Check{Name: "disk", Run: func(context.Context) Finding {
		worst := Finding{OK, "every disk has free space", ""}
		for _, folder := range folders {
			const mend = "free space on this disk: Chrome and downloads need it for temporary files"
			left, err := free(folder)
			switch {
			case err != nil:
				return Finding{Warn, fmt.Sprintf("the free space for %s is unknown: %v", folder, err), "check that the folder exists and Laurel may read it"}
			case left < full:
				return Finding{Fail, fmt.Sprintf("only %d MB are left for %s", left>>20, folder), mend}
			case left < scarce:
				worst = Finding{Warn, fmt.Sprintf("only %d MB are left for %s", left>>20, folder), mend}
			}
		}
		return worst
	}}
}

// Fonts checks the bundled fonts, and the system fonts that replace them for characters they lack. bundled counts the bundled fonts,
// and system lists the languages that the system fonts cover.
func Fonts(bundled func() (int, error), system func(context.Context) ([]string, error)) Check {
	return Check{Name: "fonts", Run: func(ctx context.Context) Finding {
		n, err := bundled()
		if err != nil || n == 0 {
			return Finding{Fail, fmt.Sprintf("this program was built without its fonts (%v)", err), "build it with `make build`"}
		}
		const mend = "install fonts for all scripts (Debian: apt-get install fonts-noto-core fonts-noto-cjk)"
		languages, err := system(ctx)
		if err != nil {
			return Finding{Warn, fmt.Sprintf("%d bundled font files; the fonts of this machine are unknown: %v", n, err), mend}
		}
		var missing []string
		for _, language := range []string{"ar", "bn", "he", "hi", "ja", "ko", "ta", "th", "zh-cn"} {
			if !slices.Contains(languages, language) {
				missing = append(missing, language)
			}
		}
		if len(missing) > 0 {
			return Finding{Warn, fmt.Sprintf("%d bundled font files; this machine has no font for the languages %s", n, strings.Join(missing, ", ")), mend}
		}
		return Finding{OK, fmt.Sprintf("%d bundled font files, and this machine has fonts for all scripts that were checked", n), ""}
	}}
}

// SystemLanguages asks fontconfig which languages the system fonts cover.
func SystemLanguages(ctx context.Context) ([]string, error) {
	out, err := exec.CommandContext(ctx, "fc-list", ":", "lang").Output()
	if err != nil {
		return nil, fmt.Errorf("fc-list: %w", err)
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(string(out), "\n") {
		for _, language := range strings.Split(strings.TrimPrefix(strings.TrimSpace(line), ":lang="), "|") {
			seen[language] = true
		}
	}
	languages := make([]string, 0, len(seen))
	for language := range seen {
		languages = append(languages, language)
	}
	return languages, nil
}

// Keys checks where the encryption key comes from and, with check, that it is the key of the stored secrets.
func Keys(generated bool, check func(context.Context) error, older func(context.Context) ([]string, error)) Check {
	return Check{Name: "keys", Run: func(ctx context.Context) Finding {
		if err := check(ctx); err != nil {
			return Finding{Fail, err.Error(), "set LAUREL_SECRET_KEY to the key that this database was used with (new,old when you rotate it), or restore the folder keys of the data folder"}
		}
		if generated {
			return Finding{Warn, "secrets are encrypted with a generated key in the data folder", "in production, set LAUREL_SECRET_KEY to the content of keys/secret in the data folder, and keep it apart from backups"}
		}
		left, err := older(ctx)
		if err != nil {
			return Finding{Fail, "what is encrypted with an older key cannot be counted: " + err.Error(), "fix the database first"}
		}
		if len(left) > 0 {
			return Finding{Warn, "still encrypted with an older key: " + strings.Join(left, ", "), "run `laurel keys reseal` before you remove the older key from LAUREL_SECRET_KEY"}
		}
		return Finding{OK, "LAUREL_SECRET_KEY is set and opens what is stored", ""}
	}}
}

// Addresses checks whether others can reach the URLs that credentials contain permanently: public is the installation's URL and store
// the bucket's, as browsers reach it. local reports whether a URL works only on this machine.
func Addresses(public, store string, local func(address string) bool) Check {
	return Check{Name: "addresses", Run: func(context.Context) Finding {
		switch {
		case local(public):
			return Finding{Warn, public + " works on this machine only, so nobody else can verify credentials issued with it",
				"set LAUREL_PUBLIC_URL to the address that people will use before you issue credentials: they contain it permanently"}
		case local(store):
			return Finding{Warn, "browsers on other machines cannot reach the file store at " + store + " to upload files", "set S3_PUBLIC_URL to an address of the store that browsers can reach"}
		}
		return Finding{OK, "credentials are issued with the address " + public, ""}
	}}
}
