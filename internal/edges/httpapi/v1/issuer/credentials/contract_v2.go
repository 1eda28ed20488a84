package credentials

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// contractV2 serves version 2 of the endpoints for credentials that only integrations use.
type contractV2 struct {
	contractAPI
}

type searchIn struct {
	Query map[string]json.RawMessage `json:"query"`
	Sort  map[string]httpx.Text      `json:"sort"`
	Page  struct {
		From   httpx.PageSize `json:"from"`
		Size   httpx.PageSize `json:"size"`
		Cursor httpx.Text     `json:"cursor"`
	} `json:"page"`
}

// conditions parses the query: field names with an operator in brackets, or without one for equality.
func (in searchIn) conditions(m *credentialsearch.Matching, wrong *errs.Fields) {
	for _, name := range slices.Sorted(maps.Keys(in.Query)) {
		raw := bytes.TrimSpace(in.Query[name])
		field, operator, _ := strings.Cut(strings.TrimSuffix(name, "]"), "[")
		if operator == "" {
			operator = "eq"
		}
		switch {
		case string(raw) == "null" || string(raw) == `""`: // not given
		case raw[0] == '{':
			var want map[string]any
			_ = json.Unmarshal(raw, &want) // it was JSON before
			m.Maps[field] = want
		case string(raw) == "[]" && isMap(field):
		default:
			values, ok := texts(raw)
			if !ok {
				wrong.Add("query."+name, "invalid")
				continue
			}
			m.Conditions = append(m.Conditions, credentialsearch.Condition{Field: field, Operator: operator, Values: values})
		}
	}
}

func isMap(field string) bool {
	return field == "meta_data" || field == "recipient_meta_data" || field == "custom_attributes"
}

// texts parses a value or a list of values.
func texts(raw json.RawMessage) ([]string, bool) {
	if raw[0] != '[' {
		raw = json.RawMessage("[" + string(raw) + "]")
	}
	var values []any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&values) != nil {
		return nil, false
	}
	out := make([]string, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case string:
			out[i] = v
		case json.Number, bool:
			out[i] = fmt.Sprint(v)
		default:
			return nil, false
		}
	}
	return out, true
}

func (in searchIn) domain() (credentialsearch.Matching, error) {
	m := credentialsearch.Matching{
		Maps: map[string]map[string]any{}, From: int(in.Page.From), Size: int(in.Page.Size), Cursor: string(in.Page.Cursor),
	}
	var wrong errs.Fields
	in.conditions(&m, &wrong)
	if len(in.Sort) > 1 {
		wrong.Add("sort", "too_many", "max", 1)
	}
	for field, way := range in.Sort {
		switch strings.ToLower(string(way)) {
		case "asc", "":
			m.Sort = field
		case "desc":
			m.Sort = "-" + field
		default:
			wrong.Add("sort", "not_one_of", "values", "asc, desc")
		}
	}
	return m, wrong.Err()
}

// search returns errors in a query in a separate format that clients of this endpoint expect.
func (a contractV2) search(w http.ResponseWriter, r *http.Request) {
	reply, err := a.found(w, r)
	var refusal *errs.Error
	if errors.As(err, &refusal) && (refusal.Kind == errs.Invalid || refusal.Kind == errs.TooLarge) {
		httpx.Write(w, a.badQuery(r, refusal))
		return
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	httpx.Write(w, reply)
}

func (a contractV2) found(w http.ResponseWriter, r *http.Request) (foundReply, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ViewDepartment); err != nil {
		return foundReply{}, err
	}
	var in searchIn
	if err := httpx.Decode(w, r, &in); err != nil {
		return foundReply{}, err
	}
	m, err := in.domain()
	if err != nil {
		return foundReply{}, err
	}
	matched, err := a.searcher.Match(r.Context(), by, m)
	if err != nil {
		return foundReply{}, err
	}
	out := foundReply{Credentials: make([]flatCredential, len(matched.Items))}
	out.Meta.Count, out.Meta.From, out.Meta.Size, out.Meta.Cursor = matched.Count, max(m.From, 0), len(matched.Items), wire.Some(matched.Next)
	for i, c := range matched.Items {
		out.Credentials[i] = a.flat(c, by)
	}
	return out, nil
}

type badQuery struct {
	Code    int                 `json:"code"`
	Message string              `json:"message"`
	State   string              `json:"status"`
	Errors  map[string][]string `json:"errors"`
}

// Status returns the same status code as in the body.
func (badQuery) Status() int { return http.StatusBadRequest }

func (a contractV2) badQuery(r *http.Request, refusal *errs.Error) badQuery {
	out := badQuery{http.StatusBadRequest, a.reasons.Message(wire.Language(r), refusal.Code, refusal.Params), "invalid_search_query", map[string][]string{}}
	for field, all := range refusal.Fields {
		for _, d := range all {
			out.Errors[field] = append(out.Errors[field], a.reasons.Message(wire.Language(r), d.Code, d.Params))
		}
	}
	if len(out.Errors) == 0 {
		out.Errors["query"] = []string{out.Message}
	}
	return out
}

type foundReply struct {
	Credentials []flatCredential `json:"credentials"`
	Meta        struct {
		Count  int64   `json:"count"`
		From   int     `json:"from"`
		Size   int     `json:"size"`
		Cursor *string `json:"cursor"`
	} `json:"meta"`
}

