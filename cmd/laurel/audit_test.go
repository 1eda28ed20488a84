package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laurel/internal/formats/auditlog"
)

// auditFile writes the log of department 7, in which user 5 creates, schedules and suspends credential 17, and a publication issues it.
func auditFile(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	at := time.Date(2026, time.March, 10, 13, 0, 0, 0, time.UTC)
	w, err := auditlog.NewWriter(&out, auditlog.Origin{DepartmentID: 7, Issuer: "did:web:example.org", ExportedAt: at})
	var head []byte
	user := int64(5)
	for i, e := range []auditlog.Entry{
		{Action: "credential.created", ObjectKind: "credential", ObjectID: "17", Details: []byte(`{"values":{"recipient.name":"Ada\u001b[31m","complete":true,"state":"draft"}}`)},
		{Action: "credential.created", ObjectKind: "credential", ObjectID: "18", Details: []byte(`{"values":{"recipient.name":"Bob","state":"draft"}}`)},
		{Action: "credential.scheduled", ObjectKind: "credential", ObjectID: "17", Details: []byte(`{"publish_at":"2026-04-01T00:00:00Z"}`)},
		{Action: "publication.progressed", ObjectKind: "publication", ObjectID: "p", Details: []byte(`{"published":[17],"refused":{"18":"no_design"}}`)},
		{Action: "credential.updated", ObjectKind: "credential", ObjectID: "17", Details: []byte(`{"grade":{"before":"","after":"90"}}`)},
		{Action: "credential.suspended", ObjectKind: "credential", ObjectID: "17", Details: []byte(`{"reason":"Under review"}`)},
	} {
		e.Position, e.ID, e.At, e.UserID = int64(i+1), int64(i+1), at, &user
		err = errors.Join(err, e.Seal(7, head), w.Entry(e))
		head = e.Head
	}
	file := filepath.Join(t.TempDir(), "log.jsonl")
	if err = errors.Join(err, os.WriteFile(file, out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return file
}

// audit runs laurel audit.
func audit(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out, problems bytes.Buffer
	err := run(t.Context(), append([]string{"audit"}, args...), func(string) string { return "" }, &out, &problems)
	return out.String(), err
}

func TestTheCommandLineReplaysTheHistoryOfACredential(t *testing.T) {
	t.Parallel()
	file := auditFile(t)
	said, err := audit(t, "replay", "--credential", "17", file)
	if err != nil || strings.Contains(said, "Bob") || strings.Contains(said, "\x1b") {
		t.Errorf("%v: %q", err, said)
	}
	for _, part := range []string{"credential.created by user 5", "publication.progressed by user 5", `grade: "" -> "90"`, `state: "suspended"`} {
		if !strings.Contains(said, part) {
			t.Errorf("%q is missing from %s", part, said)
		}
	}
	said, err = audit(t, "replay", "--credential", "18", "--json", file)
	var result struct {
		Valid      bool
		Credential struct {
			Steps  []map[string]any
			Values map[string]any
		}
	}
	if err = errors.Join(err, json.Unmarshal([]byte(said), &result)); err != nil {
		t.Fatal(err)
	}
	if c := result.Credential; !result.Valid || len(c.Steps) != 2 || c.Steps[1]["action"] != "publication.progressed" || c.Values["state"] != "draft" {
		t.Errorf("%s", said)
	}
	if said, err = audit(t, "replay", "--credential", "99", file); err != nil || !strings.Contains(said, "no entry about this credential") {
		t.Errorf("%v: %s", err, said)
	}
}

func TestAReplayNeedsACredentialAndAValidLog(t *testing.T) {
	t.Parallel()
	file := auditFile(t)
	for _, args := range [][]string{{"replay", file}, {"replay", "--credential", "17"}, {"verify", "--credential", "17", file}} {
		if _, err := audit(t, args...); !errors.Is(err, errAuditUsage) {
			t.Errorf("%v: %v", args, err)
		}
	}
	log, err := os.ReadFile(file)
	if err = errors.Join(err, os.WriteFile(file, bytes.Replace(log, []byte("Under review"), []byte("Under Review"), 1), 0o600)); err != nil {
		t.Fatal(err)
	}
	if said, err := audit(t, "replay", "--credential", "17", file); !errors.Is(err, invalidLog) || strings.Contains(said, "Final values") {
		t.Errorf("%v: %s", err, said)
	}
}
