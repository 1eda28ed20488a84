// Package collections lets recipients put credentials of any issuers together, in their own order and with a note for each, and share them
// by a link. Collections of groups, which issuers make, are in internal/issuing/collections. See ADR 113.
package collections

import (
	"crypto/rand"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/optional"
)

// Limits of collections. Lengths are in characters.
const (
	MostCollections = 100 // of a person
	MostItems       = 200 // of a collection
	maxName         = 100
	maxDescription  = 500
	maxNote         = 500
)

// Visibility is who may open a collection.
type Visibility string

// The visibilities of a collection.
const (
	Private Visibility = "private" // its owner
	Link    Visibility = "link"    // who has its link
	Public  Visibility = "public"  // who has its link, which is on its owner's profile
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound = errs.New(errs.NotFound, "recipient_collection.not_found")
	// ErrExpired means that the link of a collection has expired.
	ErrExpired = errs.New(errs.Gone, "recipient_collection.expired")
	// ErrTooMany means that the person has MostCollections collections.
	ErrTooMany = errs.New(errs.Conflict, "recipient_collection.too_many").With("max", MostCollections)
)

// Collection is a recipient's collection of credentials.
type Collection struct {
	ID          uuid.UUID
	Name        string
	Description string
	Visibility  Visibility
	Token       string     // of its link
	ExpiresAt   *time.Time // of its link; nil: never
	CreatedAt   time.Time
	UpdatedAt   time.Time
	Count       int    // of its credentials
	Items       []Item // in the owner's order; the first three in a list of collections
}

// Item is a credential in a collection: one of this installation, or an imported one.
type Item struct {
	Credential credentials.Credential // unless Imported is set
	Imported   *Import
	Note       string
}

// Shared is a collection as those who have its link see it: without credentials that are private, withdrawn or replaced by newer ones.
type Shared struct {
	Collection
	OwnerID  int64
	Owner    string // name
	Language string // of the owner
}

// Ref names a credential of this installation, or an imported one.
type Ref struct {
	ID       uuid.UUID
	Imported bool
}

// NewItem names a credential to put into a collection.
type NewItem struct {
	Ref
	Note string
}

// Input is the fields of a collection. Fields that are not given stay unchanged.
type Input struct {
	Name        optional.Value[string]
	Description optional.Value[string]
	Visibility  optional.Value[string]
	ExpiresAt   optional.Value[*time.Time]
	Items       optional.Value[[]NewItem]
}

// apply sets the given fields of c but its items, or returns an error with all invalid fields.
func (in Input) apply(c *Collection, now time.Time) error {
	var wrong errs.Fields
	if in.Name.Given {
		c.Name = i18n.OneLine(in.Name.Value)
	}
	if c.Name == "" {
		wrong.Add("name", "required")
	}
	if in.Description.Given {
		c.Description = strings.TrimSpace(in.Description.Value)
	}
	checkText(&wrong, "name", c.Name, maxName)
	checkText(&wrong, "description", c.Description, maxDescription)
	if in.Visibility.Given {
		c.Visibility = Visibility(in.Visibility.Value)
	}
	switch c.Visibility {
	case Private, Link, Public:
	default:
		wrong.Add("visibility", "not_one_of", "values", errs.Values([]Visibility{Private, Link, Public}))
	}
	if in.ExpiresAt.Given {
		c.ExpiresAt = in.ExpiresAt.Value
		if c.ExpiresAt != nil && !c.ExpiresAt.After(now) {
			wrong.Add("expires_at", "recipient_collection.in_the_past")
		}
	}
	checkItems(&wrong, in.Items.Value)
	return wrong.Err()
}

func checkItems(wrong *errs.Fields, items []NewItem) {
	if len(items) > MostItems {
		wrong.Add("items", "too_many", "max", MostItems)
	}
	seen := map[Ref]bool{}
	for _, item := range items {
		if seen[item.Ref] {
			wrong.Add("items", "recipient_collection.twice")
			return
		}
		seen[item.Ref] = true
		checkText(wrong, "note", item.Note, maxNote)
	}
}

func checkText(wrong *errs.Fields, field, value string, longest int) {
	switch {
	case utf8.RuneCountInString(value) > longest:
		wrong.Add(field, "too_long", "max", longest)
	case strings.ContainsRune(value, 0) || !utf8.ValidString(value):
		wrong.Add(field, "invalid")
	}
}

// newToken returns the token of a link: 130 random bits.
func newToken() string { return strings.ToLower(rand.Text()) }
