package lifecycle

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/lifecycle/internal/db"
)

// Worded counts the issued credentials of a group by their texts.
type Worded struct {
	Issued   int // what could show other texts: all that was issued and not revoked
	Outdated int // of these: what shows others than the group has now
}

// CountWordedTx counts the issued credentials of a group by their texts.
func (s *Service) CountWordedTx(ctx context.Context, tx pgx.Tx, departmentID, groupID int64) (Worded, error) {
	row, err := s.q.CredentialCountReworded(ctx, tx, db.CredentialCountRewordedParams{DepartmentID: departmentID, GroupID: groupID})
	if err != nil {
		return Worded{}, fmt.Errorf("count outdated texts: %w", err)
	}
	return Worded{int(row.Issued), int(row.Outdated)}, nil
}

// RewordTx gives some issued credentials the current texts of their group and returns their IDs, or none if all have them. The
// histories keep the old texts. Revoked credentials stay unchanged.
func (s *Service) RewordTx(ctx context.Context, tx pgx.Tx, by access.Actor, groupID int64, limit int32) ([]int64, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	rows, err := s.q.CredentialReword(ctx, tx, db.CredentialRewordParams{
		DepartmentID: by.DepartmentID, GroupID: groupID, RowLimit: limit, Now: s.clock.Now(),
	})
	if err != nil {
		return nil, fmt.Errorf("reword credentials: %w", err)
	}
	ids := make([]int64, len(rows))
	alike := map[string][]int64{} // by the texts they had
	for i, row := range rows {
		ids[i] = row.ID
		alike[string(row.Before)] = append(alike[string(row.Before)], row.ID)
	}
	for before, same := range alike {
		details, err := textChanges([]byte(before), rows[0].Texts)
		if err != nil {
			return nil, err
		}
		record := audit.Event{Action: "credential.reworded", Details: details}
		if err := s.credentials.RecordTx(ctx, tx, by, record, events.Of(same, events.Updated, slices.Sorted(maps.Keys(details))...)); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// textChanges lists the texts that differ, before and after.
func textChanges(before, after []byte) (map[string]any, error) {
	var was, is map[string]any
	if err := json.Unmarshal(before, &was); err != nil {
		return nil, fmt.Errorf("read texts: %w", err)
	}
	if err := json.Unmarshal(after, &is); err != nil {
		return nil, fmt.Errorf("read texts: %w", err)
	}
	out := map[string]any{}
	for field, value := range is {
		if !reflect.DeepEqual(was[field], value) {
			out["group."+field] = map[string]any{"before": was[field], "after": value}
		}
	}
	return out, nil
}