// flatCredential is a credential with the recipient's data in top-level fields.
type flatCredential struct {
	ID               any                  `json:"id"`
	UUID             string               `json:"uuid"`
	EncodedID        string               `json:"encoded_id"`
	Name             string               `json:"name"`
	RecipientName    string               `json:"recipient_name"`
	RecipientEmail   string               `json:"recipient_email"`
	RecipientID      string               `json:"recipient_id"`
	RecipientMeta    map[string]any       `json:"recipient_meta_data"`
	Phone            string               `json:"phone_number"`
	IssuerID         int64                `json:"issuer_id"`
	LicenseID        *string              `json:"license_id"`
	Grade            *float64             `json:"grade"`
	GradeBand        *string              `json:"grade_band"` // null where its group calls it nothing
	Approve          bool                 `json:"approve"`
	Private          bool                 `json:"private"`
	PublishedOn      *string              `json:"published_on"`
	IssuedOn         string               `json:"issued_on"`
	ExpiredOn        *string              `json:"expired_on"`
	CreatedAt        string               `json:"created_at"`
	UpdatedAt        string               `json:"updated_at"`
	Opened           bool                 `json:"recipient_opened"`
	Engaged          bool                 `json:"recipient_engaged"`
	SEOImage         *string              `json:"seo_image"`
	CustomAttributes map[string]any       `json:"custom_attributes"`
	MetaData         map[string]any       `json:"meta_data"`
	Group            wire.CredentialGroup `json:"group"`
}

func (a contractV2) flat(c credentials.Credential, by access.Actor) flatCredential {
	w := a.wire.Credential(c, by)
	out := flatCredential{
		ID: w.ID, UUID: w.UUID, EncodedID: w.EncodedID, Name: w.Name, RecipientName: w.Recipient.Name, RecipientEmail: w.Recipient.Email,
		RecipientID: w.Recipient.ID, RecipientMeta: w.Recipient.MetaData, Phone: w.Recipient.Phone, IssuerID: w.Issuer.ID, LicenseID: w.LicenseID,
		Grade: w.Grade, GradeBand: w.GradeBand, Approve: w.Approve, Private: w.Private, IssuedOn: w.IssuedOn, ExpiredOn: w.ExpiredOn, CreatedAt: w.CreatedAt, UpdatedAt: w.UpdatedAt,
		Opened:  c.Engagement.Rank() >= credentials.PageOpened.Rank() || c.EmailStatus == "opened" || c.EmailStatus == "clicked",
		Engaged: c.Engagement.Rank() >= credentials.PageUsed.Rank() || c.EmailStatus == "clicked", SEOImage: w.SEOImage,
		CustomAttributes: w.CustomAttributes, MetaData: w.MetaData, Group: w.Group,
	}
	if c.PublishedAt != nil {
		day := c.PublishedAt.UTC().Format(time.DateOnly)
		out.PublishedOn = &day
	}
	return out
}

// mostAtOnceV2 is the maximum number of credentials per request in version 2.
const mostAtOnceV2 = 30

type bulkResults struct {
	Results []bulkResult `json:"results"`
	status  int
}

// Status returns the code for all, some or no credentials created.
func (b bulkResults) Status() int { return b.status }

type bulkResult struct {
	Credential *wire.CredentialOut `json:"credential,omitempty"`
	Errors     *bulkErrors         `json:"errors,omitempty"`
	wire.Warned
}

type bulkErrors struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Details []bulkProperty `json:"details"`
}

type bulkProperty struct {
	Property string `json:"property"`
	Message  string `json:"message"`
}

// bulkCreate creates credentials independently of each other. A credential that could not be published is created anyway, with the
// reason.
func (a contractV2) bulkCreate(r *http.Request, in bulkIn) (bulkResults, error) {
	attempts, err := a.createEach(r, in.Credentials, mostAtOnceV2)
	if err != nil {
		return bulkResults{}, err
	}
	out := bulkResults{Results: make([]bulkResult, len(attempts))}
	made, perfect := 0, 0
	for i, m := range attempts {
		if m.refusal != nil {
			out.Results[i].Errors = a.bulkErrors(r, m.refusal)
			continue
		}
		made++
		out.Results[i].Credential, out.Results[i].Warned = &m.credential, m.Warned
		if reason := m.made.PublishRefusal; reason != "" && m.made.State.Unpublished() {
			out.Results[i].Errors = &bulkErrors{reason, a.reasons.Message(wire.Language(r), "publishing."+reason, nil), []bulkProperty{}}
			continue
		}
		perfect++
	}
	switch {
	case perfect == len(attempts):
		out.status = http.StatusOK
	case made > 0:
		out.status = http.StatusMultiStatus
	default:
		out.status = http.StatusUnprocessableEntity
	}
	return out, nil
}

func (a contractV2) bulkErrors(r *http.Request, refusal *errs.Error) *bulkErrors {
	out := &bulkErrors{refusal.Name(), a.reasons.Message(wire.Language(r), refusal.Code, refusal.Params), []bulkProperty{}}
	for _, d := range detailsOf(refusal) {
		if d.field != "credential" {
			out.Details = append(out.Details, bulkProperty{d.field, a.reasons.Message(wire.Language(r), d.Code, d.Params)})
		}
	}
	slices.SortFunc(out.Details, func(a, b bulkProperty) int { return strings.Compare(a.Property, b.Property) })
	return out
}
