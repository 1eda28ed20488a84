// Package webhooks delivers a department's events to other programs. It makes them of credential events, and services of other objects
// record them in the transaction of their change. It signs them, retries them until they arrive, and keeps the results.
package webhooks

import (
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
)

// The limits.
const (
	MaxPerDepartment = 20
	SecretPrefix     = "laurel_whsec_"

	// Overlap is how long the old secret stays valid after a rotation.
	Overlap = 24 * time.Hour
	// Lifetime is how long events and their deliveries are kept.
	Lifetime = 30 * 24 * time.Hour
	// Patience is how long a receiver may fail before its webhook is paused.
	Patience = 72 * time.Hour

	maxURL         = 2048
	maxDescription = 255
	apiVersion     = "v1"
)

// Test is the type of a test event without data.
const Test = "webhook.test"

// Types lists the event types that a webhook may subscribe to.
var Types = []string{
	"credential.in_progress", "credential.published", "credential.updated", "credential.expired", "credential.suspended", "credential.reinstated", "credential.revoked",
	"credential.deleted", "credential.viewed", "credential.shared", "email.bounced", "evidence.submitted", "name_change.created",
	"name_change.decided", "import.finished", "design.updated", "invoice.paid", "credit.low", "subscription.changed",
}

// State is whether events are sent.
type State string

// The states. Events that occur while a webhook is paused are not sent later.
const (
	Active State = "active"
	Paused State = "paused"
)

// The reasons for a pause.
const (
	ByPerson = "person"
	Failing  = "failing"
)

// Webhook is a subscription of a URL to events of a department.
type Webhook struct {
	ID            int64
	URL           string
	Description   string
	Events        []string
	State         State
	PausedReason  string // "" while it is active
	APIVersion    string
	RotatingUntil *time.Time // the old secret signs as well
	FailingSince  *time.Time
	CreatedBy     string
	CreatedAt     time.Time
	UpdatedAt     time.Time
	LastStatus    *int   // of the latest answer
	LastError     string // why there was none
	LastAt        *time.Time
}

// Input holds the fields of a webhook; unset fields keep their value.
type Input struct {
	URL         optional.Value[string]
	Description optional.Value[string]
	Events      optional.Value[[]string]
	State       optional.Value[string]
}

// into applies the input to a webhook and returns field errors.
func (in Input) into(w *Webhook) error {
	var wrong errs.Fields
	w.URL, w.Description = strings.TrimSpace(or(in.URL, w.URL)), strings.TrimSpace(or(in.Description, w.Description))
	if code := wrongURL(w.URL); code != "" {
		wrong.Add("url", code, "max", maxURL)
	}
	if utf8.RuneCountInString(w.Description) > maxDescription {
		wrong.Add("description", "too_long", "max", maxDescription)
	}
	w.Events = inOrder(or(in.Events, w.Events))
	switch strange := slices.IndexFunc(w.Events, func(e string) bool { return !slices.Contains(Types, e) }); {
	case len(w.Events) == 0:
		wrong.Add("events", "required")
	case strange >= 0:
		wrong.Add("events", "not_one_of", "values", strings.Join(Types, ", "))
	}
	switch state := State(or(in.State, string(w.State))); {
	case state != Active && state != Paused:
		wrong.Add("state", "not_one_of", "values", "active, paused")
	case state != w.State:
		w.State, w.PausedReason = state, map[State]string{Paused: ByPerson}[state]
	}
	return wrong.Err()
}

func wrongURL(text string) string {
	at, err := url.Parse(text)
	switch {
	case text == "":
		return "required"
	case utf8.RuneCountInString(text) > maxURL:
		return "too_long"
	case err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Hostname() == "" || at.User != nil:
		return "webhook.not_a_url"
	}
	return ""
}

// inOrder sorts events in the order of Types; unknown ones come last.
func inOrder(events []string) []string {
	sorted := slices.Clone(events)
	slices.SortStableFunc(sorted, func(a, b string) int {
		return place(a) - place(b)
	})
	return slices.Compact(sorted)
}

func place(event string) int {
	if at := slices.Index(Types, event); at >= 0 {
		return at
	}
	return len(Types)
}

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states of a delivery.
const (
	Pending   DeliveryState = "pending"
	Delivered DeliveryState = "delivered"
	Failed    DeliveryState = "failed"
)

// Delivery is the delivery of one event to one webhook.
type Delivery struct {
	ID          int64
	EventID     uuid.UUID
	Type        string
	SubjectKind string
	SubjectID   int64
	OccurredAt  time.Time
	State       DeliveryState
	Attempts    int
	NextAt      *time.Time // of a pending one that was tried before
	LastStatus  *int
	LastError   string
	LastMS      *int
	TriedAt     *time.Time
	CreatedAt   time.Time

	Body  string // as it is sent; "" before the first attempt. Lists leave it out, as they do Tries
	Tries []Attempt
}

// Attempt is one attempt with its result.
type Attempt struct {
	At     time.Time `json:"at"`
	Status *int      `json:"status"`
	Error  string    `json:"error"`
	MS     int       `json:"ms"`
	Answer string    `json:"answer"` // its beginning
}

// Filter selects deliveries.
type Filter struct {
	State  string
	Type   string
	Since  *time.Time
	Until  *time.Time
	Oldest bool // the oldest first
}

func (f Filter) validate() error {
	var wrong errs.Fields
	if f.State != "" && !slices.Contains([]DeliveryState{Pending, Delivered, Failed}, DeliveryState(f.State)) {
		wrong.Add("state", "not_one_of", "values", "pending, delivered, failed")
	}
	if f.Type != "" && f.Type != Test && !slices.Contains(Types, f.Type) {
		wrong.Add("type", "not_one_of", "values", strings.Join(append(slices.Clone(Types), Test), ", "))
	}
	return wrong.Err()
}
