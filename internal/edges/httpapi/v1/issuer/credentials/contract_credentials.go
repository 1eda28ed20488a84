package credentials

import (
	"errors"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/downloads"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
	"laurel/internal/reach/analytics"
)

// contractAPI serves the endpoints for credentials that only integrations use.
type contractAPI struct {
	credentialsAPI
	downloads *downloads.Service
	analytics *analytics.Service
}

func (a contractAPI) routes(r chi.Router) {
	r.Get("/all_credentials", httpx.JSON(a.all))
	r.Get("/credentials", httpx.JSON(a.legacy))
	r.Post("/credentials/bulk_create", httpx.JSON(withFieldErrors(a.bulkCreate)))
	r.Post("/credentials/generate_single_pdf/{id}", httpx.JSON(a.singlePDF))
	r.Post("/credentials/generate_pdf", httpx.JSON(a.manyPDF))
	r.Get("/credentials/generated_pdf", a.generated)
	r.Get("/issuer/credential_redirect", a.redirect)
	r.Post("/credentials/analytics/{id}", httpx.JSON(a.eventsOf))
	r.Get("/analytics", httpx.JSON(a.events))
}

// allIn are the filters of the list that most integrations use.
type allIn struct {
	GroupID     httpx.Ref      `json:"group_id"`
	Email       httpx.Text     `json:"email"`
	RecipientID httpx.Ref      `json:"recipient_id"`
	LicenseID   httpx.Ref      `json:"license_id"`
	StartDate   httpx.Text     `json:"start_date"`
	EndDate     httpx.Text     `json:"end_date"`
	UpdatedFrom httpx.Text     `json:"start_updated_date"`
	UpdatedTo   httpx.Text     `json:"end_updated_date"`
	Page        httpx.PageSize `json:"page"`
	PageSize    httpx.PageSize `json:"page_size"`
}

func (a contractAPI) all(r *http.Request, in allIn) (credentialsReply, error) {
	return a.search(r, wire.CredentialQuery{
		GroupID: in.GroupID, Email: in.Email, RecipientID: in.RecipientID, LicenseID: in.LicenseID, StartDate: in.StartDate, EndDate: in.EndDate,
		UpdatedFrom: in.UpdatedFrom, UpdatedTo: in.UpdatedTo, Page: in.Page, PageSize: in.PageSize,
	})
}

// legacyIn refers to a group by ID or name.
type legacyIn struct {
	AchievementID httpx.Ref      `json:"achievement_id" validate:"max=255"`
	Email         httpx.Text     `json:"email"`
	Page          httpx.PageSize `json:"page"`
	PageSize      httpx.PageSize `json:"page_size"`
}

// legacy is the list for older clients. They do not paginate, so it has large pages by default.
func (a contractAPI) legacy(r *http.Request, in legacyIn) (credentialsReply, error) {
	q := wire.CredentialQuery{Email: in.Email, Page: in.Page, PageSize: in.PageSize}
	if q.PageSize == 0 {
		q.PageSize = page.MaxSize
	}
	if in.AchievementID != "" {
		id, err := a.groups.Find(r.Context(), access.From(r.Context()), string(in.AchievementID)) // a name may be a number
		if errors.Is(err, groups.ErrNotFound) {
			id, err = wire.NoGroup, nil
		}
		if err != nil {
			return credentialsReply{}, err
		}
		q.InGroup(id)
	}
	return a.search(r, q)
}

type fileReply struct {
	File string `json:"file"`
}

func (a contractAPI) singlePDF(r *http.Request, in wire.RefIn) (fileReply, error) {
	token, err := a.downloads.Direct(r.Context(), access.From(r.Context()), []string{in.ID}, true)
	return fileReply{a.wire.Links.Certificates(token)}, err
}

// manyIn accepts IDs under two names; one client uses the second.
type manyIn struct {
	CredentialIDs []httpx.Text `json:"credential_ids" validate:"dive,max=255"`
	Credentials   []httpx.Text `json:"credentials" validate:"dive,max=255"`
}

func (a contractAPI) manyPDF(r *http.Request, in manyIn) (fileReply, error) {
	token, err := a.downloads.Direct(r.Context(), access.From(r.Context()), wire.Texts(append(in.CredentialIDs, in.Credentials...)), false)
	return fileReply{a.wire.Links.Certificates(token)}, err
}

type certificatesIn struct {
	Token string `json:"token" validate:"required,max=4000"`
}

