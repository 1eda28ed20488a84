package emails

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/schedules"
	"laurel/internal/platform/httpx"
)

type planOut struct {
	Reminders    bool  `json:"reminders"`
	ReminderDays []int `json:"reminder_days"`
	Expiry       bool  `json:"expiry"`
	ExpiryDays   []int `json:"expiry_days"`
}

type groupPlanOut struct {
	GroupID   int64  `json:"group_id"`
	GroupName string `json:"group_name"`
	planOut
}

type schedulesOut struct {
	planOut
	Paused bool           `json:"paused"`
	Zone   string         `json:"time_zone"`
	Time   httpx.Text     `json:"time"`
	Groups []groupPlanOut `json:"groups"`
}

type schedulesReply struct {
	Schedules schedulesOut `json:"email_schedules"`
}

func planToWire(p schedules.Plan) planOut {
	return planOut{p.Reminders, wire.List(p.ReminderDays), p.Expiry, wire.List(p.ExpiryDays)}
}

func schedulesAnswer(s schedules.Schedules, err error) (schedulesReply, error) {
	out := schedulesOut{planToWire(s.Plan), s.Paused, s.Zone, clockTime(schedules.Hour * 60), []groupPlanOut{}}
	for _, g := range s.Groups {
		out.Groups = append(out.Groups, groupPlanOut{g.GroupID, g.GroupName, planToWire(g.Plan)})
	}
	return schedulesReply{out}, err
}

func (a api) schedules(r *http.Request, _ httpx.None) (schedulesReply, error) {
	return schedulesAnswer(a.plans.Read(r.Context(), access.From(r.Context())))
}

type planIn struct {
	Reminders    wire.Maybe[httpx.Bool]  `json:"reminders"`
	ReminderDays wire.Maybe[[]httpx.Int] `json:"reminder_days"`
	Expiry       wire.Maybe[httpx.Bool]  `json:"expiry"`
	ExpiryDays   wire.Maybe[[]httpx.Int] `json:"expiry_days"`
}

func (in planIn) domain() schedules.Input {
	return schedules.Input{
		Reminders: wire.As(in.Reminders, wire.Bool), ReminderDays: wire.As(in.ReminderDays, numbers),
		Expiry: wire.As(in.Expiry, wire.Bool), ExpiryDays: wire.As(in.ExpiryDays, numbers),
	}
}

func numbers(in []httpx.Int) []int64 {
	out := make([]int64, len(in))
	for i, n := range in {
		out[i] = int64(n)
	}
	return out
}

type schedulesIn struct {
	Schedules *struct {
		planIn
		Paused wire.Maybe[httpx.Bool] `json:"paused"`
	} `json:"email_schedules" validate:"required"`
}

func (a api) updateSchedules(r *http.Request, in schedulesIn) (schedulesReply, error) {
	change := in.Schedules.domain()
	change.Paused = wire.As(in.Schedules.Paused, wire.Bool)
	return schedulesAnswer(a.plans.Update(r.Context(), access.From(r.Context()), change))
}

type groupScheduleIn struct {
	wire.IDIn
	Schedule *planIn `json:"email_schedule" validate:"required"`
}

func (a api) updateGroupSchedule(r *http.Request, in groupScheduleIn) (schedulesReply, error) {
	return schedulesAnswer(a.plans.UpdateGroup(r.Context(), access.From(r.Context()), int64(in.ID), in.Schedule.domain()))
}

func (a api) deleteGroupSchedule(r *http.Request, in wire.IDIn) (schedulesReply, error) {
	return schedulesAnswer(a.plans.DeleteGroup(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type upcomingOut struct {
	Date      string `json:"date"`
	Kind      string `json:"kind"`
	Days      int    `json:"days"`
	GroupID   *int64 `json:"group_id"`
	GroupName string `json:"group_name"`
	Count     int64  `json:"count"`
}

type upcomingReply struct {
	Upcoming []upcomingOut `json:"upcoming"`
}

func (a api) upcoming(r *http.Request, _ httpx.None) (upcomingReply, error) {
	found, err := a.plans.Preview(r.Context(), access.From(r.Context()))
	out := upcomingReply{make([]upcomingOut, len(found))}
	for i, u := range found {
		out.Upcoming[i] = upcomingOut{u.Day.Format(time.DateOnly), u.Kind, u.Days, orNull(u.GroupID), u.GroupName, u.Count}
	}
	return out, err
}
