package access

import "strings"

// archived is the end of a role in an archived department. The function member_role of the database adds it.
const archived = ";archived"

// reading are the permissions that remain in an archived department.
var reading = map[Permission]bool{
	ViewDepartment: true, ViewDesigns: true, ViewAttributes: true, ViewAPIKeys: true, ViewWebhooks: true, ViewAnalytics: true, ViewAuditLog: true,
	SeePersonalData: true,
}

// Archived reports whether the role is one in an archived department, where it only permits reading.
func (r Role) Archived() bool { return strings.HasSuffix(string(r), archived) }

// InArchived returns the role as it is in an archived department.
func (r Role) InArchived() Role {
	if r.Archived() {
		return r
	}
	return r + archived
}
