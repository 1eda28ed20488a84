package embeds

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/embeds/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Origin is the origin of pages that may embed the design maker: scheme, host and port.
type Origin struct {
	ID        int64
	Origin    string
	CreatedAt time.Time
}

// Settings contains what a department allows. PlainContract allows long-lived authorizations in URLs.
type Settings struct {
	Origins       []Origin
	PlainContract bool
}

// Settings returns the settings of the department.
func (s *Service) Settings(ctx context.Context, by access.Actor) (Settings, error) {
	var out Settings
	if err := by.Require(access.ManageDepartment); err != nil {
		return out, err
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.settingsTx(ctx, tx, by.DepartmentID)
		return err
	})
	return out, err
}

func (s *Service) settingsTx(ctx context.Context, tx pgx.Tx, departmentID int64) (out Settings, err error) {
	if out.PlainContract, err = s.q.EmbedPlainContract(ctx, tx, departmentID); err != nil {
		return out, fmt.Errorf("read embed settings: %w", err)
	}
	out.Origins, err = s.originsTx(ctx, tx, departmentID)
	return out, err
}

func (s *Service) originsTx(ctx context.Context, tx pgx.Tx, departmentID int64) ([]Origin, error) {
	rows, err := s.q.EmbedOriginsList(ctx, tx, db.EmbedOriginsListParams{DepartmentID: departmentID, RowLimit: maxOrigins})
	if err != nil {
		return nil, fmt.Errorf("list embed origins: %w", err)
	}
	out := make([]Origin, len(rows))
	for i, row := range rows {
		out[i] = Origin{row.ID, row.Origin, row.CreatedAt.UTC()}
	}
	return out, nil
}

// AllowPlainContract sets whether long-lived authorizations may be used in URLs. Disallowing them ends the sessions that were opened
// with them.
func (s *Service) AllowPlainContract(ctx context.Context, by access.Actor, allow bool) (Settings, error) {
	var out Settings
	if err := by.Require(access.ManageDepartment); err != nil {
		return out, err
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if err := s.q.EmbedSettingsSave(ctx, tx, db.EmbedSettingsSaveParams{DepartmentID: by.DepartmentID, PlainContract: allow}); err != nil {
			return fmt.Errorf("save embed settings: %w", err)
		}
		if out, err = s.settingsTx(ctx, tx, by.DepartmentID); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "embed.settings_updated", ObjectKind: "department", ObjectID: by.DepartmentID, Details: map[string]any{"plain_contract": allow},
		})
	})
	return out, err
}

// AddOrigin allows an origin to embed the design maker. It returns ErrOriginTaken, ErrTooManyOrigins, or a field error if the origin is
// invalid.
func (s *Service) AddOrigin(ctx context.Context, by access.Actor, text string) (Origin, error) {
	if err := by.Require(access.ManageDepartment); err != nil {
		return Origin{}, err
	}
	origin, ok := parseOrigin(text)
	if !ok {
		return Origin{}, errs.Field("origin", "not_an_origin")
	}
	var made Origin
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.EmbedOriginsLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock embed origins: %w", err)
		}
		all, err := s.originsTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		if listed(all, origin) {
			return ErrOriginTaken.With("origin", origin)
		}
		if len(all) >= maxOrigins {
			return ErrTooManyOrigins.With("max", maxOrigins)
		}
		row, err := s.q.EmbedOriginInsert(ctx, tx, db.EmbedOriginInsertParams{DepartmentID: by.DepartmentID, Origin: origin, Now: s.clock.Now()})
		if err != nil {
			return fmt.Errorf("insert embed origin: %w", err)
		}
		made = Origin{row.ID, row.Origin, row.CreatedAt.UTC()}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "embed.origin_added", ObjectKind: "embed_origin", ObjectID: row.ID, Details: map[string]any{"origin": origin},
		})
	})
	return made, err
}

// RemoveOrigin removes an origin. Design makers that were opened for this origin end immediately. It returns ErrOriginNotFound.
func (s *Service) RemoveOrigin(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.ManageDepartment); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		origin, err := s.q.EmbedOriginDelete(ctx, tx, db.EmbedOriginDeleteParams{DepartmentID: by.DepartmentID, ID: id})
		if pg.NoRows(err) {
			return ErrOriginNotFound
		}
		if err != nil {
			return fmt.Errorf("delete embed origin: %w", err)
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "embed.origin_removed", ObjectKind: "embed_origin", ObjectID: id, Details: map[string]any{"origin": origin},
		})
	})
}

// Parents returns the origins that may embed the design maker of a department. If departmentID is 0, it uses the department of the
// secret from the URL. It returns none if the secret is unknown.
func (s *Service) Parents(ctx context.Context, departmentID int64, secret string) ([]string, error) {
	var out []string
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		if departmentID == 0 {
			id, err := s.q.EmbedGrantDepartment(ctx, tx, db.EmbedGrantDepartmentParams{
				SecretHash: secrets.HashToken(bare(secret)), Now: s.clock.Now(),
			})
			if pg.NoRows(err) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("find department of embed grant: %w", err)
			}
			departmentID = id
		}
		all, err := s.originsTx(ctx, tx, departmentID)
		out = names(all)
		return err
	})
	return out, err
}

func names(all []Origin) []string {
	out := make([]string, len(all))
	for i, o := range all {
		out[i] = o.Origin
	}
	return out
}

func listed(all []Origin, origin string) bool {
	return slices.ContainsFunc(all, func(o Origin) bool { return o.Origin == origin })
}
