package public

import (
	"context"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/recipients/recipients"
)

// Viewer is what somebody is to a credential.
type Viewer int

// The viewers.
const (
	Visitor Viewer = iota
	Owner          // its recipient, signed in
	Staff          // who acts in the department that issued it
)

// ViewerOf tells what whoever asks is to a credential.
func ViewerOf(ctx context.Context, c credentials.Credential) Viewer {
	by := access.From(ctx)
	switch {
	case by.DepartmentID == c.DepartmentID && by.Require(access.ViewDepartment) == nil:
		return Staff
	case recipients.From(ctx).MayAccess(c):
		return Owner
	}
	return Visitor
}

// Actions are what the public page offers to whoever asks.
type Actions struct {
	Share    bool `json:"share"`
	Download bool `json:"download"`
	LinkedIn bool `json:"linkedin"`
	Verify   bool `json:"verify"`
}

func actionsFor(c credentials.Credential, who Viewer) Actions {
	a := c.Group.Settings.Actions
	return Actions{may(a.Share, who), may(a.Download, who), may(a.LinkedIn, who), may(a.Verify, who)}
}

func may(level groups.Level, who Viewer) bool {
	switch level {
	case groups.ForAll:
		return true
	case groups.ForOwners:
		return who != Visitor
	}
	return who == Staff
}

// errNoDownload says that the group does not offer its documents to whoever asks. The signed credential stays where it is: it is
// what verifiers ask for.
var errNoDownload = errs.New(errs.Forbidden, "credential.no_download")
