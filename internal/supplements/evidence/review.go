package evidence

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence/internal/db"
)

// Query filters the items that recipients submitted. Zero values do not filter.
type Query struct {
	State    State // "": those that wait for a decision
	GroupID  int64
	Category string // Text: those without one
	Term     string // part of the title, or of the recipient's name or address
	Sort     string // "submitted_at" or "-submitted_at"; "": those that wait longest first
	Page     page.Request
}

func (q Query) params(departmentID int64) (db.EvidenceReviewParams, error) {
	var wrong errs.Fields
	p := db.EvidenceReviewParams{DepartmentID: departmentID, State: string(q.State), RowLimit: q.Page.Limit(), RowOffset: q.Page.Offset()}
	if q.State == "" {
		p.State = string(Submitted)
	} else if !slices.Contains([]State{Submitted, Accepted, Rejected}, q.State) {
		wrong.Add("state", "not_one_of", "values", "submitted, accepted, rejected")
	}
	if q.GroupID != 0 {
		p.GroupID = &q.GroupID
	}
	if q.Category != "" {
		category := Category(q.Category)
		if q.Category == Text {
			category = None
		} else if !slices.Contains(categories, category) {
			wrong.Add("category", "not_one_of", "values", categoryNames+", "+Text)
		}
		p.Category = new(string(category))
	}
	if term := strings.TrimSpace(q.Term); term != "" {
		if utf8.RuneCountInString(term) > 255 {
			wrong.Add("query", "too_long", "max", 255)
		}
		p.Term = new(pg.Containing(term))
	}
	switch q.Sort {
	case "", "submitted_at":
		p.Oldest = true
	case "-submitted_at":
	default:
		wrong.Add("sort", "invalid")
	}
	return p, wrong.Err()
}

// Submissions lists submitted items of all credentials.
func (s *Service) Submissions(ctx context.Context, by access.Actor, q Query) (page.Page[Submission], error) {
	var none page.Page[Submission]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	p, err := q.params(by.DepartmentID)
	if err != nil {
		return none, err
	}
	var items []Submission
	var total int64
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.s.q.EvidenceReview(ctx, tx, p)
		if err != nil {
			return fmt.Errorf("list submitted evidence: %w", err)
		}
		for _, r := range rows {
			i, err := fromRow(r.EvidenceItem)
			if err != nil {
				return err
			}
			items = append(items, Submission{
				i, r.CredentialUuid, r.CredentialName, credentials.Recipient{Name: r.RecipientName, Email: r.RecipientEmail}, r.GroupID, r.GroupName,
			})
		}
		total, err = s.s.q.EvidenceReviewCount(ctx, tx, db.EvidenceReviewCountParams{
			DepartmentID: p.DepartmentID, State: p.State, GroupID: p.GroupID, Category: p.Category, Term: p.Term,
		})
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(q.Page, items, total), nil
}

// Decision accepts or rejects submitted items.
type Decision struct {
	IDs    []int64
	Accept bool
	Reason string // of a rejection; the recipient reads it
}

// MaxDecided is the maximum number of items of one decision.
const MaxDecided = 100

const maxReason = 500

func (d *Decision) validate() error {
	var wrong errs.Fields
	d.Reason = strings.TrimSpace(d.Reason)
	if d.Accept {
		d.Reason = ""
	}
	switch {
	case len(d.IDs) == 0:
		wrong.Add("ids", "required")
	case len(d.IDs) > MaxDecided:
		wrong.Add("ids", "too_many", "max", MaxDecided)
	}
	switch {
	case !d.Accept && d.Reason == "":
		wrong.Add("reason", "required")
	case utf8.RuneCountInString(d.Reason) > maxReason:
		wrong.Add("reason", "too_long", "max", maxReason)
	}
	return wrong.Err()
}

// Decided is the result of a decision.
type Decided struct {
	Changed   int
	Unchanged int // it was decided so already, or there was nothing to decide
}

// Decide accepts or rejects submitted items. A later decision replaces an earlier one. It returns ErrNotFound, and changes nothing, if
// any item is not the department's.
func (s *Service) Decide(ctx context.Context, by access.Actor, d Decision) (Decided, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Decided{}, err
	}
	if err := d.validate(); err != nil {
		return Decided{}, err
	}
	slices.Sort(d.IDs)
	d.IDs = slices.Compact(d.IDs)
	var out Decided
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		out = Decided{}
		rows, err := s.s.q.EvidenceCredentials(ctx, tx, db.EvidenceCredentialsParams{DepartmentID: by.DepartmentID, Ids: d.IDs})
		if err != nil {
			return fmt.Errorf("find evidence: %w", err)
		}
		if len(rows) != len(d.IDs) {
			return ErrNotFound
		}
		for _, r := range rows { // by credential, so that two decisions never wait for each other in a ring
			err := s.changing(ctx, tx, by.DepartmentID, r.CredentialID, func(items []Item) error {
				return s.decideTx(ctx, tx, by, items, r.ID, d, &out)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

func (s *Service) decideTx(ctx context.Context, tx pgx.Tx, by access.Actor, items []Item, id int64, d Decision, out *Decided) error {
	i, err := one(items, id)
	if err != nil {
		return err
	}
	to, action := Accepted, "evidence.accepted"
	if !d.Accept {
		to, action = Rejected, "evidence.rejected"
	}
	if i.SubmittedAt == nil || i.State == Draft || i.State == to && i.Rejection == d.Reason {
		out.Unchanged++
		return nil
	}
	i.State, i.Rejection, i.UpdatedAt = to, d.Reason, s.clock.Now()
	if err := s.s.update(ctx, tx, i); err != nil {
		return err
	}
	out.Changed++
	details := map[string]any{}
	if i.Rejection != "" {
		details["reason"] = i.Rejection
	}
	return s.note(ctx, tx, by, action, i, details)
}
