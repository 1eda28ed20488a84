package issuer

import (
	"net/http"
	"strconv"
	"strings"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

type credentialQuery struct {
	GroupID       httpx.Ref      `json:"group_id"` // or a name
	ImportID      httpx.Int      `json:"import_id"`
	Query         httpx.Text     `json:"query"`
	Email         httpx.Text     `json:"email"`
	RecipientName httpx.Text     `json:"recipient.name"`
	RecipientMail httpx.Text     `json:"recipient.email"`
	RecipientID   httpx.Ref      `json:"recipient.id"`
	Recipient     recipientInput `json:"recipient"`
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
	MetaData      wireObject     `json:"meta_data"`
	RecipientMeta wireObject     `json:"recipient.meta_data"`
	Cursor        string         `json:"cursor"`
	Sort          string         `json:"sort"`
	Page          httpx.PageSize `json:"page"`
	PageSize      httpx.PageSize `json:"page_size"`

	group int64
}

// noGroup is the id of a group that does not exist.
const noGroup = -1

// find puts the id of the group in the place of what the client calls it; a list of an unknown group is empty.
func (a credentialsAPI) find(r *http.Request, q *credentialQuery) (err error) {
	if q.group == 0 {
		q.group, err = groupRefs{a.groups}.filter(r, q.GroupID)
	}
	return err
}

func (q credentialQuery) domain() credentials.Query {
	if q.group == 0 && q.GroupID != "" { // one that was not looked up
		if q.group, _ = strconv.ParseInt(strings.TrimSpace(string(q.GroupID)), 10, 64); q.group == 0 {
			q.group = noGroup
		}
	}
	out := credentials.Query{
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

// recipientMeta is what a client asks for of the recipient's meta data, dotted or nested; what is no object asks for nothing.
func (q credentialQuery) recipientMeta() map[string]any {
	if len(q.RecipientMeta) > 0 {
		return q.RecipientMeta
	}
	nested, err := givenObject("", q.Recipient.MetaData)
	if err != nil {
		return nil
	}
	return nested.Value
}

// first takes the first value that was given; clients write these filters dotted and nested.
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

func (a credentialsAPI) search(r *http.Request, in credentialQuery) (credentialsReply, error) {
	by := access.From(r.Context())
	if err := a.find(r, &in); err != nil {
		return credentialsReply{}, err
	}
	found, err := a.credentials.Search(r.Context(), by, in.domain())
	if err != nil {
		return credentialsReply{}, err
	}
	out := credentialsReply{Credentials: make([]credentialOut, len(found.Items)), Meta: foundMeta{metaOf(found.Page), found.Capped, found.Next}}
	for i, c := range found.Items {
		out.Credentials[i] = a.wire.credential(c, by)
	}
	return out, nil
}

type countReply struct {
	Total  int64                       `json:"total_count"`
	States map[credentials.State]int64 `json:"states"`
}

// count tells how many a search finds, as far as can be selected at once, and how many of them are in each state.
func (a credentialsAPI) count(r *http.Request, in credentialQuery) (countReply, error) {
	by := access.From(r.Context())
	if err := a.find(r, &in); err != nil {
		return countReply{}, err
	}
	total, err := a.credentials.Count(r.Context(), by, in.domain())
	if err != nil {
		return countReply{}, err
	}
	states, err := a.credentials.CountStates(r.Context(), by, in.domain())
	return countReply{total, states}, err
}
