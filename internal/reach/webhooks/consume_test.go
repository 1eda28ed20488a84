package webhooks

import (
	"testing"

	"laurel/internal/issuing/events"
)

func TestCredentialEventsHaveTheTypesThatReceiversKnow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind    events.Type
		state   string
		changed []string
		want    string
	}{
		{events.Created, "published", nil, ""},
		{events.Created, "draft", nil, ""},
		{events.Published, "expired", nil, "credential.published"},
		{events.InProgress, "in_progress", nil, "credential.in_progress"},
		{events.Completed, "published", []string{"complete"}, "credential.published"},
		{events.Updated, "published", []string{"name"}, "credential.updated"},
		{events.Updated, "revoked", []string{"private"}, "credential.updated"},
		{events.Updated, "published", nil, ""},
		{events.Updated, "published", []string{"allow_supplemental"}, ""},
		{events.Updated, "draft", []string{"name"}, ""},
		{events.Moved, "published", []string{"group_id"}, "credential.updated"},
		{events.Moved, "scheduled", []string{"group_id"}, ""},
		{events.Scheduled, "scheduled", nil, ""},
		{events.Unscheduled, "draft", nil, ""},
		{events.Superseded, "published", nil, ""},
		{events.Expired, "expired", nil, "credential.expired"},
		{events.Suspended, "suspended", nil, "credential.suspended"},
		{events.Reinstated, "in_progress", nil, "credential.reinstated"},
		{events.Revoked, "revoked", nil, "credential.revoked"},
		{events.Deleted, "deleted", nil, "credential.deleted"},
		{events.Restored, "draft", nil, ""},
		{events.Restored, "revoked", nil, "credential.reinstated"},
		{events.Bounced, "draft", nil, "email.bounced"},
	} {
		if got := typeOf(events.Event{Change: events.Change{Type: c.kind, Changed: c.changed}, State: c.state}); got != c.want {
			t.Errorf("%s of a %s credential that changed %v: %q, want %q", c.kind, c.state, c.changed, got, c.want)
		}
	}
}
