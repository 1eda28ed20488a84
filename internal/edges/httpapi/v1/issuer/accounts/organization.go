package accounts

import (
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
)

// organizationAPI serves the endpoints for issuing organisations that only integrations use.
type organizationAPI struct {
	departments *departments.Service
	people      *identity.Service
	groups      Groups
	links       links.Links
}

func (a organizationAPI) routes(r chi.Router) {
	own := departmentsAPI{a.departments, startDesign(a.groups)}
	r.Get("/issuer/details", httpx.JSON(a.details))
	r.Get("/departments", httpx.JSON(a.search))
	r.Post("/departments", httpx.JSON(own.create))
	r.Post("/departments/search", httpx.JSON(a.search))
	r.Get("/departments/{id}", httpx.JSON(own.read))
	r.Put("/departments/{id}", httpx.JSON(own.update))
	r.Delete("/departments/{id}", httpx.JSON(a.delete))
}

type detailsOut struct {
	ID                int64   `json:"id"`
	Name              string  `json:"name"`
	Email             string  `json:"email"`
	CertificateLeft   *int    `json:"certificate_left"` // null: nothing is counted
	Language          string  `json:"language"`
	URL               string  `json:"url"`
	Spiderable        bool    `json:"spiderable"`
	WhitelistedDomain string  `json:"whitelisted_domain"`
	LinkedinCompanyID *string `json:"linkedin_company_id"`
	LinkedinSchoolID  *string `json:"linkedin_school_id"`
}

type detailsReply struct {
	Issuer detailsOut `json:"issuer"`
}

// details returns the department with the email address of its longest-standing member.
func (a organizationAPI) details(r *http.Request, _ httpx.None) (detailsReply, error) {
	by := access.From(r.Context())
	d, err := a.departments.Read(r.Context(), by, 0)
	if err != nil {
		return detailsReply{}, err
	}
	first, err := a.people.Members(r.Context(), by, identity.MemberQuery{}, page.Request{Size: 1})
	if err != nil {
		return detailsReply{}, err
	}
	out := detailsOut{ID: d.ID, Name: d.Name, Language: d.Language, URL: d.URL, Spiderable: true, WhitelistedDomain: a.links.Host(), LinkedinCompanyID: wire.Some(d.LinkedinCompanyID)}
	if len(first.Items) > 0 {
		out.Email = first.Items[0].Email
	}
	return detailsReply{out}, nil
}

type departmentSearchIn struct {
	MetaData wire.Object    `json:"meta_data"`
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

type departmentPage struct {
	Departments []departmentWire `json:"departments"`
	Meta        wire.Meta        `json:"meta"`
}

// search lists the caller's departments. There are few, so they are filtered in memory.
func (a organizationAPI) search(r *http.Request, in departmentSearchIn) (departmentPage, error) {
	mine, err := a.departments.Entered(r.Context(), access.From(r.Context()))
	if err != nil {
		return departmentPage{}, err
	}
	all := []departmentWire{}
	for _, m := range mine {
		if holds(m.Department.MetaData, in.MetaData) {
			all = append(all, departmentToWire(m.Department))
		}
	}
	asked := page.Request{Number: int(in.Page), Size: int(in.PageSize)}
	begin := min(int(asked.Offset()), len(all))
	some := all[begin:min(begin+int(asked.Limit()), len(all))]
	return departmentPage{some, wire.MetaOf(page.Of(asked, some, int64(len(all))))}, nil
}

// holds reports whether data contains all wanted values. Numbers and strings are compared by their text.
func holds(data, wanted map[string]any) bool {
	for key, want := range wanted {
		if have, there := data[key]; !there || !reflect.DeepEqual(have, want) && written(have) != written(want) {
			return false
		}
	}
	return true
}

func written(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	data, _ := json.Marshal(value) // what was decoded from JSON can be encoded
	return string(data)
}

// delete deletes a department and returns it.
func (a organizationAPI) delete(r *http.Request, in wire.IDIn) (departmentReply, error) {
	by := access.From(r.Context())
	reply, err := departmentAnswer(a.departments.Read(r.Context(), by, int64(in.ID)))
	if err != nil {
		return departmentReply{}, err
	}
	return reply, a.departments.Delete(r.Context(), by, int64(in.ID))
}
