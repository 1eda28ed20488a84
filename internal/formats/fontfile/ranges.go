package fontfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Range is an inclusive range of code points.
type Range struct{ From, To rune }

// Ranges are disjoint ranges in ascending order.
type Ranges []Range

// Has reports whether the ranges contain a code point.
func (r Ranges) Has(c rune) bool {
	_, found := slices.BinarySearchFunc(r, c, func(run Range, c rune) int {
		switch {
		case run.To < c:
			return -1
		case run.From > c:
			return 1
		}
		return 0
	})
	return found
}

// String formats the ranges as a CSS unicode-range.
func (r Ranges) String() string {
	var b strings.Builder
	for i, run := range r {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "U+%X", run.From)
		if run.To > run.From {
			fmt.Fprintf(&b, "-%X", run.To)
		}
	}
	return b.String()
}

// ParseRanges parses the format of String.
func ParseRanges(text string) (Ranges, error) {
	var all Ranges
	for part := range strings.SplitSeq(text, ",") {
		from, to, run := strings.Cut(strings.TrimPrefix(strings.TrimSpace(part), "U+"), "-")
		if !run {
			to = from
		}
		first, err := strconv.ParseInt(from, 16, 32)
		if err != nil {
			return nil, fmt.Errorf("read unicode-range %q: %w", part, err)
		}
		last, err := strconv.ParseInt(to, 16, 32)
		if err != nil {
			return nil, fmt.Errorf("read unicode-range %q: %w", part, err)
		}
		all = append(all, Range{rune(first), rune(last)})
	}
	return all, nil
}

// Join returns the union of the characters of several fonts.
func Join(all ...Ranges) Ranges {
	runs := slices.Concat(all...)
	slices.SortFunc(runs, func(a, b Range) int { return int(a.From - b.From) })
	var out Ranges
	for _, run := range runs {
		if last := len(out) - 1; last >= 0 && run.From <= out[last].To+1 {
			out[last].To = max(out[last].To, run.To)
			continue
		}
		out = append(out, run)
	}
	return out
}

// builder merges ascending characters into ranges.
type builder struct{ ranges Ranges }

func (b *builder) add(c rune) {
	if last := len(b.ranges) - 1; last >= 0 && b.ranges[last].To == c-1 {
		b.ranges[last].To = c
		return
	}
	b.ranges = append(b.ranges, Range{c, c})
}

// Intersect returns the characters in both ranges.
func (r Ranges) Intersect(other Ranges) Ranges {
	var out Ranges
	for i, k := 0, 0; i < len(r) && k < len(other); {
		from, to := max(r[i].From, other[k].From), min(r[i].To, other[k].To)
		if from <= to {
			out = append(out, Range{from, to})
		}
		if r[i].To < other[k].To {
			i++
		} else {
			k++
		}
	}
	return out
}
