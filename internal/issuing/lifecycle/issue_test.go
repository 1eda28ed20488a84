package lifecycle_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// issue issues as a credential is added.
func (h *house) issue(in credentials.Input) (c credentials.Credential, issued bool) {
	h.T.Helper()
	err := pg.InDepartment(h.T.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) (err error) {
		c, issued, err = h.IssueTx(h.T.Context(), tx, h.By, in)
		return err
	})
	if err != nil {
		h.T.Fatalf("issue: %v", err)
	}
	return c, issued
}

// row is all that a row says but for what is random and whose it is.
func (h *house) row(id int64) (text string) {
	h.T.Helper()
	err := pg.InSystem(h.T.Context(), h.Pool, func(tx pgx.Tx) error {
		return tx.QueryRow(h.T.Context(), `select (to_jsonb(c) - '{id,uuid,encoded_id,private_key,recipient_email,recipient_address}'::text[])::text
			from credentials c where id = $1`, id).Scan(&text)
	})
	if err != nil {
		h.T.Fatalf("read row: %v", err)
	}
	return text
}

func TestIssuingAtOnceIsAsPublishingADraft(t *testing.T) {
	grade := 61.5
	for name, c := range map[string]struct {
		group  string // what its group is like
		in     func(*credentials.Input)
		atOnce bool
		reason string
	}{
		"plain":          {"send_emails = true", nil, true, ""},
		"without mail":   {"send_emails = false", nil, true, ""},
		"private":        {"generate_private_credential = true", nil, true, ""},
		"with an expiry": {"auto_expiry_amount = 2, auto_expiry_unit = 'month'", nil, true, ""},
		"over already": {"", func(in *credentials.Input) {
			in.IssuedOn, in.ExpiredOn = optional.Set("2020-01-01"), optional.Set("2021-01-01")
		}, true, ""},
		"with a name":        {"", func(in *credentials.Input) { in.Name = optional.Set("Looms") }, true, ""},
		"with attributes":    {"", func(in *credentials.Input) { in.CustomAttributes = optional.Set(map[string]any{"note": "well done"}) }, true, ""},
		"with a good grade":  {`settings = '{"least_grade": 60}'`, func(in *credentials.Input) { in.Grade = optional.Set(&grade) }, true, ""},
		"with too low a one": {`settings = '{"least_grade": 62}'`, func(in *credentials.Input) { in.Grade = optional.Set(&grade) }, false, lifecycle.ReasonGrade},
		"without a grade":    {`settings = '{"least_grade": 0}'`, nil, false, lifecycle.ReasonGrade},
		"lacking evidence":   {`settings = '{"evidence_required": true}'`, nil, false, lifecycle.ReasonNoEvidence},
		"without a design": {
			"certificate_design_id = null, primary_design_id = null", func(in *credentials.Input) { in.Undesigned = true }, false, lifecycle.ReasonNoDesign,
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			group := h.Group(h.By, "Weaving", c.group)
			drafted, issued := issuingtest.Person(group, "Ada", "ada@example.org"), issuingtest.Person(group, "Ada", "bob@example.org")
			if c.in != nil {
				c.in(&drafted)
				c.in(&issued)
			}
			draft := h.Draft(drafted)
			_, refused := h.Issue(draft.ID)
			got, atOnce := h.issue(issued)
			if atOnce != c.atOnce || refused[draft.ID] != c.reason {
				t.Fatalf("at once %t, the draft is refused for %q", atOnce, refused[draft.ID])
			}
			if !atOnce {
				if _, refused := h.Issue(got.ID); got.State != credentials.Draft || refused[got.ID] != c.reason {
					t.Errorf("left as %s, refused for %q", got.State, refused[got.ID])
				}
			}
			if one, other := h.row(draft.ID), h.row(got.ID); one != other {
				t.Errorf("as a draft first\n%s\nat once\n%s", one, other)
			}
			if read, err := h.Read(t.Context(), h.By, got.EncodedID); atOnce && (err != nil || !reflect.DeepEqual(read, got)) {
				t.Errorf("answered %+v\nread %+v, %v", got, read, err)
			}
		})
	}
}

func TestIssuingAtOnceIsPaidFor(t *testing.T) {
	h := open(t)
	h.wallet(1)
	group := h.Group(h.By, "Weaving", "")
	paid, atOnce := h.issue(issuingtest.Person(group, "Ada", "ada@example.org"))
	if left := h.Insert("select credits from wallet"); !atOnce || paid.State != credentials.Published || left != 0 {
		t.Errorf("%s, %d credits left", paid.State, left)
	}
	unpaid, atOnce := h.issue(issuingtest.Person(group, "Bob", "bob@example.org"))
	if _, refused := h.Issue(unpaid.ID); atOnce || unpaid.State != credentials.Draft || refused[unpaid.ID] != lifecycle.ReasonNoCredit {
		t.Errorf("without a credit: %s, %v", unpaid.State, refused)
	}
}

func TestWhatComesWithACredentialIsThereWhenItIsIssued(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "Weaving", "")
	var seen string
	err := pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
		c, issued, err := h.IssueTx(t.Context(), tx, h.By, issuingtest.Person(group, "Ada", "ada@example.org"), func(ctx context.Context, tx pgx.Tx, id int64) error {
			return tx.QueryRow(ctx, "select state from credentials where id = $1", id).Scan(&seen)
		})
		if issued || c.State != credentials.Draft {
			t.Errorf("%s, issued %t", c.State, issued)
		}
		return err
	})
	if err != nil || seen != "draft" {
		t.Errorf("added to what is %q, %v", seen, err)
	}
}
