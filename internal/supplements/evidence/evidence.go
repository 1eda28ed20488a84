// Package evidence holds what proves a credential: files, links, grades, transcripts and texts, given by its issuer or added by
// its recipient. Of what recipients add, the issuer may decide.
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

// Category says what an item is; some clients send none.
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

// Text is what filters call items without a category.
const Text = "text"

// State is where an item stands: what recipients add may have to be approved.
type State string

// The states.
const (
	Draft     State = "draft" // its recipient still works on it
	Submitted State = "submitted"
	Accepted  State = "accepted"
	Rejected  State = "rejected"
)

// Visibility says who sees an accepted item.
type Visibility string

// The visibilities.
const (
	Public     Visibility = "public"
	Private    Visibility = "private"     // the recipient and the issuer
	KeyHolders Visibility = "key_holders" // who has the credential's private link
)

var visibilities = []Visibility{Public, Private, KeyHolders}

// Scan is what looking for malware in a file found.
type Scan string

// What a scan may have found. NotScanned is never stored: without a scanner files are stored as clean, with no time of a scan, and are
// handed out, because what could harm is only ever saved.
const (
	Pending    Scan = "pending"
	Clean      Scan = "clean"
	Blocked    Scan = "blocked"
	NotScanned Scan = "not_scanned"
)

// Limits of one credential.
const (
	MaxItems = 50
	MaxFiles = 10
	MaxBytes = 100 << 20
)

// Item is one piece of evidence.
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

// ScanState is what is known of the item's file. What no scanner looked at is never called clean.
func (i Item) ScanState() Scan {
	if i.Scan == Clean && i.ScannedAt == nil {
		return NotScanned
	}
	return i.Scan
}

// shown tells whether anybody but issuer and recipient may see the item.
func (i Item) shown() bool {
	return i.State == Accepted && !i.Hidden && i.Visibility != Private && i.Scan == Clean
}

// told is what signed badges say of an item. Its place in the order is no part of it.
type told struct {
	uuid                   uuid.UUID
	title, narrative, link string
	category               Category
	content, file          string
}

// proofs are the items that stand in signed badges, the oldest first: putting them into another order corrects no badge.
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

// Input is a new item, or a change of one: what is not given stays.
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

// Reviewed is an item that had to be approved, with whose it is.
type Reviewed struct {
	Item
	CredentialUUID uuid.UUID
	CredentialName string
	Recipient      credentials.Recipient
	GroupID        int64
	GroupName      string
}
