package spreadsheets

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// shown is what a number represents according to its format.
type shown int

const (
	asNumber shown = iota
	asDate
	asDateTime
	asPercent
)

// builtInDates are the built-in date formats of all files: the general ones, and those of East Asia.
func builtInDates(id int) shown {
	switch {
	case id >= 14 && id <= 17, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 54, id >= 57 && id <= 58:
		return asDate
	case id == 22:
		return asDateTime
	case id == 9 || id == 10:
		return asPercent
	}
	return asNumber
}

// unspoken matches the literal parts of a format: quoted text, escaped characters, colours and locales.
var unspoken = regexp.MustCompile(`"[^"]*"|\\.|_.|\*.|\[[^\]]*\]`)

// shownAs interprets a format: with a year or a day the number is a date, and with an hour a time of that day.
func shownAs(id int, code string) shown {
	if code == "" {
		return builtInDates(id)
	}
	first, _, _ := strings.Cut(strings.ToLower(code), ";")
	if first == "general" {
		return asNumber
	}
	plain := unspoken.ReplaceAllString(first, "")
	switch date := strings.ContainsAny(plain, "yd"); {
	case date && strings.ContainsAny(plain, "hs"):
		return asDateTime
	case date:
		return asDate
	case strings.Contains(plain, "%"):
		return asPercent
	}
	return asNumber
}

// number formats a number as its format shows it, and dates unambiguously.
func number(v float64, as shown, from1904 bool) string {
	switch as {
	case asDate, asDateTime:
		at, ok := serial(v, from1904)
		switch {
		case !ok:
		case as == asDate || at.Equal(at.Truncate(24*time.Hour)):
			return at.Format(time.DateOnly)
		default:
			return at.Format(time.DateTime)
		}
	case asPercent:
		return general(v*100) + "%"
	}
	return general(v)
}

// general formats 15 significant digits, as spreadsheet programs do: 0.1+0.2 is 0.3.
func general(v float64) string {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64)
	if err != nil {
		short = v
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}

// serial converts a number of days to a time. Spreadsheets treat 1900 as a leap year.
func serial(v float64, from1904 bool) (time.Time, bool) {
	const lastDay = 2_958_465 // 9999-12-31
	if v < 1 && !from1904 || v < 0 || v > lastDay {
		return time.Time{}, false
	}
	zero := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		zero = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case v < 60:
		zero = zero.AddDate(0, 0, 1)
	}
	days, part := math.Modf(v)
	return zero.AddDate(0, 0, int(days)).Add(time.Duration(math.Round(part*86400)) * time.Second), true
}
