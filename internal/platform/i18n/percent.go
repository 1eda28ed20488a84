package i18n

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Percent formats a percentage, such as a grade, with at most two decimals: "92.5%", "92,5 %". Digits are 0 to 9 in every language, as
// in browsers.
func Percent(code string, percent float64) string {
	tag, err := language.Parse(code + "-u-nu-latn")
	if err != nil {
		tag = language.English
	}
	return message.NewPrinter(tag).Sprint(number.Percent(percent/100, number.MaxFractionDigits(2)))
}
