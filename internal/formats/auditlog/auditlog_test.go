package auditlog_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/formats/auditlog"
	"laurel/internal/formats/dataintegrity"
)

const issuer = "did:web:example.org:d:7"

var at = time.Date(2026, time.March, 10, 13, 0, 0, 123456000, time.UTC)

// sealed returns the first entries of department 7, chained.
func sealed(t *testing.T, n int) []auditlog.Entry {
	t.Helper()
	var head []byte
	entries := make([]auditlog.Entry, n)
	for i := range entries {
		user := int64(5)
		e := &entries[i]
		*e = auditlog.Entry{
			Position: int64(i + 1), ID: int64(100 + 3*i), At: at.Add(time.Duration(i) * time.Second), Action: "credential.updated", ObjectKind: "credential",
			ObjectID: "17", UserID: &user, RequestID: "r", IP: "192.0.2.1", Details: json.RawMessage(fmt.Sprintf(`{"grade":{"to":%d.50,"from":"é<"}}`, i)),
		}
		if err := e.Seal(7, head); err != nil {
			t.Fatal(err)
		}
		head = e.Head
	}
	return entries
}

type signer struct {
	private ed25519.PrivateKey
	id      string
}

func newSigner(t *testing.T) signer {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return signer{private, issuer + "#" + dataintegrity.Multikey(public)}
}

