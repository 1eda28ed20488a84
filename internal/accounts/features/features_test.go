package features_test

import (
	"errors"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/features"
)

func TestFeaturesFollowWhatIsBuiltAndConfigured(t *testing.T) {
	t.Parallel()
	viewer := access.Actor{UserID: 1, DepartmentID: 7, Role: access.Viewer}
	for _, on := range []bool{false, true} {
		all, err := features.New(features.Settings{MalwareScan: on, VCJWT: on, Billing: on}).All(viewer, 7)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[features.Name]bool{
			features.SpreadsheetImport: true, features.Evidence: true, features.APIKeys: true, features.PrintPDF: true,
			features.MalwareScan: on, features.VCJWT: on, features.Teams: false, features.Billing: on,
		} {
			if got, listed := all[name]; got != want || !listed {
				t.Errorf("settings %v: %s is %v (listed %v), want %v", on, name, got, listed, want)
			}
		}
	}
}

func TestFeaturesAreToldOfTheOwnDepartmentOnly(t *testing.T) {
	t.Parallel()
	service := features.New(features.Settings{})
	for name, c := range map[string]struct {
		by   access.Actor
		id   int64
		want error
	}{
		"another department": {access.Actor{UserID: 1, DepartmentID: 7, Role: access.Viewer}, 8, departments.ErrNotFound},
		"nobody":             {access.Actor{}, 7, access.ErrNotSignedIn},
	} {
		if _, err := service.All(c.by, c.id); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}
