package team

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/administrators"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/organizations"
	"laurel/internal/accounts/team"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/httpx"
)

// organizationsAPI serves organizations to those who administer them.
type organizationsAPI struct {
	organizations *organizations.Service
	people        *administrators.Service
	clock         clock.Clock
	groups        Groups
}

func (a organizationsAPI) routes(r chi.Router) {
	r.Get("/organizations", httpx.JSON(a.list))
	r.Get("/organizations/{id}", httpx.JSON(a.read))
	r.Put("/organizations/{id}", httpx.JSON(a.rename))
	r.Post("/organizations/{id}/departments", httpx.JSON(a.createDepartment))
	r.Post("/organizations/{id}/departments/{department_id}", httpx.JSON(a.adopt))
	r.Post("/organizations/{id}/departments/{department_id}/archive", httpx.JSON(a.archive))
	r.Post("/organizations/{id}/departments/{department_id}/restore", httpx.JSON(a.restore))
	r.Get("/organizations/{id}/people", httpx.JSON(a.listPeople))
	r.Post("/organizations/{id}/administrators", httpx.JSON(a.add))
	r.Delete("/organizations/{id}/administrators/{person_id}", httpx.JSON(a.remove))
}

type organizationOut struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	CreatedAt   string  `json:"created_at"`
	Departments []int64 `json:"department_ids"`
}

func organizationToWire(o organizations.Organization) organizationOut {
	return organizationOut{o.ID, o.Name, wire.Stamp(o.CreatedAt), wire.List(o.Departments)}
}

type organizationsReply struct {
	Organizations []organizationOut `json:"organizations"`
}

func (a organizationsAPI) list(r *http.Request, _ httpx.None) (organizationsReply, error) {
	found, err := a.organizations.Mine(r.Context(), access.From(r.Context()))
	out := organizationsReply{make([]organizationOut, len(found))}
	for i, o := range found {
		out.Organizations[i] = organizationToWire(o)
	}
	return out, err
}

type placeOut struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Logo      string `json:"logo"`
	Members   int64  `json:"members_count"`
	CreatedAt string `json:"created_at"`

	ArchivedAt *string `json:"archived_at"`
}

type organizationReply struct {
	Organization organizationOut `json:"organization"`
	Departments  []placeOut      `json:"departments"`
}

func (a organizationsAPI) read(r *http.Request, in wire.IDIn) (organizationReply, error) {
	o, places, err := a.organizations.Read(r.Context(), access.From(r.Context()), int64(in.ID))
	out := organizationReply{organizationToWire(o), make([]placeOut, len(places))}
	for i, d := range places {
		out.Departments[i] = placeOut{d.ID, d.Name, d.Logo, d.Members, wire.Stamp(d.CreatedAt), wire.Stamped(d.ArchivedAt)}
	}
	return out, err
}

type organizationIn struct {
	ID           httpx.Int `json:"id"`
	Organization *struct {
		Name httpx.Text `json:"name"`
	} `json:"organization" validate:"required"`
}

func (a organizationsAPI) rename(r *http.Request, in organizationIn) (organizationReply, error) {
	if err := a.organizations.Rename(r.Context(), access.From(r.Context()), int64(in.ID), string(in.Organization.Name)); err != nil {
		return organizationReply{}, err
	}
	return a.read(r, wire.IDIn{ID: in.ID})
}

type organizationDepartmentIn struct {
	ID         httpx.Int `json:"id"`
	Department *struct {
		Name *string `json:"name"`
		URL  *string `json:"url"`
	} `json:"department" validate:"required"`
}

func (a organizationsAPI) createDepartment(r *http.Request, in organizationDepartmentIn) (organizationReply, error) {
	by := access.From(r.Context())
	d, err := a.organizations.CreateDepartment(r.Context(), by, int64(in.ID), departments.Change{Name: in.Department.Name, URL: in.Department.URL})
	if err != nil {
		return organizationReply{}, err
	}
	by.DepartmentID, by.Role = d.ID, access.Owner
	if _, err := a.groups.DefaultDesign(r.Context(), by); err != nil { // it is made later when it is needed
		httpx.Warn(r, "could not create the default design", "department_id", by.DepartmentID, "error", err)
	}
	return a.read(r, wire.IDIn{ID: in.ID})
}

type adoptIn struct {
	ID           httpx.Int `json:"id"`
	DepartmentID httpx.Int `json:"department_id"`
}

