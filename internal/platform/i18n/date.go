package i18n

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dateForms are how dates are written. Source: Unicode CLDR, by web/scripts/build-dates.mjs.
//
//go:embed dates.json
var dateForms []byte

type dateForm struct {
	Form   string   `json:"form"`
	Months []string `json:"months"`
}

var dates = func() (forms map[string]dateForm) {
	if err := json.Unmarshal(dateForms, &forms); err != nil {
		panic(fmt.Sprintf("read dates.json: %v", err))
	}
	return forms
}()

// DateOf formats a date of the API, such as "2026-11-28", as Date does. Anything else stays as it is.
func DateOf(code, day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return Date(code, at)
}

// Date formats a day as browsers do in the language: "Nov 28, 2026", "28.11.2026". Digits are 0 to 9 in every language.
func Date(code string, day time.Time) string {
	f, ok := dates[code]
	if !ok {
		f = dates[Fallback]
	}
	return strings.NewReplacer(
		"{y}", strconv.Itoa(day.Year()), "{m}", f.Months[day.Month()-1], "{dd}", fmt.Sprintf("%02d", day.Day()), "{d}", strconv.Itoa(day.Day()),
	).Replace(f.Form)
}
