package wire

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// filters are the names of all filters. The other query parameters concern pagination and sorting, which a selection ignores.
var filters = func() (names []string) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[CredentialQuery]()) {
		if name := field.Tag.Get("json"); name != "" {
			names = append(names, name)
		}
	}
	return slices.DeleteFunc(names, ignored)
}()

func ignored(name string) bool {
	return slices.Contains([]string{"cursor", "sort", "page", "page_size"}, strings.ToLower(name))
}

// SelectionIn selects credentials by ID or by a filter.
type SelectionIn struct {
	CredentialIDs []httpx.Int `json:"credential_ids" validate:"max=10000"`
	AllMatching   *Matching   `json:"all_matching"`
	SendEmail     *httpx.Bool `json:"send_email"`
}

// Domain converts the selection.
func (in SelectionIn) Domain() credentialsearch.Selection {
	sel := credentialsearch.Selection{IDs: make([]int64, len(in.CredentialIDs))}
	for i, id := range in.CredentialIDs {
		sel.IDs[i] = int64(id)
	}
	if in.AllMatching != nil {
		q := CredentialQuery(*in.AllMatching).Domain()
		sel.Query = &q
	}
	return sel
}

// CredentialQuery contains the filters of a search for credentials.
type CredentialQuery struct {
	GroupID       httpx.Ref      `json:"group_id"` // or a name
	ImportID      httpx.Int      `json:"import_id"`
	Query         httpx.Text     `json:"query"`
	Email         httpx.Text     `json:"email"`
	RecipientName httpx.Text     `json:"recipient.name"`
	RecipientMail httpx.Text     `json:"recipient.email"`
	RecipientID   httpx.Ref      `json:"recipient.id"`
	Recipient     RecipientInput `json:"recipient"`
	LicenseID     httpx.Ref      `json:"license_id"`
	State         httpx.Text     `json:"state"`
	EmailStatus   httpx.Text     `json:"email_status"`
	Private       *httpx.Bool    `json:"private"`
	StartDate     httpx.Text     `json:"start_date"`
	EndDate       httpx.Text     `json:"end_date"`
	ExpiresFrom   httpx.Text     `json:"expires_from"`
	ExpiresTo     httpx.Text     `json:"expires_to"`
	UpdatedFrom   httpx.Text     `json:"start_updated_date"`
	UpdatedTo     httpx.Text     `json:"end_updated_date"`
	CreatedFrom   httpx.Text     `json:"created_from"`
	CreatedTo     httpx.Text     `json:"created_to"`
	GradeFrom     *httpx.Float   `json:"grade_from"`
	GradeTo       *httpx.Float   `json:"grade_to"`
	AsksForName   *httpx.Bool    `json:"name_change_open"`
	Tag           httpx.Text     `json:"tag"`
	Collection    httpx.Ref      `json:"collection_id"`
	Engagement    httpx.Text     `json:"engagement"`
	Evidence      httpx.Text     `json:"evidence"`
	Attribute     httpx.Text     `json:"attribute"`
	AttributeText httpx.Text     `json:"attribute_value"`
	MetaData      Object         `json:"meta_data"`
	RecipientMeta Object         `json:"recipient.meta_data"`
	Cursor        string         `json:"cursor"`
	Sort          string         `json:"sort"`
	Page          httpx.PageSize `json:"page"`
	PageSize      httpx.PageSize `json:"page_size"`

	group int64 // 0: not looked up
}

// NoGroup is the ID of a group that does not exist.
const NoGroup = -1

// InGroup limits the query to a group.
func (q *CredentialQuery) InGroup(id int64) { q.group = id }

// FindGroup looks up the group in the query. A query for an unknown group finds nothing.
func (q *CredentialQuery) FindGroup(r *http.Request, all GroupRefs) (err error) {
	if q.group == 0 {
		q.group, err = all.Filter(r, q.GroupID)
	}
	return err
}

