package archtest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// area is one folder of internal/. Its packages stand in stages: a package imports packages of its own area only from earlier stages.
type area struct {
	name   string
	stages [][]string
}

// areas lists every package, lowest area first. A package imports only lower areas and earlier stages of its own, so neither areas nor
// packages can form a ring.
var areas = []area{
	{"platform", [][]string{
		{"applepush", "clamd", "clock", "collector", "config", "deadline", "embedded", "errs", "fetch", "googlewallet", "i18n", "jobs", "links", "lru", "mailer", "nettest", "optional", "page", "scim", "secrets", "stripepay", "stripetest"},
		{"httpx", "objects", "pg", "saml", "throttle"},
		{"captcha", "dbtest", "doctor", "idempotency", "installation", "passkey"},
		{"monitor"},
	}},
	{"formats", [][]string{{"browser", "charts", "dataintegrity", "fontfile", "jpegtile", "jws", "metadata", "pdf", "pkpass", "printtest", "qr", "spreadsheets"}, {"auditlog"}}},
	{"accounts", [][]string{{"access", "addresses", "onetime", "passwords"}, {"audit"}, {"auditchain", "departments", "factors"}, {"apikeys", "features", "organizations", "savedfilters", "team"}, {"identity"}, {"administrators", "sso", "starters"}, {"provisioning"}}},
	{"messaging", [][]string{{"letters", "senders"}, {"mailrefs", "templates"}, {"outbox"}, {"bounces", "contact"}}},
	{"design", [][]string{{"attributes", "uploads"}, {"designs"}, {"embeds", "fonts"}}},
	{"issuing", [][]string{{"events", "groups"}, {"collections", "credentials"}, {"billing", "credentialsearch"}, {"authoring", "lifecycle", "payments"}, {"issuingtest"}}},
	{"recipients", [][]string{{"recipients"}, {"collections", "passkeys", "profiles"}}},
	{"supplements", [][]string{{"evidence", "namechanges", "references"}}},
	{"trust", [][]string{{"badges", "verification"}, {"imported", "oid4vci"}}},
	{"documents", [][]string{{"documentstore"}, {"rendering"}, {"documents"}, {"collectionpdf", "invoicepdf"}}},
	{"operations", [][]string{{"operations"}, {"importrows", "publishing"}, {"bulk", "claims", "downloads", "exports", "imports", "moves", "people", "prerequisites", "schedules"}, {"approvals"}}},
	{"reach", [][]string{{"analytics", "passes", "webhooks"}, {"insights"}, {"home", "reports"}}},
	{"portability", [][]string{{"blueprints", "exitkit"}}},
	{"edges", [][]string{{"openapi"}, {"client", "workers"}, {"httpapi"}}},
}

// Packages outside the areas, in order: those that hold data for everything, and those that assemble the program.
var (
	below = []string{"locales", "migrations", "web", "internal/archtest"}
	above = []string{"internal/app", "internal/app/demo", "internal/app/apptest", "cmd/laurel"}
)

// subpackages lists packages that have packages below their folder, in order.
var subpackages = map[string][]string{
	"internal/edges/httpapi": {"scim", "veil", "wire", "v1/issuer/sso", "v1/issuer/accounts", "v1/issuer/approvals", "v1/issuer/team", "v1/issuer/design", "v1/issuer/embeds", "v1/issuer/emails", "v1/issuer/billing", "v1/issuer/credentials", "v1/issuer/publishing", "v1/issuer/issuing",
		"v1/issuer/supplements", "v1/issuer/trust", "v1/issuer/imports", "v1/issuer/operations", "v1/issuer/reach", "v1/issuer/payments", "v1/issuer", "v1/public/requests", "v1/public/trust", "v1/public/visits", "v1/public/wallets",
		"v1/public", "v1/profile", "v1/recipient/account", "v1/recipient/imports", "v1/recipient", ""},
	"internal/edges/client": {"laurel", "generate", ""},
}

// domainAreas are the areas whose packages know nothing of HTTP.
var domainAreas = []string{"accounts", "messaging", "design", "issuing", "recipients", "supplements", "trust", "documents", "operations", "reach"}

// testOnly are packages that only tests may import.
var testOnly = []string{"internal/platform/dbtest", "internal/platform/nettest", "internal/formats/printtest", "internal/issuing/issuingtest", "internal/platform/stripetest", "internal/app/apptest"}

