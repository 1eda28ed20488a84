package profiles

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/design/uploads"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/profiles/internal/db"
	"laurel/internal/recipients/recipients"
)

// Service manages the profiles of recipients.
type Service struct {
	Deps
	q *db.Queries
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Audit    *audit.Log
	Search   *credentialsearch.Service
	Throttle *throttle.Limiter
	Uploads  *uploads.Service
	Files    *objects.Store
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, db.New()} }

// Read returns the actor's profile; it is empty before it is written. The session of an issuer's link reads what everybody may see. It
// returns recipients.ErrNotSignedIn.
func (s *Service) Read(ctx context.Context, by recipients.Actor) (Profile, error) {
	if err := by.SignedIn(); err != nil {
		return Profile{}, err
	}
	p, emails, err := s.load(ctx, by.RecipientID)
	if err != nil {
		return Profile{}, err
	}
	if by.Level != recipients.Full {
		if !p.Published {
			return Profile{RecipientID: by.RecipientID, Name: by.Name, Shows: Chosen, CreatedAt: p.CreatedAt, UpdatedAt: p.CreatedAt}, nil
		}
		p.ChangeableAt = nil
		p.Credentials, err = s.visible(ctx, p, emails)
		return p, err
	}
	p.Credentials, err = s.chosen(ctx, p.RecipientID, by.Owner())
	return p, err
}

// load reads a person's profile without its credentials, and all their addresses.
func (s *Service) load(ctx context.Context, person int64) (p Profile, emails []string, err error) {
	var row db.RecipientProfileReadRow
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		row, err = s.q.RecipientProfileRead(ctx, tx, person)
		return err
	})
	if pg.NoRows(err) {
		return p, nil, recipients.ErrNotSignedIn // the account was deleted meanwhile
	}
	if err != nil {
		return p, nil, fmt.Errorf("read profile: %w", err)
	}
	p = Profile{
		RecipientID: row.ID, Name: row.Name, Language: row.Locale, Slug: row.Slug, ChangeableAt: s.changeable(row.SlugChangedAt), Published: row.Published,
		Indexable: row.Indexable, Shows: Shows(row.Shows), Headline: row.Headline, Bio: row.Bio, Links: linksOf(row.Links), Photo: row.PhotoKey,
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	return p, row.Emails, nil
}

// changeable returns when a slug that was last changed at a time may be changed again, or nil for now.
func (s *Service) changeable(changedAt *time.Time) *time.Time {
	if changedAt == nil {
		return nil
	}
	if at := changedAt.Add(changedOnceIn); at.After(s.Clock.Now()) {
		return &at
	}
	return nil
}

// chosen returns the chosen credentials that an owner still has.
func (s *Service) chosen(ctx context.Context, person int64, owner credentials.Owner) ([]credentials.Credential, error) {
	var ids []uuid.UUID
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		ids, err = s.q.RecipientProfileCredentialList(ctx, tx, person)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list credentials of a profile: %w", err)
	}
	return s.held(ctx, owner, ids)
}

// held returns those of the credentials that an owner has, in the given order.
func (s *Service) held(ctx context.Context, owner credentials.Owner, ids []uuid.UUID) ([]credentials.Credential, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := s.Search.ListOwn(ctx, owner, credentialsearch.OwnQuery{UUIDs: ids, Page: page.Request{Size: page.MaxSize}})
	if err != nil {
		return nil, err
	}
	byID := make(map[uuid.UUID]credentials.Credential, len(found.Items))
	for _, c := range found.Items {
		byID[c.UUID] = c
	}
	var out []credentials.Credential
	for _, id := range ids {
		if c, has := byID[id]; has {
			out = append(out, c)
		}
	}
	return out, nil
}

// Update changes the actor's profile. Credentials replace all earlier ones, in the given order. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited, field errors, or credentials.ErrNotFound for a credential that is not the actor's.
func (s *Service) Update(ctx context.Context, by recipients.Actor, in Input) (Profile, error) {
	if err := by.RequireFull(); err != nil {
		return Profile{}, err
	}
	if ids := in.Credentials.Value; len(ids) > 0 && len(ids) <= MostCredentials { // else refused below
		held, err := s.held(ctx, by.Owner(), ids)
		if err != nil {
			return Profile{}, err
		}
		if len(held) < len(distinct(ids)) {
			return Profile{}, credentials.ErrNotFound
		}
	}
	err := s.change(ctx, by.RecipientID, func(tx pgx.Tx, row db.RecipientProfile) error { return s.updateTx(ctx, tx, by, row, in) })
	if err != nil {
		return Profile{}, err
	}
	return s.Read(ctx, by)
}

