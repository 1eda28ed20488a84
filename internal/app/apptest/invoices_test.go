package apptest_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// invoiced is a Laurel whose departments pay by manual invoice.
func invoiced(t *testing.T) *shop {
	t.Helper()
	w := apptest.NewWith(t, sellerSettings(t, "manual"))
	s := &shop{World: w, owner: w.Issuer("owner")}
	s.plans = priceList(t, w)
	return s
}

func TestAManualInvoiceGivesCreditsOnceWhenItIsPaid(t *testing.T) {
	t.Parallel()
	s := invoiced(t)
	s.choose(t, "School")
	s.choose(t, "School") // asked twice: one invoice
	open := s.owner.Get("/v2/billing/invoices?state=open").OK()
	if open.Int("meta.total_count") != 1 || open.Int("invoices.0.total") != 11900 || s.credits() != 0 {
		t.Fatalf("open: %s", open.Body)
	}
	var all sync.WaitGroup
	refused := make(chan error, 4)
	for range 4 {
		all.Go(func() { refused <- s.App.Payments.MarkPaid(t.Context(), "LOOM-000001") })
	}
	all.Wait()
	close(refused)
	n := 0
	for err := range refused {
		if err != nil {
			n++
		}
	}
	if n != 3 || s.credits() != 100 || s.state() != "active" {
		t.Errorf("%d refused, %d credits, %s", n, s.credits(), s.state())
	}
	if mails := s.Number("select count(*) from mails where kind in ('invoice_issued', 'payment_receipt')"); mails != 2 {
		t.Errorf("%d emails", mails)
	}
	s.owner.Post("/v2/billing/payment_method/setup", nil).Refused(http.StatusConflict, "payments.no_cards")
	s.Issuer("stranger").Get(fmt.Sprintf("/v2/billing/invoices/%d", open.Int("invoices.0.id"))).Refused(http.StatusNotFound, "invoice.not_found")
	s.owner.Get("/v2/billing/invoices?state=lost").Want(http.StatusUnprocessableEntity)
}

func TestNumbersHaveNoGapsAndInvoicesAreNotEdited(t *testing.T) {
	t.Parallel()
	s := invoiced(t)
	var all sync.WaitGroup
	for n := range 8 {
		by := s.Issuer(fmt.Sprint("owner", n))
		all.Go(func() {
			if _, err := s.App.Payments.Bill(t.Context(), by.Department, s.plans["School"], nil); err != nil {
				t.Error(err)
			}
			if _, err := s.App.Payments.Bill(t.Context(), by.Department, 999, nil); err == nil {
				t.Error("billed a plan that does not exist")
			}
		})
	}
	all.Wait()
	if last, n := s.Number("select max(sequence) from billing_invoices"), s.Number("select count(distinct sequence) from billing_invoices"); last != 8 || n != 8 {
		t.Errorf("the last of %d is %d", n, last)
	}
	if err := s.App.Payments.CancelInvoice(t.Context(), "LOOM-000003"); err != nil {
		t.Fatal(err)
	}
	if s.Text("select number from billing_invoices where kind = 'credit_note' and corrects_id = (select id from billing_invoices where number = 'LOOM-000003')") != "LOOM-000009" {
		t.Error("no credit note corrects the invoice that was taken back")
	}
	if _, err := s.App.Pool.Exec(t.Context(), "update billing_invoices set total = 1"); err == nil {
		t.Error("the application can edit invoices")
	}
	if _, err := s.App.Pool.Exec(t.Context(), "delete from billing_invoices"); err == nil {
		t.Error("the application can delete invoices")
	}
}

