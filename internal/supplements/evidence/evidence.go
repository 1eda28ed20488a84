// Package evidence manages what proves a credential: files, links, grades, transcripts and texts, added by its issuer or its recipient.
// The issuer may review what recipients add.
package evidence

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"laurel/internal/design/uploads"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/optional"
)

// Category is the type of an item. Some clients omit it.
type Category string

// The categories.
const (
	None           Category = ""
	File           Category = "file"
	URL            Category = "url"
	Video          Category = "video"
	Grade          Category = "grade"
	Transcript     Category = "transcript"
	Image          Category = "image"
	Audio          Category = "audio"
	Credential     Category = "credential"
	CourseDuration Category = "course_duration"
)

var categories = []Category{File, URL, Video, Grade, Transcript, Image, Audio, Credential, CourseDuration, None}

const categoryNames = "file, url, video, grade, transcript, image, audio, credential, course_duration"

// Text is the name that filters use for items without a category.
const Text = "text"

// State is the review state of an item.
type State string

// The states.
const (
	Draft     State = "draft" // its recipient still works on it
	Submitted State = "submitted"
	Accepted  State = "accepted"
	Rejected  State = "rejected"
)

// Visibility is who can see an accepted item.
type Visibility string

// The visibilities.
const (
	Public     Visibility = "public"
	Private    Visibility = "private"     // the recipient and the issuer
	KeyHolders Visibility = "key_holders" // who has the credential's private link
)

var visibilities = []Visibility{Public, Private, KeyHolders}

// Scan is the result of a malware scan.
type Scan string

// The results. NotScanned is never stored: without a scanner, files are stored as clean without the time of a scan, and can be
// downloaded, because browsers always save types that could do harm instead of opening them.
const (
	Pending    Scan = "pending"
	Clean      Scan = "clean"
	Blocked    Scan = "blocked"
	NotScanned Scan = "not_scanned"
)

// The limits of one credential.
const (
	MaxItems = 50
	MaxFiles = 10
	MaxBytes = 100 << 20
)

// Item is an item of evidence.
type Item struct {
	ID           int64
	UUID         uuid.UUID
	DepartmentID int64
	CredentialID int64
	Category     Category
	Title        string
	Narrative    string // in light Markdown
	Link         string
	Content      Content
	Preview      string // the address of a picture that stands for it; may be ""
	File         *uploads.File
	Scan         Scan
	ScannedAt    *time.Time // nil: no scanner has looked at the file
	Position     int
	Hidden       bool
	Supplemental bool // it came from the recipient
	Visibility   Visibility
	State        State
	Rejection    string
	CreatedAt    time.Time
	UpdatedAt    time.Time
	SubmittedAt  *time.Time // nil: it never had to be approved
}

// ScanState returns the scan result of the item's file. A file that was not scanned never counts as clean.
func (i Item) ScanState() Scan {
	if i.Scan == Clean && i.ScannedAt == nil {
		return NotScanned
	}
	return i.Scan
}

// shown reports whether people other than the issuer and the recipient can see the item.
func (i Item) shown() bool {
	return i.State == Accepted && !i.Hidden && i.Visibility != Private && i.Scan == Clean
}

// told is the content of an item in signed badges. Its position is not part of it.
type told struct {
	uuid                   uuid.UUID
	title, narrative, link string
	category               Category
	content, file          string
}

// proofs returns the items that signed badges contain, oldest first, so that reordering them does not change the badge.
func proofs(items []Item) []Item {
	out := slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return !i.shown() || i.Visibility != Public })
	slices.SortFunc(out, func(a, b Item) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

func tell(items []Item) []told {
	out := make([]told, len(items))
	for n, i := range items {
		out[n] = told{i.UUID, i.Title, i.Narrative, i.Link, i.Category, i.Content.encoded(), ""}
		if i.File != nil {
			out[n].file = i.File.Key
		}
	}
	return out
}

// Input is a new item or a change of one. Missing fields stay unchanged.
type Input struct {
	Category   optional.Value[string]
	Title      optional.Value[string]
	Narrative  optional.Value[string]
	Link       optional.Value[string]
	File       optional.Value[string] // an upload, by its key or its address; "" takes it away
	Value      optional.Value[any]    // the grade, transcript, length of a course or text, as JSON has it
	Preview    optional.Value[string] // a picture that was uploaded
	Position   optional.Value[int]    // from 0
	Hidden     optional.Value[bool]
	Visibility optional.Value[string]
	Draft      bool // a recipient is not done with it
}

// Submission is a submitted item with its credential and recipient.
type Submission struct {
	Item
	CredentialUUID uuid.UUID
	CredentialName string
	Recipient      credentials.Recipient
	GroupID        int64
	GroupName      string
}
