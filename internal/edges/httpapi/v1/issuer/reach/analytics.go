package reach

import (
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics"
	"laurel/internal/reach/insights"
)

// analyticsAPI serves the figures of the current department.
type analyticsAPI struct {
	insights  *insights.Service
	analytics *analytics.Service
	groups    wire.GroupRefs
}

func (a analyticsAPI) routes(r chi.Router) {
	r.Get("/analytics/overview", httpx.JSON(a.report(insights.Overview)))
	r.Get("/analytics/engagement", httpx.JSON(a.report(insights.Engagement)))
	r.Get("/analytics/email", httpx.JSON(a.report(insights.Email)))
	r.Get("/analytics/sharing", httpx.JSON(a.report(insights.Sharing)))
	r.Get("/analytics/verification", httpx.JSON(a.report(insights.Verification)))
	r.Get("/analytics/groups", httpx.JSON(a.report(insights.Groups)))
	r.Get("/analytics/designs", httpx.JSON(a.report(insights.Designs)))
	r.Get("/analytics/sharers", httpx.JSON(a.report(insights.Sharers)))
	r.Get("/analytics/team", httpx.JSON(a.report(insights.Team)))
	r.Get("/analytics/settings", httpx.JSON(a.settings))
	r.Put("/analytics/settings", httpx.JSON(a.changeSettings))
	r.Get("/analytics/credentials", httpx.JSON(a.credentials))
}

type analyticsIn struct {
	StartDate httpx.Text  `json:"start_date"`
	EndDate   httpx.Text  `json:"end_date"`
	GroupID   httpx.Ref   `json:"group_id"`
	Tag       string      `json:"tag" validate:"max=100"`
	Compare   *httpx.Bool `json:"compare"`
}

func (a analyticsAPI) query(r *http.Request, in analyticsIn) (insights.Query, error) {
	var wrong errs.Fields
	q := insights.Query{
		From: wire.Date(&wrong, "start_date", in.StartDate, 0), To: wire.Date(&wrong, "end_date", in.EndDate, 0), Tag: strings.TrimSpace(in.Tag),
		Compare: in.Compare == nil || bool(*in.Compare),
	}
	if err := wrong.Err(); err != nil {
		return q, err
	}
	var err error
	q.GroupID, err = a.groups.Filter(r, in.GroupID)
	return q, err
}

type figureOut struct {
	Name     string   `json:"name"`
	Rate     bool     `json:"rate"`
	Value    *float64 `json:"value"`
	Part     *int64   `json:"part"`
	Whole    *int64   `json:"whole"`
	Previous *float64 `json:"previous"`
	Stage    *string  `json:"stage"`
}

type seriesOut struct {
	Name     string  `json:"name"`
	Values   []int64 `json:"values"`
	Previous []int64 `json:"previous"`
}

type columnOut struct {
	Name string `json:"name"`
	Rate bool   `json:"rate"`
}

type reportRowOut struct {
	ID            *int64     `json:"id"`
	Label         string     `json:"label"`
	RecipientName *string    `json:"recipient_name,omitempty"` // by which the label is masked
	Values        []*float64 `json:"values"`
}

type reportOut struct {
	StartDate         string         `json:"start_date"`
	EndDate           string         `json:"end_date"`
	PreviousStartDate *string        `json:"previous_start_date"`
	PreviousEndDate   *string        `json:"previous_end_date"`
	TimeZone          string         `json:"time_zone"`
	Interval          string         `json:"interval"`
	CountedAt         *time.Time     `json:"counted_at"`
	Figures           []figureOut    `json:"figures"`
	Times             []string       `json:"times"`
	Series            []seriesOut    `json:"series"`
	RowKind           *string        `json:"row_kind"`
	Columns           []columnOut    `json:"columns"`
	Rows              []reportRowOut `json:"rows"`
}

type reportReply struct {
	Analytics reportOut `json:"analytics"`
}

func (a analyticsAPI) report(name insights.Name) func(*http.Request, analyticsIn) (reportReply, error) {
	return func(r *http.Request, in analyticsIn) (reportReply, error) {
		q, err := a.query(r, in)
		if err != nil {
			return reportReply{}, err
		}
		found, err := a.insights.Read(r.Context(), access.From(r.Context()), name, q)
		return reportReply{reportToWire(found)}, err
	}
}