// generated serves the PDF or streams the ZIP. Once streaming has begun, an error can only be signalled by closing the connection.
func (a contractAPI) generated(w http.ResponseWriter, r *http.Request) {
	var in certificatesIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	bundle, err := a.downloads.OpenDirect(r.Context(), in.Token)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Disposition", `attachment; filename="`+bundle.Name()+`"`)
	h.Set("Cache-Control", "no-store")
	if bundle.Single {
		data, err := a.downloads.PDF(r.Context(), bundle)
		if err != nil {
			h.Del("Content-Disposition")
			httpx.Fail(w, r, err)
			return
		}
		h.Set("Content-Type", "application/pdf")
		_, _ = w.Write(data)
		return
	}
	h.Set("Content-Type", "application/zip")
	deadline := http.NewResponseController(w)
	// The error is ignored: a writer without deadlines needs no extension.
	more := func() { _ = deadline.SetWriteDeadline(time.Now().Add(wire.FileTime)) }
	more()
	if err := a.downloads.WriteDirect(r.Context(), bundle, w, more); err != nil {
		panic(http.ErrAbortHandler)
	}
}

type redirectIn struct {
	ID       string    `json:"id" validate:"required,max=255"`
	IssuerID httpx.Int `json:"issuer_id"`
}

// redirect redirects from the issuer's own ID to the public page.
func (a contractAPI) redirect(w http.ResponseWriter, r *http.Request) {
	var in redirectIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	by := access.From(r.Context())
	c, err := a.credentials.Read(r.Context(), by, in.ID)
	if err == nil && in.IssuerID != 0 && int64(in.IssuerID) != by.DepartmentID {
		err = departments.ErrNotFound
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, a.wire.Links.Credential(c.UUID.String(), ""), http.StatusFound)
}

type credentialEvent struct {
	CredentialID any    `json:"credential_id"`
	Event        string `json:"event"`
	CreatedAt    string `json:"created_at"`
}

type credentialEventsReply struct {
	Analytics []credentialEvent `json:"analytics"`
}

func (a contractAPI) eventsOf(r *http.Request, in wire.RefIn) (credentialEventsReply, error) {
	by := access.From(r.Context())
	c, err := a.credentials.Read(r.Context(), by, in.ID)
	if err != nil {
		return credentialEventsReply{}, err
	}
	found, err := a.analytics.Events(r.Context(), by, analytics.EventQuery{CredentialID: c.ID, Page: page.Request{Size: page.MaxSize}})
	out := credentialEventsReply{make([]credentialEvent, len(found.Items))}
	for i, e := range found.Items {
		out.Analytics[i] = credentialEvent{wireRef(c.ID, c.LicenseID), e.Name, wire.Stamp(e.At)}
	}
	return out, err
}

// wireRef returns the issuer's own ID, or else ours.
func wireRef(id int64, licenseID string) any {
	if licenseID != "" {
		return licenseID
	}
	return id
}

// eventsSize is the default page size of events.
const eventsSize = 100

type analyticsIn struct {
	StartDate    httpx.Text     `json:"start_date"`
	EndDate      httpx.Text     `json:"end_date"`
	GroupID      httpx.Ref      `json:"group_id"`
	DepartmentID httpx.Int      `json:"department_id"`
	Page         httpx.PageSize `json:"page"`
	PageSize     httpx.PageSize `json:"page_size"`
}

type analyticEvent struct {
	Credential analyticCredential `json:"credential"`
	Event      string             `json:"event"`
	CreatedAt  string             `json:"created_at"`
}

type analyticCredential struct {
	ID        any     `json:"id"`
	LicenseID *string `json:"license_id"`
}

type analyticsReply struct {
	Analytics []analyticEvent `json:"analytics"`
	Meta      wire.Meta       `json:"meta"`
}

func (a contractAPI) events(r *http.Request, in analyticsIn) (analyticsReply, error) {
	by := access.From(r.Context())
	if err := wire.OwnDepartment(by, in.DepartmentID); err != nil {
		return analyticsReply{}, err
	}
	if in.PageSize <= 0 {
		in.PageSize = eventsSize
	}
	group, err := wire.GroupRefs{Groups: a.groups}.Filter(r, in.GroupID)
	if err != nil {
		return analyticsReply{}, err
	}
	q := analytics.EventQuery{GroupID: group, Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)}}
	var wrong errs.Fields
	q.From, q.Before = wire.Date(&wrong, "start_date", in.StartDate, 0), wire.Date(&wrong, "end_date", in.EndDate, 1)
	if err := wrong.Err(); err != nil {
		return analyticsReply{}, err
	}
	found, err := a.analytics.Events(r.Context(), by, q)
	if err != nil {
		return analyticsReply{}, err
	}
	out := analyticsReply{make([]analyticEvent, len(found.Items)), wire.MetaOf(found)}
	for i, e := range found.Items {
		out.Analytics[i] = analyticEvent{analyticCredential{wireRef(e.CredentialID, e.LicenseID), wire.Some(e.LicenseID)}, e.Name, wire.Stamp(e.At)}
	}
	return out, nil
}
