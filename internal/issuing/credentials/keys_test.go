package credentials_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

func TestPrivateKeysAreSealedAtRestAndThoseOfBeforeStayReadable(t *testing.T) {
	h := issuingtest.Open(t)
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	in.Private = optional.Set(true)
	c := h.Draft(in)
	h.Issue(c.ID)
	var kept string
	err := pg.InSystem(t.Context(), h.Pool, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "select private_key from credentials").Scan(&kept)
	})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(kept, "sealed:") || strings.Contains(kept, c.PrivateKey) {
		t.Errorf("the database keeps %q", kept)
	}
	if got, err := h.ReadPublic(t.Context(), c.EncodedID, c.PrivateKey); err != nil || got.PrivateKey != c.PrivateKey {
		t.Errorf("its key does not open it: %v", err)
	}
	// Who comes with another secret key reads none, and nothing opens the credential, an empty key least of all.
	other := credentials.New(h.Pool, h.Clock, audit.New(h.Clock), events.New(h.Pool, h.Clock, nil), secrets.RandomKeyring())
	for _, key := range []string{"", c.PrivateKey, kept} {
		if _, err := other.ReadPublic(t.Context(), c.EncodedID, key); !errors.Is(err, credentials.ErrPrivate) {
			t.Errorf("%q opens what cannot be read: %v", key, err)
		}
	}
	h.Exec("update credentials set private_key = 'plain'")
	if got, err := h.ReadPublic(t.Context(), c.EncodedID, "plain"); err != nil || got.PrivateKey != "plain" {
		t.Errorf("a key of before: %+v, %v", got.PrivateKey, err)
	}
}
