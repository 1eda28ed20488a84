package publishing

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/designs"
	"laurel/internal/issuing/groups"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// ErrNoAddress means that an API key requested an example. Examples are only sent to users.
var ErrNoAddress = errs.New(errs.Conflict, "credential.example_needs_person")

// Person is the user who requests an example.
type Person struct{ Email string }

// SendExample emails the user an example of a group's credentials: the group's design with sample data. No credential is created, and
// nothing is counted. It returns groups.ErrNotFound, ErrNoAddress or credentials.ErrGroupWithoutDesign.
func (s *Service) SendExample(ctx context.Context, by access.Actor, to Person, g groups.Group) error {
	if err := by.Require(access.PublishCredentials); err != nil {
		return err
	}
	switch {
	case to.Email == "":
		return ErrNoAddress
	case g.DesignVersion == uuid.Nil:
		return errs.Field("group", "credential.group_without_design")
	}
	if err := s.throttle.AllowMail(ctx, "example", to.Email, by.DepartmentID); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		issuer, err := s.q.DepartmentName(ctx, tx, by.DepartmentID)
		if err != nil {
			return fmt.Errorf("read department: %w", err)
		}
		err = s.outbox.WriteTx(ctx, tx, []outbox.Draft{{
			Kind: "example", To: to.Email, Language: g.Language, DepartmentID: by.DepartmentID, GroupID: g.ID,
			DedupeKey: "example:" + uuid.NewString(),
			Params: map[string]string{
				"name": designs.SampleValues(g.Language)["recipient.name"], "course": g.CourseName, "issuer": issuer,
				"link": s.links.GroupPage(g.ID), "picture": s.links.DesignSample(g.DesignVersion.String()),
			},
		}})
		if err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: "group.example_sent", ObjectKind: "group", ObjectID: g.ID})
	})
}