// Domain converts the query.
func (q CredentialQuery) Domain() credentialsearch.Query {
	if q.group == 0 && q.GroupID != "" { // one that was not looked up
		if q.group, _ = strconv.ParseInt(strings.TrimSpace(string(q.GroupID)), 10, 64); q.group == 0 {
			q.group = NoGroup
		}
	}
	out := credentialsearch.Query{
		GroupID: q.group, ImportID: int64(q.ImportID), Term: string(q.Query), Email: first(q.Email, q.RecipientMail, q.Recipient.Email),
		RecipientName: first(q.RecipientName, q.Recipient.Name), RecipientID: first(q.RecipientID, q.Recipient.ID),
		LicenseID: string(q.LicenseID), EmailStatus: string(q.EmailStatus), Private: (*bool)(q.Private),
		StartDate: string(q.StartDate), EndDate: string(q.EndDate), Sort: q.Sort,
		ExpiresFrom: string(q.ExpiresFrom), ExpiresTo: string(q.ExpiresTo), UpdatedFrom: string(q.UpdatedFrom), UpdatedTo: string(q.UpdatedTo),
		CreatedFrom: string(q.CreatedFrom), CreatedTo: string(q.CreatedTo), GradeFrom: (*float64)(q.GradeFrom), GradeTo: (*float64)(q.GradeTo), AsksForName: (*bool)(q.AsksForName),
		Tag: string(q.Tag), Collection: string(q.Collection), Engagement: string(q.Engagement), Evidence: string(q.Evidence), AttributeKey: string(q.Attribute), AttributeValue: string(q.AttributeText), Cursor: q.Cursor,
		MetaData: q.MetaData, RecipientMeta: q.recipientMeta(),
		Page: page.Request{Number: int(q.Page), Size: int(q.PageSize)},
	}
	for _, state := range strings.Split(string(q.State), ",") {
		if state = strings.TrimSpace(state); state != "" {
			out.States = append(out.States, credentials.State(state))
		}
	}
	return out
}

// recipientMeta returns the filter for the recipient's metadata, sent with a dotted name or nested. It returns nil if that is not an
// object.
func (q CredentialQuery) recipientMeta() map[string]any {
	if len(q.RecipientMeta) > 0 {
		return q.RecipientMeta
	}
	nested, err := GivenObject("", q.Recipient.MetaData)
	if err != nil {
		return nil
	}
	return nested.Value
}

// first returns the first non-empty value. Clients send these filters with dotted names or nested.
func first(values ...any) string {
	for _, v := range values {
		switch v := v.(type) {
		case httpx.Text:
			if v != "" {
				return string(v)
			}
		case httpx.Ref:
			if v != "" {
				return string(v)
			}
		case *httpx.Ref:
			if v != nil && *v != "" {
				return string(*v)
			}
		case *httpx.Text:
			if v != nil && *v != "" {
				return string(*v)
			}
		}
	}
	return ""
}

// Matching is the filter of a request that changes all matching credentials. A search ignores empty and unknown filters, but here that
// would select the whole department, so both are rejected.
type Matching CredentialQuery

// UnmarshalJSON returns a field error for each filter that is unknown, null, empty or a placeholder such as "None".
func (m *Matching) UnmarshalJSON(data []byte) error {
	if bytes.Equal(bytes.TrimSpace(data), []byte("[]")) { // PHP writes an empty object as a list
		return nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(data, &given); err != nil {
		return err
	}
	var fields errs.Fields
	for name, value := range given {
		at := "all_matching." + name
		switch {
		case ignored(name):
		case !slices.ContainsFunc(filters, func(known string) bool { return strings.EqualFold(known, name) }):
			fields.Add(at, "unknown_filter")
		case httpx.Missing(strings.Trim(string(value), `"`)):
			fields.Add(at, "empty_filter")
		}
	}
	if err := fields.Err(); err != nil {
		return err
	}
	return json.Unmarshal(data, (*CredentialQuery)(m))
}
