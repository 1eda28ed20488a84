// Package profiles lets recipients present themselves on a public page: a name in its URL, a photo, a few words, links, and credentials of
// any issuers with the skills that they prove. See ADR 111.
package profiles

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/optional"
)

// Limits of profiles. Lengths are in characters.
const (
	MostCredentials = 100 // on the page
	MostLinks       = 8
	maxHeadline     = 120
	maxBio          = 1000
	maxLabel        = 60
	maxURL          = 500
)

// Shows is which credentials a profile shows.
type Shows string

// The choices of credentials.
const (
	Chosen Shows = "chosen" // those that its owner chose, in their order
	All    Shows = "all"    // all that others may see, latest first
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	// ErrNotFound means that no published profile has this name.
	ErrNotFound = errs.New(errs.NotFound, "recipient.not_found")
	// ErrVanityTaken is the answer to clients that set the name as their vanity.
	ErrVanityTaken = errs.New(errs.Conflict, "recipient.vanity_taken")
)

// Link is a link to another site.
type Link struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}

// Profile is how a person presents themselves.
type Profile struct {
	RecipientID  int64
	Name         string     // of the account
	Language     string     // of the account
	Slug         string     // in the URL of the page; "" until it is chosen
	ChangeableAt *time.Time // when the slug may be changed again; nil: now
	Published    bool
	Indexable    bool // by search engines
	Shows        Shows
	Headline     string
	Bio          string
	Links        []Link
	Photo        string // key of its file; "" without one
	CreatedAt    time.Time
	UpdatedAt    time.Time
	Credentials  []credentials.Credential // chosen ones in their order, also those that others don't see
}

// Input is the fields of a profile. Fields that are not given stay unchanged.
type Input struct {
	Slug        optional.Value[string]
	Published   optional.Value[bool]
	Indexable   optional.Value[bool]
	Shows       optional.Value[string]
	Headline    optional.Value[string]
	Bio         optional.Value[string]
	Links       optional.Value[[]Link]
	Credentials optional.Value[[]uuid.UUID]
}

// apply sets the given fields of p but its slug and credentials, and adds those that are invalid to wrong.
func (in Input) apply(p *Profile, wrong *errs.Fields) {
	if in.Published.Given {
		p.Published = in.Published.Value
	}
	if in.Indexable.Given {
		p.Indexable = in.Indexable.Value
	}
	if in.Shows.Given {
		p.Shows = Shows(in.Shows.Value)
	}
	if p.Shows != Chosen && p.Shows != All {
		wrong.Add("shows", "not_one_of", "values", errs.Values([]Shows{Chosen, All}))
	}
	if in.Headline.Given {
		p.Headline = i18n.OneLine(in.Headline.Value)
	}
	if in.Bio.Given {
		p.Bio = strings.TrimSpace(in.Bio.Value)
	}
	checkText(wrong, "headline", p.Headline, maxHeadline)
	checkText(wrong, "bio", p.Bio, maxBio)
	if in.Links.Given {
		p.Links = checkLinks(wrong, in.Links.Value)
	}
	checkCredentials(wrong, in.Credentials.Value)
}

func checkText(wrong *errs.Fields, field, value string, longest int) {
	switch {
	case utf8.RuneCountInString(value) > longest:
		wrong.Add(field, "too_long", "max", longest)
	case strings.ContainsRune(value, 0) || !utf8.ValidString(value):
		wrong.Add(field, "invalid")
	}
}

// checkLinks returns the links as they are kept. A link without a label is labelled by its host.
func checkLinks(wrong *errs.Fields, given []Link) []Link {
	if len(given) > MostLinks {
		wrong.Add("links", "too_many", "max", MostLinks)
		return nil
	}
	out := make([]Link, 0, len(given))
	for _, l := range given {
		address := strings.TrimSpace(l.URL)
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || utf8.RuneCountInString(address) > maxURL {
			wrong.Add("links", "profile.link_not_https")
			return nil
		}
		label := i18n.OneLine(l.Label)
		if label == "" {
			label = u.Host
		}
		checkText(wrong, "links", label, maxLabel)
		out = append(out, Link{label, u.String()})
	}
	return out
}

func checkCredentials(wrong *errs.Fields, ids []uuid.UUID) {
	if len(ids) > MostCredentials {
		wrong.Add("credential_ids", "too_many", "max", MostCredentials)
		return
	}
	seen := map[uuid.UUID]bool{}
	for _, id := range ids {
		if seen[id] {
			wrong.Add("credential_ids", "profile.twice")
			return
		}
		seen[id] = true
	}
}

func linksOf(stored []byte) (out []Link) {
	_ = json.Unmarshal(stored, &out) // we wrote it
	return out
}
