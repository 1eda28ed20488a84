// Package exitkit exports the credentials of a department as static files, so that existing links and copies keep verifying from
// any web server without Laurel. Signed documents are written exactly as the product serves them.
package exitkit

import (
	"context"
	"errors"
	"io/fs"

	"github.com/google/uuid"

	"laurel/internal/accounts/departments"
	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/supplements/evidence"
	"laurel/internal/trust/badges"
)

// Errors of this package. Only the operator sees them, on the command line.
var (
	ErrNothingIssued = errors.New("the department has issued nothing")
	ErrNotEmpty      = errors.New("the folder is not empty: an exit kit is written to a folder of its own")
)

// Badges returns the status lists and tokens.
type Badges interface {
	StatusLists(ctx context.Context, departmentID int64) (int32, error)
	KeptStatusList(ctx context.Context, departmentID int64, number int32, purpose badges.Purpose) ([]byte, error)
	Token(ctx context.Context, c credentials.Credential) (string, error)
	TokenAddress(c credentials.Credential) string
	RecordOf(ctx context.Context, all []credentials.Credential) (badges.Record, error)
}

// Evidence reads evidence items and their files.
type Evidence interface {
	Of(ctx context.Context, c credentials.Credential) ([]evidence.Item, error)
	File(ctx context.Context, i evidence.Item) ([]byte, error)
}

// Deps are the dependencies of a Kit.
type Deps struct {
	Clock       clock.Clock
	Credentials *credentials.Service
	Departments *departments.Service
	Groups      *groups.Service
	Documents   *documents.Service
	Badges      Badges
	Evidence    Evidence
	Served      *fetch.Client // answers for our own address as the product does
	Texts       *i18n.Bundle
	Links       links.Links
	Web         fs.FS // the built web application
}

// Kit writes exit kits.
type Kit struct{ Deps }

// New returns a Kit.
func New(d Deps) *Kit { return &Kit{d} }

// Options selects the department and the target folder.
type Options struct {
	DepartmentID int64
	Dir          string             // a folder that is empty or not there yet
	OnProgress   func(done Summary) // called after each piece of work
}

// Summary is the progress of an export.
type Summary struct {
	Done, Total int64 // credentials
	LeftOut     int   // pictures, PDFs and files of evidence that could not be made or read
}

// Write writes the kit of a department. The folder appears only when it is complete. It returns departments.ErrNotFound,
// ErrNothingIssued or ErrNotEmpty.
func (k *Kit) Write(ctx context.Context, o Options) (Summary, error) {
	department, err := k.Departments.ReadPublic(ctx, o.DepartmentID)
	if err != nil {
		return Summary{}, err
	}
	w := &writer{
		Kit: k, order: o, department: department, now: k.Clock.Now(), language: i18n.Fallback,
		written: map[string]bool{}, groups: map[int64]groups.Public{}, pictured: map[uuid.UUID]int64{},
	}
	if w.Total, err = k.Credentials.CountIssued(ctx, o.DepartmentID); err != nil {
		return Summary{}, err
	}
	if w.Total == 0 {
		return Summary{}, ErrNothingIssued
	}
	if w.folder, err = begin(o.Dir); err != nil {
		return Summary{}, err
	}
	err = w.all(ctx)
	if err == nil {
		err = w.folder.finish()
	} else {
		err = errors.Join(err, w.folder.abandon())
	}
	return w.Summary, err
}
