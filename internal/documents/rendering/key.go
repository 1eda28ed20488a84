package rendering

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Key names what the job will look like: the same job on the same version of
// the renderer has the same key, whatever the order of its JSON fields.
// It refuses with ErrInvalidJob.
func (r *Renderer) Key(job Job) (string, error) { return newKeys(r.bundle.version).of(job) }

// pictureJob is what a picture of a job shows. Credentials whose pictures look the same share one: most badges show nothing of their
// recipient.
func pictureJob(job Job, format Format) Job {
	if format != SVG { // a drawing says its title
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

// keys makes the keys of some jobs. What they have in common is read once.
type keys struct {
	version string
	files   digests
	designs map[string]json.RawMessage // by how they are written
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
	// JSON writes maps in the order of their keys, so this is one text per job.
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

// design is one as all ways to write it.
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
