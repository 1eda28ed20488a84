package issuer

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"laurel/internal/access"
	"laurel/internal/evidence"
	"laurel/internal/links"
	"laurel/internal/uploads"
)

// evidenceWire writes evidence as clients know it.
type evidenceWire struct {
	evidence *evidence.Service
	uploads  *uploads.Service
	links    links.Links
}

type evidenceReply struct {
	Item evidenceOut `json:"evidence_item"`
}

type evidenceItemsReply struct {
	Items []evidenceOut `json:"evidence_items"`
}

type submissionsReply struct {
	Items []submissionOut `json:"evidence_items"`
	Meta  meta            `json:"meta"`
}

type decidedReply struct {
	Changed   int `json:"changed_count"`
	Unchanged int `json:"unchanged_count"`
}

type evidenceOut struct {
	ID           int64               `json:"id"`
	UUID         string              `json:"uuid"`
	Description  string              `json:"description"`
	Narrative    string              `json:"narrative"`
	LinkURL      *string             `json:"link_url"`
	PreviewImage *string             `json:"preview_image_url"`
	Type         *string             `json:"type"`
	Category     *string             `json:"category"`
	Supplemental bool                `json:"supplemental"`
	StringObject any                 `json:"string_object"`
	Position     int                 `json:"position"`
	Hidden       bool                `json:"hidden"`
	Visibility   evidence.Visibility `json:"visibility"`
	State        evidence.State      `json:"state"`
	Rejection    string              `json:"rejection_reason"`
	ScanState    evidence.Scan       `json:"scan_state"`
	File         *evidenceFileOut    `json:"file"`
	CreatedAt    time.Time           `json:"created_at"`
	UpdatedAt    time.Time           `json:"updated_at"`
	SubmittedAt  *time.Time          `json:"submitted_at"`
}

type evidenceFileOut struct {
	Name        string  `json:"name"`
	Size        int64   `json:"size"`
	ContentType string  `json:"content_type"`
	URL         *string `json:"url"` // for a quarter of an hour; null while nobody may have the file
}

type submissionOut struct {
	evidenceOut
	Credential submittedFor `json:"credential"`
}

type submittedFor struct {
	UUID      string         `json:"uuid"`
	Name      string         `json:"name"`
	Recipient submittedBy    `json:"recipient"`
	Group     submittedGroup `json:"group"`
}

type submittedBy struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

type submittedGroup struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// ours tells whether an address or key is of an upload, and not of a place elsewhere.
func (w evidenceWire) ours(address string) bool {
	return !strings.Contains(address, "://") || strings.HasPrefix(address, w.uploads.Prefix())
}

func (w evidenceWire) reply(ctx context.Context, i evidence.Item, err error) (evidenceReply, error) {
	if err != nil {
		return evidenceReply{}, err
	}
	out, err := w.item(ctx, i)
	return evidenceReply{out}, err
}

func (w evidenceWire) item(ctx context.Context, i evidence.Item) (evidenceOut, error) {
	out := evidenceOut{
		ID: i.ID, UUID: i.UUID.String(), Description: i.Title, Narrative: i.Narrative, LinkURL: some(i.Link), PreviewImage: some(i.Preview),
		Type: some(string(i.Category)), Category: some(string(i.Category)), Supplemental: i.Supplemental, StringObject: stringObject(i),
		Position: i.Position, Hidden: i.Hidden, Visibility: i.Visibility, State: i.State, Rejection: i.Rejection, ScanState: i.Scan,
		CreatedAt: i.CreatedAt, UpdatedAt: i.UpdatedAt, SubmittedAt: i.SubmittedAt,
	}
	if i.File == nil {
		return out, nil
	}
	url, err := w.evidence.Link(ctx, i)
	if err != nil {
		return out, err
	}
	out.File = &evidenceFileOut{i.File.Name, i.File.Bytes, i.File.Type, some(url)}
	out.LinkURL = some(w.links.EvidenceFile(i.UUID.String(), ""))
	return out, nil
}

// of writes all evidence of a credential.
func (w evidenceWire) of(ctx context.Context, by access.Actor, ref string) ([]evidenceOut, error) {
	items, err := w.evidence.List(ctx, by, ref)
	if err != nil {
		return nil, err
	}
	out := make([]evidenceOut, len(items))
	for n, i := range items {
		if out[n], err = w.item(ctx, i); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (w evidenceWire) submission(ctx context.Context, i evidence.Reviewed) (submissionOut, error) {
	item, err := w.item(ctx, i.Item)
	return submissionOut{item, submittedFor{
		i.CredentialUUID.String(), i.CredentialName, submittedBy{i.Recipient.Name, i.Recipient.Email}, submittedGroup{i.GroupID, i.GroupName},
	}}, err
}

func some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// stringObject is the content as clients read it: a grade as an object, transcripts and times as the JSON text they send.
func stringObject(i evidence.Item) any {
	switch c := i.Content; {
	case c.Grade != nil:
		return map[string]float64{"grade": *c.Grade}
	case c.Transcript != nil:
		return transcript(c.Transcript)
	case c.Duration != nil:
		return jsonText(c.Duration)
	case c.Text != "":
		return c.Text
	}
	return nil
}

type transcriptRow struct {
	Category string   `json:"category"`
	Percent  any      `json:"percent"` // a number where it is one
	Weight   *float64 `json:"weight,omitempty"`
}

func transcript(rows []evidence.Row) string {
	out := make([]transcriptRow, len(rows))
	for n, r := range rows {
		out[n] = transcriptRow{r.Subject, r.Grade, r.Weight}
		if percent, err := strconv.ParseFloat(r.Grade, 64); err == nil && percent == percent && percent >= 0 && percent <= 100 {
			out[n].Percent = percent
		}
	}
	return jsonText(out)
}

func jsonText(value any) string {
	data, err := json.Marshal(value)
	if err != nil { // it holds nothing that JSON cannot write
		panic(err)
	}
	return string(data)
}
