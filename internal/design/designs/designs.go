// Package designs manages the designs of certificates and badges. Every save creates an immutable version, so that issued credentials
// keep their appearance.
package designs

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"laurel/internal/platform/page"
)

// Kind is whether a design is for certificates or badges. It never changes, because groups use a design for one of the two.
type Kind string

// The kinds.
const (
	Certificate Kind = "certificate"
	Badge       Kind = "badge"
)

// Design is a design with its current version.
type Design struct {
	Summary
	Document json.RawMessage // as the client sent it, unknown keys included
}

// Summary is a design without its document, as in lists.
type Summary struct {
	ID               int64
	DepartmentID     int64
	Name             string // HTML-escaped, see docs/adr/0006-escaped-design-names.md
	Kind             Kind
	Size             string
	Orientation      string
	Language         string
	Version          int // number of the current version
	VersionID        int64
	VersionUUID      uuid.UUID // names the picture
	CredentialsCount int       // issued credentials that carry any version
	MetaData         map[string]any
	CreatedAt        time.Time
	UpdatedAt        time.Time
}

// CustomAttributes returns the keys of the custom attributes in the document, sorted.
func (d Design) CustomAttributes() []string { return customKeys(d.Document) }

// AttributeKeys returns all attributes in the document as parent.key, including built-in ones, sorted.
func (d Design) AttributeKeys() []string { return attributeKeys(d.Document) }

// Version is a saved version of a design, for rendering. Its document contains only known keys.
type Version struct {
	ID           int64
	DepartmentID int64
	DesignID     int64
	Number       int
	UUID         uuid.UUID
	Kind         Kind
	Size         string
	Orientation  string
	Language     string
	Document     json.RawMessage
	Hash         []byte
	CreatedAt    time.Time
}

// Save is a design as sent by a client. The keys of its document include the design's name and metadata.
type Save struct {
	Design json.RawMessage
	// Version is the number of the version that was edited. 0 skips the check for concurrent changes.
	Version int
	// Confirm means that the user knows that issued credentials use the design. These keep their version.
	Confirm bool
}

// Query filters a list. Empty fields match everything.
type Query struct {
	Kind        string // the plural is understood too
	Size        string
	Orientation string
	Language    string
	Identifier  string         // an id, or a part of the name
	Text        string         // the same
	MetaData    map[string]any // all of it
	Sort        string         // name, created_at or updated_at; a leading minus turns it round
	Page        page.Request
}
