// Package workers unpacks jobs and hands them to the services. It decides nothing.
package workers

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/auditchain"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/sso"
	"laurel/internal/design/embeds"
	"laurel/internal/design/uploads"
	"laurel/internal/documents/documents"
	"laurel/internal/documents/documentstore"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/issuing/payments"
	"laurel/internal/messaging/bounces"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/operations/bulk"
	"laurel/internal/operations/claims"
	"laurel/internal/operations/downloads"
	"laurel/internal/operations/exports"
	"laurel/internal/operations/imports"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/people"
	"laurel/internal/operations/prerequisites"
	"laurel/internal/operations/publishing"
	"laurel/internal/operations/schedules"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/collector"
	"laurel/internal/platform/idempotency"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/reach/analytics"
	"laurel/internal/reach/passes"
	"laurel/internal/reach/reports"
	"laurel/internal/reach/webhooks"
	"laurel/internal/recipients/passkeys"
	"laurel/internal/recipients/profiles"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence"
	"laurel/internal/supplements/namechanges"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/imported"
	"laurel/internal/trust/oid4vci"
)

// Deps are the services that jobs call.
type Deps struct {
	Queue         *jobs.Queue
	Publishing    *publishing.Service
	Operations    *operations.Service
	Bulk          *bulk.Service
	Badges        *badges.Service
	Documents     *documents.Service
	Kept          *documentstore.Store
	Downloads     *downloads.Service
	Exports       *exports.Service
	Imports       *imports.Service
	Claims        *claims.Service
	People        *people.Service
	Events        *events.Log
	Prerequisites *prerequisites.Service
	Schedules     *schedules.Service
	Reports       *reports.Service
	APIKeys       *apikeys.Service
	AuditChain    *auditchain.Service
	Collector     collector.Collector // gets the audit log; nil: nobody does
	Log           *slog.Logger
	Outbox        *outbox.Service
	Senders       *senders.Service
	Bounces       *bounces.Service
	Lifecycle     *lifecycle.Service
	Recipients    *recipients.Service
	Passkeys      *passkeys.Service
	Wallets       *oid4vci.Service
	Passes        *passes.Service
	Pictures      *lifecycle.Pictures
	Profiles      *profiles.Service
	Imported      *imported.Service
	Evidence      *evidence.Service
	NameChanges   *namechanges.Service
	Identity      *identity.Service
	SSO           *sso.Service
	Uploads       *uploads.Service
	Webhooks      *webhooks.Service
	Analytics     *analytics.Service
	Embeds        *embeds.Service
	Payments      *payments.Service
	Throttle      *throttle.Limiter
	Idempotency   *idempotency.Keys
	ProofOfWork   *captcha.ProofOfWork
}

// Expire marks credentials that ran out.
type Expire struct{}

// Kind names the job.
func (Expire) Kind() string { return "credentials.expire" }

// PublishDue publishes scheduled credentials whose time has come.
type PublishDue struct{}

// Kind names the job.
func (PublishDue) Kind() string { return "publishing.due" }

// ReapplyPrerequisites applies the prerequisites of all groups.
type ReapplyPrerequisites struct{}

// Kind names the job.
func (ReapplyPrerequisites) Kind() string { return "stacks.repair" }

// Purge deletes the data of credentials that were deleted long ago.
type Purge struct{}

// Kind names the job.
func (Purge) Kind() string { return "credentials.purge" }

// Sweep deletes what has outlived its use: sessions, tokens, throttle windows, kept answers, opened design makers,
// bundles of files, forgotten uploads and what was sent again after its check, files of evidence and documents of credentials that are gone.
type Sweep struct{}

// Kind names the job.
func (Sweep) Kind() string { return "sweep" }

// Resign signs badges again that are waiting for it.
type Resign struct{}

// Kind names the job.
func (Resign) Kind() string { return "badges.resign" }

// InsertOpts puts it behind what somebody waits for.
func (Resign) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 3}
}

// VerifyImported verifies credentials again that recipients imported.
type VerifyImported struct{}

