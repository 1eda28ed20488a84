// Package imports makes credentials of spreadsheets: a file is read, its columns are mapped, every row is checked, and what is
// good is created or changed, each row exactly once.
package imports

import (
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"laurel/internal/formats/spreadsheets"
)

// State is how far an import is.
type State string

// The states.
const (
	Uploaded   State = "uploaded"
	Parsed     State = "parsed"
	Mapped     State = "mapped"
	Validated  State = "validated"
	Importing  State = "importing"
	Completed  State = "completed"
	WithErrors State = "completed_with_errors"
	Failed     State = "failed"
	Cancelled  State = "cancelled"
)

// How long things are kept.
const (
	Lifetime     = 90 * 24 * time.Hour
	FileLifetime = 30 * 24 * time.Hour
)

// Mode says what becomes of a row.
type Mode string

// The modes. Replace leaves of a credential only what the row says.
const (
	Create  Mode = "create"
	Update  Mode = "update"
	Upsert  Mode = "upsert"
	Replace Mode = "replace"
)

// Key says by what a row finds its credential.
type Key string

// The keys.
const (
	ByID          Key = "id"
	ByUUID        Key = "uuid"
	ByLicenseID   Key = "license_id"
	ByRecipientID Key = "recipient_id"
	ByEmail       Key = "email"
)

// What a change does to who the credential is for.
const (
	LeaveRecipients = "leave"
	ChangeThese     = "change"
	ChangePast      = "change_past"
)

// Settings are how an import is done.
type Settings struct {
	Mode          Mode   `json:"mode"`
	Key           Key    `json:"key"`
	GroupID       *int64 `json:"group_id"`
	CreateGroups  bool   `json:"create_groups"`
	RecipientData string `json:"recipient_data"`
}

func defaults(groupID *int64) Settings {
	return Settings{Mode: Create, Key: ByID, GroupID: groupID, RecipientData: LeaveRecipients}
}

// Column is one column of the file.
type Column struct {
	Index   int      `json:"index"`
	Name    string   `json:"name"`
	Samples []string `json:"samples"`
	Filled  int      `json:"filled"`
	Dates   string   `json:"dates"` // what its values are as dates: none, clear, dmy, mdy or ambiguous
}

// Mapping says what the columns are.
type Mapping struct {
	Columns   []MappedColumn `json:"columns"`
	Constants []Constant     `json:"constants"`
}

// MappedColumn is a column and where its values go.
type MappedColumn struct {
	Index     int    `json:"index"`
	Target    string `json:"target"`
	DateOrder string `json:"date_order"` // "", "dmy" or "mdy"
}

// Constant is a value that every row has.
type Constant struct {
	Target string `json:"target"`
	Value  string `json:"value"`
}

// Problem is one thing wrong with a row.
type Problem struct {
	Code     string         `json:"code"`
	Severity string         `json:"severity"`
	Column   *int           `json:"column"`
	Field    string         `json:"field"`
	Params   map[string]any `json:"params,omitempty"`
}

// The severities.
const (
	Wrong   = "error"
	Warning = "warning"
)

// Notice is a remark about the whole file, or why it cannot be read.
type Notice struct {
	Code   string         `json:"code"`
	Params map[string]any `json:"params,omitempty"`
	Detail string         `json:"detail,omitempty"` // for the operator alone
}

// ProblemCount is how many rows have a problem.
type ProblemCount struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Count    int    `json:"count"`
}

// Undo is how taking back an import goes.
type Undo struct {
	StartedAt  time.Time   `json:"started_at"`
	FinishedAt *time.Time  `json:"finished_at"`
	Deleted    int         `json:"deleted"`
	Revoked    int         `json:"revoked"`
	NotUndone  []NotUndone `json:"not_undone"`
}

// NotUndone is how many rows stay as they are, and why.
type NotUndone struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Import is one spreadsheet on its way.
type Import struct {
	ID            int64
	DepartmentID  int64
	UUID          uuid.UUID
	State         State
	Revision      int
	Problem       *Notice
	ObjectKey     string
	FileName      string
	Format        spreadsheets.Format
	Size          int64
	FileDeletedAt *time.Time
	Sheets        []string
	Sheet         int
	Delimiter     string
	Encoding      string
	HeaderRow     int
	Columns       []Column
	Mapping       Mapping
	Remembered    bool
	Settings      Settings
	TotalRows     int
	GoodRows      int
	WarningRows   int
	ErrorRows     int
	ExcludedRows  int
	NewRecipients int
	ProblemCounts []ProblemCount
	Notices       []Notice
	Created       int
	Updated       int
	Skipped       int
	Failed        int
	Publish       bool
	SendEmail     bool
	HoldMinutes   int
	Publication   *uuid.UUID
	ConsentName   string
	ConsentAt     *time.Time
	Undo          *Undo
	CreatedBy     int64
	APIKeyID      int64
	CreatedByName string
	CreatedAt     time.Time
	StartedAt     *time.Time
	FinishedAt    *time.Time
	ExpiresAt     time.Time
}

// SkippedColumns are those that go nowhere.
func (i Import) SkippedColumns() []int {
	mapped := map[int]bool{}
	for _, c := range i.Mapping.Columns {
		mapped[c.Index] = c.Target != ""
	}
	skipped := []int{}
	for _, c := range i.Columns {
		if !mapped[c.Index] {
			skipped = append(skipped, c.Index)
		}
	}
	return skipped
}

// Row is one row of the file and what came of it.
type Row struct {
	Number       int
	Cells        []string
	Excluded     bool
	Problems     []Problem
	Outcome      string // "" until it was worked
	Reason       *Notice
	CredentialID int64
}

// The outcomes of rows.
const (
	outcomeCreated = "created"
	outcomeUpdated = "updated"
	outcomeSkipped = "skipped"
	outcomeFailed  = "failed"
)

// work is what every job of this package names: an import in the shape that it had when the job was made.
type work struct {
	ImportID     int64 `json:"import_id"`
	DepartmentID int64 `json:"department_id"`
	Revision     int   `json:"revision"`
}

// InsertOpts puts imports behind what somebody waits for.
func (work) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Priority: river.PriorityDefault + 1}
}

// ReadFile is the job that reads the file.
type ReadFile struct{ work }

// CheckRows is the job that checks all rows.
type CheckRows struct{ work }

// Run is the job that imports.
type Run struct{ work }

// TakeBack is the job that undoes an import.
type TakeBack struct{ work }

// Kind names the job.
func (ReadFile) Kind() string { return "imports.read" }

// Kind names the job.
func (CheckRows) Kind() string { return "imports.check" }

// Kind names the job.
func (Run) Kind() string { return "imports.run" }

// Kind names the job.
func (TakeBack) Kind() string { return "imports.undo" }
