package webhooks

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/reach/webhooks/internal/db"
)

// Subject is the object that an event is about.
type Subject struct {
	Kind string // credential, evidence_item, name_change, import, design or webhook
	ID   int64
}

// PayloadSource is an event whose payload is to be built.
type PayloadSource struct {
	Subject

	Details map[string]any // data of the change itself, such as the credential of an evidence item
}

// PayloadBuilder returns the subjects of events as the API represents them: per event a member such as "credential". A subject
// that no longer exists is left out.
type PayloadBuilder interface {
	BuildPayloads(ctx context.Context, departmentID int64, events []PayloadSource) ([]map[string]any, error)
}

// body is the JSON body of a delivery.
type body struct {
	ID           uuid.UUID      `json:"id"`
	Type         string         `json:"type"`
	APIVersion   string         `json:"api_version"`
	CreatedAt    time.Time      `json:"created_at"`
	DepartmentID int64          `json:"department_id"`
	Test         bool           `json:"test,omitempty"` // of a credential that a key in test mode made
	Data         map[string]any `json:"data"`
}

// write builds the bodies of events that have none yet. They are stored, so that every attempt sends the same bytes.
func (s *Service) write(ctx context.Context, departmentID int64, eventIDs []int64) error {
	var rows []db.WebhookEvent
	err := pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) (err error) {
		rows, err = s.q.EventsUnwritten(ctx, tx, eventIDs)
		return err
	})
	if err != nil || len(rows) == 0 {
		return err
	}
	events := make([]PayloadSource, len(rows))
	for i, r := range rows {
		events[i].Subject = Subject{r.SubjectKind, r.SubjectID}
		if err := json.Unmarshal(r.Details, &events[i].Details); err != nil {
			return fmt.Errorf("read event: %w", err)
		}
	}
	told, err := s.objects.BuildPayloads(ctx, departmentID, events)
	if err != nil {
		return fmt.Errorf("tell of events: %w", err)
	}
	p := db.EventsWriteParams{DepartmentID: departmentID}
	for i, r := range rows {
		data := map[string]any{r.SubjectKind + "_id": r.SubjectID}
		maps.Copy(data, events[i].Details)
		maps.Copy(data, told[i])
		text, err := json.Marshal(body{r.Uuid, r.Type, apiVersion, r.OccurredAt.UTC(), departmentID, r.Test, data})
		if err != nil {
			return fmt.Errorf("write event: %w", err)
		}
		p.Ids, p.Bodies = append(p.Ids, r.ID), append(p.Bodies, string(text))
	}
	return pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) error { return s.q.EventsWrite(ctx, tx, p) })
}
