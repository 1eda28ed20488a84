package access_test

import (
	"errors"
	"slices"
	"testing"

	"laurel/internal/accounts/access"
)

func TestPartsOfTheProductMayDoWhatTheirListSaysAndNothingElse(t *testing.T) {
	t.Parallel()
	for part, may := range map[access.System][]access.Permission{
		access.AddressChanges: {access.ManageCredentials},
		access.Claims:         {access.ManageCredentials, access.PublishCredentials},
		access.Prerequisites:  {access.ManageCredentials, access.PublishCredentials, access.RevokeCredentials},
		access.Events:         {access.ViewDepartment, access.ViewDesigns, access.ViewAttributes, access.ViewBilling},
		access.Console: {
			access.ViewDepartment, access.ManageDepartment, access.ManageAttributes, access.ManageDesigns, access.ManageGroups, access.UploadFiles,
			access.ViewDesigns, access.CreateDesigns, access.ViewAttributes, access.ManageFonts, access.ManageSigningKeys,
			access.ViewAuditLog,
		},
		access.Expiry: nil, access.MalwareScan: nil, access.Renewals: nil, access.RightsCheck: nil, access.Schedule: nil, "unknown": nil,
	} {
		for _, p := range access.Administrator.Permissions() {
			by := part.In(2)
			by.Role = access.Administrator // has no effect
			if err := by.Require(p); (err == nil) != slices.Contains(may, p) || err != nil && !errors.Is(err, access.ErrDenied) {
				t.Errorf("%s and %s: %v", part, p, err)
			}
		}
		if err := part.In(0).Require(access.ViewDepartment); !errors.Is(err, access.ErrNoDepartment) {
			t.Errorf("%s without a department: %v", part, err)
		}
	}
}
