package reach

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/reports"
)

// reportsAPI serves the scheduled reports of the current department.
type reportsAPI struct{ reports *reports.Service }

func (a reportsAPI) routes(r chi.Router) {
	r.Get("/analytics/reports", httpx.JSON(a.list))
	r.Post("/analytics/reports", httpx.JSON(a.create))
	r.Patch("/analytics/reports/{id}", httpx.JSON(a.update))
	r.Delete("/analytics/reports/{id}", httpx.JSON(a.delete))
	r.Post("/analytics/reports/{id}/send", httpx.JSON(a.send))
}

type scheduledRecipientOut struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

type scheduledOutcomeOut struct {
	StartDate string  `json:"start_date"`
	EndDate   string  `json:"end_date"`
	SentAt    *string `json:"sent_at"`
	Sent      int     `json:"sent"`
	Skipped   int     `json:"skipped"`
}

type scheduledReportOut struct {
	ID         int64                   `json:"id"`
	Name       string                  `json:"name"`
	Frequency  string                  `json:"frequency"`
	Day        int                     `json:"day"`
	Hour       int                     `json:"hour"`
	TimeZone   string                  `json:"time_zone"`
	Sections   []string                `json:"sections"`
	GroupID    *int64                  `json:"group_id"`
	GroupName  string                  `json:"group_name"`
	Tag        string                  `json:"tag"`
	Paused     bool                    `json:"paused"`
	NextAt     *string                 `json:"next_at"`
	Recipients []scheduledRecipientOut `json:"recipients"`
	Last       *scheduledOutcomeOut    `json:"last"`
}

func scheduledToWire(r reports.Report) scheduledReportOut {
	out := scheduledReportOut{
		ID: r.ID, Name: r.Name, Frequency: string(r.Plan.Frequency), Day: r.Plan.Day, Hour: r.Plan.Hour, TimeZone: r.Zone, Sections: make([]string, len(r.Sections)),
		GroupID: pg.OrNull(r.GroupID), GroupName: r.GroupName, Tag: r.Tag, Paused: r.Paused, NextAt: wire.Stamped(r.NextAt),
		Recipients: make([]scheduledRecipientOut, len(r.Recipients)),
	}
	for i, name := range r.Sections {
		out.Sections[i] = string(name)
	}
	for i, p := range r.Recipients {
		out.Recipients[i] = scheduledRecipientOut{p.MemberID, p.Name, p.Email}
	}
	if r.Last != nil {
		out.Last = &scheduledOutcomeOut{
			r.Last.From.Format(time.DateOnly), r.Last.To.Format(time.DateOnly), wire.Stamped(r.Last.At), r.Last.Sent, r.Last.Skipped,
		}
	}
	return out
}

type scheduledReportsReply struct {
	Reports []scheduledReportOut `json:"reports"`
	Meta    wire.Meta            `json:"meta"`
}

func (a reportsAPI) list(r *http.Request, in wire.PageIn) (scheduledReportsReply, error) {
	found, err := a.reports.List(r.Context(), access.From(r.Context()), in.Request())
	if err != nil {
		return scheduledReportsReply{}, err
	}
	out := scheduledReportsReply{make([]scheduledReportOut, len(found.Items)), wire.MetaOf(found)}
	for i, one := range found.Items {
		out.Reports[i] = scheduledToWire(one)
	}
	return out, nil
}

type scheduledReportIn struct {
	ID     httpx.Int `json:"id"`
	Report *struct {
		Name       wire.Maybe[httpx.Text]   `json:"name"`
		Frequency  wire.Maybe[httpx.Text]   `json:"frequency"`
		Day        wire.Maybe[httpx.Int]    `json:"day"`
		Hour       wire.Maybe[httpx.Int]    `json:"hour"`
		Sections   wire.Maybe[[]httpx.Text] `json:"sections"`
		GroupID    wire.Maybe[httpx.Int]    `json:"group_id"`
		Tag        wire.Maybe[httpx.Text]   `json:"tag"`
		Paused     wire.Maybe[httpx.Bool]   `json:"paused"`
		Recipients wire.Maybe[[]httpx.Int]  `json:"recipient_ids"`
	} `json:"report" validate:"required"`
}

func (in scheduledReportIn) domain() reports.Input {
	r := in.Report
	whole := func(n httpx.Int) int64 { return int64(n) }
	return reports.Input{
		Name: wire.As(r.Name, wire.Text), Frequency: wire.As(r.Frequency, wire.Text), Day: wire.As(r.Day, whole), Hour: wire.As(r.Hour, whole),
		Sections: wire.As(r.Sections, wire.Texts), GroupID: wire.As(r.GroupID, whole), Tag: wire.As(r.Tag, wire.Text), Paused: wire.As(r.Paused, wire.Bool),
		Recipients: wire.As(r.Recipients, func(ids []httpx.Int) []int64 {
			out := make([]int64, len(ids))
			for i, id := range ids {
				out[i] = int64(id)
			}
			return out
		}),
	}
}

type scheduledReportReply struct {
	Report scheduledReportOut `json:"report"`
}

func (a reportsAPI) create(r *http.Request, in scheduledReportIn) (scheduledReportReply, error) {
	one, err := a.reports.Create(r.Context(), access.From(r.Context()), in.domain())
	return scheduledReportReply{scheduledToWire(one)}, err
}

func (a reportsAPI) update(r *http.Request, in scheduledReportIn) (scheduledReportReply, error) {
	one, err := a.reports.Update(r.Context(), access.From(r.Context()), int64(in.ID), in.domain())
	return scheduledReportReply{scheduledToWire(one)}, err
}

func (a reportsAPI) delete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.reports.Delete(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a reportsAPI) send(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.reports.SendNow(r.Context(), access.From(r.Context()), int64(in.ID)))
}
