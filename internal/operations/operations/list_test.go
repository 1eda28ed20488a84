package operations_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/page"
)

func TestAnotherDepartmentsOperationDoesNotExist(t *testing.T) {
	w := open(t)
	o := w.start(w.by, 1)
	stranger := w.department()
	_, read := w.Read(t.Context(), stranger, o.UUID)
	_, cancel := w.Cancel(t.Context(), stranger, o.UUID)
	_, resume := w.Resume(t.Context(), stranger, o.UUID)
	_, undo := w.Undo(t.Context(), stranger, o.UUID)
	_, items := w.Items(t.Context(), stranger, o.UUID, "", page.Request{})
	for name, err := range map[string]error{"read": read, "cancel": cancel, "resume": resume, "undo": undo, "items": items} {
		if !errors.Is(err, operations.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if found, err := w.List(t.Context(), stranger, operations.Filter{}, page.Request{}); err != nil || found.Total != 0 {
		t.Errorf("%+v, %v", found, err)
	}
	if err := w.work(stranger, o); !errors.Is(err, operations.ErrNotFound) {
		t.Errorf("a tampered job: %v", err)
	}
}

func TestAListIsFiltered(t *testing.T) {
	w := open(t)
	finished := w.finish(w.by, w.start(w.by, 1))
	waiting := w.start(w.by, 1)
	colleague := w.by
	colleague.UserID++
	for _, c := range []struct {
		name string
		by   access.Actor
		f    operations.Filter
		want []uuid.UUID
	}{
		{"all, newest first", w.by, operations.Filter{}, []uuid.UUID{waiting.UUID, finished.UUID}},
		{"open", w.by, operations.Filter{Open: true}, []uuid.UUID{waiting.UUID}},
		{"finished", w.by, operations.Filter{State: operations.Finished}, []uuid.UUID{finished.UUID}},
		{"of a kind", w.by, operations.Filter{Kinds: []string{"strip"}}, nil},
		{"a colleague's", colleague, operations.Filter{}, []uuid.UUID{waiting.UUID, finished.UUID}},
		{"a colleague's own", colleague, operations.Filter{Own: true}, nil},
	} {
		found, err := w.List(t.Context(), c.by, c.f, page.Request{})
		var got []uuid.UUID
		for _, o := range found.Items {
			got = append(got, o.UUID)
		}
		if err != nil || !slices.Equal(got, c.want) || found.Total != int64(len(c.want)) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}
