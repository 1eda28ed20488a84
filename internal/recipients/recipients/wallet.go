package recipients

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/recipients/internal/db"
)

var (
	// ErrNotFound means that no wallet has this name.
	ErrNotFound = errs.New(errs.NotFound, "recipient.not_found")
	// ErrVanityTaken means that another recipient uses the name.
	ErrVanityTaken = errs.New(errs.Conflict, "recipient.vanity_taken")
	// ErrLimited means that the session's level is too low: the address was not proven.
	ErrLimited = errs.New(errs.Forbidden, "recipient.prove_address")
)

var vanityForm = regexp.MustCompile(`^[a-z0-9](-?[a-z0-9]){2,39}$`)

// shownAtMost is how many credentials a public wallet shows.
const shownAtMost = 1000

// Wallet is the public profile of a recipient.
type Wallet struct {
	Vanity      string
	Name        string
	Credentials []credentials.Credential
}

// NamePublic publishes the actor's public credentials under a name; an empty name unpublishes them. It returns ErrNotSignedIn,
// ErrLimited, ErrVanityTaken or a field error.
func (s *Service) NamePublic(ctx context.Context, by Actor, vanity string) error {
	if err := by.SignedIn(); err != nil {
		return err
	}
	if by.Level != Full {
		return ErrLimited
	}
	vanity = strings.ToLower(strings.TrimSpace(vanity))
	if vanity != "" && !vanityForm.MatchString(vanity) {
		return errs.Field("vanity", "invalid")
	}
	in := db.RecipientNamePublicParams{ID: by.RecipientID, Now: s.Clock.Now()}
	if vanity != "" {
		in.Vanity = &vanity
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		_, err := s.q.RecipientNamePublic(ctx, tx, in)
		if pg.Violates(err, "recipients_vanity_key") {
			return ErrVanityTaken
		}
		if err != nil {
			return fmt.Errorf("name recipient: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, by.Recorded(by.DepartmentID), audit.Event{
			Action: "recipient.named", ObjectKind: "recipient", ObjectID: by.RecipientID, Details: map[string]any{"vanity": vanity},
		})
	})
}

// Wallet returns the wallet of a name, or ErrNotFound. It contains achieved credentials that are neither private nor renewed.
func (s *Service) Wallet(ctx context.Context, vanity string) (Wallet, error) {
	var r db.Recipient
	var owner credentials.Owner
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if r, err = s.q.RecipientByVanity(ctx, tx, strings.ToLower(vanity)); err != nil {
			return err
		}
		addresses, err := s.q.RecipientAddresses(ctx, tx, r.ID)
		for _, a := range addresses {
			owner.Emails = append(owner.Emails, a.Email)
		}
		return err
	})
	if pg.NoRows(err) {
		return Wallet{}, ErrNotFound
	}
	if err != nil {
		return Wallet{}, fmt.Errorf("find recipient by name: %w", err)
	}
	out := Wallet{Vanity: strings.ToLower(vanity), Name: r.Name}
	all, err := s.Search.ListOwn(ctx, owner, credentialsearch.OwnQuery{Page: page.Request{Size: shownAtMost}})
	for _, c := range all.Items {
		if !c.Private && c.State.Achieved() && c.SupersededAt == nil {
			out.Credentials = append(out.Credentials, c)
		}
	}
	return out, err
}
