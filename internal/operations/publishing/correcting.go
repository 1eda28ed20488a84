package publishing

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/pg"
)

// Correct is the job of the previous release that applies the correction of one credential to others.
type Correct struct {
	authoring.Correction
	DepartmentID int64         `json:"department_id"`
	UserID       int64         `json:"user_id,omitempty"`
	APIKeyID     int64         `json:"api_key_id,omitempty"`
	Groups       access.Groups `json:"groups,omitempty"` // that the starter is limited to
	Test         bool          `json:"test,omitempty"`   // of the credential that was corrected, so of the others too
}

// Kind returns the name of the job.
func (Correct) Kind() string { return "credentials.correct" }

// Update updates a credential and enqueues a job that corrects the other credentials selected by also. Errors are those of
// credentials.Update.
func (s *Service) Update(ctx context.Context, by access.Actor, ref string, in credentials.Input, also authoring.Also) (credentials.Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return credentials.Credential{}, err
	}
	in, err := s.authoring.Resolve(ctx, by, in)
	if err != nil {
		return credentials.Credential{}, err
	}
	var c credentials.Credential
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		var others authoring.Correction
		var err error
		if c, others, err = s.authoring.CorrectTx(ctx, tx, by, ref, in, also); err != nil || others.Empty() {
			return err
		}
		by.Test = c.Test
		return s.correctTx(ctx, tx, by, others)
	})
	return c, err
}

// Approve updates and publishes a credential in one transaction, as Update and Issue do. A credential that was already issued is only
// updated.
func (s *Service) Approve(ctx context.Context, by access.Actor, ref string, in credentials.Input, also authoring.Also) (credentials.Credential, error) {
	var c credentials.Credential
	if err := by.Require(access.PublishCredentials); err != nil {
		return c, err
	}
	err := pg.AmbientTx(ctx, s.pool, by.DepartmentID, func(ctx context.Context, tx pgx.Tx) (err error) {
		if c, err = s.Update(ctx, by, ref, in, also); err != nil || !c.State.Unpublished() {
			return err
		}
		if err = s.publishAwaitedTx(ctx, tx, by, []int64{c.ID}); err != nil {
			return err
		}
		c, err = s.credentials.Read(ctx, by, c.UUID.String())
		return err
	})
	return c, err
}

// CorrectOthers executes a job of the previous release: it starts an operation in its place.
func (s *Service) CorrectOthers(ctx context.Context, job Correct) error {
	return pg.InDepartment(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		by := access.Actor{DepartmentID: job.DepartmentID, UserID: job.UserID, APIKeyID: job.APIKeyID, Groups: job.Groups, Test: job.Test}
		return s.correctTx(ctx, tx, by, job.Correction)
	})
}

func (s *Service) correctTx(ctx context.Context, tx pgx.Tx, by access.Actor, others authoring.Correction) error {
	_, err := s.operations.StartTx(ctx, tx, by, operations.Request{
		UUID: uuid.New(), Kind: kindCorrect, Params: others, SubjectID: others.CredentialID,
	})
	return err
}

const kindCorrect = "correct"

func (s *Service) correctKind() operations.Kind {
	return operations.Kind{
		Name: kindCorrect, Object: "credential", Events: "credential.correction_", ObjectID: func(o operations.Operation) any { return o.SubjectID },
		Needs: []access.Permission{access.ManageCredentials}, Uncounted: true, Keep: retention, Next: s.nextCorrection,
		Page: func(o operations.Operation) string { return fmt.Sprint("/credentials/", o.SubjectID) },
	}
}

// nextCorrection corrects the next of the other credentials that the starter can see.
func (s *Service) nextCorrection(_ context.Context, tx pgx.Tx, o operations.Operation, _ any) (operations.Chunk, error) {
	var others authoring.Correction
	if err := json.Unmarshal(o.Params, &others); err != nil {
		return nil, fmt.Errorf("read correction: %w", err)
	}
	return func(ctx context.Context, by access.Actor) (p operations.Progress, err error) {
		var found int
		p.Position, found, p.Done, err = s.authoring.CorrectManyTx(ctx, tx, by, others, o.Position, Chunk)
		p.Unchanged, p.Last = found-p.Done, found == 0
		return p, err
	}, nil
}
