package apikeys_test

import (
	"errors"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
)

func TestKeysAreShownToThoseWhoMayManageThemAndToKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.administrator(t)
	key, _ := w.key(t, owner, apikeys.Create{Name: "n"})
	for _, c := range []struct {
		role access.Role
		key  bool
		want error
	}{
		{access.Administrator, false, nil},
		{access.KeyWrite, true, nil},
		{access.KeyRead, true, nil},
		{access.Viewer, false, access.ErrDenied},
		{access.EmbeddedMaker, false, access.ErrDenied},
		{access.Owner, false, nil},
		{"nobody", false, access.ErrDenied},
		{"", false, access.ErrDenied},
		{access.Rights{Settings: true}.Role(), false, access.ErrDenied},
		{access.Rights{Editor: true, Designs: true, Emails: true, Attributes: true, Analytics: true}.Role(), false, access.ErrDenied},
		{access.Rights{Settings: true, Editor: true, Designs: true, Emails: true, Attributes: true, Analytics: true, Groups: []int64{1}}.Role(), false, access.ErrDenied},
	} {
		for _, test := range []bool{false, true} {
			by := access.Actor{UserID: owner.UserID, DepartmentID: owner.DepartmentID, Role: c.role, Test: test}
			if c.key {
				by.UserID, by.APIKeyID = 0, key.ID
			}
			if _, err := w.List(t.Context(), by); !errors.Is(err, c.want) {
				t.Errorf("%q, tests %v: the list: %v, want %v", c.role, test, err, c.want)
			}
			if _, err := w.Requests(t.Context(), by, key.ID, apikeys.Search{}); !errors.Is(err, c.want) {
				t.Errorf("%q, tests %v: the log: %v, want %v", c.role, test, err, c.want)
			}
		}
	}
}
