// Package emails serves the settings and templates of a department's emails.
package emails

import (
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/messaging/templates"
	"laurel/internal/operations/schedules"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Senders   *senders.Service
	Outbox    *outbox.Service
	Templates *templates.Service
	Texts     httpx.Messages
	Links     links.Links
	Schedules *schedules.Service
}

// Mount adds the routes to r, which is mounted at /v1 behind the issuers' authentication.
func Mount(r chi.Router, d Deps) {
	api{d.Senders, d.Outbox, d.Templates, d.Schedules, d.Texts, d.Links}.routes(r)
}

type api struct {
	senders   *senders.Service
	outbox    *outbox.Service
	templates *templates.Service
	plans     *schedules.Service
	texts     httpx.Messages
	links     links.Links
}

func (a api) routes(r chi.Router) {
	r.Get("/email_settings", httpx.JSON(a.read))
	r.Put("/email_settings", httpx.JSON(a.update))
	r.Post("/email_settings/test", httpx.JSON(a.test))
	r.Get("/email_schedules", httpx.JSON(a.schedules))
	r.Put("/email_schedules", httpx.JSON(a.updateSchedules))
	r.Get("/email_schedules/upcoming", httpx.JSON(a.upcoming))
	r.Put("/email_schedules/groups/{id}", httpx.JSON(a.updateGroupSchedule))
	r.Delete("/email_schedules/groups/{id}", httpx.JSON(a.deleteGroupSchedule))
	r.Get("/emails", httpx.JSON(a.log))
	r.Get("/emails/{id}", httpx.JSON(a.entry))
	r.Post("/emails/{id}/resend", httpx.JSON(a.resend))
	r.Get("/email_domains", httpx.JSON(a.domains))
	r.Post("/email_domains/check", httpx.JSON(a.checkDomain))
	r.Post("/email_domains/rotate", httpx.JSON(a.rotateKey))
	r.Get("/email_feedback", httpx.JSON(a.feedback))
	r.Put("/email_feedback", httpx.JSON(a.updateFeedback))
	r.Get("/suppressions", httpx.JSON(a.suppressions))
	r.Post("/suppressions", httpx.JSON(a.suppress))
	r.Delete("/suppressions/{id}", httpx.JSON(a.unsuppress))
	r.Get("/sender_addresses", httpx.JSON(a.addresses))
	r.Post("/sender_addresses", httpx.JSON(a.addAddress))
	r.Post("/sender_addresses/confirm", httpx.JSON(a.confirm))
	r.Post("/sender_addresses/{id}/resend", httpx.JSON(a.resendLink))
	r.Delete("/sender_addresses/{id}", httpx.JSON(a.removeAddress))
	a.templateRoutes(r)
}

type contactWire struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Phone string `json:"phone"`
}

type quietWire struct {
	From  httpx.Text `json:"from"`
	Until httpx.Text `json:"until"`
}

type settingsOut struct {
	FromName            string          `json:"from_name"`
	AddressID           *int64          `json:"sender_address_id"`
	FromEmail           string          `json:"from_email"`
	FromVerified        bool            `json:"from_verified"`
	InstallationAddress string          `json:"installation_address"`
	ReplyTo             string          `json:"reply_to"`
	CC                  []string        `json:"cc"`
	BCC                 []string        `json:"bcc"`
	Support             contactWire     `json:"support"`
	Events              map[string]bool `json:"events"`
	DailyCap            *int64          `json:"daily_cap"`
	PerMinute           *int64          `json:"per_minute"`
	Quiet               *quietWire      `json:"quiet_hours"`
	Zone                string          `json:"time_zone"`
	Server              *serverOut      `json:"server"`
	Waiting             []waitingOut    `json:"waiting"`
}

type waitingOut struct {
	Limit  senders.Limit `json:"limit"`
	Count  int64         `json:"count"`
	NextAt string        `json:"next_at"`
}

type settingsReply struct {
	Settings settingsOut `json:"email_settings"`
}

