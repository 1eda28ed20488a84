package i18n

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Number formats a whole number with separators: "12,345", "12.345". Digits are 0 to 9 in every language, as in browsers.
func Number(code string, n int64) string {
	tag, err := language.Parse(code + "-u-nu-latn")
	if err != nil {
		tag = language.English
	}
	return message.NewPrinter(tag).Sprint(number.Decimal(n))
}
