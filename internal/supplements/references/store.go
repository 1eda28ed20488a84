package references

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/references/internal/db"
)

// store maps rows to references.
type store struct{ q *db.Queries }

// lock serialises changes of a credential's references.
func (s store) lock(ctx context.Context, tx pgx.Tx, departmentID, credentialID int64) error {
	_, err := s.q.ReferenceLock(ctx, tx, db.ReferenceLockParams{DepartmentID: departmentID, CredentialID: credentialID})
	if pg.NoRows(err) {
		return credentials.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("lock references: %w", err)
	}
	return nil
}

func (s store) of(ctx context.Context, d pg.DB, departmentID, credentialID int64) ([]Reference, error) {
	rows, err := s.q.ReferencesOf(ctx, d, db.ReferencesOfParams{DepartmentID: departmentID, CredentialID: credentialID})
	if err != nil {
		return nil, fmt.Errorf("read references: %w", err)
	}
	out := make([]Reference, len(rows))
	for n, row := range rows {
		out[n] = fromRow(row)
	}
	return out, nil
}

func (s store) insert(ctx context.Context, tx pgx.Tx, r Reference) (int64, error) {
	id, err := s.q.ReferenceInsert(ctx, tx, db.ReferenceInsertParams{
		DepartmentID: r.DepartmentID, CredentialID: r.CredentialID, AskedBy: string(r.AskedBy), Relationship: string(r.Relationship), Words: r.Text,
		RefereeName: r.Referee.Name, RefereeEmail: r.Referee.Email, RefereeTitle: r.Referee.Title, RefereeUrl: r.Referee.URL,
		RefereeAvatar: r.Referee.Avatar, Message: r.Message, Position: int32(r.Position), State: string(r.State), //nolint:gosec // at most Max
		Turn: int32(r.turn), TokenHash: r.tokenHash, TokenExpiresAt: r.ExpiresAt, RequestedAt: r.RequestedAt, //nolint:gosec // a few
		SubmittedAt: r.SubmittedAt, DecidedAt: r.DecidedAt, Now: r.CreatedAt,
	})
	if err != nil {
		return 0, fmt.Errorf("insert reference: %w", err)
	}
	return id, nil
}

func (s store) update(ctx context.Context, tx pgx.Tx, r Reference) error {
	err := s.q.ReferenceUpdate(ctx, tx, db.ReferenceUpdateParams{
		DepartmentID: r.DepartmentID, ID: r.ID, Relationship: string(r.Relationship), Words: r.Text, RefereeName: r.Referee.Name,
		RefereeEmail: r.Referee.Email, RefereeTitle: r.Referee.Title, RefereeUrl: r.Referee.URL, RefereeAvatar: r.Referee.Avatar,
		State: string(r.State), Rejection: r.Rejection, Turn: int32(r.turn), TokenHash: r.tokenHash, TokenExpiresAt: r.ExpiresAt, //nolint:gosec // a few
		RequestedAt: r.RequestedAt, SubmittedAt: r.SubmittedAt, DecidedAt: r.DecidedAt, Now: r.UpdatedAt,
	})
	if err != nil {
		return fmt.Errorf("update reference: %w", err)
	}
	return nil
}

// place stores the order of the references.
func (s store) place(ctx context.Context, tx pgx.Tx, departmentID int64, all []Reference) error {
	p := db.ReferencePlaceParams{DepartmentID: departmentID}
	for n, r := range all {
		p.Ids, p.Positions = append(p.Ids, r.ID), append(p.Positions, int32(n))
	}
	if err := s.q.ReferencePlace(ctx, tx, p); err != nil {
		return fmt.Errorf("order references: %w", err)
	}
	return nil
}

// found identifies the reference of a link.
type found struct{ id, departmentID, credentialID int64 }

// byToken returns the reference of a valid link, or ErrLink.
func (s store) byToken(ctx context.Context, tx pgx.Tx, hash []byte, now time.Time) (found, error) {
	row, err := s.q.ReferenceByToken(ctx, tx, db.ReferenceByTokenParams{TokenHash: hash, Now: now})
	if pg.NoRows(err) {
		return found{}, ErrLink
	}
	if err != nil {
		return found{}, fmt.Errorf("find reference: %w", err)
	}
	return found{row.ID, row.DepartmentID, row.CredentialID}, nil
}

func fromRow(r db.CredentialReference) Reference {
	return Reference{
		ID: r.ID, DepartmentID: r.DepartmentID, CredentialID: r.CredentialID, AskedBy: Side(r.AskedBy), Relationship: Relationship(r.Relationship),
		Text: r.Words, Referee: Referee{r.RefereeName, r.RefereeEmail, r.RefereeTitle, r.RefereeUrl, r.RefereeAvatar}, Message: r.Message,
		Position: int(r.Position), State: State(r.State), Rejection: r.Rejection, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
		RequestedAt: r.RequestedAt, ExpiresAt: r.TokenExpiresAt, SubmittedAt: r.SubmittedAt, DecidedAt: r.DecidedAt, turn: int(r.Turn),
		tokenHash: r.TokenHash,
	}
}