func reportToWire(r insights.Report) reportOut {
	out := reportOut{
		StartDate: r.From.Format(time.DateOnly), EndDate: r.To.Format(time.DateOnly), PreviousStartDate: dateOut(r.PreviousFrom), PreviousEndDate: dateOut(r.PreviousTo),
		TimeZone: r.TimeZone, Interval: "day", CountedAt: r.CountedAt, RowKind: wire.Some(r.RowKind), Columns: []columnOut{}, Rows: []reportRowOut{},
		Figures: make([]figureOut, len(r.Figures)), Times: make([]string, len(r.Times)), Series: make([]seriesOut, len(r.Series)),
	}
	layout := time.DateOnly
	if r.Hourly {
		out.Interval, layout = "hour", time.RFC3339
	}
	for i, at := range r.Times {
		out.Times[i] = at.Format(layout)
	}
	for i, f := range r.Figures {
		out.Figures[i] = figureOut{Name: f.Name, Rate: f.Rate, Value: f.Value, Previous: f.Previous, Stage: wire.Some(f.Stage)}
		if f.Rate {
			out.Figures[i].Part, out.Figures[i].Whole = &f.Part, &f.Whole
		}
	}
	for i, s := range r.Series {
		out.Series[i] = seriesOut(s)
	}
	for _, c := range r.Columns {
		out.Columns = append(out.Columns, columnOut(c))
	}
	for _, row := range r.Rows {
		line := reportRowOut{ID: pg.OrNull(row.ID), Label: row.Label, Values: row.Values}
		if r.RowKind == "recipient" {
			line.RecipientName = &line.Label
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

func dateOut(at *time.Time) *string {
	if at == nil {
		return nil
	}
	return new(at.Format(time.DateOnly))
}

type behindIn struct {
	analyticsIn
	wire.PageIn

	Stage    string    `json:"stage" validate:"required,oneof=published emailed delivered undelivered viewed opened downloaded shared used clicked referred verified"`
	DesignID httpx.Int `json:"design_id"`
}

type behindOut struct {
	ID            int64     `json:"id"`
	UUID          string    `json:"uuid"`
	RecipientName string    `json:"recipient_name"`
	Name          string    `json:"name"`
	GroupID       int64     `json:"group_id"`
	GroupName     string    `json:"group_name"`
	PublishedAt   time.Time `json:"published_at"`
	At            time.Time `json:"at"`
}

type behindReply struct {
	Credentials []behindOut `json:"credentials"`
	More        bool        `json:"more"`
}

func (a analyticsAPI) credentials(r *http.Request, in behindIn) (behindReply, error) {
	q, err := a.query(r, in.analyticsIn)
	if err != nil {
		return behindReply{}, err
	}
	found, more, err := a.insights.Credentials(r.Context(), access.From(r.Context()), in.Stage, int64(in.DesignID), q, in.Request())
	if err != nil {
		return behindReply{}, err
	}
	out := behindReply{Credentials: make([]behindOut, len(found)), More: more}
	for i, c := range found {
		out.Credentials[i] = behindOut(c)
	}
	return out, nil
}

type analyticsSettings struct {
	RetentionDays httpx.Int `json:"retention_days" validate:"required"`
}

type analyticsSettingsBody struct {
	Settings analyticsSettings `json:"analytics_settings"`
}

func (a analyticsAPI) settings(r *http.Request, _ struct{}) (analyticsSettingsBody, error) {
	s, err := a.analytics.ReadSettings(r.Context(), access.From(r.Context()))
	return analyticsSettingsBody{analyticsSettings{httpx.Int(s.RetentionDays)}}, err
}

func (a analyticsAPI) changeSettings(r *http.Request, in analyticsSettingsBody) (analyticsSettingsBody, error) {
	to := analytics.Settings{RetentionDays: int(in.Settings.RetentionDays)}
	return in, a.analytics.ChangeSettings(r.Context(), access.From(r.Context()), to)
}
