package doctor_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"laurel/internal/platform/doctor"
	"laurel/internal/platform/pg"
)

var errDown = errors.New("connection refused")

func TestAddressesThatOnlyThisMachineOpensAreNamed(t *testing.T) {
	t.Parallel()
	local := func(address string) bool { return strings.Contains(address, "127.0.0.1") }
	for _, c := range []struct {
		public, store string
		want          doctor.Status
		mend          string
	}{
		{"http://127.0.0.1:8080", "http://127.0.0.1:7070", doctor.Warn, "LAUREL_PUBLIC_URL"},
		{"https://certs.example", "http://127.0.0.1:7070", doctor.Warn, "S3_PUBLIC_URL"},
		{"https://certs.example", "https://files.example", doctor.OK, ""},
	} {
		got := doctor.Addresses(c.public, c.store, local).Run(t.Context())
		if got.Status != c.want || !strings.Contains(got.Mend, c.mend) {
			t.Errorf("%s and %s: %+v", c.public, c.store, got)
		}
	}
}

func fine(context.Context) error { return nil }
func down(context.Context) error { return errDown }

func noRole(context.Context) error {
	return &pg.RoleError{Problem: "no role", Fix: "grant laurel_app"}
}

func backlog(unsealed, unsent time.Duration) func(context.Context) (time.Duration, time.Duration, error) {
	return func(context.Context) (time.Duration, time.Duration, error) { return unsealed, unsent, nil }
}

func unsent(u doctor.Unsent) func(context.Context) (doctor.Unsent, error) {
	return func(context.Context) (doctor.Unsent, error) { return u, nil }
}

func printing(failed int64) func() (int64, string) {
	return func() (int64, string) { return failed, "browser tab timed out" }
}

func left(bytes uint64) func(string) (uint64, error) {
	return func(string) (uint64, error) { return bytes, nil }
}

func versions(have, want uint, err error) func(context.Context) (uint, uint, error) {
	return func(context.Context) (uint, uint, error) { return have, want, err }
}

// chrome is a browser that is found and says its version, or fails, when it is tried.
func chrome(offline bool, err error) doctor.Browser {
	return doctor.Browser{
		Find:  func() (string, error) { return "/usr/bin/chromium", nil },
		Probe: func(context.Context, string) (string, bool, error) { return "Chromium 150", offline, err },
	}
}

