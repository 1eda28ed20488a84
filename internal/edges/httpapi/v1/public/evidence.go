package public

import (
	"net/http"
	"time"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/links"
	"laurel/internal/supplements/evidence"
)

// Evidence is a piece of evidence of a credential.
type Evidence struct {
	UUID         string        `json:"uuid"`
	Category     string        `json:"category"`
	Title        string        `json:"title"`
	Narrative    string        `json:"narrative"`
	URL          *string       `json:"url"`
	PreviewURL   *string       `json:"preview_url"`
	File         *EvidenceFile `json:"file"`
	Grade        *float64      `json:"grade"`
	Transcript   []Row         `json:"transcript"`
	Duration     *Duration     `json:"course_duration"`
	Text         string        `json:"text"` // without any mark-up
	Supplemental bool          `json:"supplemental"`
	At           time.Time     `json:"created_at"`
}

// EvidenceFile is a file that can be downloaded from the item's URL.
type EvidenceFile struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Type string `json:"content_type"`
}

// Row is one line of a transcript.
type Row struct {
	Subject string   `json:"subject"`
	Grade   string   `json:"grade"`
	Weight  *float64 `json:"weight"`
}

// Duration is how long a course took. Unknown values are "" or null.
type Duration struct {
	Start string `json:"start_date"`
	End   string `json:"end_date"`
	Days  *int   `json:"duration_in_days"`
}

func evidenceViews(c credentials.Credential, items []evidence.Item, key string, l links.Links) []Evidence {
	if !c.OpenedBy(key) {
		key = ""
	}
	out := make([]Evidence, len(items))
	for n, i := range items {
		out[n] = Evidence{
			UUID: i.UUID.String(), Category: string(i.Category), Title: i.Title, Narrative: i.Narrative, URL: orNull(i.Link), PreviewURL: orNull(i.Preview),
			Grade: i.Content.Grade, Transcript: make([]Row, len(i.Content.Transcript)), Duration: (*Duration)(i.Content.Duration),
			Text: evidence.PlainText(i.Content.Text), Supplemental: i.Supplemental, At: i.CreatedAt,
		}
		for row, r := range i.Content.Transcript {
			out[n].Transcript[row] = Row(r)
		}
		if i.File != nil {
			out[n].URL = orNull(l.EvidenceFile(i.UUID.String(), key))
			out[n].File = &EvidenceFile{i.File.Name, i.File.Bytes, i.File.Type}
		}
	}
	return out
}

// fileReply redirects to a file on an origin where our pages' scripts do not run.
type fileReply struct {
	Link string `json:"link"`
}

// Status returns 302.
func (fileReply) Status() int { return http.StatusFound }

// Headers sets the redirect. The URL expires after 15 minutes, so it must not be cached.
func (f fileReply) Headers(h http.Header) {
	h.Set("Location", f.Link)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
}

type evidenceFileIn struct {
	UUID string `json:"uuid" validate:"max=64"`
	Key  string `json:"key" validate:"max=255"`
}

func (a api) evidenceFile(r *http.Request, in evidenceFileIn) (fileReply, error) {
	id, err := uuid.Parse(in.UUID)
	if err != nil {
		return fileReply{}, evidence.ErrNoFile
	}
	link, err := a.Evidence.OpenFile(r.Context(), id, in.Key)
	return fileReply{link}, err
}