// Kind names the job.
func (VerifyImported) Kind() string { return "imported.verify" }

// RefreshSignIn reads what the sign-in providers of departments say about themselves.
type RefreshSignIn struct{}

// Kind names the job.
func (RefreshSignIn) Kind() string { return "sso.refresh" }

// RecoverMail finds mails whose job is gone.
type RecoverMail struct{}

// Kind names the job.
func (RecoverMail) Kind() string { return "mail.recover" }

// RotateKeys replaces the keys that emails of departments are signed with.
type RotateKeys struct{}

// Kind names the job.
func (RotateKeys) Kind() string { return "senders.rotate_keys" }

// PollBounces reads the mailboxes that bounces arrive at.
type PollBounces struct{}

// Kind names the job.
func (PollBounces) Kind() string { return "bounces.poll" }

// BounceDigest tells departments weekly which of their emails came back.
type BounceDigest struct{}

// Kind names the job.
func (BounceDigest) Kind() string { return "mail.bounce_digest" }

// RetryAbandoned gives jobs that gave up another chance.
type RetryAbandoned struct{}

// Kind names the job.
func (RetryAbandoned) Kind() string { return "jobs.retry" }

// mustEnd are the kinds of jobs whose work nothing else does, and that somebody waits for. Documents are made when they are asked for,
// mails have a job of their own that finds them, and periodic jobs come again.
var mustEnd = []string{
	publishing.Publish{}.Kind(), publishing.Release{}.Kind(), publishing.Undo{}.Kind(), publishing.Notify{}.Kind(), publishing.NotifyDeleted{}.Kind(),
	publishing.Correct{}.Kind(), publishing.Reword{}.Kind(), operations.Run{}.Kind(), bulk.Run{}.Kind(), imports.ReadFile{}.Kind(), imports.CheckRows{}.Kind(), imports.Run{}.Kind(), imports.UndoRun{}.Kind(),
	downloads.Prepare{}.Kind(), exports.Write{}.Kind(), namechanges.Reissue{}.Kind(), evidence.ScanFile{}.Kind(), groups.ApplyPrerequisites{}.Kind(),
	events.Consume{}.Kind(), passes.Update{}.Kind(), reports.Write{}.Kind(),
}

// Periodic is what some process does at intervals.
var Periodic = []jobs.Every{
	{Interval: 30 * time.Second, Args: PublishDue{}}, {Interval: 10 * time.Minute, Args: Expire{}},
	{Interval: time.Hour, Args: Purge{}}, {Interval: time.Hour, Args: Sweep{}},
	{Interval: time.Hour, Args: ReapplyPrerequisites{}}, {Interval: 10 * time.Minute, Args: Resign{}},
	{Interval: 10 * time.Minute, Args: VerifyImported{}}, {Interval: 10 * time.Minute, Args: passes.Withdraw{}}, {Interval: time.Minute, Args: auditchain.Seal{}}, {Interval: time.Hour, Args: auditchain.SignHeads{}}, {Interval: time.Minute, Args: auditchain.Stream{}},
	{Interval: time.Hour, Args: RefreshSignIn{}}, {Interval: time.Hour, Args: payments.Due{}},
	{Interval: time.Minute, Args: analytics.RollUp{}}, {Interval: time.Minute, Args: schedules.Send{}}, {Interval: time.Minute, Args: reports.Begin{}}, {Interval: 24 * time.Hour, Args: RotateKeys{}}, {Interval: time.Minute, Args: PollBounces{}}, {Interval: time.Hour, Args: BounceDigest{}},
	{Interval: 10 * time.Minute, Args: RecoverMail{}}, {Interval: 5 * time.Minute, Args: RetryAbandoned{}},
}