// owners names the package that writes each table, with its area where two have the name, or the two that write different columns of it. Packages above them may read it.
var owners = map[string]string{
	"departments": "departments", "memberships": "departments identity", "department_users": "departments", "deactivated_members": "departments", "approval_policies": "approvals", "approvals": "approvals", "approval_items": "approvals", "approved_designs": "approvals",
	"organizations": "organizations", "organization_administrators": "organizations",
	"users": "identity", "sessions": "identity", "user_tokens": "onetime", "user_totp": "factors", "user_recovery_codes": "factors", "user_passkeys": "factors", "user_passkey_challenges": "factors", "invitations": "identity", "sign_ups": "identity",
	"throttles": "throttle", "captcha_uses": "captcha", "idempotency_keys": "idempotency", "recipient_idempotency_keys": "idempotency",
	"api_keys": "apikeys", "api_key_requests": "apikeys", "saved_filters": "savedfilters", "roles": "team", "permission_groups": "team", "permission_group_members": "team departments", "audit_events": "audit",
	"sso_connections": "sso", "sso_domains": "sso", "sso_identities": "sso", "sso_flows": "sso",
	"scim_keys": "provisioning", "scim_users": "provisioning", "scim_groups": "provisioning", "scim_members": "provisioning",
	"audit_seals": "auditchain", "audit_heads": "auditchain", "audit_sealing": "auditchain", "audit_streaming": "auditchain",
	"attribute_keys": "attributes", "uploads": "uploads",
	"fonts": "fonts", "font_names": "fonts", "font_files": "fonts",
	"designs": "designs", "design_versions": "designs",
	"embed_settings": "embeds", "embed_origins": "embeds", "embed_grants": "embeds", "embed_sessions": "embeds", "embed_tokens": "embeds",
	"groups": "groups", "group_defaults": "groups", "group_prerequisites": "groups", "credentials": "authoring lifecycle", "tombstones": "lifecycle",
	"credential_events": "events", "credential_event_batches": "events",
	"evidence_items": "evidence", "evidence_changes": "evidence", "credential_references": "references",
	"publications": "publishing", "publication_items": "publishing", "rewordings": "publishing", "issued_lately": "publishing",
	"operations": "operations", "operation_items": "operations",
	"kept_documents": "documentstore", "kept_documents_swept": "documentstore", "document_packs": "documentstore",
	"exports": "downloads", "export_items": "downloads",
	"person_moves": "people", "name_changes": "namechanges", "name_change_items": "namechanges", "name_change_settings": "namechanges",
	"imports": "imports", "import_rows": "imports", "import_mappings": "imports",
	"recipients": "recipients profiles", "recipient_links": "recipients", "recipient_sessions": "recipients", "recipient_sign_ins": "recipients",
	"recipient_collections": "recipients/collections", "recipient_collection_items": "recipients/collections", "recipient_collection_imports": "recipients/collections",
	"recipient_profiles": "profiles", "recipient_profile_credentials": "profiles", "recipient_photos": "profiles", "recipient_slugs": "profiles",
	"imported_credentials": "imported", "imported_files": "imported",
	"recipient_passkeys": "passkeys", "recipient_passkey_challenges": "passkeys",
	"data_exports": "exports",
	"webhooks":     "webhooks", "webhook_events": "webhooks", "webhook_deliveries": "webhooks",
	"stack_marks": "prerequisites", "stack_results": "prerequisites",
	"claim_links": "claims", "claims": "claims",
	"collections": "issuing/collections", "collection_groups": "issuing/collections",
	"signing_keys": "badges", "token_keys": "badges", "signed_badges": "badges", "status_lists": "badges", "status_entries": "badges", "badges_to_sign": "badges",
	"wallet_offers": "oid4vci", "wallet_nonces": "oid4vci", "wallet_passes": "passes", "wallet_registrations": "passes",
	"mails": "outbox", "mail_opt_outs": "outbox", "mail_attempts": "outbox", "mail_reports": "outbox", "mail_lanes": "outbox", "mail_files": "outbox", "suppressions": "outbox",
	"email_settings": "senders", "sender_addresses": "senders", "email_paces": "senders", "email_servers": "senders", "email_feedback": "senders", "dkim_keys": "senders",
	"email_templates": "templates", "email_template_choices": "templates",
	"email_schedules": "schedules", "analytics_reports": "reports", "analytics_report_recipients": "reports",
	"billing_plans": "billing", "billing_subscriptions": "billing", "credit_entries": "billing",
	"billing_customers": "payments", "billing_invoices": "payments", "billing_invoice_series": "payments", "billing_provider_events": "payments",
	"processes": "monitor", "installation": "installation",
	"page_views": "analytics", "link_clicks": "analytics", "credential_engagements": "analytics",
	"analytics_inbox": "analytics", "analytics_events": "analytics", "analytics_hours": "analytics", "analytics_days": "analytics", "analytics_credentials": "analytics",
	"analytics_cohorts": "analytics", "analytics_departments": "analytics", "analytics_salts": "analytics",
}

// position is where a package stands: its area, and a rank that grows upwards.
type position struct {
	area string
	rank int
}

// positions maps the path of every package inside the module to its position.
func positions() map[string]position {
	all := map[string]position{}
	rank := 0
	add := func(area string, paths ...string) {
		rank++
		for _, p := range paths {
			all[p] = position{area, rank}
		}
	}
	add("", below...)
	for _, a := range areas {
		for _, stage := range a.stages {
			var paths []string
			for _, p := range stage {
				folder := "internal/" + a.name + "/" + p
				for _, sub := range subpackages[folder] {
					if sub != "" {
						add(a.name, folder+"/"+sub)
					}
				}
				paths = append(paths, folder)
			}
			add(a.name, paths...)
		}
	}
	for _, p := range above {
		add("", p)
	}
	return all
}

// owner is the package that pkg is a part of: its internal/ belongs to it, and the compiler keeps others out.
func owner(pkg string) string {
	if before, _, ok := strings.Cut(strings.TrimPrefix(pkg, "internal/"), "/internal/"); ok {
		return "internal/" + before
	}
	return pkg
}

func TestEveryFolderIsListed(t *testing.T) {
	t.Parallel()
	listed := map[string][]string{"internal": {"archtest", "app"}}
	for _, a := range areas {
		listed["internal"] = append(listed["internal"], a.name)
		for _, stage := range a.stages {
			listed["internal/"+a.name] = append(listed["internal/"+a.name], stage...)
		}
	}
	for folder, names := range listed {
		entries, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !slices.Contains(names, e.Name()) {
				t.Errorf("%s/%s is in no area: list it, or move it", folder, e.Name())
			}
		}
		if len(entries) != len(names) {
			t.Errorf("%s has %d entries, %d are listed: %v", folder, len(entries), len(names), names)
		}
	}
}
