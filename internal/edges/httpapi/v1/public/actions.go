package public

import (
	"context"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/recipients/recipients"
)

// Viewer is the relation of the client to a credential.
type Viewer int

// The viewers.
const (
	Visitor Viewer = iota
	Owner          // its recipient, signed in
	Staff          // who acts in the department that issued it
)

// ViewerOf returns the relation of the client to a credential.
func ViewerOf(ctx context.Context, c credentials.Credential) Viewer {
	by := access.From(ctx)
	switch {
	case by.DepartmentID == c.DepartmentID && by.Allows(access.ViewDepartment) == nil:
		return Staff
	case recipients.From(ctx).MayAccess(c):
		return Owner
	}
	return Visitor
}

// Actions are the actions that the public page offers to the viewer.
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

// errNoDownload means that the group does not offer documents to the viewer. The signed credential is still served, because verifiers
// need it.
var errNoDownload = errs.New(errs.Forbidden, "credential.no_download")
