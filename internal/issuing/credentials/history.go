package credentials

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/pg"
)

// Event is an entry of a credential's history.
type Event struct {
	ID      int64
	Action  string        // such as "credential.revoked"
	By      string        // a person or an API key by name; "" where it is no longer known, or where the product acted by itself
	System  access.System // the part of the product that acted, also for a person
	Details map[string]any
	At      time.Time
}

// historyLength is the maximum number of entries returned.
const historyLength = 100

// History returns the history of a credential, newest first, or ErrNotFound.
func (s *Service) History(ctx context.Context, by access.Actor, ref string) ([]Event, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	var rows []db.CredentialHistoryRow
	var recipient string
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		c, err := s.s.readAny(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		recipient = c.Recipient.Name
		rows, err = s.s.q.CredentialHistory(ctx, tx, db.CredentialHistoryParams{
			DepartmentID: by.DepartmentID, CredentialID: strconv.FormatInt(c.ID, 10), RowLimit: historyLength,
		})
		if err != nil {
			return fmt.Errorf("read history: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	events := make([]Event, len(rows))
	for i, r := range rows {
		events[i] = Event{ID: r.ID, Action: r.Action, By: r.UserName, System: access.System(r.System), At: r.CreatedAt}
		switch {
		case r.ByRecipient:
			events[i].By = recipient
		case events[i].By == "":
			events[i].By = r.KeyName
		}
		if err := json.Unmarshal(r.Details, &events[i].Details); err != nil {
			return nil, fmt.Errorf("read history: %w", err)
		}
	}
	return events, nil
}