// answer adds what waits because of the settings.
func (a api) answer(r *http.Request, s senders.Settings, err error) (settingsReply, error) {
	if err != nil {
		return settingsReply{}, err
	}
	waiting, err := a.outbox.Waiting(r.Context(), access.From(r.Context()))
	if err != nil {
		return settingsReply{}, err
	}
	out := settingsOut{
		FromName: s.FromName, AddressID: orNull(s.AddressID), FromEmail: s.Address, FromVerified: s.Verified, InstallationAddress: a.outbox.Address(),
		ReplyTo: s.ReplyTo, CC: wire.List(s.CC), BCC: wire.List(s.BCC), Support: contactWire(s.Support), Events: map[string]bool{},
		DailyCap: orNull(int64(s.DailyCap)), PerMinute: orNull(int64(s.PerMinute)), Zone: s.Zone, Server: serverToWire(s), Waiting: []waitingOut{},
	}
	for _, e := range senders.Events() {
		out.Events[string(e)] = !s.IsOff(e)
	}
	if q := s.Quiet; q != nil {
		out.Quiet = &quietWire{clockTime(q.From), clockTime(q.Until)}
	}
	for _, w := range waiting {
		out.Waiting = append(out.Waiting, waitingOut{w.Limit, w.Count, wire.Stamp(w.NextAt)})
	}
	return settingsReply{out}, nil
}

func orNull(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

func clockTime(minutes int) httpx.Text {
	return httpx.Text(fmt.Sprintf("%02d:%02d", minutes/60, minutes%60))
}

func (a api) read(r *http.Request, _ httpx.None) (settingsReply, error) {
	s, err := a.senders.Read(r.Context(), access.From(r.Context()))
	return a.answer(r, s, err)
}

type settingsIn struct {
	Settings *struct {
		FromName  wire.Maybe[httpx.Text]   `json:"from_name"`
		AddressID wire.Maybe[httpx.Int]    `json:"sender_address_id"`
		ReplyTo   wire.Maybe[httpx.Text]   `json:"reply_to"`
		CC        wire.Maybe[[]httpx.Text] `json:"cc"`
		BCC       wire.Maybe[[]httpx.Text] `json:"bcc"`
		Support   struct {
			Name  wire.Maybe[httpx.Text] `json:"name"`
			Email wire.Maybe[httpx.Text] `json:"email"`
			Phone wire.Maybe[httpx.Text] `json:"phone"`
		} `json:"support"`
		Events    map[string]httpx.Bool `json:"events"`
		DailyCap  wire.Maybe[httpx.Int] `json:"daily_cap"`
		PerMinute wire.Maybe[httpx.Int] `json:"per_minute"`
		Quiet     wire.Maybe[quietWire] `json:"quiet_hours"`
		Server    wire.Maybe[serverIn]  `json:"server"`
	} `json:"email_settings" validate:"required"`
}

func (a api) update(r *http.Request, in settingsIn) (settingsReply, error) {
	f := in.Settings
	change := senders.Input{
		FromName: wire.As(f.FromName, wire.Text), AddressID: wire.OrNone(f.AddressID, wire.ID), ReplyTo: wire.As(f.ReplyTo, wire.Text),
		CC: wire.As(f.CC, wire.Texts), BCC: wire.As(f.BCC, wire.Texts), DailyCap: wire.OrNone(f.DailyCap, wire.ID), PerMinute: wire.OrNone(f.PerMinute, wire.ID),
		Quiet: wire.OrNone(f.Quiet, func(q quietWire) *senders.QuietInput {
			return &senders.QuietInput{From: string(q.From), Until: string(q.Until)}
		}),
		Server: wire.OrNone(f.Server, serverIn.domain),
	}
	change.Support.Name, change.Support.Email = wire.As(f.Support.Name, wire.Text), wire.As(f.Support.Email, wire.Text)
	change.Support.Phone = wire.As(f.Support.Phone, wire.Text)
	for event, on := range f.Events {
		if change.Events == nil {
			change.Events = map[string]bool{}
		}
		change.Events[event] = bool(on)
	}
	s, err := a.senders.Update(r.Context(), access.From(r.Context()), change)
	return a.answer(r, s, err)
}
