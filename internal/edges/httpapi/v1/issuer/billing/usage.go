package billing

import (
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/billing"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

func day(t time.Time) string { return t.Format(time.DateOnly) }

func dayOrNull(t *time.Time) *string {
	if t == nil {
		return nil
	}
	return new(day(*t))
}

type monthOut struct {
	Month string `json:"month"`
	Used  int    `json:"used"`
}

type forecastOut struct {
	Expected  int     `json:"expected"`
	RunsOutOn *string `json:"runs_out_on"`
}

type allowanceOut struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Funded bool   `json:"funded"`
	Used   int    `json:"used"`
	Left   int    `json:"left"`
}

type usageOut struct {
	Subscription subscriptionOut `json:"subscription"`
	Used         int             `json:"used"`
	Left         int             `json:"left"`
	Total        int             `json:"total"`
	Level        *int            `json:"warning_percent"`
	Months       []monthOut      `json:"months"`
	Forecast     *forecastOut    `json:"forecast"`
	Departments  []allowanceOut  `json:"departments"`
}

type usageReply struct {
	Usage usageOut `json:"usage"`
}

func usageAnswer(u billing.Usage, err error) (usageReply, error) {
	out := usageOut{
		Subscription: subscriptionToWire(u.Subscription), Used: u.Used, Left: u.Available, Total: u.Total, Level: u.Level,
		Months: make([]monthOut, len(u.Months)), Departments: make([]allowanceOut, len(u.Departments)),
	}
	for i, m := range u.Months {
		out.Months[i] = monthOut{m.First.Format("2006-01"), m.Used}
	}
	if f := u.Forecast; f != nil {
		out.Forecast = &forecastOut{f.Expected, dayOrNull(f.RunsOutOn)}
	}
	for i, d := range u.Departments {
		out.Departments[i] = allowanceOut{d.DepartmentID, d.Name, d.Funded, d.Used, d.Available}
	}
	return usageReply{out}, err
}

func (a api) usage(r *http.Request, _ httpx.None) (usageReply, error) {
	return usageAnswer(a.billing.Usage(r.Context(), access.From(r.Context())))
}

type filterIn struct {
	Kind  httpx.Text `json:"kind"`
	Since httpx.Text `json:"since"`
	Until httpx.Text `json:"until"`
}

func (in filterIn) domain() (billing.Filter, error) {
	var wrong errs.Fields
	f := billing.Filter{Kind: string(in.Kind), Since: wire.Date(&wrong, "since", in.Since, 0), Until: wire.Date(&wrong, "until", in.Until, 1)}
	return f, wrong.Err()
}

type ledgerIn struct {
	wire.PageIn
	filterIn
}

type entryOut struct {
	ID           int64   `json:"id"`
	At           string  `json:"created_at"`
	Kind         string  `json:"kind"`
	Credits      int     `json:"credits"`
	ExpiresOn    *string `json:"expires_on"`
	CredentialID *int64  `json:"credential_id"`
	DepartmentID *int64  `json:"department_id"`
	Reason       string  `json:"reason"`
	UserID       *int64  `json:"user_id"`
	UserName     string  `json:"user_name"`
	APIKeyID     *int64  `json:"api_key_id"`
	System       *string `json:"system"`
}

func entryToWire(e billing.Entry) entryOut {
	return entryOut{
		ID: e.ID, At: wire.Stamp(e.At), Kind: e.Kind, Credits: e.Credits, ExpiresOn: dayOrNull(e.ExpiresOn), CredentialID: e.CredentialID,
		DepartmentID: wire.IDOrNull(e.OtherID), Reason: e.Reason, UserID: wire.IDOrNull(e.By.UserID), UserName: e.UserName,
		APIKeyID: wire.IDOrNull(e.By.APIKeyID), System: wire.Some(string(e.By.System)),
	}
}

type ledgerReply struct {
	Entries []entryOut `json:"entries"`
	Meta    wire.Meta  `json:"meta"`
}

func (a api) ledger(r *http.Request, in ledgerIn) (ledgerReply, error) {
	f, err := in.domain()
	if err != nil {
		return ledgerReply{}, err
	}
	found, err := a.billing.Ledger(r.Context(), access.From(r.Context()), f, in.Request())
	if err != nil {
		return ledgerReply{}, err
	}
	out := ledgerReply{make([]entryOut, len(found.Items)), wire.MetaOf(found)}
	for i, e := range found.Items {
		out.Entries[i] = entryToWire(e)
	}
	return out, nil
}

// ledgerCSV serves the entries that the query selects as a CSV file.
func (a api) ledgerCSV(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	f, err := filterIn{httpx.Text(q.Get("kind")), httpx.Text(q.Get("since")), httpx.Text(q.Get("until"))}.domain()
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	out, begun := csv.NewWriter(w), false
	begin := func() {
		h := w.Header()
		h.Set("Content-Type", "text/csv; charset=utf-8")
		h.Set("Content-Disposition", `attachment; filename="ledger.csv"`)
		h.Set("Cache-Control", "no-store")
		_ = out.Write([]string{"id", "created_at", "kind", "credits", "expires_on", "credential_id", "department_id", "reason", "by"})
		begun = true
	}
	err = a.billing.EachEntry(r.Context(), access.From(r.Context()), f, func(entries []billing.Entry) error {
		if !begun {
			begin()
		}
		for _, e := range entries {
			if err := out.Write(cells(e)); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	})
	switch {
	case err != nil && !begun:
		httpx.Fail(w, r, err)
	case err != nil:
		panic(http.ErrAbortHandler) // the file is cut short, and must not look whole
	case !begun:
		begin()
		out.Flush()
	}
}

func cells(e billing.Entry) []string {
	by := plainCell(e.UserName)
	switch {
	case e.By.APIKeyID != 0:
		by = "API key " + strconv.FormatInt(e.By.APIKeyID, 10)
	case e.By.System != "":
		by = string(e.By.System)
	}
	expires := ""
	if e.ExpiresOn != nil {
		expires = day(*e.ExpiresOn)
	}
	return []string{
		strconv.FormatInt(e.ID, 10), wire.Stamp(e.At), e.Kind, strconv.Itoa(e.Credits), expires, number(e.CredentialID), number(wire.IDOrNull(e.OtherID)),
		plainCell(e.Reason), by,
	}
}

func number(id *int64) string {
	if id == nil {
		return ""
	}
	return strconv.FormatInt(*id, 10)
}

// plainCell escapes a text that a spreadsheet would interpret as a formula.
func plainCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