func (a organizationsAPI) adopt(r *http.Request, in adoptIn) (organizationReply, error) {
	if err := a.organizations.Adopt(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.DepartmentID)); err != nil {
		return organizationReply{}, err
	}
	return a.read(r, wire.IDIn{ID: in.ID})
}

func (a organizationsAPI) archive(r *http.Request, in adoptIn) (organizationReply, error) {
	if err := a.organizations.Archive(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.DepartmentID)); err != nil {
		return organizationReply{}, err
	}
	return a.read(r, wire.IDIn{ID: in.ID})
}

func (a organizationsAPI) restore(r *http.Request, in adoptIn) (organizationReply, error) {
	if err := a.organizations.Restore(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.DepartmentID)); err != nil {
		return organizationReply{}, err
	}
	return a.read(r, wire.IDIn{ID: in.ID})
}

type personPlaceOut struct {
	ID               int64    `json:"id"`
	Name             string   `json:"name"`
	RoleID           string   `json:"role_id"`   // of a role; "" for permissions of one's own
	RoleName         string   `json:"role_name"` // that of a custom role, or the key of a built-in one
	PermissionGroups []string `json:"permission_groups"`
}

type personOut struct {
	ID          int64            `json:"id"`
	Name        string           `json:"name"`
	Email       string           `json:"email"`
	Role        string           `json:"organization_role"` // administrator or member
	Status      string           `json:"status"`            // active, invited or expired
	ExpiresAt   *string          `json:"invitation_expires_at"`
	LastSeen    *string          `json:"last_seen_at"`
	Departments []personPlaceOut `json:"departments"`
}

func (a organizationsAPI) personToWire(p administrators.Person) personOut {
	out := personOut{ID: p.ID, Name: p.Name, Email: p.Email, Role: "member", Status: "active", Departments: make([]personPlaceOut, len(p.Places))}
	if p.Administrator {
		out.Role = "administrator"
	}
	if p.LastSeen != nil {
		out.LastSeen = new(wire.Stamp(*p.LastSeen))
	}
	if p.ExpiresAt != nil {
		out.Role, out.Status, out.ExpiresAt = "administrator", "invited", new(wire.Stamp(*p.ExpiresAt))
		if !a.clock.Now().Before(*p.ExpiresAt) {
			out.Status = "expired"
		}
	}
	for i, d := range p.Places {
		name := d.RoleTitle
		if name == "" {
			name = string(d.Role.Name())
		}
		out.Departments[i] = personPlaceOut{d.ID, d.Name, team.IDOf(d.Role), name, wire.List(d.PermissionGroups)}
	}
	return out
}

type peopleReply struct {
	People []personOut `json:"people"`
	Meta   wire.Meta   `json:"meta"`
}

type peopleIn struct {
	membersIn
	ID httpx.Int `json:"id"`
}

func (a organizationsAPI) listPeople(r *http.Request, in peopleIn) (peopleReply, error) {
	found, err := a.people.People(r.Context(), access.From(r.Context()), int64(in.ID), identity.MemberQuery{Term: string(in.Query), Sort: in.Sort}, in.Request())
	if err != nil {
		return peopleReply{}, err
	}
	out := peopleReply{make([]personOut, len(found.Items)), wire.MetaOf(found)}
	for i, p := range found.Items {
		out.People[i] = a.personToWire(p)
	}
	return out, nil
}

type administratorIn struct {
	ID            httpx.Int `json:"id"`
	Administrator *struct {
		Name     httpx.Text `json:"name"`
		Email    httpx.Text `json:"email"`
		Language httpx.Text `json:"language"`
	} `json:"administrator" validate:"required"`
}

type personReply struct {
	Person personOut `json:"person"`
}

func (a organizationsAPI) add(r *http.Request, in administratorIn) (personReply, error) {
	p, err := a.people.Add(r.Context(), access.From(r.Context()), int64(in.ID), identity.Invite{
		Name: string(in.Administrator.Name), Email: string(in.Administrator.Email), Language: string(in.Administrator.Language),
	})
	if err != nil {
		return personReply{}, err
	}
	return personReply{a.personToWire(p)}, nil
}

type administratorRef struct {
	ID       httpx.Int `json:"id"`
	PersonID httpx.Int `json:"person_id"`
}

func (a organizationsAPI) remove(r *http.Request, in administratorRef) (wire.DoneReply, error) {
	return wire.Done(a.people.Remove(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.PersonID)))
}
