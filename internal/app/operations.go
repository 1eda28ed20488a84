package app

import (
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/approvals"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/claims"
	"laurel/internal/operations/downloads"
	"laurel/internal/operations/exports"
	"laurel/internal/operations/imports"
	"laurel/internal/operations/moves"
	"laurel/internal/operations/people"
	"laurel/internal/operations/prerequisites"
	"laurel/internal/operations/schedules"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/secrets"
	"laurel/internal/reach/webhooks"
)

// common are parts that many services share, used only while the services are created.
type common struct {
	queue    *jobs.Queue
	keyring  *secrets.Keyring
	audit    *audit.Log
	webhooks webhooks.Recorder
	starters *starters.Reader
}

// joinOperations creates the services that work on many credentials.
func (a *App) joinOperations(c common) {
	a.Bulk = bulk.New(bulk.Deps{
		Pool: a.Pool, Audit: c.audit, Search: a.Search, Authoring: a.Authoring, Publishing: a.Publishing, Operations: a.Operations,
	})
	a.Approvals = approvals.New(approvals.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: c.audit, Search: a.Search, Publishing: a.Publishing, Bulk: a.Bulk, Starters: c.starters, Outbox: a.Outbox,
		Links: a.Links,
	})
	a.Downloads = downloads.New(downloads.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: c.audit, Operations: a.Operations, Credentials: a.Credentials, Search: a.Search, Documents: a.Documents,
		Badges: a.Badges, Throttle: a.Throttle, Keyring: c.keyring,
	})
	a.Exports = exports.New(exports.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: c.audit, Operations: a.Operations, Credentials: a.Credentials, Search: a.Search, Attributes: a.Attributes, Outbox: a.Outbox,
		Files: pieces{a.Objects}, Keyring: c.keyring, Links: a.Links,
	})
	a.Imports = imports.New(imports.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: c.audit, Queue: c.queue, Files: a.Objects, Attributes: a.Attributes, Groups: a.Groups,
		Authoring: a.Authoring, Images: a.Uploads, Publishing: a.Publishing, Evidence: a.Evidence, Starters: c.starters, Operations: a.Operations,
		Webhooks: c.webhooks, Log: a.Log,
	})
	a.Claims = claims.New(claims.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: c.audit, Publishing: a.Publishing, Credentials: a.Credentials, Outbox: a.Outbox, Throttle: a.Throttle, Captcha: a.Captcha, Links: a.Links,
		Keyring: c.keyring,
	})
	a.People = people.New(people.Deps{
		Pool: a.Pool, Credentials: a.Credentials, Authoring: a.Authoring, Lifecycle: a.Lifecycle, Audit: c.audit, Outbox: a.Outbox, Queue: c.queue,
		Links: a.Links, Clock: a.Clock, Throttle: a.Throttle, Evidence: a.Evidence,
	})
	a.Downloads.OnRecipient(a.People.WriteArchive)
	a.Prerequisites = prerequisites.New(prerequisites.Deps{Pool: a.Pool, Clock: a.Clock, Queue: c.queue, Publishing: a.Publishing, Texts: a.Texts})
	a.Schedules = schedules.New(schedules.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: c.audit, Credentials: a.Credentials, Senders: a.Senders, Outbox: a.Outbox, Links: a.Links,
	})
	a.Organizations.OnRestored(a.Schedules.RestoreTx)
	a.Moves = moves.New(moves.Deps{
		Pool: a.Pool, Clock: a.Clock, Audit: c.audit, Operations: a.Operations, Starters: c.starters, Organizations: a.Organizations,
		Elsewhere: groups.CloneServices{Departments: a.Departments, Attributes: a.Attributes, Designs: a.Designs, Fonts: a.Fonts},
	})
}