func TestAManualPlanRenewsWithAnInvoiceAndIsPastDueWithoutPayment(t *testing.T) {
	t.Parallel()
	s := invoiced(t)
	s.choose(t, "School")
	if err := s.App.Payments.MarkPaid(t.Context(), "LOOM-000001"); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(366 * 24 * time.Hour)
	for range 3 {
		if err := s.App.Payments.WorkDue(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if s.Number("select count(*) from billing_invoices") != 2 || s.state() != "active" || s.credits() != 100 {
		t.Fatalf("%d invoices, %s, %d credits", s.Number("select count(*) from billing_invoices"), s.state(), s.credits())
	}
	s.Clock.Advance(15 * 24 * time.Hour)
	if err := s.App.Payments.WorkDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s.state() != "past_due" || s.Number("select count(*) from mails where kind = 'invoice_overdue'") != 1 {
		t.Errorf("it is %s", s.state())
	}
	if err := s.App.Payments.MarkPaid(t.Context(), "LOOM-000002"); err != nil {
		t.Fatal(err)
	}
	if s.state() != "active" || s.credits() != 200 {
		t.Errorf("%s, %d credits", s.state(), s.credits())
	}
}

func TestInvoicesAndReceiptsArePrintedInTheLanguageOfTheDepartment(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	s := invoiced(t)
	s.owner.Put("/v2/billing/payment_method", apptest.J{"details": apptest.J{"name": "Weavers [Guild]", "line1": "Loom Street 1", "country": "de"}}).OK()
	s.owner.Put("/v2/billing/payment_method", apptest.J{"details": apptest.J{"name": "", "country": "Germany"}}).Refused(http.StatusUnprocessableEntity, "field:country")
	s.choose(t, "School")
	at := fmt.Sprintf("/v2/billing/invoices/%d/pdf", s.owner.Get("/v2/billing/invoices").OK().Int("invoices.0.id"))
	s.owner.Get(at+"?kind=receipt").Refused(http.StatusNotFound, "invoice.not_found")
	s.owner.Get(at+"?kind=letter").Refused(http.StatusUnprocessableEntity, "field:kind")
	open := s.owner.Get(at).OK()
	keep(t, "invoice.pdf", open.Body)
	text, info := read(t, "pdftotext", string(open.Body)), read(t, "pdfinfo", string(open.Body))
	for _, want := range []string{"Invoice", "LOOM-000001", "Loom Ltd", "DE123456789", "Weavers [Guild]", "School", "100.00", "19.00", "119.00", "IBAN DE02"} {
		if !strings.Contains(text, want) {
			t.Errorf("the invoice misses %q:\n%s", want, text)
		}
	}
	if !strings.Contains(info, "Tagged:          yes") || !strings.Contains(info, "Title:           Invoice LOOM-000001") {
		t.Errorf("info:\n%s", info)
	}
	if err := s.App.Payments.MarkPaid(t.Context(), "LOOM-000001"); err != nil {
		t.Fatal(err)
	}
	receipt := s.owner.Get(at + "?kind=receipt").OK()
	keep(t, "receipt.pdf", receipt.Body)
	if text := read(t, "pdftotext", string(receipt.Body)); !strings.Contains(text, "Receipt") || !strings.Contains(text, "119.00") {
		t.Errorf("the receipt:\n%s", text)
	}

	s.Exec("update departments set language = 'ar'")
	other, err := s.App.Payments.Bill(t.Context(), s.owner.Department, s.plans["College"], nil)
	if err != nil {
		t.Fatal(err)
	}
	arabic := s.owner.Get(fmt.Sprintf("/v2/billing/invoices/%d/pdf", other.ID)).OK()
	keep(t, "ar.pdf", arabic.Body)
	if text := read(t, "pdftotext", string(arabic.Body)); !strings.Contains(text, "فاتورة") || !strings.Contains(text, "LOOM-000002") || strings.Contains(text, "Invoice") {
		t.Errorf("the Arabic invoice:\n%s", text)
	}
}

// keep writes a file for people to look at, if they asked for it.
func keep(t *testing.T, name string, data []byte) {
	t.Helper()
	if folder := os.Getenv("LAUREL_TEST_KEEP"); folder != "" {
		if err := os.WriteFile(folder+"/"+name, data, 0o600); err != nil {
			t.Error(err)
		}
	}
}
