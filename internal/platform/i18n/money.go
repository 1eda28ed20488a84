package i18n

import (
	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Money writes an amount in the smallest unit of a currency as a language writes numbers, followed by the code of the currency, as invoices
// do. Digits are Western ones, so that an invoice can be compared with a bank statement.
func Money(lang string, amount int64, code string) string {
	tag, err := language.Parse(lang)
	if err != nil {
		tag = language.English
	}
	if western, err := tag.SetTypeForKey("nu", "latn"); err == nil {
		tag = western
	}
	decimals, value := 2, float64(amount)
	if unit, err := currency.ParseISO(code); err == nil {
		decimals, _ = currency.Standard.Rounding(unit)
	}
	for range decimals {
		value /= 10
	}
	return message.NewPrinter(tag).Sprint(number.Decimal(value, number.Scale(decimals))) + "\u00a0" + code
}
