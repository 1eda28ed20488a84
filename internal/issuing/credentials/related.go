package credentials

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

// Related is a credential that another one renews, or that renews it.
type Related struct {
	ID         int64
	UUID       uuid.UUID
	State      State
	Private    bool
	PrivateKey string
}

// withRelated returns the credential that was read, with the one that it renews and the newest one that renews it.
func (s store) withRelated(read []Credential, related []byte, err error) (Credential, error) {
	if err != nil {
		return Credential{}, err
	}
	c := read[0]
	if string(related) == "[]" { // as most are
		return c, nil
	}
	var rows []struct {
		ID         int64     `json:"id"`
		UUID       uuid.UUID `json:"uuid"`
		State      State     `json:"state"`
		Private    bool      `json:"private"`
		PrivateKey string    `json:"private_key"`
		Newer      bool      `json:"newer"`
	}
	if err := json.Unmarshal(related, &rows); err != nil {
		return Credential{}, fmt.Errorf("read renewals: %w", err)
	}
	for _, r := range rows {
		one := &Related{r.ID, r.UUID, r.State, r.Private, s.keys.open(r.UUID, r.PrivateKey)}
		if r.Newer {
			c.SupersededBy = one
		} else {
			c.Supersedes = one
		}
	}
	return c, nil
}

// Key is the key that a link to a related credential must contain: "" unless it is private.
func (r Related) Key() string {
	if r.Private {
		return r.PrivateKey
	}
	return ""
}
