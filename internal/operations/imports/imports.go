// Package imports creates credentials from spreadsheets. It reads a file, maps its columns, has every row validated, and creates or
// updates a credential for each valid row exactly once.
package imports

import (
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/starters"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/operations/importrows"
)

// State is the state of an import.
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

// Retention periods of imports and their files.
const (
	Lifetime     = 90 * 24 * time.Hour
	FileLifetime = 30 * 24 * time.Hour
)

func defaults(groupID *int64) importrows.Settings {
	return importrows.Settings{Mode: importrows.Create, Key: importrows.ByID, GroupID: groupID, RecipientData: importrows.LeaveRecipients}
}

// ProblemCount is the number of rows with a problem.
type ProblemCount struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Count    int    `json:"count"`
}

// Undo is the progress of undoing an import.
type Undo struct {
	StartedAt  time.Time   `json:"started_at"`
	FinishedAt *time.Time  `json:"finished_at"`
	Deleted    int         `json:"deleted"`
	Revoked    int         `json:"revoked"`
	NotUndone  []NotUndone `json:"not_undone"`
	StopReason string      `json:"-"` // code of the reason why it ended early; "" where it was not stopped
}

// NotUndone is the number of rows that were not undone for one reason.
type NotUndone struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Import is the import of one spreadsheet.
type Import struct {
	ID            int64
	DepartmentID  int64
	UUID          uuid.UUID
	State         State
	Revision      int
	Problem       *importrows.Notice
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
	Columns       []importrows.Column
	Mapping       importrows.Mapping
	Remembered    bool
	Settings      importrows.Settings
	TotalRows     int
	GoodRows      int
	WarningRows   int
	ErrorRows     int
	ExcludedRows  int
	NewRecipients int
	ProblemCounts []ProblemCount
	Notices       []importrows.Notice
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
	Starter       starters.Starter // whose rights its jobs have: who last had its rows checked, started or resumed it
	UndoStarter   starters.Starter // likewise of its undo
	StopReason    string           // code of the reason why its job ended early; "" where it was not stopped
	CreatedByName string
	CreatedAt     time.Time
	StartedAt     *time.Time
	FinishedAt    *time.Time
	ExpiresAt     time.Time
}

// running reports whether rows are being imported.
func (i Import) running() bool { return i.State == Importing && i.StopReason == "" }

// needs returns the permissions that the next job of an import requires.
func (i Import) needs() []access.Permission {
	if i.State != Importing {
		return needed(params{})
	}
	return needed(params{i.Publish, i.Settings.CreateGroups})
}

// NotDoneCount returns the number of rows that a stopped import did not check or import.
func (i Import) NotDoneCount() int { return i.TotalRows - i.Created - i.Updated - i.Skipped - i.Failed }

// CanResume reports whether the actor may resume the import, which was stopped.
func (i Import) CanResume(by access.Actor) bool {
	return i.StopReason != "" && i.Undo == nil && starters.Check(by, i.needs()...) == nil
}

// NotUndoneCount returns the number of created credentials that a stopped undo did not process.
func (i Import) NotUndoneCount() int {
	n := i.Created - i.Undo.Deleted - i.Undo.Revoked
	for _, kept := range i.Undo.NotUndone {
		if kept.Reason == notUndonePublished {
			n -= kept.Count
		}
	}
	return max(0, n)
}

// CanResumeUndo reports whether the actor may continue the undo of the import, which was stopped.
func (i Import) CanResumeUndo(by access.Actor) bool {
	return i.Undo != nil && i.Undo.StopReason != "" && starters.Check(by, access.ManageCredentials) == nil
}

// SkippedColumns returns the indexes of the columns that are not mapped.
func (i Import) SkippedColumns() []int { return i.sheet().SkippedColumns() }

// sheet is what validating rows depends on.
func (i Import) sheet() importrows.Sheet {
	return importrows.Sheet{DepartmentID: i.DepartmentID, Columns: i.Columns, Mapping: i.Mapping, Settings: i.Settings}
}

// The outcomes of rows.
const (
	outcomeCreated = "created"
	outcomeUpdated = "updated"
	outcomeSkipped = "skipped"
	outcomeFailed  = "failed"
)

// work is the arguments of all jobs of this package: an import and its revision when the job was enqueued.
type work struct {
	ImportID     int64 `json:"import_id"`
	DepartmentID int64 `json:"department_id"`
	Revision     int   `json:"revision"`
}

// InsertOpts gives imports a lower priority than interactive work.
func (work) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Priority: river.PriorityDefault + 1}
}

// ReadFile is the job that reads the file.
type ReadFile struct{ work }

// CheckRows is the job that validates all rows.
type CheckRows struct{ work }

// Run is the job that imports the rows.
type Run struct{ work }

// UndoRun is the job that undoes an import.
type UndoRun struct{ work }

// Kind returns the name of the job.
func (ReadFile) Kind() string { return "imports.read" }

// Kind returns the name of the job.
func (CheckRows) Kind() string { return "imports.check" }

// Kind returns the name of the job.
func (Run) Kind() string { return "imports.run" }

// Kind returns the name of the job.
func (UndoRun) Kind() string { return "imports.undo" }
