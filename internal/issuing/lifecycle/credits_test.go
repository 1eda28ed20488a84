package lifecycle_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// wallet is a plan with so many credits, one for each recipient and each year in which something of theirs still runs. It keeps
// them in a table of its own, so that its transactions end as those of a real one do.
type wallet struct{ h *house }

func (h *house) wallet(credits int) {
	h.T.Helper()
	h.owner("create table wallet (credits int not null); create table paid (recipient text primary key); grant all on wallet, paid to laurel_app")
	h.owner("insert into wallet values ($1)", credits)
	h.WithCredits(wallet{h})
}

func (w wallet) left(ctx context.Context, tx pgx.Tx) (n int, err error) {
	err = tx.QueryRow(ctx, "select credits from wallet for update").Scan(&n)
	return n, err
}

func (w wallet) SpendTx(ctx context.Context, tx pgx.Tx, _ access.Actor, charges []credentials.Charge) ([]int64, error) {
	left, err := w.left(ctx, tx)
	if err != nil {
		return nil, err
	}
	var unpaid []int64
	for _, c := range charges {
		if left > 0 {
			tag, err := tx.Exec(ctx, "insert into paid values ($1) on conflict do nothing", c.Recipient)
			if err != nil {
				return nil, err
			}
			left -= int(tag.RowsAffected())
			continue
		}
		known := false
		if err := tx.QueryRow(ctx, "select exists (select from paid where recipient = $1)", c.Recipient).Scan(&known); err != nil {
			return nil, err
		}
		if !known {
			unpaid = append(unpaid, c.CredentialID)
		}
	}
	_, err = tx.Exec(ctx, "update wallet set credits = $1", left)
	return unpaid, err
}

func (w wallet) RefundTx(ctx context.Context, tx pgx.Tx, _ access.Actor, charges []credentials.Charge) error {
	for _, c := range charges {
		tag, err := tx.Exec(ctx, `delete from paid p where recipient = $1 and not exists (select from credentials c
			where c.recipient_address = p.recipient and c.published_at is not null and c.state <> 'revoked')`, c.Recipient)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "update wallet set credits = credits + $1", tag.RowsAffected()); err != nil {
			return err
		}
	}
	return nil
}

