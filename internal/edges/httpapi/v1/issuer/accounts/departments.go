package accounts

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// departmentsAPI serves the caller's departments.
type departmentsAPI struct {
	departments *departments.Service
	founded     founded
}

func (a departmentsAPI) routes(r chi.Router) {
	r.Post("/department/update", httpx.JSON(a.updateCurrent))
	r.Post("/departments/all", httpx.JSON(a.all))
	r.Post("/departments/read", httpx.JSON(a.read))
	r.Post("/departments/create", httpx.JSON(a.create))
	r.Post("/departments/update", httpx.JSON(a.update))
	r.Post("/departments/delete", httpx.JSON(a.delete))
}

type departmentInput struct {
	ID                        httpx.Int   `json:"id"`
	Name                      *string     `json:"name"`
	URL                       *string     `json:"url"`
	Logo                      *string     `json:"logo"`
	PageBanner                *string     `json:"page_banner"`
	WhitelabelLogo            *string     `json:"whitelabel_logo"`
	Description               *string     `json:"description"`
	Language                  *string     `json:"language"`
	TimeZone                  *string     `json:"time_zone"`
	GeneratePrivateCredential *httpx.Bool `json:"generate_private_credential"`
	HoldMinutes               *httpx.Int  `json:"hold_minutes"`
	UndeclaredAttributes      *httpx.Text `json:"undeclared_attributes"`
	LinkedinCompanyID         *httpx.Text `json:"linkedin_company_id"`
	ContactEmail              *string     `json:"contact_email"`
	MetaData                  wire.Given  `json:"meta_data"`
}

func (in departmentInput) domain() (departments.Change, error) {
	meta, err := wire.GivenObject("meta_data", in.MetaData)
	if err != nil {
		return departments.Change{}, err
	}
	return departments.Change{
		Name: in.Name, URL: in.URL, Logo: in.Logo, PageBanner: in.PageBanner, WhitelabelLogo: in.WhitelabelLogo, Description: in.Description, Language: in.Language, TimeZone: in.TimeZone,
		GeneratePrivateCredential: (*bool)(in.GeneratePrivateCredential), LinkedinCompanyID: (*string)(in.LinkedinCompanyID),
		HoldMinutes: wire.OptionalInt(in.HoldMinutes), UndeclaredAttributes: (*string)(in.UndeclaredAttributes), ContactEmail: in.ContactEmail,
		MetaData: meta.Value,
	}, nil
}

type departmentReply struct {
	Department departmentWire `json:"department"`
}

func departmentAnswer(d departments.Department, err error) (departmentReply, error) {
	if err != nil {
		return departmentReply{}, err
	}
	return departmentReply{Department: departmentToWire(d)}, nil
}

type updateCurrentIn struct {
	Issuer *departmentInput `json:"issuer" validate:"required"`
}

func (a departmentsAPI) updateCurrent(r *http.Request, in updateCurrentIn) (departmentReply, error) {
	change, err := in.Issuer.domain()
	if err != nil {
		return departmentReply{}, err
	}
	return departmentAnswer(a.departments.Update(r.Context(), access.From(r.Context()), 0, change))
}

type departmentsReply struct {
	Departments []departmentWire `json:"departments"`
}

func (a departmentsAPI) all(r *http.Request, _ httpx.None) (departmentsReply, error) {
	mine, err := a.departments.Entered(r.Context(), access.From(r.Context()))
	if err != nil {
		return departmentsReply{}, err
	}
	out := departmentsReply{Departments: []departmentWire{}}
	for _, m := range mine {
		out.Departments = append(out.Departments, departmentToWire(m.Department))
	}
	return out, nil
}

func (a departmentsAPI) read(r *http.Request, in wire.IDIn) (departmentReply, error) {
	return departmentAnswer(a.departments.Read(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type departmentCreateIn struct {
	Department *departmentInput `json:"department" validate:"required"`
}

func (a departmentsAPI) create(r *http.Request, in departmentCreateIn) (departmentReply, error) {
	change, err := in.Department.domain()
	if err != nil {
		return departmentReply{}, err
	}
	by := access.From(r.Context())
	d, err := a.departments.Create(r.Context(), by, change)
	if err == nil {
		by.DepartmentID, by.Role = d.ID, access.Owner
		a.founded(r, by)
	}
	return departmentAnswer(d, err)
}

// founded is called after a department was created, with its administrator as the actor.
type founded func(r *http.Request, by access.Actor)

// startDesign creates the default design of a new department. A failure is only logged: the design is created later when it is needed.
func startDesign(all Groups) founded {
	return func(r *http.Request, by access.Actor) {
		if _, err := all.DefaultDesign(r.Context(), by); err != nil {
			httpx.Warn(r, "could not create the default design", "department_id", by.DepartmentID, "error", err)
		}
	}
}

// departmentUpdateIn accepts the ID at the top level or in the department, but not two different ones. Without an ID it applies to the
// current department.
type departmentUpdateIn struct {
	ID         httpx.Int        `json:"id"`
	Department *departmentInput `json:"department" validate:"required"`
}

func (in departmentUpdateIn) id() (int64, error) {
	switch inner := in.Department.ID; {
	case in.ID == 0:
		return int64(inner), nil
	case inner != 0 && inner != in.ID:
		return 0, errs.Field("id", "given_twice")
	}
	return int64(in.ID), nil
}

func (a departmentsAPI) update(r *http.Request, in departmentUpdateIn) (departmentReply, error) {
	id, err := in.id()
	if err != nil {
		return departmentReply{}, err
	}
	change, err := in.Department.domain()
	if err != nil {
		return departmentReply{}, err
	}
	return departmentAnswer(a.departments.Update(r.Context(), access.From(r.Context()), id, change))
}

func (a departmentsAPI) delete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.departments.Delete(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type departmentWire struct {
	ID                        int64          `json:"id"`
	Name                      string         `json:"name"`
	URL                       string         `json:"url"`
	Logo                      string         `json:"logo"`
	PageBanner                string         `json:"page_banner"`
	WhitelabelLogo            string         `json:"whitelabel_logo"`
	Description               string         `json:"description"`
	Language                  string         `json:"language"`
	TimeZone                  string         `json:"time_zone"`
	GeneratePrivateCredential bool           `json:"generate_private_credential"`
	HoldMinutes               int            `json:"hold_minutes"`
	UndeclaredAttributes      string         `json:"undeclared_attributes"`
	LinkedinCompanyID         string         `json:"linkedin_company_id"`
	ContactEmail              string         `json:"contact_email"`
	MetaData                  map[string]any `json:"meta_data"`
	ArchivedAt                *string        `json:"archived_at"`
	CreatedAt                 string         `json:"created_at"`
	UpdatedAt                 string         `json:"updated_at"`
}

func departmentToWire(d departments.Department) departmentWire {
	return departmentWire{
		ID: d.ID, Name: d.Name, URL: d.URL, Logo: d.Logo, PageBanner: d.PageBanner, WhitelabelLogo: d.WhitelabelLogo, Description: d.Description, Language: d.Language, TimeZone: d.TimeZone,
		GeneratePrivateCredential: d.GeneratePrivateCredential, HoldMinutes: d.HoldMinutes, UndeclaredAttributes: d.UndeclaredAttributes, LinkedinCompanyID: d.LinkedinCompanyID, ContactEmail: d.ContactEmail, MetaData: wire.OrEmpty(d.MetaData),
		ArchivedAt: wire.Stamped(d.ArchivedAt), CreatedAt: wire.Stamp(d.CreatedAt), UpdatedAt: wire.Stamp(d.UpdatedAt),
	}
}
