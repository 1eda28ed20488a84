package errs_test

import (
	"errors"
	"fmt"
	"testing"

	"laurel/internal/platform/errs"
)

var errInUse = errs.New(errs.Conflict, "design.in_use")

func TestCopiesStayEqualToTheirOrigin(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("delete: %w", errInUse.With("count", 3).Wrap(errors.New("fk")))
	if !errors.Is(err, errInUse) {
		t.Fatal("a copy with params is not the same refusal any more")
	}
	if errInUse.Params != nil {
		t.Fatal("With changed the shared variable")
	}
	if errs.KindOf(err) != errs.Conflict {
		t.Fatalf("kind = %v", errs.KindOf(err))
	}
}

func TestFieldsReportAllAtOnce(t *testing.T) {
	t.Parallel()
	var f errs.Fields
	if f.Err() != nil {
		t.Fatal("no field, yet an error")
	}
	f.Add("name", "required")
	f.Add("grade", "grade_percentage", "max", 100)
	var e *errs.Error
	if !errors.As(f.Err(), &e) || len(e.Fields) != 2 || e.Fields["grade"][0].Params["max"] != 100 {
		t.Fatalf("got %+v", e)
	}
}

func TestARefusalCanBeToldAtAField(t *testing.T) {
	t.Parallel()
	err := errInUse.With("name", "Nurses").At("design")
	if !errors.Is(err, errInUse) || err.Kind != errs.Conflict || err.Fields["design"][0].Params["name"] != "Nurses" {
		t.Fatalf("got %+v", err)
	}
	if errInUse.Fields != nil {
		t.Fatal("At changed the shared variable")
	}
}
