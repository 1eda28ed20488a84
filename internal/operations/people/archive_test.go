package people

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"laurel/internal/design/uploads"
	"laurel/internal/operations/people/internal/db"
	"laurel/internal/supplements/evidence"
)

// reads counts how often evidence is read.
type reads struct{ lists, files int }

func (r *reads) OfMany(_ context.Context, _ int64, ids []int64) ([]evidence.Item, error) {
	r.lists++
	items := make([]evidence.Item, 0, len(ids))
	for range ids {
		items = append(items, evidence.Item{UUID: uuid.New(), File: &uploads.File{Name: "Thesis.PDF"}})
	}
	return items, nil
}

func (r *reads) File(context.Context, evidence.Item) ([]byte, error) {
	r.files++
	return []byte("%PDF"), nil
}

func TestEvidenceOfManyCredentialsIsReadInChunks(t *testing.T) {
	t.Parallel()
	var r reads
	s := New(Deps{Evidence: &r})
	const credentials = 2*evidence.MostOfMany + 1
	files := map[string]bool{}
	put := func(name string, _ []byte) error { files[name] = true; return nil }
	if err := s.writeEvidence(t.Context(), 1, make([]db.ArchiveCredentialsRow, credentials), put, func() {}); err != nil {
		t.Fatal(err)
	}
	if r.lists != 3 || r.files != credentials || len(files) != credentials {
		t.Errorf("%d reads of lists, %d of files, %d files", r.lists, r.files, len(files))
	}
}
