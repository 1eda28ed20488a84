package access_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"laurel/internal/access"
	"laurel/internal/errs"
)

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	all := []access.Permission{
		access.ViewDepartment, access.ManageDepartment, access.ManageAttributes, access.ManageDesigns, access.ManageGroups,
		access.ManageCredentials, access.PublishCredentials, access.ManageAPIKeys, access.UploadFiles,
	}
	slices.Sort(all)
	for role, may := range map[access.Role][]access.Permission{
		access.Administrator: all,
		access.Viewer:        {access.ViewDepartment},
		access.KeyWrite:      slices.DeleteFunc(slices.Clone(all), func(p access.Permission) bool { return p == access.ManageAPIKeys }),
		access.KeyRead:       {access.ViewDepartment},
		"":                   nil,
		"owner":              nil,
	} {
		by := access.Actor{UserID: 1, DepartmentID: 2, Role: role}
		for _, p := range all {
			err := by.Require(p)
			if want := slices.Contains(may, p); (err == nil) != want || !want && !errors.Is(err, access.ErrDenied) {
				t.Errorf("%q and %s: %v", role, p, err)
			}
		}
		if got := role.Permissions(); !slices.Equal(got, may) {
			t.Errorf("%q lists %v, want %v", role, got, may)
		}
	}
}

func TestTheRefusalTellsWhatIsMissing(t *testing.T) {
	t.Parallel()
	missing := errs.New(errs.NotFound, "department.not_found")
	for name, c := range map[string]struct {
		by   access.Actor
		want error
	}{
		"nobody":                        {access.Actor{}, access.ErrNotSignedIn},
		"nobody with a role":            {access.Actor{DepartmentID: 2, Role: access.Administrator}, access.ErrNotSignedIn},
		"no department":                 {access.Actor{UserID: 1, Role: access.Administrator}, access.ErrNoDepartment},
		"a department that is not ours": {access.Actor{UserID: 1, Missing: missing}, missing},
		"a key":                         {access.Actor{APIKeyID: 1, DepartmentID: 2, Role: access.KeyWrite}, nil},
		"a viewer":                      {access.Actor{UserID: 1, DepartmentID: 2, Role: access.Viewer}, access.ErrDenied},
	} {
		if err := c.by.Require(access.ManageDesigns); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	var refusal *errs.Error
	err := access.Actor{UserID: 1, DepartmentID: 2, Role: access.Viewer}.Require(access.ManageDesigns)
	if !errors.As(err, &refusal) || refusal.Params["action"] != string(access.ManageDesigns) {
		t.Errorf("the refusal does not name the action: %v", err)
	}
}

func TestTheActorTravelsWithItsRequest(t *testing.T) {
	t.Parallel()
	if got := access.From(context.Background()); got != (access.Actor{}) {
		t.Errorf("nobody is %+v", got)
	}
	by := access.Actor{UserID: 1, DepartmentID: 2, Role: access.Viewer}
	if got := access.From(access.With(t.Context(), by)); got != by {
		t.Errorf("%+v became %+v", by, got)
	}
}
