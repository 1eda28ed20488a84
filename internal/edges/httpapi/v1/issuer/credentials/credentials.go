package credentials

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/approvals"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/httpx"
	"laurel/internal/supplements/references"
)

// credentialsAPI serves credentials.
type credentialsAPI struct {
	credentials *credentials.Service
	searcher    *credentialsearch.Service
	authoring   *authoring.Service
	lifecycle   *lifecycle.Service
	groups      *groups.Service
	evidence    wire.EvidenceWire
	references  *references.Service
	publishing  *publishing.Service
	approvals   *approvals.Service
	wire        wire.CredentialWire
	reasons     httpx.Messages
	site        wire.SiteLinks
}

func (a credentialsAPI) routes(r chi.Router) {
	r.Post("/credentials", httpx.JSON(withFieldErrors(a.create)))
	r.Post("/credentials/search", httpx.JSON(a.search))
	r.Post("/credentials/count", httpx.JSON(a.count))
	r.Post("/credentials/delete_many", httpx.JSON(a.deleteMany))
	r.Get("/credentials/{id}", httpx.JSON(a.read))
	r.Put("/credentials/{id}", httpx.JSON(withFieldErrors(a.update)))
	r.Patch("/credentials/{id}", httpx.JSON(withFieldErrors(a.update)))
	r.Delete("/credentials/{id}", httpx.JSON(a.delete))
	r.Post("/credentials/{id}/restore", httpx.JSON(a.restore))
	r.Get("/credentials/{id}/history", httpx.JSON(a.history))
	for verb, to := range map[string]credentials.State{
		"revoke": credentials.Revoked, "suspend": credentials.Suspended, "reinstate": credentials.Published,
	} {
		r.Post("/credentials/{id}/"+verb, httpx.JSON(a.stand(to)))
		r.Post("/credentials/"+verb+"_many", httpx.JSON(a.standMany(to)))
	}
}

type credentialIn struct {
	Ref        string          `json:"id"`
	Credential credentialInput `json:"credential"`
	Also       alsoIn          `json:"also"`
}

// credentialInput distinguishes fields that are present, even if null, from missing ones.
type credentialInput struct {
	ID               *httpx.Ref           `json:"id"`
	LicenseID        *httpx.Text          `json:"license_id"`
	GroupID          httpx.Ref            `json:"group_id"`   // or a name
	GroupName        json.RawMessage      `json:"group_name"` // one client sends an object here; only text is a name
	Recipient        wire.RecipientInput  `json:"recipient"`
	Name             *httpx.Text          `json:"name"`
	Description      *httpx.Text          `json:"description"`
	IssuedOn         *httpx.Text          `json:"issued_on"`
	ExpiredOn        wire.Given           `json:"expired_on"`
	Grade            wire.Given           `json:"grade"`
	CustomAttributes wire.Given           `json:"custom_attributes"`
	Private          *httpx.Bool          `json:"private"`
	Complete         *httpx.Bool          `json:"complete"`
	Approve          *httpx.Bool          `json:"approve"`
	CourseLink       httpx.Text           `json:"course_link"` // of a group that is made for it
	AllowEvidence    *httpx.Bool          `json:"allow_supplemental_evidence"`
	AllowReferences  *httpx.Bool          `json:"allow_supplemental_references"`
	MetaData         wire.Given           `json:"meta_data"`
	Duplicates       httpx.Text           `json:"duplicate_behavior"`
	Evidence         []wire.EvidenceInput `json:"evidence_items"` // of new ones

	References []wire.ReferenceInput `json:"references"` // of new ones
}

func (in credentialInput) domain(r *http.Request) (credentials.Input, error) {
	out := credentials.Input{
		LicenseID: wire.OptionalText(in.LicenseID), Name: wire.OptionalText(in.Name), Description: wire.OptionalText(in.Description), IssuedOn: wire.OptionalText(in.IssuedOn),
		Private: wire.OptionalBool(in.Private), Complete: wire.OptionalBool(in.Complete),
		AllowEvidence: wire.OptionalBool(in.AllowEvidence), AllowReferences: wire.OptionalBool(in.AllowReferences),
		Source: source(r), Duplicates: credentials.DuplicateBehavior(in.Duplicates),
	}
	if in.ID != nil && in.LicenseID == nil {
		out.LicenseID = wire.OptionalRef(in.ID)
	}
	_ = json.Unmarshal(in.GroupName, &out.GroupName) // anything but a text is no name
	var err error
	if out.ExpiredOn, err = wire.GivenText("expired_on", in.ExpiredOn); err != nil {
		return out, err
	}
	if out.Grade, err = wire.GivenNumber("grade", in.Grade); err != nil {
		return out, err
	}
	if out.CustomAttributes, err = wire.GivenObject("custom_attributes", in.CustomAttributes); err != nil {
		return out, err
	}
	if out.MetaData, err = wire.GivenObject("meta_data", in.MetaData); err != nil {
		return out, err
	}
	err = in.Recipient.Apply(&out)
	return out, err
}

// source returns the name of the issuing product, as sent by plug-ins.
func source(r *http.Request) string {
	if name := r.Header.Get("Accredible-Integration"); name != "" && len(name) <= 50 {
		return strings.ToLower(name)
	}
	if access.From(r.Context()).APIKeyID != 0 {
		return "api"
	}
	return "dashboard"
}

