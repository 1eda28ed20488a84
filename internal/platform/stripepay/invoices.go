package stripepay

import (
	"context"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// Invoice is an invoice that Stripe has finalized. Amounts are in the smallest unit of the currency.
type Invoice struct {
	ID, Customer, Number, Status, Currency string
	Lines                                  []Line
	Subtotal, Discount, Tax, Total         int64
	ReverseCharge                          bool // the buyer owes the tax
	Buyer                                  Buyer
	PlanID                                 int64 // 0: for none of our prices
	PeriodStart, PeriodEnd                 time.Time
	FinalizedAt, DueAt, PaidAt             time.Time
	URL                                    string // of the page where it is paid
	CreditNotes                            []CreditNote
}

// Line is a line of an invoice.
type Line struct {
	Text     string
	Quantity int64
	Amount   int64
}

// CreditNote takes back an invoice, or a part of it.
type CreditNote struct {
	ID, Reason           string
	Subtotal, Tax, Total int64
	At                   time.Time
}

// Invoice reads an invoice. A draft has a zero FinalizedAt. It returns ErrGone.
func (c *Client) Invoice(ctx context.Context, id string) (Invoice, error) {
	i, err := c.api.V1Invoices.Retrieve(ctx, id, &stripe.InvoiceRetrieveParams{})
	if err != nil {
		return Invoice{}, refusal("read invoice", err)
	}
	out := invoiceOf(i)
	if i.Lines != nil {
		if err := c.readLines(ctx, i, &out); err != nil {
			return Invoice{}, err
		}
	}
	if i.PostPaymentCreditNotesAmount+i.PrePaymentCreditNotesAmount == 0 {
		return out, nil
	}
	for n, err := range c.api.V1CreditNotes.List(ctx, &stripe.CreditNoteListParams{Invoice: &id}).All(ctx) {
		if err != nil {
			return Invoice{}, refusal("list credit notes", err)
		}
		if n.Status == stripe.CreditNoteStatusIssued {
			out.CreditNotes = append(out.CreditNotes, CreditNote{n.ID, string(n.Reason), n.Total - taxOfNote(n), taxOfNote(n), n.Total, when(n.Created)})
		}
	}
	return out, nil
}

func taxOfNote(n *stripe.CreditNote) (sum int64) {
	for _, t := range n.TotalTaxes {
		sum += t.Amount
	}
	return sum
}

func finalized(i *stripe.Invoice) time.Time {
	if i.StatusTransitions == nil {
		return time.Time{}
	}
	return when(i.StatusTransitions.FinalizedAt)
}

func invoiceOf(i *stripe.Invoice) Invoice {
	out := Invoice{
		ID: i.ID, Number: i.Number, Status: string(i.Status), Currency: upper(string(i.Currency)), Subtotal: i.SubtotalExcludingTax, Total: i.Total,
		ReverseCharge: i.CustomerTaxExempt != nil && *i.CustomerTaxExempt == stripe.CustomerTaxExemptReverse,
		Buyer:         Buyer{Name: i.CustomerName, Email: i.CustomerEmail}, FinalizedAt: finalized(i), DueAt: when(i.DueDate), URL: i.HostedInvoiceURL,
	}
	if i.Customer != nil {
		out.Customer = i.Customer.ID
	}
	if i.StatusTransitions != nil {
		out.PaidAt = when(i.StatusTransitions.PaidAt)
	}
	if a := i.CustomerAddress; a != nil {
		b := &out.Buyer
		b.Line1, b.Line2, b.PostalCode, b.City, b.State, b.Country = a.Line1, a.Line2, a.PostalCode, a.City, a.State, a.Country
	}
	if len(i.CustomerTaxIDs) > 0 {
		out.Buyer.TaxID = i.CustomerTaxIDs[0].Value
	}
	for _, d := range i.TotalDiscountAmounts {
		out.Discount += d.Amount
	}
	for _, t := range i.TotalTaxes {
		out.Tax += t.Amount
		out.ReverseCharge = out.ReverseCharge || string(t.TaxabilityReason) == "reverse_charge"
	}
	return out
}

// readLines reads the lines, the plan that the dearest of them is for, and the time that it is for.
func (c *Client) readLines(ctx context.Context, i *stripe.Invoice, out *Invoice) error {
	var dearest *stripe.InvoiceLineItem
	add := func(line *stripe.InvoiceLineItem) {
		out.Lines = append(out.Lines, Line{line.Description, max(line.Quantity, 1), line.Amount})
		if line.Pricing != nil && line.Pricing.PriceDetails != nil && line.Amount >= 0 && (dearest == nil || line.Amount >= dearest.Amount) {
			dearest = line
		}
	}
	if !i.Lines.HasMore {
		for _, line := range i.Lines.Data {
			add(line)
		}
	} else {
		for line, err := range c.api.V1Invoices.ListLines(ctx, &stripe.InvoiceListLinesParams{Invoice: &i.ID}).All(ctx) {
			if err != nil {
				return refusal("list lines", err)
			}
			add(line)
		}
	}
	if dearest == nil {
		return nil
	}
	if p := dearest.Period; p != nil {
		out.PeriodStart, out.PeriodEnd = when(p.Start), when(p.End)
	}
	price, err := c.api.V1Prices.Retrieve(ctx, dearest.Pricing.PriceDetails.Price.ID, &stripe.PriceRetrieveParams{})
	if err != nil {
		return refusal("read price", err)
	}
	out.PlanID = planOf(price)
	return nil
}

func upper(s string) string { return strings.ToUpper(s) }