func distinct(ids []uuid.UUID) map[uuid.UUID]bool {
	out := map[uuid.UUID]bool{}
	for _, id := range ids {
		out[id] = true
	}
	return out
}

// change runs do with a person's profile, written if they have none, and locked.
func (s *Service) change(ctx context.Context, person int64, do func(tx pgx.Tx, row db.RecipientProfile) error) error {
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := adoptTx(ctx, tx, person, s.Clock.Now()); err != nil {
			return err
		}
		err := s.q.RecipientProfileEnsure(ctx, tx, db.RecipientProfileEnsureParams{RecipientID: person, Now: s.Clock.Now()})
		if pg.Violates(err, "recipient_profiles_recipient_id_fkey") {
			return recipients.ErrNotSignedIn // the account was deleted meanwhile
		}
		if err != nil {
			return fmt.Errorf("write profile: %w", err)
		}
		row, err := s.q.RecipientProfileLock(ctx, tx, person)
		if err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		return do(tx, row)
	})
}

func (s *Service) updateTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, row db.RecipientProfile, in Input) error {
	p := Profile{
		RecipientID: row.RecipientID, Published: row.Published, Indexable: row.Indexable, Shows: Shows(row.Shows), Headline: row.Headline, Bio: row.Bio,
		Links: linksOf(row.Links),
	}
	var wrong errs.Fields
	in.apply(&p, &wrong)
	if err := s.slugTx(ctx, tx, &p, row.SlugChangedAt, in, &wrong); err != nil {
		return err
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	links, err := json.Marshal(append([]Link{}, p.Links...))
	if err != nil {
		return fmt.Errorf("write links: %w", err)
	}
	err = s.q.RecipientProfileUpdate(ctx, tx, db.RecipientProfileUpdateParams{
		RecipientID: p.RecipientID, Published: p.Published, Indexable: p.Indexable, Shows: string(p.Shows), Headline: p.Headline, Bio: p.Bio, Links: links,
		Now: s.Clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("update profile: %w", err)
	}
	if in.Credentials.Given {
		if err := s.chooseTx(ctx, tx, p.RecipientID, in.Credentials.Value); err != nil {
			return err
		}
	}
	if err := vanityTx(ctx, tx, p.RecipientID); err != nil {
		if pg.Violates(err, "recipients_vanity_key") {
			return errs.Field("slug", slugTaken)
		}
		return err
	}
	return s.recordTx(ctx, tx, by, "recipient.profile_updated", map[string]any{"slug": p.Slug, "published": p.Published, "indexable": p.Indexable})
}

func (s *Service) chooseTx(ctx context.Context, tx pgx.Tx, person int64, ids []uuid.UUID) error {
	if err := s.q.RecipientProfileCredentialsDelete(ctx, tx, person); err != nil {
		return fmt.Errorf("remove credentials from a profile: %w", err)
	}
	if len(ids) == 0 {
		return nil
	}
	err := s.q.RecipientProfileCredentialsInsert(ctx, tx, db.RecipientProfileCredentialsInsertParams{RecipientID: person, Uuids: ids})
	if err != nil {
		return fmt.Errorf("insert credentials of a profile: %w", err)
	}
	return nil
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by recipients.Actor, action string, details map[string]any) error {
	return s.Audit.RecordTx(ctx, tx, by.Recorded(0), audit.Event{
		Action: action, ObjectKind: "recipient", ObjectID: by.RecipientID, Details: details,
	})
}

// DeleteExpired frees former slugs whose time is over, and deletes the files of photos that no profile shows.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	var freed int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		freed, err = s.q.RecipientSlugsDeleteExpired(ctx, tx, s.Clock.Now())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete expired slugs: %w", err)
	}
	swept, err := s.sweepPhotos(ctx)
	return freed + swept, err
}
