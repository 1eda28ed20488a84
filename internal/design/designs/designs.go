// Package designs holds what certificates and badges look like: named designs whose every save is a version that never
// changes, so that what was issued keeps its look.
package designs

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"laurel/internal/platform/page"
)

// Kind tells certificates from badges. It never changes, because groups use a design as one or the other.
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

// Summary is a design without its document, as lists show it.
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

// CustomAttributes lists the keys of the custom attributes that the document shows, sorted.
func (d Design) CustomAttributes() []string { return customKeys(d.Document) }

// AttributeKeys lists all attributes that the document shows as parent.key, built-in ones included, sorted.
func (d Design) AttributeKeys() []string { return attributeKeys(d.Document) }

// Version is one saved state of a design, for those who render. Its document holds known keys only.
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

// Save is a design as a client sends it: the document with the design's name and meta data among its keys.
type Save struct {
	Design json.RawMessage
	// Version is the number of the version that the edit began from; 0 does not ask whether somebody saved meanwhile.
	Version int
	// Confirm says that the caller knows of the issued credentials that use the design; they keep their version.
	Confirm bool
}

// Query narrows a list. Empty fields match all.
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
