package wire

import (
	"time"

	"laurel/internal/supplements/references"
)

// ReferenceReply is a response with one reference.
type ReferenceReply struct {
	Reference ReferenceOut `json:"reference"`

	Warned
}

// ReferencesReply is a response with all references of a credential.
type ReferencesReply struct {
	References []ReferenceOut `json:"references"`
}

// ReferenceOut is one reference.
type ReferenceOut struct {
	ID           int64            `json:"id"`
	Description  string           `json:"description"`
	Relationship *string          `json:"relationship"`
	Approve      bool             `json:"approve"`
	Referee      refereeOut       `json:"referee"`
	Position     int              `json:"position"`
	State        references.State `json:"state"`
	AskedBy      references.Side  `json:"asked_by"`
	Requested    bool             `json:"requested"` // by mail; the words are the referee's own
	Message      string           `json:"message"`
	Rejection    string           `json:"rejection_reason"`
	CreatedAt    time.Time        `json:"created_at"`
	UpdatedAt    time.Time        `json:"updated_at"`
	RequestedAt  *time.Time       `json:"requested_at"`
	ExpiresAt    *time.Time       `json:"expires_at"`
	SubmittedAt  *time.Time       `json:"submitted_at"`
	DecidedAt    *time.Time       `json:"decided_at"`
}

// refereeOut has the fields that different clients expect. A referee belongs to one reference, so both have the same ID.
type refereeOut struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Email       *string `json:"email"`
	Title       *string `json:"title"`
	URL         *string `json:"url"`
	Avatar      *string `json:"avatar"`
	AvatarImage *string `json:"avatar_image_url"`
}

// ReferenceOf returns a reference, or err.
func ReferenceOf(r references.Reference, err error) (ReferenceReply, error) {
	if err != nil {
		return ReferenceReply{}, err
	}
	return ReferenceReply{Reference: referenceOut(r)}, nil
}

// ReferencesOf returns references, or err.
func ReferencesOf(all []references.Reference, err error) (ReferencesReply, error) {
	if err != nil {
		return ReferencesReply{}, err
	}
	out := make([]ReferenceOut, len(all))
	for n, r := range all {
		out[n] = referenceOut(r)
	}
	return ReferencesReply{out}, nil
}

func referenceOut(r references.Reference) ReferenceOut {
	avatar := Some(r.Referee.Avatar)
	return ReferenceOut{
		ID: r.ID, Description: r.Text, Relationship: Some(string(r.Relationship)), Approve: r.State == references.Approved, Position: r.Position,
		Referee: refereeOut{r.ID, r.Referee.Name, Some(r.Referee.Email), Some(r.Referee.Title), Some(r.Referee.URL), avatar, avatar},
		State:   r.State, AskedBy: r.AskedBy, Requested: r.RequestedAt != nil, Message: r.Message, Rejection: r.Rejection,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, RequestedAt: r.RequestedAt, ExpiresAt: r.ExpiresAt, SubmittedAt: r.SubmittedAt,
		DecidedAt: r.DecidedAt,
	}
}
