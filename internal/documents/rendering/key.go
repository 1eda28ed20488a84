package rendering

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Key returns a hash of everything that affects the output: the same job on the same renderer version has the same key, whatever
// the order of its JSON fields. It returns ErrInvalidJob.
func (r *Renderer) Key(job Job) (string, error) { return newKeys(r.bundle.version).of(job) }

// pictureJob reduces a job to what its picture shows. Credentials with identical pictures share one file: most badges show
// nothing of their recipient.
func pictureJob(job Job, format Format) Job {
	if format != SVG { // an SVG contains its title
		job.Title = ""
	}
	job.Author, job.Subject, job.Keywords, job.Address, job.Issued = "", "", nil, "", time.Time{}
	pages := make([]Page, len(job.Pages))
	for i, page := range job.Pages {
		pages[i].Values = map[string]Value{}
		for tag, value := range page.Values {
			if bytes.Contains(job.Design, []byte("["+tag+"]")) {
				pages[i].Values[tag] = value
			}
		}
	}
	job.Pages = pages
	return job
}

// keys computes the keys of several jobs and parses shared designs once.
type keys struct {
	version string
	files   digests
	designs map[string]json.RawMessage // by their source text
}

func newKeys(version string) keys { return keys{version, digests{}, map[string]json.RawMessage{}} }

func (k keys) of(job Job) (string, error) {
	design, err := k.design(job.Design)
	if err != nil {
		return "", err
	}
	images := make(map[string]string, len(job.Images))
	for url, data := range job.Images {
		images[url] = k.files.of(data)
	}
	issued := ""
	if !job.Issued.IsZero() {
		issued = job.Issued.UTC().Format(time.RFC3339)
	}
	// encoding/json sorts map keys, so equal jobs have equal text
	text, err := json.Marshal([]any{
		k.version, design, job.Lang, job.Mode, job.Title, job.Author, issued, job.Pages, images, job.Fonts,
		job.Subject, job.Keywords, job.Address, job.CropMarks, job.Owner.DepartmentID,
	})
	if err != nil {
		return "", fmt.Errorf("encode render key: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// design returns the canonical JSON of a design.
func (k keys) design(written json.RawMessage) (json.RawMessage, error) {
	if known := k.designs[string(written)]; known != nil {
		return known, nil
	}
	var design any
	if err := json.Unmarshal(written, &design); err != nil {
		return nil, ErrInvalidJob.Wrap(err)
	}
	text, err := json.Marshal(design)
	if err != nil {
		return nil, fmt.Errorf("encode render key: %w", err)
	}
	k.designs[string(written)] = text
	return text, nil
}
