package wire

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
	"laurel/internal/supplements/evidence"
)

// EvidenceInput is evidence in the API's terms. title and description are synonyms, and some clients send the narrative as
// custom_insight.
type EvidenceInput struct {
	Title         *httpx.Text `json:"title"`
	Description   *httpx.Text `json:"description"`
	Narrative     *httpx.Text `json:"narrative"`
	CustomInsight *httpx.Text `json:"custom_insight"`
	Category      *httpx.Text `json:"category"`
	URL           *httpx.Text `json:"url"`
	File          *httpx.Text `json:"file"`
	StringObject  Given       `json:"string_object"`
	Preview       Given       `json:"preview"`
	Position      *httpx.Int  `json:"position"`
	Hidden        *httpx.Bool `json:"hidden"`
	Visibility    *httpx.Text `json:"visibility"`
}

// longestTitle is the maximum length of a title. Some clients send long texts as the description; these also become the narrative.
const longestTitle = 150

// Domain converts the input.
func (in EvidenceInput) Domain(w EvidenceWire) (evidence.Input, error) {
	out := evidence.Input{
		Category: OptionalText(in.Category), Title: OptionalText(in.Title), Narrative: OptionalText(in.Narrative),
		Link: OptionalText(in.URL), File: OptionalText(in.File), Hidden: OptionalBool(in.Hidden), Visibility: OptionalText(in.Visibility),
	}
	if !out.Title.Given {
		out.Title = OptionalText(in.Description)
	}
	if !out.Narrative.Given {
		out.Narrative = OptionalText(in.CustomInsight)
	}
	if title := out.Title.Value; utf8.RuneCountInString(title) > longestTitle && !out.Narrative.Given {
		out.Title.Value, out.Narrative = string([]rune(title)[:longestTitle-1])+"…", optional.Set(title)
	}
	if out.File.Value != "" && !w.ours(out.File.Value) && !out.Link.Given { // an address elsewhere is a link
		out.Link, out.File = out.File, optional.Value[string]{}
	}
	if in.Position != nil {
		out.Position = optional.Set(int(*in.Position))
	}
	if preview, err := GivenText("preview", in.Preview); err == nil { // some clients say true for "make one"
		out.Preview = preview
	}
	if in.StringObject.raw != nil {
		var value any
		if err := json.Unmarshal(in.StringObject.raw, &value); err != nil {
			return out, errs.Field(evidence.Field, "invalid")
		}
		out.Value = optional.Set(value)
	}
	return out, nil
}

// EvidenceInputs converts the evidence of a new credential.
func EvidenceInputs(all []EvidenceInput, w EvidenceWire) ([]evidence.Input, error) {
	out := make([]evidence.Input, len(all))
	for n, in := range all {
		var err error
		if out[n], err = in.Domain(w); err != nil {
			return nil, errs.Field("evidence_items."+strconv.Itoa(n)+"."+evidence.Field, "invalid")
		}
	}
	return out, nil
}