func TestFindings(t *testing.T) {
	all := []string{"ar", "bn", "he", "hi", "ja", "ko", "ta", "th", "zh-cn", "en"}
	fonts := func(n int, err error) func() (int, error) { return func() (int, error) { return n, err } }
	system := func(languages []string, err error) func(context.Context) ([]string, error) {
		return func(context.Context) ([]string, error) { return languages, err }
	}
	for name, row := range map[string]struct {
		check  doctor.Check
		status doctor.Status
		say    string
	}{
		"database well":              {doctor.Database(fine, fine, versions(3, 3, nil)), doctor.OK, "schema 3"},
		"database down":              {doctor.Database(down, down, versions(3, 3, nil)), doctor.Fail, "DATABASE_URL"},
		"database full":              {doctor.Database(fine, down, versions(3, 3, nil)), doctor.Fail, "cannot be reached"},
		"database without its role":  {doctor.Database(noRole, fine, versions(3, 3, nil)), doctor.Fail, "grant laurel_app"},
		"database without a schema":  {doctor.Database(fine, fine, versions(0, 3, errDown)), doctor.Fail, "laurel migrate"},
		"database behind":            {doctor.Database(fine, fine, versions(2, 3, nil)), doctor.Fail, "laurel migrate"},
		"database ahead":             {doctor.Database(fine, fine, versions(4, 3, nil)), doctor.Warn, "newer"},
		"store well":                 {doctor.Store(fine), doctor.OK, "answers"},
		"store down":                 {doctor.Store(down), doctor.Fail, "S3_ENDPOINT"},
		"mail well":                  {doctor.Mail(fine), doctor.OK, "accepts the connection"},
		"mail only kept":             {doctor.Mail(nil), doctor.Warn, "SMTP_URL"},
		"mail down":                  {doctor.Mail(down), doctor.Fail, "connection refused"},
		"mails well":                 {doctor.Delivery(unsent(doctor.Unsent{})), doctor.OK, "no email"},
		"mails refused for now":      {doctor.Delivery(unsent(doctor.Unsent{Retrying: 2})), doctor.Warn, "2 emails were refused"},
		"mails failed":               {doctor.Delivery(unsent(doctor.Unsent{Failed: 3, LastError: "mailbox full"})), doctor.Warn, "mailbox full"},
		"audit log well":             {doctor.AuditLog(backlog(time.Minute, 0)), doctor.OK, "sealed"},
		"audit log not sealed":       {doctor.AuditLog(backlog(time.Hour, time.Hour)), doctor.Warn, "not been sealed for 1h"},
		"audit log not sent":         {doctor.AuditLog(backlog(0, 90*time.Minute)), doctor.Warn, "log collector for 1h30m"},
		"mails uncertain":            {doctor.Delivery(unsent(doctor.Unsent{Uncertain: 1})), doctor.Warn, "may not have arrived"},
		"chrome well":                {doctor.Chrome(chrome(true, nil), printing(0)), doctor.OK, "Chromium 150"},
		"chrome with a network":      {doctor.Chrome(chrome(false, nil), printing(0)), doctor.Warn, "allow user namespaces"},
		"chrome broken":              {doctor.Chrome(chrome(false, errDown), printing(0)), doctor.Fail, "CHROME_PATH"},
		"chrome hangs":               {doctor.Chrome(chrome(true, nil), printing(5)), doctor.Fail, "timed out"},
		"chrome failed now and then": {doctor.Chrome(chrome(true, nil), printing(4)), doctor.OK, "Chromium 150"},
		"writes well":                {doctor.Writes(fine), doctor.OK, "accepts changes"},
		"writes refused":             {doctor.Writes(down), doctor.Fail, "read-only"},
		"disk well":                  {doctor.Disk([]string{"/a", "/b"}, left(5<<30)), doctor.OK, "free space"},
		"disk scarce":                {doctor.Disk([]string{"/a", "/b"}, left(500<<20)), doctor.Warn, "500 MB are left for /b"},
		"disk full":                  {doctor.Disk([]string{"/a", "/b"}, left(0)), doctor.Fail, "0 MB are left for /a"},
		"chrome missing":             {doctor.Chrome(doctor.Browser{Find: func() (string, error) { return "", errors.New("no Chrome") }}, printing(0)), doctor.Fail, "apt-get install chromium"},
		"fonts well":                 {doctor.Fonts(fonts(20, nil), system(all, nil)), doctor.OK, "20 bundled"},
		"fonts not built in":         {doctor.Fonts(fonts(0, nil), system(all, nil)), doctor.Fail, "make build"},
		"fonts of few scripts":       {doctor.Fonts(fonts(20, nil), system(all[1:], nil)), doctor.Warn, "no font for the languages ar"},
		"fonts unknown":              {doctor.Fonts(fonts(20, nil), system(nil, errDown)), doctor.Warn, "fonts-noto"},
		"keys well":                  {doctor.Keys(false, fine, nothing), doctor.OK, "is set"},
		"keys generated":             {doctor.Keys(true, fine, nothing), doctor.Warn, "keep it apart"},
		"keys to be replaced":        {doctor.Keys(false, fine, some), doctor.Warn, "3 signing keys"},
		"keys of another place":      {doctor.Keys(false, down, nothing), doctor.Fail, "LAUREL_SECRET_KEY to the key"},
	} {
		t.Run(name, func(t *testing.T) {
			report := doctor.Examine(t.Context(), []doctor.Check{row.check})
			got := report[0]
			if got.Status != row.status || !strings.Contains(got.Detail+got.Mend, row.say) {
				t.Errorf("%+v", got)
			}
			if (got.Mend == "") != (got.Status == doctor.OK) {
				t.Errorf("mend is %q with %s", got.Mend, got.Status)
			}
			if report.Healthy() == (row.status == doctor.Fail) {
				t.Errorf("healthy = %v", report.Healthy())
			}
		})
	}
}

func TestReadyNeedsTheDatabaseOnly(t *testing.T) {
	ready := doctor.Examine(t.Context(), []doctor.Check{doctor.Database(fine, fine, versions(1, 1, nil)), doctor.Store(down), doctor.Mail(down)})
	if !ready.Ready() || ready.Healthy() {
		t.Errorf("without store and mail: %+v", ready)
	}
	if doctor.Examine(t.Context(), []doctor.Check{doctor.Database(down, down, nil)}).Ready() {
		t.Error("ready without a database")
	}
}

func TestAPartThatHangsIsReportedWithTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := doctor.Store(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		report := doctor.Examine(t.Context(), []doctor.Check{hang, doctor.Mail(fine)})
		if report[0].Status != doctor.Fail || report[1].Status != doctor.OK {
			t.Errorf("%+v", report)
		}
	})
}

func TestTheReportReads(t *testing.T) {
	var out bytes.Buffer
	if err := doctor.Examine(t.Context(), []doctor.Check{doctor.Mail(fine), doctor.Store(down)}).Write(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if !strings.HasPrefix(lines[0], "ok    mail") || !strings.HasPrefix(lines[1], "fail  store") || !strings.Contains(lines[2], "-> start the store") {
		t.Errorf("%s", out.String())
	}
}

func TestAskingOftenExaminesOncePerInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		w := doctor.NewWatch([]doctor.Check{doctor.Store(func(context.Context) error { runs.Add(1); return nil })}, time.Minute)
		left, cancel := context.WithCancel(t.Context())
		cancel()
		for range 5 {
			if report := w.Report(left); !report.Healthy() || len(report) != 1 {
				t.Errorf("%+v", report)
			}
		}
		if runs.Load() != 1 {
			t.Errorf("examined %d times", runs.Load())
		}
		time.Sleep(time.Minute)
		w.Report(t.Context())
		if runs.Load() != 2 {
			t.Errorf("examined %d times after the interval", runs.Load())
		}
	})
}

func nothing(context.Context) ([]string, error) { return nil, nil }

func some(context.Context) ([]string, error) { return []string{"3 signing keys"}, nil }
