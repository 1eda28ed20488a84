package access_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
)

func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	all := []access.Permission{
		access.ViewDepartment, access.ManageDepartment, access.ManageAttributes, access.ManageDesigns, access.ManageGroups,
		access.ManageCredentials, access.PublishCredentials, access.RevokeCredentials, access.ManageAPIKeys, access.UploadFiles, access.ViewDesigns,
		access.CreateDesigns, access.DeleteDesigns, access.ViewAttributes, access.OpenDesignMaker, access.ManageFonts, access.ManageWebhooks,
		access.ViewAPIKeys, access.ViewWebhooks, access.ManageTeam, access.ViewAnalytics, access.ManageSigningKeys,
		access.ViewAuditLog, access.SeePersonalData, access.ManageEmails, access.ViewBilling, access.ManageBilling,
	}
	slices.Sort(all)
	view := []access.Permission{access.SeePersonalData, access.ViewAnalytics, access.ViewAttributes, access.ViewDepartment, access.ViewDesigns}
	for role, may := range map[access.Role][]access.Permission{
		access.Administrator: all,
		access.Viewer:        view,
		access.KeyWrite: slices.DeleteFunc(slices.Clone(all), func(p access.Permission) bool {
			return p == access.ManageAPIKeys || p == access.ManageSigningKeys || p == access.ManageEmails
		}),
		access.KeyRead: slices.Sorted(slices.Values(append(slices.Clone(view), access.ViewAPIKeys, access.ViewWebhooks))),
		"":             nil,
		"stranger":     nil, // no such role
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
		"nobody":                         {access.Actor{}, access.ErrNotSignedIn},
		"nobody with a role":             {access.Actor{DepartmentID: 2, Role: access.Administrator}, access.ErrNotSignedIn},
		"no department":                  {access.Actor{UserID: 1, Role: access.Administrator}, access.ErrNoDepartment},
		"a department that is not ours":  {access.Actor{UserID: 1, Missing: missing}, missing},
		"a key":                          {access.Actor{APIKeyID: 1, DepartmentID: 2, Role: access.KeyWrite}, nil},
		"a test that writes credentials": {access.Actor{APIKeyID: 1, DepartmentID: 2, Role: access.KeyWrite, Test: true}, access.ErrTestMode},
		"a viewer":                       {access.Actor{UserID: 1, DepartmentID: 2, Role: access.Viewer}, access.ErrDenied},
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

func TestAnEmbeddedMakerMayDoWhatItsScopesSay(t *testing.T) {
	t.Parallel()
	for names, may := range map[string][]access.Permission{
		"":             nil,
		"design.read":  {access.ViewDesigns, access.ViewAttributes},
		"design.write": {access.ViewDesigns, access.ViewAttributes, access.ManageDesigns, access.CreateDesigns},
		"upload":       {access.UploadFiles},
		"attributes":   {access.ViewAttributes, access.ManageAttributes},
		"design.write design.read upload upload": {
			access.ViewDesigns, access.ViewAttributes, access.ManageDesigns, access.CreateDesigns, access.UploadFiles,
		},
	} {
		scopes, ok := access.NewScopes(strings.Fields(names)...)
		if !ok {
			t.Fatalf("%q is no set of scopes", names)
		}
		by := access.Actor{EmbedID: 1, DepartmentID: 2, Role: access.EmbeddedMaker, Scopes: scopes}
		for _, p := range access.Administrator.Permissions() {
			err := by.Require(p)
			if want := slices.Contains(may, p); (err == nil) != want || !want && !errors.Is(err, access.ErrDenied) {
				t.Errorf("%q and %s: %v", names, p, err)
			}
		}
	}
	if _, ok := access.NewScopes("design.read", "root"); ok {
		t.Error("root is a scope")
	}
}

func TestAMakerOfOneDesignBeginsNoOtherAndReachesNoOther(t *testing.T) {
	t.Parallel()
	scopes, _ := access.NewScopes(access.AllScopes()...)
	by := access.Actor{EmbedID: 1, DepartmentID: 2, DesignID: 7, Role: access.EmbeddedMaker, Scopes: scopes}
	if err := by.Require(access.CreateDesigns); !errors.Is(err, access.ErrDenied) {
		t.Errorf("creating: %v", err)
	}
	if err := by.Require(access.ManageDesigns); err != nil {
		t.Errorf("changing: %v", err)
	}
	if !by.Reaches(7) || by.Reaches(8) {
		t.Error("it reaches another design, or not its own")
	}
	if by.DesignID = 0; !by.Reaches(8) {
		t.Error("a maker of no design in particular does not reach all")
	}
}

func TestRightsAndRolesSayTheSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rights access.Rights
		role   access.Role
	}{
		{access.Rights{Analytics: true}, access.Viewer},
		{access.Rights{true, true, true, true, true, true, nil}, access.Administrator},
		{access.Rights{true, true, true, true, true, true, []int64{9, 3, 9}}, "partial:analytics,attributes,designs,editor,emails,settings/3,9"},
		{access.Rights{Designs: true, Editor: true}, "partial:designs,editor"},
		{access.Rights{}, "partial:"},
	} {
		if got := c.rights.Role(); got != c.role {
			t.Errorf("%+v is %s, want %s", c.rights, got, c.role)
		}
		if again := c.role.Rights().Role(); again != c.role {
			t.Errorf("%s became %s", c.role, again)
		}
	}
	// Nobody gives rights that they do not have.
	most := access.Rights{Designs: true, Emails: true, Attributes: true, Settings: true, Editor: true}.Role()
	for _, p := range []access.Permission{access.ManageTeam, access.ManageAPIKeys} {
		if err := (access.Actor{UserID: 1, DepartmentID: 2, Role: most}).Require(p); !errors.Is(err, access.ErrDenied) {
			t.Errorf("%s: %v", p, err)
		}
	}
}

func TestAnOwnerMayDoWhatAdministratorsMayAndAppointOwners(t *testing.T) {
	t.Parallel()
	want := slices.Sorted(slices.Values(append(access.Administrator.Permissions(), access.ManageOwners)))
	if got := slices.Sorted(slices.Values(access.Owner.Permissions())); !slices.Equal(got, want) {
		t.Errorf("an owner may %v, want %v", got, want)
	}
}
