package doctor

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"laurel/internal/pg"
)

// Database checks the connection, that the program can act as its role, and that the schema is the one this program was built for. role
// is pg.CheckRole, ping asks the pool, and versions gives the version of the schema that is there and of the one that is wanted.
func Database(role, ping func(context.Context) error, versions func(context.Context) (have, want uint, err error)) Check {
	return Check{Name: "database", Needed: true, Run: func(ctx context.Context) Finding {
		err := role(ctx)
		if refused, ok := errors.AsType[*pg.RoleError](err); ok {
			return Finding{Fail, refused.Problem + ", so every request fails", refused.Mend}
		}
		if err == nil {
			err = ping(ctx)
		}
		if err != nil {
			return Finding{Fail, "cannot be reached: " + err.Error(), "start PostgreSQL, or correct DATABASE_URL"}
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
		return Finding{OK, fmt.Sprintf("answers, schema %d", have), ""}
	}}
}

// Store checks that the bucket can be reached with our keys.
func Store(ping func(context.Context) error) Check {
	return Check{Name: "store", Run: func(ctx context.Context) Finding {
		if err := ping(ctx); err != nil {
			return Finding{Fail, "the bucket cannot be reached: " + err.Error(), "correct S3_ENDPOINT, S3_BUCKET and the keys; all S3_ variables unset use the embedded store"}
		}
		return Finding{OK, "the bucket answers", ""}
	}}
}

// Mail checks that the mail server lets us in. A nil ping means that mail is only kept.
func Mail(ping func(context.Context) error) Check {
	return Check{Name: "mail", Run: func(ctx context.Context) Finding {
		if ping == nil {
			return Finding{Warn, "mail is kept in the database and not sent", "set SMTP_URL to send it"}
		}
		if err := ping(ctx); err != nil {
			return Finding{Fail, "the mail server does not let us in: " + err.Error(), "correct SMTP_URL; mail waits in the queue until then"}
		}
		return Finding{OK, "the mail server lets us in", ""}
	}}
}

// Unsent is how the mails of the last days fare.
type Unsent struct {
	Retrying  int64 // were tried three times and more, and wait for the next attempt
	Failed    int64
	Uncertain int64 // may have been delivered
	LastError string
}

// Delivery reports mails that did not arrive. The issuers see their own in the mail log of each credential, and can send them again.
func Delivery(read func(context.Context) (Unsent, error)) Check {
	return Check{Name: "delivery", Run: func(ctx context.Context) Finding {
		u, err := read(ctx)
		switch {
		case err != nil:
			return Finding{Fail, "the mails cannot be read: " + err.Error(), "see the check of the database"}
		case u.Failed > 0:
			return Finding{Warn, fmt.Sprintf("%d mails failed in the last 7 days, the last because: %s", u.Failed, u.LastError),
				"see whether the mail server and the addresses are right; issuers send them again from the mail log of the credential"}
		case u.Retrying > 0:
			return Finding{Warn, fmt.Sprintf("%d mails were refused several times and are tried again", u.Retrying), "see the log of the mail server"}
		case u.Uncertain > 0:
			return Finding{Warn, fmt.Sprintf("%d mails of the last 7 days may not have arrived: the program was interrupted while it sent them", u.Uncertain),
				"see the log of the mail server; issuers send them again from the mail log of the credential"}
		}
		return Finding{OK, "no mail of the last 7 days failed", ""}
	}}
}

// Scanner checks that ClamAV's daemon answers.
func Scanner(ping func(context.Context) error) Check {
	return Check{Name: "scanner", Run: func(ctx context.Context) Finding {
		if err := ping(ctx); err != nil {
			return Finding{Fail, "the scanner does not answer: " + err.Error(), "start clamd, or correct LAUREL_CLAMD; files of evidence wait until then"}
		}
		return Finding{OK, "the scanner answers", ""}
	}}
}

// hangs is how many prints in a row may fail before Chrome counts as broken: one design may be at fault for a few.
const hangs = 5

// Browser finds and tries the program that prints. Probe returns its version, and whether it runs without a network.
type Browser struct {
	Find  func() (string, error)
	Probe func(ctx context.Context, path string) (version string, offline bool, err error)
}

// Chrome checks that the browser that prints is there and runs, that it is kept off the network, and that it prints: failures is how
// many of the last prints of this process failed in a row, and why the last one did.
func Chrome(b Browser, failures func() (int64, string)) Check {
	return Check{Name: "chrome", Run: func(ctx context.Context) Finding {
		const mend = "install Chromium (Debian: apt-get install chromium) or set CHROME_PATH"
		path, err := b.Find()
		if err != nil {
			return Finding{Fail, err.Error(), mend}
		}
		if n, why := failures(); n >= hangs {
			return Finding{Fail, fmt.Sprintf("the last %d prints failed, the last because: %s", n, why), "see the log; look for a lack of memory, and restart this process"}
		}
		version, offline, err := b.Probe(ctx, path)
		if err != nil {
			return Finding{Fail, path + " does not run: " + err.Error(), mend}
		}
		if !offline {
			return Finding{
				Warn, version + " at " + path + " shares the network of this machine; only its flags and the interception of requests keep pages off it",
				"allow user namespaces to this process (containers: the seccomp profile of docker-compose.yml), or grant it CAP_SYS_ADMIN",
			}
		}
		return Finding{OK, version + " at " + path + ", without a network", ""}
	}}
}

// Writes checks that the database stores what it is told: one that is read-only after a failover, or whose disk is full, answers
// questions and refuses every change. Public pages are still served, so a process stays ready. write stores something.
func Writes(write func(context.Context) error) Check {
	return Check{Name: "writes", Run: func(ctx context.Context) Finding {
		if err := write(ctx); err != nil {
			return Finding{Fail, "the database stores nothing: " + err.Error(), "see whether it is read-only (a standby?) or its disk is full"}
		}
		return Finding{OK, "the database stores what it is told", ""}
	}}
}

// Room left on a disk, in bytes.
const (
	scarce = 1 << 30
	full   = 100 << 20
)

// Disk checks the room left on the disks of folders. free gives it in bytes.
func Disk(folders []string, free func(folder string) (uint64, error)) Check {
	return Check{Name: "disk", Run: func(context.Context) Finding {
		worst := Finding{OK, "there is room on every disk", ""}
		for _, folder := range folders {
			const mend = "make room on its disk: Chrome and downloads need it while they work"
			left, err := free(folder)
			switch {
			case err != nil:
				return Finding{Warn, fmt.Sprintf("the room left for %s is unknown: %v", folder, err), "see whether the folder is there"}
			case left < full:
				return Finding{Fail, fmt.Sprintf("only %d MB are left for %s", left>>20, folder), mend}
			case left < scarce:
				worst = Finding{Warn, fmt.Sprintf("only %d MB are left for %s", left>>20, folder), mend}
			}
		}
		return worst
	}}
}

// Fonts checks the fonts that come with the program, and those of the machine, which step in for letters that no bundled font
// has. bundled counts the former, system lists the languages that the latter can write.
func Fonts(bundled func() (int, error), system func(context.Context) ([]string, error)) Check {
	return Check{Name: "fonts", Run: func(ctx context.Context) Finding {
		n, err := bundled()
		if err != nil || n == 0 {
			return Finding{Fail, fmt.Sprintf("the program has no fonts inside (%v)", err), "build it with `make build`"}
		}
		const mend = "install fonts for all scripts (Debian: apt-get install fonts-noto-core fonts-noto-cjk)"
		languages, err := system(ctx)
		if err != nil {
			return Finding{Warn, fmt.Sprintf("%d bundled; the machine's fonts are unknown: %v", n, err), mend}
		}
		var missing []string
		for _, language := range []string{"ar", "bn", "he", "hi", "ja", "ko", "ta", "th", "zh-cn"} {
			if !slices.Contains(languages, language) {
				missing = append(missing, language)
			}
		}
		if len(missing) > 0 {
			return Finding{Warn, fmt.Sprintf("%d bundled; the machine has none for %s", n, strings.Join(missing, ", ")), mend}
		}
		return Finding{OK, fmt.Sprintf("%d bundled, and the machine's for every script looked for", n), ""}
	}}
}

// SystemLanguages asks fontconfig which languages the machine's fonts can write.
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

// Keys checks where the key for secrets at rest comes from, and with check that it is the key of what is stored.
func Keys(generated bool, check func(context.Context) error) Check {
	return Check{Name: "keys", Run: func(ctx context.Context) Finding {
		if err := check(ctx); err != nil {
			return Finding{Fail, err.Error(), "set LAUREL_SECRET_KEY to the key that this database was used with, if need be as an older one behind a comma, or put the keys folder back"}
		}
		if generated {
			return Finding{Warn, "a generated key in the data folder is in use", "in production set LAUREL_SECRET_KEY (`openssl rand -base64 32`) and keep it apart from backups"}
		}
		return Finding{OK, "LAUREL_SECRET_KEY is set and opens what is stored", ""}
	}}
}

// Addresses checks whether others can reach what credentials name for ever: public is the installation's address, store that of the
// bucket as browsers reach it. local tells whether an address is of this machine alone.
func Addresses(public, store string, local func(address string) bool) Check {
	return Check{Name: "addresses", Run: func(context.Context) Finding {
		switch {
		case local(public):
			return Finding{Warn, public + " can be opened on this machine alone; verifiers elsewhere refuse credentials that are signed with it",
				"set LAUREL_PUBLIC_URL to the address that people will use before you issue: credentials carry it for ever"}
		case local(store):
			return Finding{Warn, "browsers elsewhere cannot send files to the store at " + store, "set S3_PUBLIC_URL to an address of the store that browsers reach"}
		}
		return Finding{OK, "credentials carry " + public, ""}
	}}
}