func (w wallet) QuoteTx(ctx context.Context, tx pgx.Tx, _ int64, recipients []string) (credentials.Quote, error) {
	left, err := w.left(ctx, tx)
	if err != nil {
		return credentials.Quote{}, err
	}
	var known []string
	rows, err := tx.Query(ctx, "select recipient from paid")
	if err == nil {
		known, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	q := credentials.Quote{Left: &left}
	for _, r := range recipients {
		if !slices.Contains(known, r) {
			q.Used++
		}
	}
	return q, err
}

func (w wallet) ExtendTx(ctx context.Context, tx pgx.Tx, _ access.Actor, _ credentials.Charge, from, to *time.Time) error {
	if to != nil && from != nil && to.Year() <= from.Year() {
		return nil
	}
	left, err := w.left(ctx, tx)
	if err == nil && left == 0 {
		return credentials.ErrExpiryCredits
	}
	if err == nil {
		_, err = tx.Exec(ctx, "update wallet set credits = credits - 1")
	}
	return err
}

func TestWithTwoCreditsTwoOfThreeArePublished(t *testing.T) {
	h := open(t)
	h.wallet(2)
	group := h.Group(h.By, "G", "")
	var ids []int64
	for _, email := range []string{"ada@example.org", "bob@example.org", "cy@example.org"} {
		ids = append(ids, h.Draft(issuingtest.Person(group, email[:3], email)).ID)
	}
	sel := credentialsearch.Selection{IDs: ids}
	check, err := h.CheckPublishing(t.Context(), h.By, sel)
	if err != nil || check.Count != 3 || check.NewRecipients != 3 || check.Mails != 3 || check.Credits.Used != 3 || *check.Credits.Left != 2 {
		t.Errorf("before: %+v, %v", check, err)
	}
	issued, refused := h.Issue(ids...)
	if len(issued) != 2 || len(refused) != 1 || refused[ids[2]] != lifecycle.ReasonNoCredit {
		t.Errorf("issued %d, refused %v", len(issued), refused)
	}
	left := h.read(ids[2])
	if left.State != credentials.Draft || left.PublishRefusal != lifecycle.ReasonNoCredit {
		t.Errorf("the third is %s because of %q", left.State, left.PublishRefusal)
	}
	// A recipient who is paid for costs nothing more, and a refused draft can be published once there are credits.
	more := h.Draft(issuingtest.Person(h.Group(h.By, "H", ""), "Ada", "ADA@example.org"))
	if issued, refused := h.Issue(more.ID); len(issued) != 1 {
		t.Errorf("the same recipient again is refused: %v", refused)
	}
	h.owner("update wallet set credits = 1")
	h.Issue(ids[2])
	if c := h.read(ids[2]); c.State != credentials.Published || c.PublishRefusal != "" {
		t.Errorf("it is %s because of %q", c.State, c.PublishRefusal)
	}
}

func TestATestCostsNothingAndGivesNothingBack(t *testing.T) {
	h := open(t)
	h.wallet(1)
	ctx := pg.WithMode(t.Context(), pg.Test)
	c, err := h.Create(ctx, h.By, issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org"))
	if err != nil || !c.Test {
		t.Fatalf("%+v, %v", c, err)
	}
	check, err := h.CheckPublishing(ctx, h.By, credentialsearch.Selection{IDs: []int64{c.ID}})
	if err != nil || check.Count != 1 || check.NewRecipients != 0 || check.Mails != 0 || check.Credits.Used != 0 {
		t.Errorf("before: %+v, %v", check, err)
	}
	issued, refused := h.Issue(c.ID)
	if len(issued) != 1 || issued[0].Mail {
		t.Errorf("issued %+v, refused %v", issued, refused)
	}
	err = pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
		_, err := h.UndoPublishTx(t.Context(), tx, h.By, []int64{c.ID})
		return err
	})
	if err != nil {
		t.Error(err)
	}
	err = pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
		left, err := (wallet{h}).left(t.Context(), tx)
		if left != 1 {
			t.Errorf("%d credits are left", left)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestOfTwoWhoPublishWithOneCreditOneDoes(t *testing.T) {
	h := open(t)
	h.wallet(1)
	group := h.Group(h.By, "G", "")
	ids := []int64{h.Draft(issuingtest.Person(group, "Ada", "ada@example.org")).ID, h.Draft(issuingtest.Person(group, "Bob", "bob@example.org")).ID}
	var all sync.WaitGroup
	for _, id := range ids {
		all.Go(func() { h.Issue(id) })
	}
	all.Wait()
	states := []string{string(h.read(ids[0]).State), string(h.read(ids[1]).State)}
	slices.Sort(states)
	if got := strings.Join(states, " "); got != "draft published" {
		t.Errorf("they are %s", got)
	}
}

func TestANewLastDayInANewPeriodCostsACredit(t *testing.T) {
	h := open(t)
	h.wallet(1)
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	in.ExpiredOn = optional.Set("2026-06-30")
	c := h.Draft(in)
	h.Issue(c.ID)
	extend := func(c credentials.Credential, day string) error {
		_, err := h.Update(t.Context(), h.By, c.EncodedID, credentials.Input{ExpiredOn: optional.Set(day)})
		return err
	}
	until := func(day string) error { return extend(c, day) }
	if err := until("2026-12-31"); err != nil {
		t.Errorf("within the period: %v", err)
	}
	for _, day := range []string{"2027-01-01", ""} {
		if err := until(day); !errors.Is(err, credentials.ErrExpiryCredits) {
			t.Errorf("until %q without a credit: %v", day, err)
		}
	}
	if got := h.read(c.ID); got.ExpiredOn == nil || got.ExpiredOn.Format(time.DateOnly) != "2026-12-31" {
		t.Errorf("it was moved to %v", got.ExpiredOn)
	}
	in.GroupID = h.Group(h.By, "Other", "")
	both := []credentials.Credential{c, h.Draft(in)}
	h.Issue(both[1].ID)
	h.owner("update wallet set credits = 1")
	var all sync.WaitGroup
	outcomes := make([]error, 2)
	for i := range outcomes {
		all.Go(func() { outcomes[i] = extend(both[i], "2027-05-01") })
	}
	all.Wait()
	if (outcomes[0] == nil) == (outcomes[1] == nil) {
		t.Errorf("of two with one credit: %v", outcomes)
	}
	draft := h.Draft(issuingtest.Person(h.Group(h.By, "H", ""), "Ada", "ada@example.org"))
	if _, err := h.Update(t.Context(), h.By, draft.EncodedID, credentials.Input{ExpiredOn: optional.Set("2040-01-01")}); err != nil {
		t.Errorf("a draft's last day: %v", err)
	}
}

// read reads one by its number.
func (h *house) read(id int64) (c credentials.Credential) {
	h.T.Helper()
	var ref string
	err := pg.InSystem(h.T.Context(), h.Pool, func(tx pgx.Tx) error {
		return tx.QueryRow(h.T.Context(), "select encoded_id from credentials where id = $1", id).Scan(&ref)
	})
	if err == nil {
		c, err = h.Read(h.T.Context(), h.By, ref)
	}
	if err != nil {
		h.T.Fatal(err)
	}
	return c
}

func TestWhatIsTakenBackGivesItsCreditBackOnce(t *testing.T) {
	h := open(t)
	h.wallet(2)
	group, other := h.Group(h.By, "G", ""), h.Group(h.By, "H", "")
	ada, bob, more := h.Draft(issuingtest.Person(group, "Ada", "Ada@example.org")), h.Draft(issuingtest.Person(group, "Bob", "bob@example.org")), h.Draft(issuingtest.Person(other, "Ada", "ada@example.org"))
	if issued, refused := h.Issue(ada.ID, bob.ID, more.ID); len(issued) != 3 {
		t.Fatalf("refused: %v", refused)
	}
	left := func() (n int) {
		err := pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), "select credits from wallet").Scan(&n)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	takeBack := func(fail error, ids ...int64) {
		t.Helper()
		err := pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
			gone, err := h.UndoPublishTx(t.Context(), tx, h.By, ids)
			if err == nil && !slices.Equal(gone, ids) {
				t.Errorf("%v of %v were taken back", gone, ids)
			}
			return errors.Join(err, fail)
		})
		if !errors.Is(err, fail) {
			t.Fatal(err)
		}
	}
	takeBack(errors.New("killed"), ada.ID, bob.ID)
	if n := left(); n != 0 {
		t.Errorf("%d credits came back of what was not taken back", n)
	}
	takeBack(nil, ada.ID, bob.ID)
	if n := left(); n != 1 || h.read(ada.ID).State != credentials.Revoked {
		t.Errorf("%d credits came back; want that of one recipient, as the other has another credential", n)
	}
	takeBack(nil, more.ID)
	if n := left(); n != 2 {
		t.Errorf("%d credits at the end; want 2", n)
	}
}

// owner runs SQL as the owner of the tables, who may also create some.
func (h *house) owner(sql string, args ...any) {
	h.T.Helper()
	ctx := h.T.Context()
	conn, err := pgx.Connect(ctx, h.Pool.Config().ConnString())
	if err != nil {
		h.T.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, sql, args...); err != nil {
		h.T.Fatalf("%.60s: %v", sql, err)
	}
}
