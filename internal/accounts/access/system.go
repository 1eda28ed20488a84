package access

import "slices"

// System names a part of the product that acts by itself, for nobody who could be asked. The record of changes shows it.
type System string

// The parts of the product that act by themselves.
const (
	// Claims issues to recipients who confirmed that they claim a credential.
	Claims System = "claims"
	// Console is the operator of the installation at its command line.
	Console System = "console"
	// Events reads what webhooks tell.
	Events System = "events"
	// Expiry ends what was open for too long.
	Expiry System = "expiry"
	// MalwareScan blocks uploaded files.
	MalwareScan System = "malware_scan"
	// Prerequisites issues, suspends, reinstates and revokes what depends on other credentials.
	Prerequisites System = "prerequisites"
	// Renewals replaces credentials by what renews them.
	Renewals System = "renewals"
	// RightsCheck stops background work whose starter lost the right to do it.
	RightsCheck System = "rights_check"
	// Schedule publishes what was scheduled.
	Schedule System = "schedule"
)

// systems lists everything that each part may do. Those with an empty list only appear in the record.
var systems = map[System][]Permission{
	Claims: {ManageCredentials, PublishCredentials},
	Console: {
		ViewDepartment, ManageDepartment, ManageAttributes, ManageDesigns, ManageGroups, UploadFiles, ViewDesigns, CreateDesigns,
		ViewAttributes, ManageFonts, ManageSigningKeys,
	},
	Events:        {ViewDepartment, ViewDesigns, ViewAttributes},
	Expiry:        {},
	MalwareScan:   {},
	Prerequisites: {ManageCredentials, PublishCredentials, RevokeCredentials},
	Renewals:      {},
	RightsCheck:   {},
	Schedule:      {},
}

func (s System) allows(p Permission) bool { return slices.Contains(systems[s], p) }

// In is the part of the product acting in a department. It may do what its list says, and nothing else.
func (s System) In(departmentID int64) Actor {
	a := Actor{DepartmentID: departmentID, System: s}
	if s == Console {
		a.IP, a.RequestID = "local", "cli"
	}
	return a
}
