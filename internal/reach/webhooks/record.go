package webhooks

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/reach/webhooks/internal/db"
)

// Recorder adds events of other objects than credentials in the transaction of their change, together with a delivery for each
// subscribed webhook. Without a subscription it adds nothing.
type Recorder struct{ q *db.Queries }

// NewRecorder returns a Recorder.
func NewRecorder() Recorder { return Recorder{db.New()} }

// DesignUpdatedTx records that a design was saved.
func (r Recorder) DesignUpdatedTx(ctx context.Context, tx pgx.Tx, departmentID, designID int64, at time.Time) error {
	return r.insertTx(ctx, tx, db.EventInsertParams{
		DepartmentID: departmentID, Type: "design.updated", SubjectKind: "design", SubjectID: designID, OccurredAt: at,
	}, nil)
}

// EvidenceSubmittedTx records that a recipient submitted evidence, for the first time or again.
func (r Recorder) EvidenceSubmittedTx(ctx context.Context, tx pgx.Tx, departmentID, itemID, credentialID int64, at time.Time) error {
	return r.insertTx(ctx, tx, db.EventInsertParams{
		DepartmentID: departmentID, Type: "evidence.submitted", SubjectKind: "evidence_item", SubjectID: itemID, CredentialID: &credentialID, OccurredAt: at,
	}, map[string]any{"credential_id": credentialID})
}

// NameChangeCreatedTx records that a name change waits for a decision.
func (r Recorder) NameChangeCreatedTx(ctx context.Context, tx pgx.Tx, departmentID, id, credentialID int64, at time.Time) error {
	return r.insertTx(ctx, tx, db.EventInsertParams{
		DepartmentID: departmentID, Type: "name_change.created", SubjectKind: "name_change", SubjectID: id, CredentialID: &credentialID, OccurredAt: at,
	}, nil)
}

// NameChangeDecidedTx records that a name change was approved or denied.
func (r Recorder) NameChangeDecidedTx(ctx context.Context, tx pgx.Tx, departmentID, id, credentialID int64, at time.Time) error {
	return r.insertTx(ctx, tx, db.EventInsertParams{
		DepartmentID: departmentID, Type: "name_change.decided", SubjectKind: "name_change", SubjectID: id, CredentialID: &credentialID, OccurredAt: at,
	}, nil)
}

// ImportFinishedTx records that a running import completed or was cancelled.
func (r Recorder) ImportFinishedTx(ctx context.Context, tx pgx.Tx, departmentID, id int64, importUUID uuid.UUID, at time.Time) error {
	return r.insertTx(ctx, tx, db.EventInsertParams{
		DepartmentID: departmentID, Type: "import.finished", SubjectKind: "import", SubjectID: id, OccurredAt: at,
	}, map[string]any{"import_uuid": importUUID})
}

// InvoicePaidTx records that an invoice of the department was paid.
func (r Recorder) InvoicePaidTx(ctx context.Context, tx pgx.Tx, departmentID, invoiceID int64, invoice map[string]any, at time.Time) error {
	return r.insertTx(ctx, tx, db.EventInsertParams{
		DepartmentID: departmentID, Type: "invoice.paid", SubjectKind: "invoice", SubjectID: invoiceID, OccurredAt: at,
	}, map[string]any{"invoice": invoice})
}

// SubscriptionChangedTx records that the plan of a department, its state or its billing year changed.
func (r Recorder) SubscriptionChangedTx(ctx context.Context, tx pgx.Tx, departmentID int64, at time.Time) error {
	return r.insertTx(ctx, tx, db.EventInsertParams{
		DepartmentID: departmentID, Type: "subscription.changed", SubjectKind: "subscription", SubjectID: departmentID, OccurredAt: at,
	}, nil)
}

// CreditLowTx records that no more than a share of the credits of a billing year is left.
func (r Recorder) CreditLowTx(ctx context.Context, tx pgx.Tx, departmentID int64, percent, left, total int, at time.Time) error {
	return r.insertTx(ctx, tx, db.EventInsertParams{
		DepartmentID: departmentID, Type: "credit.low", SubjectKind: "credits", SubjectID: departmentID, OccurredAt: at,
	}, map[string]any{"percent": percent, "left": left, "total": total})
}

// credentialPath matches the path of a credential's page: its encoded ID or its UUID.
var credentialPath = regexp.MustCompile(`^/[^/]*[0-9][^/]*$`)

// longestWay limits the name of a way of sharing.
const longestWay = 20

// CredentialViewedTx records a view of a credential's page by someone in a department, 0 for anybody else. Other paths are ignored.
func (r Recorder) CredentialViewedTx(ctx context.Context, tx pgx.Tx, viewerDepartmentID int64, path string, at time.Time) error {
	return r.viewTx(ctx, tx, "credential.viewed", viewerDepartmentID, path, map[string]any{}, at)
}

// CredentialSharedTx records that a credential was shared from its page, such as "linkedin", like CredentialViewedTx.
func (r Recorder) CredentialSharedTx(ctx context.Context, tx pgx.Tx, viewerDepartmentID int64, path, way string, at time.Time) error {
	if runes := []rune(way); len(runes) > longestWay {
		way = string(runes[:longestWay])
	}
	return r.viewTx(ctx, tx, "credential.shared", viewerDepartmentID, path, map[string]any{"way": way}, at)
}

func (r Recorder) viewTx(ctx context.Context, tx pgx.Tx, kind string, viewerDepartmentID int64, path string, details map[string]any, at time.Time) error {
	if !credentialPath.MatchString(path) {
		return nil
	}
	data, err := json.Marshal(details)
	if err != nil {
		return fmt.Errorf("encode details of %s: %w", kind, err)
	}
	p := db.EventInsertOfViewParams{Type: kind, ViewerDepartmentID: viewerDepartmentID, Details: data, OccurredAt: at}
	if id, err := uuid.Parse(path[1:]); err == nil {
		p.Uuid = &id
	} else {
		p.EncodedID = pg.OrNull(path[1:])
	}
	if err := r.q.EventInsertOfView(ctx, tx, p); err != nil {
		return fmt.Errorf("insert %s: %w", kind, err)
	}
	return nil
}

func (r Recorder) insertTx(ctx context.Context, tx pgx.Tx, p db.EventInsertParams, details map[string]any) (err error) {
	p.Details = []byte("{}")
	if details != nil {
		if p.Details, err = json.Marshal(details); err != nil {
			return fmt.Errorf("encode details of %s: %w", p.Type, err)
		}
	}
	if err := r.q.EventInsert(ctx, tx, p); err != nil {
		return fmt.Errorf("insert %s: %w", p.Type, err)
	}
	return nil
}
