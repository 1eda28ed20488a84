package rendering

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Key names what the job will look like: the same job on the same version of
// the renderer has the same key, whatever the order of its JSON fields.
// It refuses with ErrInvalidJob.
func (r *Renderer) Key(job Job) (string, error) {
	var design any
	if err := json.Unmarshal(job.Design, &design); err != nil {
		return "", ErrInvalidJob.Wrap(err)
	}
	images := make(map[string]string, len(job.Images))
	for url, data := range job.Images {
		images[url] = digest(data)
	}
	issued := ""
	if !job.Issued.IsZero() {
		issued = job.Issued.UTC().Format(time.RFC3339)
	}
	// JSON writes maps in the order of their keys, so this is one text per job.
	text, err := json.Marshal([]any{
		r.bundle.version, design, job.Lang, job.Mode, job.Title, job.Author, issued, job.Pages, images, job.Fonts,
		job.Subject, job.Keywords, job.Address, job.CropMarks,
	})
	if err != nil {
		return "", fmt.Errorf("encode render key: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
