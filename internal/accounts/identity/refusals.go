package identity

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// refusalsRecorded is the interval in which a rejected call is recorded at most once per actor.
var refusalsRecorded = throttle.Rule{Name: "access.refused", Limit: 1, Window: time.Minute}

// RecordRefusal records in the audit record that a call was rejected, at most once a minute, so that repeated calls do not fill the
// record. call is the method and the route pattern, and code that of the error.
func (s *Service) RecordRefusal(ctx context.Context, by access.Actor, call, code string) error {
	if by.Nobody() || by.DepartmentID == 0 {
		return nil
	}
	who := []string{strconv.FormatInt(by.UserID, 10), strconv.FormatInt(by.APIKeyID, 10), strconv.FormatInt(by.EmbedID, 10)}
	err := s.Throttle.Allow(ctx, refusalsRecorded, append(who, call)...)
	if errors.Is(err, throttle.ErrTooMany) {
		return nil
	}
	if err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "access.refused", ObjectKind: "call", ObjectID: call, Details: map[string]any{"code": code}})
	})
}