// Register joins each kind of job to its service.
func Register(d Deps) *jobs.Workers {
	w := jobs.NewWorkers()
	jobs.Handle(w, func(ctx context.Context, a publishing.Publish) error { return d.Publishing.Work(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a publishing.Release) error { return d.Publishing.Release(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a publishing.Undo) error { return d.Publishing.RunUndo(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a publishing.Notify) error { return d.Publishing.Notify(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a publishing.NotifyDeleted) error { return d.Publishing.NotifyDeleted(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a publishing.Prerender) error {
		return d.Documents.Prerender(ctx, a.DepartmentID, a.CredentialIDs)
	})
	jobs.Handle(w, func(ctx context.Context, a operations.Run) error { return d.Operations.Work(inMode(ctx, a.Test), a) })
	jobs.Handle(w, func(ctx context.Context, a bulk.Run) error { return d.Bulk.Work(inMode(ctx, a.Test), a) })
	jobs.Handle(w, func(ctx context.Context, a namechanges.Reissue) error {
		return d.Publishing.Reissue(ctx, a.DepartmentID, a.CredentialIDs)
	})
	jobs.Handle(w, func(ctx context.Context, a badges.Sign) error { return d.Badges.SignMany(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, _ Resign) error { return later(d.Badges.Resign(ctx)) })
	jobs.Handle(w, func(ctx context.Context, a payments.SyncCustomer) error { return d.Payments.Sync(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, _ payments.Due) error { return d.Payments.WorkDue(ctx) })
	jobs.Handle(w, func(ctx context.Context, a evidence.ScanFile) error { return d.Evidence.Scan(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a downloads.Prepare) error { return d.Downloads.Work(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a exports.Write) error { return d.Exports.Work(live(ctx), a) })
	jobs.Handle(w, func(ctx context.Context, a imports.ReadFile) error { return d.Imports.ReadFile(live(ctx), a) })
	jobs.Handle(w, func(ctx context.Context, a imports.CheckRows) error { return d.Imports.CheckRows(live(ctx), a) })
	jobs.Handle(w, func(ctx context.Context, a imports.Run) error { return d.Imports.Run(live(ctx), a) })
	jobs.Handle(w, func(ctx context.Context, a imports.UndoRun) error { return d.Imports.RunUndo(live(ctx), a) })
	jobs.Handle(w, func(ctx context.Context, a recipients.MailProof) error { return d.Recipients.WriteProof(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a outbox.Deliver) error { return d.Outbox.Deliver(ctx, a.MailID) })
	jobs.Handle(w, func(ctx context.Context, a outbox.DeliverMany) error { return d.Outbox.DeliverFairly(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a publishing.Correct) error {
		return d.Publishing.CorrectOthers(inMode(ctx, a.Test), a)
	})
	jobs.Handle(w, func(ctx context.Context, a publishing.Reword) error { return d.Publishing.RewordIssued(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a events.Consume) error { return d.Events.Work(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, a passes.Update) error { return d.Passes.Work(ctx, a) })
	jobs.Handle(w, func(ctx context.Context, _ passes.Withdraw) error { return later(d.Passes.WithdrawOrphans(ctx)) })
	jobs.Handle(w, func(ctx context.Context, a groups.ApplyPrerequisites) error {
		return d.Prerequisites.Work(live(ctx), a)
	})
	jobs.Handle(w, func(ctx context.Context, _ ReapplyPrerequisites) error { return d.Prerequisites.Repair(ctx) })
	jobs.Handle(w, func(ctx context.Context, _ PublishDue) error { return again(d.Publishing.PublishDue(ctx)) })
	jobs.Handle(w, func(ctx context.Context, _ schedules.Send) error { return later(d.Schedules.Send(live(ctx))) })
	jobs.Handle(w, func(ctx context.Context, _ reports.Begin) error { return later(d.Reports.Begin(ctx)) })
	jobs.Handle(w, func(ctx context.Context, a reports.Write) error { return d.Reports.Work(live(ctx), a) })
	jobs.Handle(w, func(ctx context.Context, _ Expire) error { return again(d.Lifecycle.ExpireDue(ctx)) })
	jobs.Handle(w, func(ctx context.Context, _ Purge) error { return again(d.Lifecycle.PurgeDue(ctx)) })
	jobs.Handle(w, func(ctx context.Context, _ RetryAbandoned) error { return d.Queue.RetryAbandoned(ctx, mustEnd) })
	jobs.Handle(w, func(ctx context.Context, _ RecoverMail) error { return again(d.Outbox.Recover(ctx)) })
	jobs.Handle(w, func(ctx context.Context, _ VerifyImported) error { return again(d.Imported.VerifyDue(ctx)) })
	jobs.Handle(w, func(ctx context.Context, _ RefreshSignIn) error { return later(d.SSO.RefreshMetadata(ctx)) })
	jobs.Handle(w, func(ctx context.Context, _ auditchain.Seal) error { return later(d.AuditChain.Seal(ctx)) })
	jobs.Handle(w, func(ctx context.Context, _ auditchain.SignHeads) error { return again(d.AuditChain.SignHeads(ctx)) })
	jobs.Handle(w, func(ctx context.Context, _ auditchain.Stream) error { return d.streamAudit(ctx) })
	jobs.Handle(w, func(ctx context.Context, _ analytics.RollUp) error { return d.Analytics.RollUpAll(ctx) })
	jobs.Handle(w, func(ctx context.Context, _ PollBounces) error { return d.Bounces.Poll(ctx) })
	jobs.Handle(w, func(ctx context.Context, _ BounceDigest) error { return d.Outbox.Digest(ctx) })
	jobs.Handle(w, func(ctx context.Context, _ RotateKeys) error { return d.Senders.RotateDue(ctx) })
	jobs.Handle(w, func(ctx context.Context, _ Sweep) error { return d.sweep(ctx) })
	return w
}

// streamAudit sends the audit log to the collector, if there is one. What cannot be sent now is sent by the next job, within a minute.
func (d Deps) streamAudit(ctx context.Context) error {
	if d.Collector == nil {
		return nil
	}
	more, err := d.AuditChain.Stream(ctx, d.Collector)
	if err != nil {
		d.Log.WarnContext(ctx, "send the audit log", "error", err)
		return jobs.Cancel(err)
	}
	return later(more, nil)
}

// inMode is for jobs that find credentials by what they say: what counts and tests must not mix.
func inMode(ctx context.Context, test bool) context.Context {
	if test {
		return pg.WithMode(ctx, pg.Test)
	}
	return live(ctx)
}

func live(ctx context.Context) context.Context { return pg.WithMode(ctx, pg.Live) }

// again runs a job that did n things once more: there may be more.
func again(n int, err error) error {
	if err == nil && n > 0 {
		return jobs.Later(0)
	}
	return err
}

// later puts a job off that has more to do.
func later(more bool, err error) error {
	if err == nil && more {
		return jobs.Later(0)
	}
	return err
}

func (d Deps) sweep(ctx context.Context) error {
	for _, clean := range []func(context.Context) (int64, error){
		d.Identity.DeleteExpired, d.SSO.DeleteExpired, d.Throttle.DeleteOld, d.Idempotency.DeleteOld, d.ProofOfWork.DeleteExpired,
		d.Embeds.DeleteExpired, d.Downloads.DeleteExpired, d.Recipients.DeleteExpired, d.Passkeys.DeleteExpired, d.Profiles.DeleteExpired, d.Wallets.DeleteExpired, d.Imported.Sweep, d.Evidence.Sweep,
		d.Exports.DeleteExpired, d.Imports.DeleteExpired, d.Operations.DeleteExpired,
		d.NameChanges.ExpireDue, d.Kept.Sweep,
		d.Claims.DeleteExpired, d.People.DeleteExpired, d.APIKeys.DeleteOld,
		d.Webhooks.DeleteOld, d.Events.DeleteOld, d.Analytics.DeleteOld, d.Pictures.Sweep, d.Uploads.Finalize, d.Outbox.ForgetOld,
		func(ctx context.Context) (int64, error) {
			n, err := d.Uploads.Sweep(ctx)
			return int64(n), err
		},
	} {
		if _, err := clean(ctx); err != nil {
			return err
		}
	}
	return nil
}
