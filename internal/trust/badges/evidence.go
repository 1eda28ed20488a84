package badges

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"laurel/internal/platform/links"
	"laurel/internal/supplements/evidence"
)

type evidence3 struct {
	ID        string   `json:"id,omitempty"`
	Type      []string `json:"type"`
	Name      string   `json:"name"`
	Narrative string   `json:"narrative,omitempty"`
	Genre     string   `json:"genre,omitempty"`
}

// evidenceOf returns the Open Badges form of an item. Its id is the URL of the file or link; an item with text only has no id.
func evidenceOf(i evidence.Item, l links.Links) evidence3 {
	out := evidence3{Type: []string{"Evidence"}, Name: clean(i.Title), Narrative: clean(narrative(i)), Genre: string(i.Category), ID: whole(i.Link)}
	if i.File != nil {
		out.ID = l.EvidenceFile(i.UUID.String(), "")
	}
	return out
}

// narrative returns the text of an item: its narrative, followed by its grade, transcript, duration and text.
func narrative(i evidence.Item) string {
	parts := []string{}
	if i.Narrative != "" {
		parts = append(parts, i.Narrative)
	}
	c := i.Content
	if c.Grade != nil {
		parts = append(parts, strconv.FormatFloat(*c.Grade, 'f', -1, 64)+"%")
	}
	for _, r := range c.Transcript {
		parts = append(parts, r.Subject+": "+r.Grade)
	}
	if d := c.Duration; d != nil && d.Start+d.End != "" {
		parts = append(parts, d.Start+" - "+d.End)
	}
	if c.Text != "" {
		parts = append(parts, evidence.PlainText(c.Text))
	}
	return strings.Join(parts, "\n")
}

// mostAlike limits how many identical entries a badge contains. Identical entries without an id make canonicalization too slow to sign,
// and add no information.
const mostAlike = 8

// few removes identical entries beyond mostAlike.
func few[T any](all []T) []T {
	times := map[string]int{}
	return slices.DeleteFunc(all, func(one T) bool {
		said := fmt.Sprintf("%#v", one)
		times[said]++
		return times[said] > mostAlike
	})
}
