package profiles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/profiles/internal/db"
	"laurel/internal/recipients/recipients"
)

// checksPerPerson limits how many slugs a person looks up. The form looks up every pause in typing.
var checksPerPerson = throttle.Rule{Name: "recipient.slug", Limit: 120, Window: 10 * time.Minute}

// mostSuggestions is how many slugs are suggested in the place of one that cannot be had.
const mostSuggestions = 3

// Availability is whether a person can have a slug.
type Availability struct {
	Slug        string
	Reason      string     // code of the error if they cannot; "" otherwise
	At          *time.Time // from when they can, if it is too early
	Suggestions []string
}

// Check reports whether the actor can have a slug, and suggests others if not. It returns recipients.ErrNotSignedIn, recipients.ErrLimited
// or throttle.ErrTooMany.
func (s *Service) Check(ctx context.Context, by recipients.Actor, slug string) (Availability, error) {
	if err := by.RequireFull(); err != nil {
		return Availability{}, err
	}
	if err := s.Throttle.Allow(ctx, checksPerPerson, strconv.FormatInt(by.RecipientID, 10)); err != nil {
		return Availability{}, err
	}
	p, _, err := s.load(ctx, by.RecipientID)
	if err != nil {
		return Availability{}, err
	}
	out := Availability{Slug: cleanSlug(slug)}
	if out.Slug == p.Slug && p.Slug != "" {
		return out, nil
	}
	like := candidates(out.Slug, p.Name)
	var taken []string
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		taken, err = s.q.RecipientSlugsTaken(ctx, tx, db.RecipientSlugsTakenParams{Slugs: append(like, out.Slug), RecipientID: by.RecipientID, Now: s.Clock.Now()})
		return err
	})
	if err != nil {
		return Availability{}, fmt.Errorf("look up slugs: %w", err)
	}
	out.Reason = refusal(out.Slug)
	switch {
	case out.Reason != "":
	case slices.Contains(taken, out.Slug):
		out.Reason = slugTaken
	case p.ChangeableAt != nil:
		out.Reason, out.At = slugTooEarly, p.ChangeableAt
	}
	if out.Reason == "" || out.Reason == slugTooEarly {
		return out, nil
	}
	for _, each := range like {
		if len(out.Suggestions) < mostSuggestions && !slices.Contains(taken, each) && !slices.Contains(out.Suggestions, each) {
			out.Suggestions = append(out.Suggestions, each)
		}
	}
	return out, nil
}

// slugTx sets p's slug: the given one, or the one that it has. A change keeps the former one for a year. It adds the reasons why it
// cannot be had to wrong.
func (s *Service) slugTx(ctx context.Context, tx pgx.Tx, p *Profile, changedAt *time.Time, in Input, wrong *errs.Fields) error {
	current, err := s.q.RecipientSlugRead(ctx, tx, p.RecipientID)
	if err != nil && !pg.NoRows(err) {
		return fmt.Errorf("read slug: %w", err)
	}
	p.Slug = current
	if wanted := cleanSlug(in.Slug.Value); in.Slug.Given && wanted != current {
		p.Slug = wanted
		return s.claimTx(ctx, tx, p.RecipientID, current, wanted, changedAt, wrong)
	}
	if p.Published && p.Slug == "" {
		wrong.Add("slug", slugRequired)
	}
	return nil
}

func (s *Service) claimTx(
	ctx context.Context, tx pgx.Tx, person int64, current, wanted string, changedAt *time.Time, wrong *errs.Fields,
) error {
	if why := refusal(wanted); why != "" {
		wrong.Add("slug", why, "min", minSlug, "max", maxSlug)
		return nil
	}
	now := s.Clock.Now()
	if current != "" {
		if err := s.q.RecipientSlugRetire(ctx, tx, db.RecipientSlugRetireParams{RecipientID: person, ExpiresAt: redirects(now)}); err != nil {
			return fmt.Errorf("retire slug: %w", err)
		}
	}
	n, err := s.q.RecipientSlugClaim(ctx, tx, db.RecipientSlugClaimParams{Slug: wanted, RecipientID: person, Now: now})
	if err != nil {
		return fmt.Errorf("claim slug: %w", err)
	}
	switch at := s.changeable(changedAt); {
	case n == 0:
		wrong.Add("slug", slugTaken)
	case current == "": // the first choice is not a change
	case at != nil:
		wrong.Add("slug", slugTooEarly, "date", at.UTC().Format(time.DateOnly))
	default:
		if err := s.q.RecipientSlugChanged(ctx, tx, db.RecipientSlugChangedParams{RecipientID: person, Now: now}); err != nil {
			return fmt.Errorf("note change of slug: %w", err)
		}
	}
	return nil
}

// SetVanity publishes the actor's profile under a slug, or unpublishes it if the slug is empty, for clients of the vanity. It returns
// recipients.ErrNotSignedIn, recipients.ErrLimited, ErrVanityTaken, or an error of the field vanity.
func (s *Service) SetVanity(ctx context.Context, by recipients.Actor, vanity string, in Input) (Profile, error) {
	in.Published = optional.Set(cleanSlug(vanity) != "")
	if in.Published.Value {
		in.Slug = optional.Set(vanity)
		p, err := s.Read(ctx, by)
		if err != nil {
			return Profile{}, err
		}
		if p.Slug == "" && len(p.Credentials) == 0 && !in.Shows.Given { // these clients expect all credentials
			in.Shows = optional.Set(string(All))
		}
	}
	p, err := s.Update(ctx, by, in)
	var refused *errs.Error
	if errors.As(err, &refused) && len(refused.Fields["slug"]) > 0 {
		if refused.Fields["slug"][0].Code == slugTaken {
			return p, ErrVanityTaken
		}
		return p, &errs.Error{Kind: refused.Kind, Code: refused.Code, Fields: map[string][]errs.Detail{"vanity": refused.Fields["slug"]}}
	}
	return p, err
}
