package account

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
)

func (a api) notificationRoutes(r chi.Router) {
	r.Get("/recipient/notifications", httpx.JSON(a.notifications))
	r.Put("/recipient/notifications", httpx.JSON(a.setNotifications))
	r.Delete("/recipient/notifications/stopped_issuers/{id}", httpx.JSON(a.resumeIssuer))
}

type stoppedIssuer struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type notificationsOut struct {
	Credentials    bool            `json:"credentials"`
	Changes        bool            `json:"changes"`
	Requests       bool            `json:"requests"`
	References     bool            `json:"references"`
	Reminders      bool            `json:"reminders"`
	StoppedIssuers []stoppedIssuer `json:"stopped_issuers"`
}

type notificationsReply struct {
	Notifications notificationsOut `json:"notifications"`
}

func notificationsToWire(n recipients.Notifications, err error) (notificationsReply, error) {
	out := notificationsOut{
		Credentials: !n.Stopped[outbox.AboutCredentials], Changes: !n.Stopped[outbox.AboutChanges], Requests: !n.Stopped[outbox.AboutRequests],
		References: !n.Stopped[outbox.AboutReferences], Reminders: !n.Stopped[outbox.AboutReminders], StoppedIssuers: []stoppedIssuer{},
	}
	for _, i := range n.Issuers {
		out.StoppedIssuers = append(out.StoppedIssuers, stoppedIssuer(i))
	}
	return notificationsReply{out}, err
}

func (a api) notifications(r *http.Request, _ httpx.None) (notificationsReply, error) {
	return notificationsToWire(a.Recipients.Notifications(r.Context(), recipients.From(r.Context())))
}

type notificationsIn struct {
	Credentials *httpx.Bool `json:"credentials"`
	Changes     *httpx.Bool `json:"changes"`
	Requests    *httpx.Bool `json:"requests"`
	References  *httpx.Bool `json:"references"`
	Reminders   *httpx.Bool `json:"reminders"`
}

func (a api) setNotifications(r *http.Request, in notificationsIn) (notificationsReply, error) {
	wanted := map[outbox.Topic]bool{}
	for topic, want := range map[outbox.Topic]*httpx.Bool{
		outbox.AboutCredentials: in.Credentials, outbox.AboutChanges: in.Changes, outbox.AboutRequests: in.Requests, outbox.AboutReferences: in.References,
		outbox.AboutReminders: in.Reminders,
	} {
		if want != nil {
			wanted[topic] = bool(*want)
		}
	}
	return notificationsToWire(a.Recipients.SetNotifications(r.Context(), recipients.From(r.Context()), wanted))
}

type issuerIn struct {
	ID httpx.Int `json:"id"`
}

func (a api) resumeIssuer(r *http.Request, in issuerIn) (notificationsReply, error) {
	return notificationsToWire(a.Recipients.ResumeIssuer(r.Context(), recipients.From(r.Context()), int64(in.ID)))
}
