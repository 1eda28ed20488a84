package archtest

import (
	"slices"
	"strings"
)

// layer is one row of the table of packages: stages from left to right, each of packages that do not know each other.
type layer struct {
	name   string
	stages [][]string
}

// layers is the table, lowest first. A package imports only what stands in an earlier stage or a lower layer.
var layers = []layer{
	{"base", [][]string{
		{"locales", "migrations", "web", "internal/errs", "internal/clock", "internal/page", "internal/optional", "internal/config", "internal/deadline", "internal/nettest", "internal/archtest", "internal/client/laurel"},
	}},
	{"tools", [][]string{
		{
			"internal/pg", "internal/httpx", "internal/objects", "internal/mailer", "internal/browser", "internal/i18n",
			"internal/secrets", "internal/embedded", "internal/links", "internal/metadata", "internal/dataintegrity", "internal/pdf", "internal/fontfile",
			"internal/fetch", "internal/jws", "internal/spreadsheets", "internal/clamd", "internal/qr", "internal/jpegtile",
		},
		{"internal/jobs", "internal/throttle", "internal/captcha", "internal/idempotency", "internal/doctor", "internal/dbtest", "internal/printtest", "internal/installation"},
	}},
	{"who", [][]string{
		{"internal/access"},
		{"internal/audit"},
		{"internal/departments"},
		{"internal/identity", "internal/apikeys", "internal/features", "internal/savedfilters"},
	}},
	{"what", [][]string{
		{"internal/attributes", "internal/uploads"},
		{"internal/designs", "internal/outbox"},
		{"internal/embeds", "internal/fonts", "internal/contact"},
	}},
	{"issuing", [][]string{
		{"internal/groups"},
		{"internal/credentials", "internal/collections"},
		{"internal/recipients"},
		{"internal/evidence", "internal/namechanges", "internal/references"},
	}},
	{"out", [][]string{
		{"internal/rendering", "internal/badges", "internal/verification"},
		{"internal/documents", "internal/publishing", "internal/analytics"},
		{"internal/exports", "internal/dataexports", "internal/bulk", "internal/imports", "internal/claims", "internal/webhooks", "internal/stacks", "internal/monitor"},
	}},
	{"edges", [][]string{
		{"internal/httpapi/openapi", "internal/client"},
		{"internal/httpapi/v1/issuer", "internal/httpapi/v1/public"},
		{"internal/httpapi/v1/recipient"},
		{"internal/httpapi", "internal/workers", "internal/exitkit", "internal/blueprints", "internal/client/generate"},
	}},
	{"whole", [][]string{
		{"internal/app", "internal/app/demo"},
		{"internal/app/apptest"},
		{"cmd/laurel"},
	}},
}

// domainLayers are the layers whose packages know nothing of HTTP.
var domainLayers = []string{"who", "what", "issuing", "out"}

// testOnly are packages that only tests may import.
var testOnly = []string{"internal/dbtest", "internal/nettest", "internal/printtest", "internal/app/apptest"}

// owners tells which domain writes a table. Everyone above may read it.
var owners = map[string]string{
	"departments": "departments", "memberships": "departments",
	"users": "identity", "sessions": "identity", "user_tokens": "identity", "invitations": "identity", "sign_ups": "identity",
	"throttles": "throttle", "captcha_uses": "captcha", "idempotency_keys": "idempotency",
	"features": "features", "api_keys": "apikeys", "api_key_requests": "apikeys", "saved_filters": "savedfilters", "audit_events": "audit",
	"attribute_keys": "attributes", "uploads": "uploads",
	"fonts": "fonts", "font_names": "fonts", "font_files": "fonts",
	"designs": "designs", "design_versions": "designs",
	"embed_settings": "embeds", "embed_origins": "embeds", "embed_grants": "embeds", "embed_sessions": "embeds", "embed_tokens": "embeds",
	"groups": "groups", "group_defaults": "groups", "group_prerequisites": "groups", "credentials": "credentials", "tombstones": "credentials",
	"evidence_items": "evidence", "evidence_changes": "evidence", "credential_references": "references",
	"publications": "publishing", "publication_items": "publishing", "rewordings": "publishing", "issued_lately": "publishing",
	"bulk_actions": "bulk", "bulk_items": "bulk",
	"kept_documents": "documents", "kept_documents_swept": "documents", "document_packs": "documents",
	"exports": "exports", "export_items": "exports",
	"name_changes": "namechanges", "name_change_items": "namechanges", "name_change_settings": "namechanges",
	"imports": "imports", "import_rows": "imports", "import_mappings": "imports",
	"recipients": "recipients", "recipient_links": "recipients", "recipient_sessions": "recipients",
	"data_exports": "dataexports",
	"webhooks":     "webhooks", "webhook_events": "webhooks", "webhook_deliveries": "webhooks",
	"stack_marks": "stacks", "stack_results": "stacks",
	"claim_links": "claims", "claims": "claims",
	"collections": "collections", "collection_groups": "collections",
	"signing_keys": "badges", "token_keys": "badges", "signed_badges": "badges", "status_lists": "badges", "status_entries": "badges", "badges_to_sign": "badges",
	"mails":     "outbox",
	"processes": "monitor", "installation": "installation",
	"page_views": "analytics", "link_clicks": "analytics", "credential_engagements": "analytics",
}

// place is where a package stands: its layer's name, and a rank that grows upwards.
type place struct {
	layer string
	rank  int
}

// placeOf finds a package by its path inside the module. The internal/ of a package belongs to it: the compiler keeps others
// out.
func placeOf(pkg string) (place, bool) {
	pkg = owner(pkg)
	rank := 0
	for _, l := range layers {
		for _, stage := range l.stages {
			rank++
			if slices.Contains(stage, pkg) {
				return place{l.name, rank}, true
			}
		}
	}
	return place{}, false
}

// owner is the package that pkg is a part of.
func owner(pkg string) string {
	if before, _, ok := strings.Cut(strings.TrimPrefix(pkg, "internal/"), "/internal/"); ok {
		return "internal/" + before
	}
	return pkg
}
