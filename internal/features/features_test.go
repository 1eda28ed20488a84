package features_test

import (
	"errors"
	"testing"
	"time"

	"laurel/internal/access"
	"laurel/internal/audit"
	"laurel/internal/clock"
	"laurel/internal/dbtest"
	"laurel/internal/departments"
	"laurel/internal/features"
)

func TestFeaturesDifferByDepartment(t *testing.T) {
	t.Parallel()
	pool := dbtest.Pool(t)
	service := features.New(pool, audit.New(clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))))
	var actors [2]access.Actor
	for i := range actors {
		actors[i] = access.Actor{UserID: 1, Role: access.Viewer}
		err := pool.QueryRow(t.Context(), "insert into departments (created_at, updated_at) values (now(), now()) returning id").Scan(&actors[i].DepartmentID)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := service.Set(t.Context(), actors[0].DepartmentID, features.Teams, true); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false} {
		all, err := service.All(t.Context(), actors[i], actors[i].DepartmentID)
		if err != nil || all[features.Teams] != want || !all[features.PrintPDF] {
			t.Errorf("department %d: %v, %v", i, all, err)
		}
	}
	refusals := map[string]struct{ got, want error }{
		"a foreign department": {second(service.All(t.Context(), actors[0], actors[1].DepartmentID)), departments.ErrNotFound},
		"a missing department": {second(service.All(t.Context(), actors[0], 999_999)), departments.ErrNotFound},
		"nobody":               {second(service.All(t.Context(), access.Actor{}, actors[0].DepartmentID)), access.ErrNotSignedIn},
		"an unknown feature":   {service.Set(t.Context(), actors[0].DepartmentID, "flying", true), features.ErrUnknown},
		"set for nobody":       {service.Set(t.Context(), 999_999, features.Teams, true), departments.ErrNotFound},
	}
	for name, r := range refusals {
		if !errors.Is(r.got, r.want) {
			t.Errorf("%s: got %v, want %v", name, r.got, r.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }
