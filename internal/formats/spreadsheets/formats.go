package spreadsheets

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// shown is what a number stands for by its format.
type shown int

const (
	asNumber shown = iota
	asDate
	asDateTime
	asPercent
)

// builtInDates are the formats of dates that every file has: those of all languages, and those of East Asia.
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

// unspoken is what a format says literally: quoted text, escaped characters, colours and languages.
var unspoken = regexp.MustCompile(`"[^"]*"|\\.|_.|\*.|\[[^\]]*\]`)

// shownAs reads a format: with a year or a day in it the number is a date, with an hour as well a time of that day.
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

// number writes a number as its format shows it, dates in the one way that has only one meaning.
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

// general shows 15 digits, as spreadsheet programs do: 0.1+0.2 is 0.3.
func general(v float64) string {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64)
	if err != nil {
		short = v
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}

// serial is the moment that a number of days stands for. Spreadsheets believe that 1900 had a 29th of February.
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
