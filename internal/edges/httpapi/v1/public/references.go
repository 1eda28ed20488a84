package public

import (
	"time"

	"laurel/internal/supplements/references"
)

// Reference is the public form of a reference. It never contains the referee's email address.
type Reference struct {
	ID           int64      `json:"id"`
	Description  string     `json:"description"`
	Relationship *string    `json:"relationship"`
	Referee      Referee    `json:"referee"`
	At           *time.Time `json:"submitted_at"`
}

// Referee is the author of a reference.
type Referee struct {
	Name  string  `json:"name"`
	Title *string `json:"title"`
	URL   *string `json:"url"`
}

// Vouched adds the public references.
func (out Credential) Vouched(shown []references.Reference) Credential {
	out.References = make([]Reference, len(shown))
	for n, r := range shown {
		out.References[n] = Reference{
			ID: r.ID, Description: r.Text, Relationship: orNull(string(r.Relationship)), At: r.SubmittedAt,
			Referee: Referee{r.Referee.Name, orNull(r.Referee.Title), orNull(r.Referee.URL)},
		}
	}
	return out
}
