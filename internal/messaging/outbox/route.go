package outbox

import (
	"cmp"
	"context"
	"errors"
	"maps"

	"laurel/internal/messaging/mailrefs"
	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/mailer"
)

// send sends a mail through the server of its department, or through the installation's. begin is told where it comes from right before
// the server can deliver it.
func (d *delivery) send(ctx context.Context, mail db.Mail, m mailer.Message, begin func(ctx context.Context, from string) error) error {
	settings := d.settingsOf(mail)
	m.ReplyTo = mail.ReplyTo
	if events[mail.Kind] != "" {
		m.ReplyTo = cmp.Or(m.ReplyTo, settings.Answers())
	}
	m.From = mailer.Renamed(cmp.Or(settings.From(), d.from), mail.SenderName)
	m.HandOver = func(ctx context.Context) error { return begin(ctx, m.From) }
	own := settings.Own()
	m.ReturnPath, m.Signature = d.returnPath(mail, settings, own != nil), settings.Signature
	if own == nil {
		return d.transport.Send(ctx, m)
	}
	maps.Copy(m.Headers, mailrefs.ProviderHeaders(settings.Feedback.Provider, mailrefs.Of(d.keyring, mail.ID)))
	err := d.sendOwn(ctx, settings, own, m)
	var failure *mailer.Error
	if !errors.As(err, &failure) || !failure.OfServer() || !own.Failover || d.transport == nil || ctx.Err() != nil {
		return err
	}
	// The installation's server may send for its own address alone.
	m.ReplyTo = cmp.Or(m.ReplyTo, settings.From())
	m.From = mailer.Renamed(d.from, mail.SenderName)
	m.ReturnPath, m.Signature = d.returnPath(mail, settings, false), nil
	return d.transport.Send(ctx, m)
}

// sendOwn sends a mail through its department's server, which is not asked again for a while after it failed.
func (d *delivery) sendOwn(ctx context.Context, settings senders.Settings, own *senders.Server, m mailer.Message) error {
	id := settings.DepartmentID
	if own.Resting(d.clock.Now()) && d.failed[id] == "" {
		d.failed[id] = own.Failure
	}
	if why := d.failed[id]; why != "" {
		return mailer.Unreachable(errors.New(why))
	}
	transport, err := d.senders.Transport(id, own)
	if err != nil {
		return err
	}
	err = transport.Send(ctx, m)
	var failure *mailer.Error
	switch {
	case errors.As(err, &failure) && failure.OfServer() && ctx.Err() == nil:
		d.failed[id] = err.Error()
		// Its settings are wrong, not the message.
		return errors.Join(mailer.Unreachable(err), d.senders.NoteFailure(ctx, id, err.Error()))
	case err == nil && own.FailedAt != nil && !d.works[id]:
		d.works[id] = true
		return d.senders.NoteFailure(context.WithoutCancel(ctx), id, "")
	}
	return err
}