func (s signer) head(t *testing.T, e auditlog.Entry) string {
	t.Helper()
	token, err := auditlog.HeadClaims{Issuer: issuer, DepartmentID: 7, Position: e.Position, Head: e.Head, At: at}.Sign(s.private, s.id)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// exported writes entries, and a signed head after the last.
func exported(t *testing.T, entries []auditlog.Entry, heads ...string) string {
	t.Helper()
	var out bytes.Buffer
	origin := auditlog.Origin{DepartmentID: 7, Issuer: issuer, ExportedAt: at}
	w, err := auditlog.NewWriter(&out, origin)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		err = errors.Join(err, w.Entry(e))
	}
	for _, h := range heads {
		err = errors.Join(err, w.SignedHead(h))
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func faultOf(t *testing.T, log string, known ...string) auditlog.Fault {
	t.Helper()
	_, err := auditlog.Verify(strings.NewReader(log), known...)
	var invalid *auditlog.Invalid
	if err != nil && !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	if invalid == nil {
		return ""
	}
	return invalid.Fault
}

func TestALogAsItWasSealedIsValid(t *testing.T) {
	t.Parallel()
	entries, key := sealed(t, 5), newSigner(t)
	entries[1].Details, entries[1].IP, entries[1].Salt = json.RawMessage(`{"erased": true}`), "", nil
	report, err := auditlog.Verify(strings.NewReader(exported(t, entries, key.head(t, entries[4]))), key.head(t, entries[2]))
	if err != nil {
		t.Fatal(err)
	}
	if report.Entries != 5 || report.Erased != 1 || !bytes.Equal(report.Head, entries[4].Head) || report.Origin.Issuer != issuer {
		t.Errorf("%+v", report)
	}
	if len(report.Signed) != 1 || report.Signed[0].Position != 5 || issuer+"#"+report.Signed[0].Key != key.id {
		t.Errorf("signed heads: %+v", report.Signed)
	}
}

func TestEveryChangeOfASealedEntryIsNoticed(t *testing.T) {
	t.Parallel()
	other := int64(6)
	system := "rights"
	for name, change := range map[string]func(e *auditlog.Entry){
		"id": func(e *auditlog.Entry) { e.ID++ }, "time": func(e *auditlog.Entry) { e.At = e.At.Add(time.Microsecond) },
		"action": func(e *auditlog.Entry) { e.Action = "credential.created" }, "kind": func(e *auditlog.Entry) { e.ObjectKind = "group" },
		"object": func(e *auditlog.Entry) { e.ObjectID = "18" }, "user": func(e *auditlog.Entry) { e.UserID = &other },
		"nobody": func(e *auditlog.Entry) { e.UserID = nil }, "key": func(e *auditlog.Entry) { e.APIKeyID = &other },
		"maker": func(e *auditlog.Entry) { e.EmbedSessionID = &other }, "recipient": func(e *auditlog.Entry) { e.RecipientID = &other },
		"system": func(e *auditlog.Entry) { e.System = &system }, "request": func(e *auditlog.Entry) { e.RequestID = "s" },
		"address": func(e *auditlog.Entry) { e.IP = "192.0.2.2" }, "details": func(e *auditlog.Entry) { e.Details = json.RawMessage(`{}`) },
		"details called erased": func(e *auditlog.Entry) { e.Salt = nil },
		"salt":                  func(e *auditlog.Entry) { e.Salt[0]++ }, "digest": func(e *auditlog.Entry) { e.Digest[0]++ },
		"head": func(e *auditlog.Entry) { e.Head[0]++ }, "position": func(e *auditlog.Entry) { e.Position++ },
		"erased and sealed again": func(e *auditlog.Entry) {
			e.Details, e.Salt = json.RawMessage(`{"erased":true}`), nil
			e.Digest = bytes.Repeat([]byte{1}, 32)
		},
	} {
		for at := range 3 {
			entries := sealed(t, 3)
			change(&entries[at])
			if faultOf(t, exported(t, entries)) == "" {
				t.Errorf("entry %d: %s was changed unnoticed", at+1, name)
			}
		}
	}
}

func TestMissingAddedAndReorderedEntriesAreNoticed(t *testing.T) {
	t.Parallel()
	entries := sealed(t, 4)
	renumber := func(of []auditlog.Entry) []auditlog.Entry {
		for i := range of {
			of[i].Position = int64(i + 1)
		}
		return of
	}
	for name, log := range map[string][]auditlog.Entry{
		"the first is missing": entries[1:], "one is missing": slices.Delete(slices.Clone(entries), 1, 2), "one is there twice": slices.Insert(slices.Clone(entries), 1, entries[0]),
		"two changed places": {entries[0], entries[2], entries[1], entries[3]}, "one is missing, the others are renumbered": renumber(slices.Delete(slices.Clone(entries), 1, 2)),
	} {
		if got := faultOf(t, exported(t, log)); got != auditlog.Broken {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A chain that somebody recomputed from a point on is consistent in itself. Only a head that was signed before tells.
func TestARecomputedChainIsCaughtByASignedHead(t *testing.T) {
	t.Parallel()
	key, before, again := newSigner(t), sealed(t, 4), sealed(t, 4)
	kept := key.head(t, before[2])
	if got := faultOf(t, exported(t, again)); got != "" {
		t.Errorf("alone: %q", got)
	}
	if got := faultOf(t, exported(t, again), kept); got != auditlog.Forked {
		t.Errorf("with a head that was kept: %q", got)
	}
	if got := faultOf(t, exported(t, before[:2]), kept); got != auditlog.Truncated {
		t.Errorf("with its end missing: %q", got)
	}
	if got := faultOf(t, exported(t, again[:3], kept)); got != auditlog.Forked {
		t.Errorf("with the head in the log: %q", got)
	}
}

func TestHeadsOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	entries, key := sealed(t, 2), newSigner(t)
	good := key.head(t, entries[1])
	foreign := key
	foreign.id = "did:web:example.com#" + strings.SplitN(key.id, "#", 2)[1]
	borrowed := key
	borrowed.id = newSigner(t).id
	for name, head := range map[string]string{
		"of another issuer": foreign.head(t, entries[1]), "under another key": borrowed.head(t, entries[1]),
		"without a signature": good[:strings.LastIndex(good, ".")+1], "no token": "x",
	} {
		if got := faultOf(t, exported(t, entries, head)); got != auditlog.Unsigned {
			t.Errorf("%s: %q", name, got)
		}
		if name != "of another issuer" {
			if _, err := auditlog.Verify(strings.NewReader(exported(t, entries)), head); err == nil {
				t.Errorf("%s: accepted as a head that was kept", name)
			}
		}
	}
}

func TestWhatIsNoLogIsMalformed(t *testing.T) {
	t.Parallel()
	log := exported(t, sealed(t, 1))
	for name, text := range map[string]string{
		"nothing": "", "no JSON": "x\n", "an empty object": log + "{}\n", "no first line": log[strings.Index(log, "\n")+1:], "two first lines": log[:strings.Index(log, "\n")+1] + log,
	} {
		if got := faultOf(t, text); got != auditlog.Malformed {
			t.Errorf("%s: %q", name, got)
		}
	}
}
