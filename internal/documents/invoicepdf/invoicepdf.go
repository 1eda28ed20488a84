// Package invoicepdf prints invoices, credit notes and receipts as tagged PDFs, in the language that they were issued in.
package invoicepdf

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"laurel/internal/documents/rendering"
	"laurel/internal/formats/pdf"
	"laurel/internal/issuing/payments"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/lru"
	"laurel/internal/platform/throttle"
)

// perDepartment limits printing. What was printed before is not limited.
var perDepartment = throttle.Rule{Name: "invoice_pdf.department", Limit: 120, Window: time.Hour}

// maxCached is the size of the cache of printed files, in bytes.
const maxCached = 16 << 20

// Deps are the dependencies of a Service.
type Deps struct {
	Renderer *rendering.Renderer
	Texts    *i18n.Bundle
	Throttle *throttle.Limiter
}

// Service prints invoices. Nothing in them changes, so the same invoice gives the same file.
type Service struct {
	Deps

	printed *lru.Cache[string, []byte]
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, lru.New[string, []byte](maxCached)} }

// File is a printed document.
type File struct {
	Name string
	Data []byte
}

// Print prints an invoice, or the receipt of one that was paid. It returns payments.ErrNotFound for the receipt of another one,
// throttle.ErrTooMany, and the errors of rendering.
func (s *Service) Print(ctx context.Context, i payments.Invoice, receipt bool) (File, error) {
	if receipt && (i.State != payments.Paid || i.Kind != payments.KindInvoice) {
		return File{}, payments.ErrNotFound
	}
	d := document{Invoice: i, receipt: receipt, text: func(key string, params map[string]any) string {
		return s.Texts.Text(i.Language, "payments.pdf."+key, params)
	}}
	out := File{Name: d.title() + " " + i.Number}
	key := fmt.Sprint(s.Renderer.Version(), " ", i.ID, " ", receipt, " ", i.State == payments.Void)
	var known bool
	if out.Data, known = s.printed.Get(key); known {
		return out, nil
	}
	if err := s.Throttle.Allow(ctx, perDepartment, strconv.FormatInt(i.DepartmentID, 10)); err != nil {
		return File{}, err
	}
	var err error
	if out.Data, err = s.render(ctx, d); err == nil {
		s.printed.Put(key, out.Data, len(out.Data))
	}
	return out, err
}

func (s *Service) render(ctx context.Context, d document) ([]byte, error) {
	width, height, err := rendering.Paper(paper, orientation)
	if err != nil {
		return nil, err
	}
	size := pdf.Millimetres(width, height)
	sheets := pdf.NewSheets(pdf.Grid{Paper: size, Card: size, Columns: 1, Rows: 1})
	for _, page := range s.Renderer.PDFs(ctx, d.jobs()) {
		if page.Err != nil {
			return nil, page.Err
		}
		if err := sheets.Add(page.Document); err != nil {
			return nil, fmt.Errorf("put a page into an invoice: %w", err)
		}
	}
	return sheets.File(pdf.Metadata{Title: d.title() + " " + d.Number, Author: d.Seller.Name, Language: d.Language, Issued: d.IssuedOn}), nil
}

// document is what is printed.
type document struct {
	payments.Invoice

	receipt bool
	text    func(key string, params map[string]any) string
}

func (d document) title() string {
	switch {
	case d.receipt:
		return d.text("receipt", nil)
	case d.Kind == payments.KindCreditNote:
		return d.text("creditNote", nil)
	}
	return d.text("invoice", nil)
}

func (d document) money(amount int64) string { return i18n.Money(d.Language, amount, d.Currency) }

func (d document) date(day time.Time) string { return i18n.Date(d.Language, day) }

// fact is a label with its value.
type fact struct{ label, value string }

func (d document) facts() []fact {
	all := []fact{{d.text("number", nil), d.Number}, {d.text("issuedOn", nil), d.date(d.IssuedOn)}}
	if d.Corrects != "" {
		all = append(all, fact{d.text("corrects", nil), d.Corrects})
	}
	if d.receipt && d.PaidAt != nil {
		all = append(all, fact{d.text("paidOn", nil), d.date(*d.PaidAt)})
	} else if d.DueOn != nil {
		all = append(all, fact{d.text("dueOn", nil), d.date(*d.DueOn)})
	}
	if d.PeriodStart != nil && d.PeriodEnd != nil {
		all = append(all, fact{d.text("period", nil), d.date(*d.PeriodStart) + " – " + d.date(d.PeriodEnd.AddDate(0, 0, -1))})
	}
	return all
}

func (d document) line(l payments.Line) string {
	switch {
	case l.Text != "":
		return l.Text
	case d.Kind == payments.KindCreditNote:
		return d.text("correction", map[string]any{"number": d.Corrects})
	}
	return d.text("unused", nil)
}

func (d document) totals() []fact {
	all := []fact{{d.text("subtotal", nil), d.money(d.Subtotal)}}
	if d.Discount != 0 {
		all = append(all, fact{d.text("discount", nil), d.money(-d.Discount)})
	}
	all = append(all, fact{d.text("tax", nil), d.money(d.Tax)})
	total := "total"
	if d.receipt {
		total = "paid"
	}
	return append(all, fact{d.text(total, nil), d.money(d.Total)})
}

// remarks are the sentences below the totals.
func (d document) remarks() string {
	var all []string
	switch d.TaxTreatment {
	case payments.ReverseCharge:
		all = append(all, d.text("reverseCharge", nil))
	case payments.Exempt:
		all = append(all, d.text("exempt", nil))
	}
	if d.Note != "" && !d.receipt && d.Kind == payments.KindInvoice {
		all = append(all, d.Note)
	}
	return strings.Join(all, "\n")
}

func (d document) seller() string {
	lines := append([]string{d.Seller.Name}, d.Seller.Address...)
	if d.Seller.TaxID != "" {
		lines = append(lines, d.text("taxID", map[string]any{"id": d.Seller.TaxID}))
	}
	return strings.Join(lines, "\n")
}

func (d document) buyer() string {
	b := d.Buyer
	lines := []string{b.Name, b.Line1, b.Line2, strings.TrimSpace(b.PostalCode + " " + b.City), b.Region, b.Country}
	if b.TaxID != "" {
		lines = append(lines, d.text("taxID", map[string]any{"id": b.TaxID}))
	}
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n")
}
