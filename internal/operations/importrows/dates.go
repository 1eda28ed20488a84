package importrows

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The date formats of a column.
const (
	datesNone      = "none"
	datesClear     = "clear" // each has one meaning
	datesDMY       = "dmy"
	datesMDY       = "mdy"
	datesAmbiguous = "ambiguous"
)

var (
	yearFirst = regexp.MustCompile(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$`)
	yearLast  = regexp.MustCompile(`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:,? \d{1,2}:\d{2}.*)?$`)
)

// spoken are the date layouts with an English month name.
var spoken = []string{"January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006", "2-Jan-2006", "January 2 2006"}

// readDate parses a date. order is the order of day and month for dates that can be read both ways. It returns the code of the problem
// if the date is invalid or ambiguous.
func readDate(text, order string) (time.Time, string) {
	if m := yearFirst.FindStringSubmatch(text); m != nil {
		return day(m[1], m[2], m[3])
	}
	if m := yearLast.FindStringSubmatch(text); m != nil {
		dmy, wrongDMY := day(m[3], m[2], m[1])
		mdy, wrongMDY := day(m[3], m[1], m[2])
		switch {
		case order == datesDMY:
			return dmy, wrongDMY
		case order == datesMDY:
			return mdy, wrongMDY
		case wrongDMY != "" && wrongMDY != "":
			return time.Time{}, wrongDMY
		case wrongMDY != "" || dmy.Equal(mdy):
			return dmy, ""
		case wrongDMY != "":
			return mdy, ""
		}
		return time.Time{}, "ambiguous_date"
	}
	for _, form := range spoken {
		if d, err := time.Parse(form, text); err == nil {
			return d, ""
		}
	}
	return time.Time{}, "invalid_date"
}

func day(year, month, dayOfMonth string) (time.Time, string) {
	y, _ := strconv.Atoi(year) // the patterns let digits through alone
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(dayOfMonth)
	at := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < 1900 || int(at.Month()) != m || at.Day() != d {
		return time.Time{}, "invalid_date"
	}
	return at, ""
}

// dateCount counts the date formats of one column's values.
type dateCount struct{ clear, dmy, mdy, both, other int }

func (c *dateCount) see(text string) {
	if m := yearLast.FindStringSubmatch(text); m != nil {
		dmy, wrongDMY := day(m[3], m[2], m[1])
		mdy, wrongMDY := day(m[3], m[1], m[2])
		switch {
		case wrongDMY != "" && wrongMDY != "":
			c.other++
		case wrongMDY != "":
			c.dmy++
		case wrongDMY != "":
			c.mdy++
		case dmy.Equal(mdy):
			c.clear++
		default:
			c.both++
		}
		return
	}
	if !strings.ContainsAny(text, "-/. ") { // most texts are no dates; do not try each form on them
		c.other++
		return
	}
	if _, wrong := readDate(text, ""); wrong != "" {
		c.other++
		return
	}
	c.clear++
}

// verdict returns the date format of a column. One value with a day after the 12th determines the order for the whole column, unless
// other values contradict it.
func (c *dateCount) verdict() string {
	dates := c.clear + c.dmy + c.mdy + c.both
	switch {
	case dates == 0 || c.other > dates:
		return datesNone
	case c.dmy > 0 && c.mdy > 0:
		return datesAmbiguous
	case c.dmy > 0:
		return datesDMY
	case c.mdy > 0:
		return datesMDY
	case c.both > 0:
		return datesAmbiguous
	}
	return datesClear
}
