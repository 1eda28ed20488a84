package documents

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/throttle"
)

// perActor limits proofs per actor, because each is rendered anew on shared renderers.
var perActor = throttle.Rule{Name: "document.proof", Limit: 60, Window: time.Minute}

// Form is the output of a proof.
type Form string

// The forms.
const (
	AsPicture Form = "png"
	AsPDF     Form = "pdf"
)

// Proof describes a render of a design that is saved or being edited.
type Proof struct {
	DesignID int64
	Design   json.RawMessage // nil renders the saved design
	// Credential supplies the values; without one Values are used, and without these the tags in brackets.
	Credential string
	Values     map[string]rendering.Value
	Form       Form
	Mode       rendering.Mode // for a PDF
	Width      int            // for a picture, in px
}

// Drafts validates unsaved designs.
type Drafts interface {
	Unsaved(ctx context.Context, by access.Actor, id int64, design json.RawMessage) (designs.Design, designs.Version, error)
}

// Recipients reads a credential of the actor's department.
type Recipients interface {
	Read(ctx context.Context, by access.Actor, ref string) (credentials.Credential, error)
}

// Painter renders without storing the result.
type Painter interface {
	PDF(ctx context.Context, job rendering.Job) ([][]byte, []rendering.Warning, error)
	Picture(ctx context.Context, job rendering.Job, width int, format rendering.Format) ([]byte, error)
}

// Proofs renders unsaved designs with the same renderer as issued credentials.
type Proofs struct {
	documents  *Service
	drafts     Drafts
	recipients Recipients
	painter    Painter
	limiter    *throttle.Limiter
}

// NewProofs returns a Proofs.
func NewProofs(d *Service, drafts Drafts, recipients Recipients, painter Painter, limiter *throttle.Limiter) *Proofs {
	return &Proofs{d, drafts, recipients, painter, limiter}
}

// Make renders a proof. Errors are those of saving the design, of an unknown design or credential, of the rate limit (60 proofs a
// minute), and of rendering.
func (p *Proofs) Make(ctx context.Context, by access.Actor, in Proof) ([]byte, error) {
	if err := by.Require(access.ViewDesigns); err != nil {
		return nil, err
	}
	if in.Credential != "" && !by.SeesPersonalData() {
		return nil, access.Denied(access.SeePersonalData)
	}
	who := []int64{by.DepartmentID, by.UserID, by.APIKeyID, by.EmbedID}
	parts := make([]string, len(who))
	for i, id := range who {
		parts[i] = strconv.FormatInt(id, 10)
	}
	if err := p.limiter.Allow(ctx, perActor, parts...); err != nil {
		return nil, err
	}
	job, err := p.job(ctx, by, in)
	if err != nil {
		return nil, err
	}
	if in.Form != AsPDF {
		return p.painter.Picture(ctx, job, Width(in.Width), rendering.PNG)
	}
	pages, _, err := p.painter.PDF(ctx, job)
	if err != nil {
		return nil, err
	}
	return pages[0], nil
}

func (p *Proofs) job(ctx context.Context, by access.Actor, in Proof) (rendering.Job, error) {
	design, version, err := p.drafts.Unsaved(ctx, by, in.DesignID, in.Design)
	if err != nil {
		return rendering.Job{}, err
	}
	values, err := p.values(ctx, by, in, version)
	if err != nil {
		return rendering.Job{}, err
	}
	families, err := p.documents.fontsOf(ctx, by.DepartmentID, version.Document)
	if err != nil {
		return rendering.Job{}, err
	}
	images, err := p.documents.newAssembler().images(ctx, version.Document, values)
	return rendering.Job{
		Design: version.Document, Lang: version.Language, Mode: in.Mode, Title: designs.PlainName(design.Name),
		Author: values["issuer.name"].Value, Pages: []rendering.Page{{Values: values}}, Images: images, Fonts: families,
	}, err
}

func (p *Proofs) values(ctx context.Context, by access.Actor, in Proof, version designs.Version) (map[string]rendering.Value, error) {
	if in.Credential == "" {
		values := bracketed(version.Document)
		if in.Values != nil {
			values = in.Values
		}
		return values, nil
	}
	c, err := p.recipients.Read(ctx, by, in.Credential)
	if err != nil {
		return nil, err
	}
	merged, err := p.documents.Merged(ctx, by, []credentials.Credential{c})
	if err != nil {
		return nil, err
	}
	return merged[0], nil
}
