package profiles

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/profiles/internal/db"
	"laurel/internal/recipients/recipients"
)

// Public is a published profile as everybody sees it: without credentials that are private, withdrawn or replaced by newer ones.
type Public struct {
	Profile
	Skills []Skill
	Moved  bool // whether it was found by a former slug
}

// Mark identifies what the picture beside a link to the profile shows.
func (p Public) Mark() string {
	sum := sha256.Sum256([]byte(p.Name + "\x00" + p.Headline + "\x00" + p.Photo))
	return hex.EncodeToString(sum[:6])
}

// Skill is a skill, with the shown credentials that stand for it.
type Skill struct {
	Name        string
	Credentials []uuid.UUID
}

// Public returns the published profile with a slug, also a former one. It returns ErrNotFound.
func (s *Service) Public(ctx context.Context, slug string) (Public, error) {
	out, err := s.Wallet(ctx, slug)
	out.limit()
	return out, err
}

// Preview returns the actor's profile as Public does, or would once it is published. It returns recipients.ErrNotSignedIn or
// recipients.ErrLimited.
func (s *Service) Preview(ctx context.Context, by recipients.Actor) (out Public, err error) {
	if err := by.RequireFull(); err != nil {
		return out, err
	}
	var emails []string
	if out.Profile, emails, err = s.load(ctx, by.RecipientID); err != nil {
		return out, err
	}
	out.Credentials, err = s.visible(ctx, out.Profile, emails)
	out.limit()
	return out, err
}

// limit leaves out what a page does not show, and sums the skills of the rest.
func (p *Public) limit() {
	if len(p.Credentials) > MostCredentials {
		p.Credentials = p.Credentials[:MostCredentials]
	}
	p.Skills = skillsOf(p.Credentials)
}

// Wallet is Public with up to 1000 credentials and without skills.
func (s *Service) Wallet(ctx context.Context, slug string) (Public, error) {
	p, emails, moved, err := s.published(ctx, slug)
	if err != nil {
		return Public{}, err
	}
	out := Public{Profile: p, Moved: moved}
	out.Credentials, err = s.visible(ctx, p, emails)
	return out, err
}

// published finds a published profile, and all addresses of its owner. It returns ErrNotFound.
func (s *Service) published(ctx context.Context, slug string) (p Profile, emails []string, moved bool, err error) {
	var found db.RecipientProfileFindRow
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		found, err = s.q.RecipientProfileFind(ctx, tx, db.RecipientProfileFindParams{Slug: cleanSlug(slug), Now: s.Clock.Now()})
		return err
	})
	if pg.NoRows(err) {
		return p, nil, false, ErrNotFound
	}
	if err != nil {
		return p, nil, false, fmt.Errorf("find profile: %w", err)
	}
	p, emails, err = s.load(ctx, found.RecipientID)
	if err == nil && (!p.Published || p.Slug == "") || errors.Is(err, recipients.ErrNotSignedIn) {
		err = ErrNotFound
	}
	return p, emails, found.Former, err
}

// visible returns the credentials that others see on a profile.
func (s *Service) visible(ctx context.Context, p Profile, emails []string) (all []credentials.Credential, err error) {
	owner := credentials.Owner{Emails: emails}
	if p.Shows == All {
		found, err := s.Search.ListOwn(ctx, owner, credentialsearch.OwnQuery{Page: page.Request{Size: page.MaxSize}})
		if err != nil {
			return nil, err
		}
		all = found.Items
	} else if all, err = s.chosen(ctx, p.RecipientID, owner); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(c credentials.Credential) bool { return !recipients.Shareable(c) }), nil
}

// skillsOf sums the skills of credentials, those that most of them stand for first. Spellings that differ only in case are one skill.
func skillsOf(all []credentials.Credential) []Skill {
	var out []Skill
	places := map[string]int{}
	for _, c := range all {
		for _, name := range c.Group.LearningOutcomes {
			key := strings.ToLower(strings.TrimSpace(name))
			at, known := places[key]
			if !known {
				at = len(out)
				places[key] = at
				out = append(out, Skill{Name: strings.TrimSpace(name)})
			}
			if key != "" && !slices.Contains(out[at].Credentials, c.UUID) {
				out[at].Credentials = append(out[at].Credentials, c.UUID)
			}
		}
	}
	out = slices.DeleteFunc(out, func(s Skill) bool { return len(s.Credentials) == 0 })
	slices.SortStableFunc(out, func(a, b Skill) int { return len(b.Credentials) - len(a.Credentials) })
	return out
}

// Indexed is a profile that search engines may list.
type Indexed struct {
	Slug      string
	UpdatedAt time.Time
}

// ListIndexed lists the newest profiles that search engines may list.
func (s *Service) ListIndexed(ctx context.Context, most int) ([]Indexed, error) {
	var rows []db.RecipientProfileIndexedListRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		rows, err = s.q.RecipientProfileIndexedList(ctx, tx, int32(most)) //nolint:gosec // the limit of a sitemap
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list indexed profiles: %w", err)
	}
	out := make([]Indexed, len(rows))
	for i, r := range rows {
		out[i] = Indexed(r)
	}
	return out, nil
}