func (a credentialsAPI) create(r *http.Request, in credentialIn) (credentialReply, error) {
	by := access.From(r.Context())
	request, err := a.request(r, by, in.Credential)
	if err != nil {
		return credentialReply{}, err
	}
	c, err := a.publishing.Create(r.Context(), by, request)
	if err != nil {
		return credentialReply{}, err
	}
	return a.created(r, by, request, c)
}

// request converts a new credential, with its attributes, images, evidence and references checked.
func (a credentialsAPI) request(r *http.Request, by access.Actor, in credentialInput) (request publishing.IssueRequest, err error) {
	request.Publish = in.approved(by)
	input := &request.Input
	if *input, err = in.domain(r); err != nil {
		return request, err
	}
	if input.GroupID, err = a.group(r, in.GroupID); err != nil {
		return request, err
	}
	if in.Evidence, err = a.site.Evidence(r, in.Evidence, &input.Warnings); err != nil {
		return request, err
	}
	if err = a.site.References(r, in.References, &input.Warnings); err != nil {
		return request, err
	}
	if request.With, err = a.with(r.Context(), by, in); err != nil {
		return request, err
	}
	if *input, err = a.authoring.Resolve(r.Context(), by, *input); err != nil || by.APIKeyID == 0 {
		return request, err
	}
	err = a.site.Complete(r, "course_link", &in.CourseLink, &input.Warnings)
	request.CourseLink = string(in.CourseLink)
	return request, err
}

// created returns a new credential with its warnings.
func (a credentialsAPI) created(r *http.Request, by access.Actor, request publishing.IssueRequest, c credentials.Credential) (credentialReply, error) {
	reply := credentialReply{Credential: a.wire.Credential(c, by)}
	var err error
	if len(request.With) > 0 {
		reply, err = a.whole(r.Context(), by, c, nil)
	}
	reply.Warned = wire.Warn(r, a.reasons, request.Input.Warnings)
	return reply, err
}

// with prepares the references and evidence of a new credential.
func (a credentialsAPI) with(ctx context.Context, by access.Actor, in credentialInput) ([]authoring.With, error) {
	var with []authoring.With
	if len(in.References) > 0 {
		with = append(with, a.references.With(by, wire.ReferenceInputs(in.References)))
	}
	if len(in.Evidence) == 0 {
		return with, nil
	}
	items, err := wire.EvidenceInputs(in.Evidence, a.evidence)
	if err != nil {
		return nil, err
	}
	put, err := a.evidence.Evidence.With(ctx, by, items)
	return append(with, put), err
}

// whole returns a credential with its references and evidence.
func (a credentialsAPI) whole(ctx context.Context, by access.Actor, c credentials.Credential, err error) (credentialReply, error) {
	reply, err := a.reply(by, c, err)
	if err != nil {
		return reply, err
	}
	said, err := wire.ReferencesOf(a.references.Worded(ctx, c))
	if err != nil {
		return reply, err
	}
	reply.Credential.References = said.References
	reply.Credential.EvidenceItems, err = a.evidence.Of(ctx, c)
	return reply, err
}

func (a credentialsAPI) reply(by access.Actor, c credentials.Credential, err error) (credentialReply, error) {
	if err != nil {
		return credentialReply{}, err
	}
	return credentialReply{Credential: a.wire.Credential(c, by)}, nil
}

func (a credentialsAPI) read(r *http.Request, in wire.RefIn) (credentialReply, error) {
	by := access.From(r.Context())
	c, attached, err := a.credentials.ReadAttached(r.Context(), by, in.ID)
	if err == nil && attached {
		return a.whole(r.Context(), by, c, nil)
	}
	reply, err := a.reply(by, c, err)
	reply.Credential.References, reply.Credential.EvidenceItems = []wire.ReferenceOut{}, []wire.EvidenceOut{}
	return reply, err
}

func (a credentialsAPI) update(r *http.Request, in credentialIn) (credentialReply, error) {
	input, err := in.Credential.domain(r)
	if err != nil {
		return credentialReply{}, err
	}
	also, err := in.Also.domain()
	if err != nil {
		return credentialReply{}, err
	}
	by := access.From(r.Context())
	change := a.publishing.Update
	if in.Credential.Approve != nil && bool(*in.Credential.Approve) {
		change = a.publishing.Approve
	}
	if input, err = a.authoring.Resolve(r.Context(), by, input); err != nil {
		return credentialReply{}, err
	}
	c, err := change(r.Context(), by, in.Ref, input, also)
	reply, err := a.reply(by, c, err)
	if err == nil {
		reply.Warned = wire.Warn(r, a.reasons, input.Warnings)
	}
	return reply, err
}

type deleteIn struct {
	wire.RefIn
	SendEmail *httpx.Bool `json:"send_email"`
}

func (a credentialsAPI) delete(r *http.Request, in deleteIn) (credentialReply, error) {
	by := access.From(r.Context())
	c, err := a.authoring.Delete(r.Context(), by, in.ID, wire.SendsEmail(in.SendEmail))
	return a.reply(by, c, err)
}

func (a credentialsAPI) restore(r *http.Request, in wire.RefIn) (credentialReply, error) {
	by := access.From(r.Context())
	c, err := a.authoring.Restore(r.Context(), by, in.ID)
	return a.reply(by, c, err)
}

func (a credentialsAPI) deleteMany(r *http.Request, in wire.SelectionIn) (deletedReply, error) {
	n, err := a.authoring.DeleteMany(r.Context(), access.From(r.Context()), in.Domain(), wire.SendsEmail(in.SendEmail))
	return deletedReply{n}, err
}
