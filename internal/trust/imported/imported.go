// Package imported keeps credentials of issuers elsewhere in the wallets of their recipients, and verifies them again every week. See
// ADR 114.
package imported

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"laurel/internal/platform/errs"
	"laurel/internal/trust/verification"
)

// Limits of imports.
const (
	MostImports = 500 // of a person
	MaxURL      = 2048
	MaxDocument = 1 << 20 // bytes of a pasted document
)

// Unverified is the status of a picture or PDF without a credential in it. All other statuses are verdicts.
const Unverified verification.Verdict = "unverified"

// Source is what a credential was imported from.
type Source string

// The sources of imports.
const (
	File Source = "file"
	Link Source = "link"
	Text Source = "text"
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound = errs.New(errs.NotFound, "imported.not_found")
	// ErrTooMany means that the person has MostImports imported credentials.
	ErrTooMany = errs.New(errs.Conflict, "imported.too_many").With("max", MostImports)
	// ErrIssuedHere means that this installation issued the credential to another address.
	ErrIssuedHere = errs.New(errs.Conflict, "imported.issued_here")
	// ErrNoPicture means that an imported credential has no picture.
	ErrNoPicture = errs.New(errs.NotFound, "imported.no_picture")
)

// Input is what to import: a file, a URL, or a document as text.
type Input struct {
	File     []byte
	FileName string
	URL      string
	Document string
}

// Import is an imported credential.
type Import struct {
	ID          uuid.UUID
	Source      Source
	SourceURL   string
	FileName    string
	MediaType   string // of the original
	Size        int64  // of the original, in bytes
	HasPicture  bool
	Title       string // "" when neither the credential nor its file has a name
	Description string
	Standard    verification.Standard
	IssuerID    string
	IssuerName  string
	IssuerURL   string
	IssuedAt    *time.Time
	ExpiresAt   *time.Time
	Skills      []string
	Status      verification.Verdict
	StatusSince time.Time
	// Match reports whether it was issued to one of the person's addresses; "" when that is unproven.
	Match            verification.EmailMatch
	CheckedAt        time.Time // when Status was found
	UnreachableSince *time.Time
	NextCheckAt      *time.Time // nil: never
	CreatedAt        time.Time
	UpdatedAt        time.Time
	Report           verification.Result  // that Status comes from
	Attempt          *verification.Result // the last one that came to no result, since then
}

// Added is the result of adding a credential: an import, or a credential of this installation that the person has already.
type Added struct {
	Import   Import
	Updated  bool      // an earlier import of the same credential
	InWallet uuid.UUID // of the credential of this installation; then nothing was imported
}

// report is a verification as it is stored.
func report(r verification.Result) ([]byte, error) {
	if r.Credential != nil {
		c := *r.Credential
		c.Name, c.Description, c.Image = short(c.Name, maxTitle), short(c.Description, maxDescription), ""
		if moment(c.IssuedAt) == nil {
			c.IssuedAt = time.Time{}
		}
		if moment(c.ValidUntil) == nil {
			c.ValidUntil = time.Time{}
		}
		r.Credential = &c
	}
	return json.Marshal(r)
}
