package wire

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"laurel/internal/design/uploads"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/links"
	"laurel/internal/supplements/evidence"
)

// EvidenceWire converts evidence for issuers and recipients.
type EvidenceWire struct {
	Evidence *evidence.Service
	Uploads  *uploads.Service
	Links    links.Links
}

// EvidenceReply is a response with one item.
type EvidenceReply struct {
	Item EvidenceOut `json:"evidence_item"`
	Warned
}

// EvidenceItemsReply is a response with all items of a credential.
type EvidenceItemsReply struct {
	Items []EvidenceOut `json:"evidence_items"`
}

// EvidenceOut is one item.
type EvidenceOut struct {
	ID           int64               `json:"id"`
	UUID         string              `json:"uuid"`
	Title        string              `json:"title"`
	Description  string              `json:"description"` // the title, as clients of before call it
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

// SubmissionOut is an item in the review queue, with its credential.
type SubmissionOut struct {
	EvidenceOut
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

// ours reports whether a URL or key refers to an upload, as opposed to an external file.
func (w EvidenceWire) ours(address string) bool {
	return !strings.Contains(address, "://") || strings.HasPrefix(address, w.Uploads.Prefix())
}

// Reply returns an item, or err.
func (w EvidenceWire) Reply(ctx context.Context, i evidence.Item, err error) (EvidenceReply, error) {
	if err != nil {
		return EvidenceReply{}, err
	}
	out, err := w.Item(ctx, i)
	return EvidenceReply{Item: out}, err
}

// Item converts an evidence item. It returns an error when a link to its file cannot be signed.
func (w EvidenceWire) Item(ctx context.Context, i evidence.Item) (EvidenceOut, error) {
	out := EvidenceOut{
		ID: i.ID, UUID: i.UUID.String(), Title: i.Title, Description: i.Title, Narrative: i.Narrative, LinkURL: Some(i.Link), PreviewImage: Some(i.Preview),
		Type: Some(string(i.Category)), Category: Some(string(i.Category)), Supplemental: i.Supplemental, StringObject: stringObject(i),
		Position: i.Position, Hidden: i.Hidden, Visibility: i.Visibility, State: i.State, Rejection: i.Rejection, ScanState: i.ScanState(),
		CreatedAt: i.CreatedAt, UpdatedAt: i.UpdatedAt, SubmittedAt: i.SubmittedAt,
	}
	if i.File == nil {
		return out, nil
	}
	url, err := w.Evidence.Link(ctx, i)
	if err != nil {
		return out, err
	}
	out.File = &evidenceFileOut{i.File.Name, i.File.Bytes, i.File.Type, Some(url)}
	out.LinkURL = Some(w.Links.EvidenceFile(i.UUID.String(), ""))
	return out, nil
}

// Of returns all evidence of a credential.
func (w EvidenceWire) Of(ctx context.Context, c credentials.Credential) ([]EvidenceOut, error) {
	items, err := w.Evidence.Of(ctx, c)
	all, err := w.Items(ctx, items, err)
	return all.Items, err
}

// Items returns items, or err.
func (w EvidenceWire) Items(ctx context.Context, items []evidence.Item, err error) (EvidenceItemsReply, error) {
	if err != nil {
		return EvidenceItemsReply{}, err
	}
	out := make([]EvidenceOut, len(items))
	for n, i := range items {
		if out[n], err = w.Item(ctx, i); err != nil {
			return EvidenceItemsReply{}, err
		}
	}
	return EvidenceItemsReply{out}, nil
}

// Submission converts an evidence item of the review queue.
func (w EvidenceWire) Submission(ctx context.Context, i evidence.Submission) (SubmissionOut, error) {
	item, err := w.Item(ctx, i.Item)
	return SubmissionOut{item, submittedFor{
		i.CredentialUUID.String(), i.CredentialName, submittedBy{i.Recipient.Name, i.Recipient.Email}, submittedGroup{i.GroupID, i.GroupName},
	}}, err
}

// stringObject returns the content in the format that clients expect: a grade as an object, and transcripts and durations as the JSON
// text that they sent.
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
