package emails

import (
	"errors"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/messaging/letters"
	"laurel/internal/messaging/templates"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

func (a api) templateRoutes(r chi.Router) {
	r.Get("/email_templates", httpx.JSON(a.templateList))
	r.Post("/email_templates", httpx.JSON(a.templateCreate))
	r.Get("/email_templates/{id}", httpx.JSON(a.templateRead))
	r.Put("/email_templates/{id}", httpx.JSON(a.templateUpdate))
	r.Delete("/email_templates/{id}", httpx.JSON(a.templateDelete))
	r.Post("/email_templates/{id}/preview", httpx.JSON(a.templatePreview))
	r.Post("/email_templates/{id}/send_preview", httpx.JSON(a.templateSendPreview))
	r.Post("/email_templates/{id}/reset", httpx.JSON(a.templateReset))
	r.Post("/email_templates/{id}/copy", httpx.JSON(a.templateCopy))
	r.Get("/issuer/groups/{id}/email_templates", httpx.JSON(a.templateChoices))
	r.Put("/issuer/groups/{id}/email_templates", httpx.JSON(a.templateChoose))
}

// templateOut is a template in a list.
type templateOut struct {
	ID        int64           `json:"id"`
	Type      string          `json:"type"`
	Name      string          `json:"name"`
	State     templates.State `json:"state"`
	Default   bool            `json:"default"`
	Language  string          `json:"language"`
	Languages []string        `json:"languages"`
	Groups    int             `json:"group_count"`
	Fault     string          `json:"fault"`
	FaultAt   *string         `json:"fault_at"`
	Version   int             `json:"version"`
	UpdatedAt string          `json:"updated_at"`
}

func templateToWire(t templates.Template) templateOut {
	return templateOut{
		ID: t.ID, Type: t.Type, Name: t.Name, State: t.State, Default: t.Default, Language: t.Language, Languages: t.Languages(), Groups: t.Groups,
		Fault: t.Fault, FaultAt: wire.Stamped(t.FaultAt), Version: t.Version, UpdatedAt: wire.Stamp(t.UpdatedAt),
	}
}

// templateWhole is a template with what it says.
type templateWhole struct {
	templateOut

	FromName string                     `json:"from_name"`
	ReplyTo  string                     `json:"reply_to"`
	Style    letters.Style              `json:"style"`
	Variants map[string]letters.Variant `json:"variants"`
	// Defaults are what the installation writes, by language.
	Defaults map[string]letters.Variant `json:"defaults"`
	UsedBy   []templateGroup            `json:"groups"`
}

type templateGroup struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type templateReply struct {
	Template templateWhole `json:"email_template"`
}

func (a api) templateAnswer(t templates.Template, used []templates.Group, err error) (templateReply, error) {
	if err != nil {
		return templateReply{}, err
	}
	out := templateWhole{
		templateOut: templateToWire(t), FromName: t.FromName, ReplyTo: t.ReplyTo, Style: t.Style, Variants: t.Variants, Defaults: a.templates.Usual(t.Type),
		UsedBy: []templateGroup{},
	}
	for _, g := range used {
		out.UsedBy = append(out.UsedBy, templateGroup(g))
	}
	return templateReply{out}, nil
}

type typeOut struct {
	Key        string   `json:"key"`
	Tags       []string `json:"tags"`
	Required   []string `json:"required"`
	Credential bool     `json:"credential"`
}

type templatesReply struct {
	Templates []templateOut `json:"email_templates"`
	Types     []typeOut     `json:"types"`
}

func (a api) templateList(r *http.Request, _ httpx.None) (templatesReply, error) {
	by := access.From(r.Context())
	found, err := a.templates.List(r.Context(), by)
	if err != nil {
		return templatesReply{}, err
	}
	kinds, err := a.templates.Kinds(r.Context(), by)
	out := templatesReply{make([]templateOut, len(found)), make([]typeOut, len(kinds))}
	for i, t := range found {
		out.Templates[i] = templateToWire(t)
	}
	for i, k := range kinds {
		out.Types[i] = typeOut{k.Key, k.Tags, wire.List(k.Required), k.Credential}
	}
	return out, err
}

type templateIn struct {
	Template *struct {
		Type     httpx.Text                             `json:"type"`
		Name     wire.Maybe[httpx.Text]                 `json:"name"`
		State    wire.Maybe[httpx.Text]                 `json:"state"`
		Default  wire.Maybe[httpx.Bool]                 `json:"default"`
		Language wire.Maybe[httpx.Text]                 `json:"language"`
		FromName wire.Maybe[httpx.Text]                 `json:"from_name"`
		ReplyTo  wire.Maybe[httpx.Text]                 `json:"reply_to"`
		Style    wire.Maybe[letters.Style]              `json:"style"`
		Variants wire.Maybe[map[string]letters.Variant] `json:"variants"`
		Version  httpx.Int                              `json:"version"`
	} `json:"email_template" validate:"required"`
}

func (in templateIn) domain() templates.Input {
	f := in.Template
	return templates.Input{
		Type: string(f.Type), Name: wire.As(f.Name, wire.Text), State: wire.As(f.State, wire.Text), Default: wire.As(f.Default, wire.Bool),
		Language: wire.As(f.Language, wire.Text), FromName: wire.As(f.FromName, wire.Text), ReplyTo: wire.As(f.ReplyTo, wire.Text),
		Style: wire.As(f.Style, same), Variants: wire.As(f.Variants, same), Version: int(f.Version),
	}
}

func same[T any](v T) T { return v }

func (a api) templateCreate(r *http.Request, in templateIn) (templateReply, error) {
	t, err := a.templates.Create(r.Context(), access.From(r.Context()), in.domain())
	return a.templateAnswer(t, nil, err)
}

func (a api) templateRead(r *http.Request, in wire.IDIn) (templateReply, error) {
	return a.templateAnswer(a.templates.Read(r.Context(), access.From(r.Context()), int64(in.ID)))
}

// again answers with a template that was changed, with its groups.
func (a api) again(r *http.Request, t templates.Template, err error) (templateReply, error) {
	if err != nil {
		return templateReply{}, err
	}
	return a.templateAnswer(a.templates.Read(r.Context(), access.From(r.Context()), t.ID))
}

type templateUpdateIn struct {
	wire.IDIn
	templateIn
}

func (a api) templateUpdate(r *http.Request, in templateUpdateIn) (templateReply, error) {
	t, err := a.templates.Update(r.Context(), access.From(r.Context()), int64(in.ID), in.domain())
	return a.again(r, t, err)
}

func (a api) templateReset(r *http.Request, in wire.IDIn) (templateReply, error) {
	t, err := a.templates.Reset(r.Context(), access.From(r.Context()), int64(in.ID))
	return a.again(r, t, err)
}

type templateCopyIn struct {
	wire.IDIn

	Template struct {
		Name httpx.Text `json:"name"`
	} `json:"email_template" validate:"required"`
}

func (a api) templateCopy(r *http.Request, in templateCopyIn) (templateReply, error) {
	t, err := a.templates.Copy(r.Context(), access.From(r.Context()), int64(in.ID), string(in.Template.Name))
	return a.templateAnswer(t, nil, err)
}

func (a api) templateDelete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.templates.Delete(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type previewIn struct {
	wire.IDIn

	Language     httpx.Text       `json:"language"`
	Variant      *letters.Variant `json:"variant"`
	Style        *letters.Style   `json:"style"`
	CredentialID httpx.Int        `json:"credential_id"`
}

func (in previewIn) domain() templates.PreviewInput {
	return templates.PreviewInput{Language: string(in.Language), Variant: in.Variant, Style: in.Style, CredentialID: int64(in.CredentialID)}
}

type previewOut struct {
	Subject  string              `json:"subject"`
	HTML     string              `json:"html"`
	DarkHTML string              `json:"dark_html"`
	Text     string              `json:"text"`
	Bytes    int                 `json:"bytes"`
	MaxBytes int                 `json:"max_bytes"`
	Problems map[string][]string `json:"problems"`
}

type previewReply struct {
	Preview previewOut `json:"email_preview"`
}

func (a api) templatePreview(r *http.Request, in previewIn) (previewReply, error) {
	p, err := a.templates.Preview(r.Context(), access.From(r.Context()), int64(in.ID), in.domain())
	if err != nil {
		return previewReply{}, err
	}
	out := previewOut{p.Subject, p.HTML, p.DarkHTML, p.Text, len(p.HTML), letters.ClipBytes, map[string][]string{}}
	var problems *errs.Error
	if errors.As(p.Problems, &problems) {
		for field, details := range problems.Fields {
			for _, d := range details {
				out.Problems[field] = append(out.Problems[field], a.texts.Message(wire.Language(r), d.Code, d.Params))
			}
		}
	}
	return previewReply{out}, nil
}

type sentReply struct {
	SentTo string `json:"sent_to"`
}

func (a api) templateSendPreview(r *http.Request, in previewIn) (sentReply, error) {
	to, err := a.templates.SendPreview(r.Context(), access.From(r.Context()), int64(in.ID), in.domain())
	return sentReply{to}, err
}

type choiceOut struct {
	Type       string           `json:"type"`
	TemplateID *int64           `json:"email_template_id"`
	Available  []templateChoice `json:"available"`
}

type templateChoice struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Default bool   `json:"default"`
}

type choicesReply struct {
	Choices []choiceOut `json:"email_templates"`
}

func choicesAnswer(c templates.Choices, err error) (choicesReply, error) {
	if err != nil {
		return choicesReply{}, err
	}
	out := choicesReply{make([]choiceOut, len(c.Types))}
	for i, kind := range c.Types {
		out.Choices[i] = choiceOut{Type: kind, TemplateID: wire.IDOrNull(c.Chosen[kind]), Available: []templateChoice{}}
		for _, t := range c.Available {
			if t.Type == kind {
				out.Choices[i].Available = append(out.Choices[i].Available, templateChoice{t.ID, t.Name, t.Default})
			}
		}
	}
	return out, nil
}

func (a api) templateChoices(r *http.Request, in wire.IDIn) (choicesReply, error) {
	return choicesAnswer(a.templates.Choices(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type chooseIn struct {
	wire.IDIn

	Choices map[string]httpx.Int `json:"email_templates" validate:"required"`
}

func (a api) templateChoose(r *http.Request, in chooseIn) (choicesReply, error) {
	wanted := map[string]int64{}
	for kind, id := range in.Choices {
		wanted[kind] = int64(id)
	}
	return choicesAnswer(a.templates.Choose(r.Context(), access.From(r.Context()), int64(in.ID), wanted))
}
