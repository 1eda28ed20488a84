package design

import (
	"encoding/json"
	"fmt"

	"laurel/internal/design/designs"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/links"
)

type designSummary struct {
	ID               *int64         `json:"id"` // null for a blank one
	Name             string         `json:"name"`
	Kind             designs.Kind   `json:"kind"`
	Size             string         `json:"size"`
	Orientation      string         `json:"orientation"`
	Language         string         `json:"language"`
	Version          int            `json:"version"`
	CredentialsCount int            `json:"credentials_count"`
	RasterizedURL    *string        `json:"rasterized_content_url"`
	DepartmentID     int64          `json:"department_id,omitempty"`
	MetaData         map[string]any `json:"meta_data"`
	CreatedAt        *string        `json:"created_at"`
	UpdatedAt        *string        `json:"updated_at"`
}

type designsReply struct {
	Designs []designSummary `json:"designs"`
	Meta    wire.Meta       `json:"meta"`
}

// designReply contains the fields of the document, including unknown ones, and those of the summary.
type designReply struct {
	Design map[string]any `json:"design"`
}

type templateOut struct {
	Slug        string          `json:"slug"`
	Name        string          `json:"name"`
	Style       string          `json:"style"`
	Kind        designs.Kind    `json:"kind"`
	Size        string          `json:"size"`
	Orientation string          `json:"orientation"`
	Language    string          `json:"language"`
	Document    json.RawMessage `json:"document"`
	ImageURL    string          `json:"image_url"`
}

type templatesReply struct {
	Templates []templateOut `json:"templates"`
}

// DesignWire converts designs and adds their image URLs.
type DesignWire struct{ Links links.Links }

// Summary converts a design without its document.
func (w DesignWire) Summary(d designs.Summary) designSummary {
	out := designSummary{
		Name: d.Name, Kind: d.Kind, Size: d.Size, Orientation: d.Orientation, Language: d.Language, Version: d.Version,
		CredentialsCount: d.CredentialsCount, DepartmentID: d.DepartmentID, MetaData: wire.OrEmpty(d.MetaData),
	}
	if d.ID != 0 {
		picture, created, updated := w.Links.DesignPicture(d.VersionUUID.String()), wire.Stamp(d.CreatedAt), wire.Stamp(d.UpdatedAt)
		out.ID, out.RasterizedURL, out.CreatedAt, out.UpdatedAt = &d.ID, &picture, &created, &updated
	}
	return out
}

func (w DesignWire) answer(d designs.Design, err error) (designReply, error) {
	if err != nil {
		return designReply{}, err
	}
	design := map[string]any{}
	ours, err := json.Marshal(w.Summary(d.Summary))
	if err != nil {
		return designReply{}, fmt.Errorf("encode design: %w", err)
	}
	for _, data := range [][]byte{d.Document, ours} {
		var part map[string]json.RawMessage
		if err := json.Unmarshal(data, &part); err != nil {
			return designReply{}, fmt.Errorf("decode design: %w", err)
		}
		for key, value := range part {
			design[key] = value
		}
	}
	design["custom_attributes"], design["attribute_keys"] = d.CustomAttributes(), d.AttributeKeys()
	design["encoded_content"] = string(d.Document)
	return designReply{design}, nil
}

func (w DesignWire) template(t designs.Template) templateOut {
	return templateOut{
		Slug: t.Slug, Name: t.Name, Style: t.Style, Kind: t.Kind, Size: t.Size, Orientation: t.Orientation, Language: t.Language,
		Document: t.Document, ImageURL: w.Links.TemplatePicture(t.Slug),
	}
}
