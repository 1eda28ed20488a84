package publishing

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// Correct is the job that applies the correction of one credential to others.
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
		return s.queue.EnqueueTx(ctx, tx, Correct{others, by.DepartmentID, by.UserID, by.APIKeyID, by.Groups, c.Test})
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
		if _, err = s.publishTx(ctx, tx, by, []int64{c.ID}, awaited); err != nil {
			return err
		}
		c, err = s.credentials.Read(ctx, by, c.UUID.String())
		return err
	})
	return c, err
}

// CorrectOthers executes a Correct job in chunks. It is idempotent. It corrects only what its starter could see, and ends, and records
// why, when the starter has lost the right.
func (s *Service) CorrectOthers(ctx context.Context, job Correct) error {
	started, after := time.Now(), int64(0)
	for {
		last, err := s.correctSome(ctx, job, after)
		if err != nil || last == 0 {
			return err
		}
		if after = last; time.Since(started) > jobs.Timeout/2 {
			return jobs.Later(0) // what is corrected already is passed over quickly
		}
	}
}

// correctSome corrects a chunk with the present rights of the starter. It returns the ID after which to continue, or 0 at the end.
func (s *Service) correctSome(ctx context.Context, job Correct, after int64) (last int64, err error) {
	err = pg.InDepartment(pg.WithGroups(ctx, string(job.Groups)), s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		starter := starters.Starter{UserID: pg.OrNull(job.UserID), APIKeyID: pg.OrNull(job.APIKeyID)}
		by, err := s.starters.ActorTx(ctx, tx, job.DepartmentID, starter, access.ManageCredentials)
		if errors.Is(err, starters.ErrGroupsLost) && by.Groups == job.Groups {
			err = nil // as it was at the start
		}
		if reason := starters.StopReason(err); reason != "" {
			return s.audit.RecordTx(ctx, tx, access.RightsCheck.In(job.DepartmentID), audit.Event{
				Action: "credential.correction_stopped", ObjectKind: "credential", ObjectID: job.CredentialID, Details: map[string]any{"reason": reason},
			})
		}
		if err != nil {
			return err
		}
		last, err = s.authoring.CorrectManyTx(ctx, tx, by, job.Correction, after, Chunk)
		return err
	})
	return last, err
}
