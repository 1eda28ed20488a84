package access

import "slices"

// System names a part of the product that acts on its own, without a user or an API key. The audit record shows the name.
type System string

// The parts of the product that act on their own.
const (
	// AddressChanges moves credentials to addresses that were confirmed.
	AddressChanges System = "address_changes"
	// Claims issues to recipients who confirmed that they claim a credential.
	Claims System = "claims"
	// Console is the operator of the installation at its command line.
	Console System = "console"
	// Events reads the objects that webhook events describe.
	Events System = "events"
	// Expiry closes requests that were open for too long.
	Expiry System = "expiry"
	// MalwareScan blocks uploaded files.
	MalwareScan System = "malware_scan"
	// Payments follows what payment providers say about departments.
	Payments System = "payments"
	// Prerequisites issues, suspends, reinstates and revokes what depends on other credentials.
	Prerequisites System = "prerequisites"
	// Renewals replaces credentials that were renewed.
	Renewals System = "renewals"
	// Provisioning follows what the identity providers of departments say about their people.
	Provisioning System = "provisioning"
	// RightsCheck stops background work whose starter lost the right to do it.
	RightsCheck System = "rights_check"
	// Schedule publishes scheduled credentials.
	Schedule System = "schedule"
	// SignIn reads what the sign-in providers of departments say about themselves.
	SignIn System = "sign_in"
)

// systems lists the permissions of each part. A part with an empty list only appears in the audit record.
var systems = map[System][]Permission{
	AddressChanges: {ManageCredentials},
	Claims:         {ManageCredentials, PublishCredentials},
	Console: {
		ViewDepartment, ManageDepartment, ManageAttributes, ManageDesigns, ManageGroups, UploadFiles, ViewDesigns, CreateDesigns,
		ViewAttributes, ManageFonts, ManageSigningKeys, ViewAuditLog,
	},
	Events:        {ViewDepartment, ViewDesigns, ViewAttributes, ViewBilling},
	Expiry:        {},
	MalwareScan:   {},
	Payments:      {},
	Prerequisites: {ManageCredentials, PublishCredentials, RevokeCredentials},
	Renewals:      {},
	Provisioning:  {},
	RightsCheck:   {},
	Schedule:      {},
	SignIn:        {},
}

func (s System) allows(p Permission) bool { return slices.Contains(systems[s], p) }

// In returns an actor for the part of the product in a department. It has the permissions of its list and no others.
func (s System) In(departmentID int64) Actor {
	a := Actor{DepartmentID: departmentID, System: s}
	if s == Console {
		a.IP, a.RequestID = "local", "cli"
	}
	return a
}
