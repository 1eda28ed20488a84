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

// evidenceOf writes an item of evidence. Its id is where it can be seen; what is words alone has none.
func evidenceOf(i evidence.Item, l links.Links) evidence3 {
	out := evidence3{Type: []string{"Evidence"}, Name: clean(i.Title), Narrative: clean(narrative(i)), Genre: string(i.Category), ID: whole(i.Link)}
	if i.File != nil {
		out.ID = l.EvidenceFile(i.UUID.String(), "")
	}
	return out
}

// narrative is what an item says: its words, and after them its grade, transcript, time or text.
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

// mostAlike is how many things without an address that say the same a badge holds: more could not be signed, since naming them
// takes too long, and they would say nothing more.
const mostAlike = 8

// few leaves out what is said more often than that.
func few[T any](all []T) []T {
	times := map[string]int{}
	return slices.DeleteFunc(all, func(one T) bool {
		said := fmt.Sprintf("%#v", one)
		times[said]++
		return times[said] > mostAlike
	})
}
