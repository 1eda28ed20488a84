package templates

import (
	"slices"

	"laurel/internal/messaging/letters"
)

// Type is a kind of email that a department may have its own templates of. Its key is the kind of the outbox.
type Type struct {
	Key      string
	Link     string   // the tag of its link; "" if it has none
	Tags     []string // besides those of every email
	Required []string
	// Credential is whether the email is about a credential whose letters.Values it may show.
	Credential bool
}

const (
	credentialURL = letters.CredentialURL
	actionURL     = "action.url"
	unsubscribe   = letters.Unsubscribe
)

// types lists the types in the order of menus. An email of another kind is always written as the installation does: people wait for it to get
// into their account, and a department must not be able to imitate it.
var types = []Type{
	credential("delivery", "credential.code"),
	credential("in_progress", "credential.code"),
	credential("suspended"),
	credential("reinstated"),
	credential("revoked", "reason"),
	credential("reminder"),
	credential("expiring"),
	credential("expired"),
	action("deleted"),
	credential("recipient_link"),
	credential("name_change_approved", "from", "to", "reason"),
	credential("name_change_denied", "from", "to", "reason"),
	credential("change_approved", "change", "reason"),
	credential("change_denied", "change", "reason"),
	action("change_confirm"),
	action("name_change_received", "from", "to"),
	action("name_change_made", "from", "to"),
	action("change_received", "change"),
	action("reference_asked", "referee.name", "message"),
	action("reference_wanted", "referee.name", "message"),
	action("reference_submitted", "referee.name"),
	credential("reference_received", "referee.name"),
	action("reference_approved", "referee.name"),
	action("reference_rejected", "referee.name", "reason"),
	action("claim_confirm"),
	credential("claim_issued_before"),
	plain("claim_waiting"),
	plain("claim_denied"),
}

func credential(key string, tags ...string) Type {
	return Type{Key: key, Link: credentialURL, Tags: tags, Required: []string{credentialURL}, Credential: true}
}

func action(key string, tags ...string) Type {
	return Type{Key: key, Link: actionURL, Tags: append(tags, actionURL), Required: []string{actionURL}}
}

func plain(key string, tags ...string) Type { return Type{Key: key, Tags: tags} }

// Types lists the types of templates.
func Types() []Type { return slices.Clone(types) }

// typeOf returns the type with a key.
func typeOf(key string) (Type, bool) {
	i := slices.IndexFunc(types, func(t Type) bool { return t.Key == key })
	if i < 0 {
		return Type{}, false
	}
	return types[i], true
}

// tagOfParam names the tags of the letters.Values that drafts carry. The link has the tag of its type.
var tagOfParam = map[string]string{
	"name": "recipient.name", "course": "group.course_name", "issuer": "department.name", "department": "department.name",
	"email": "recipient.email", "picture": "credential.image", "owner_code": "credential.code", "referee": "referee.name",
	"issued_on": "credential.issued_on", "expired_on": "credential.expired_on",
}

// everywhere are the tags of all emails.
var everywhere = []string{
	"recipient.name", "recipient.email", "group.course_name", "department.name", "department.url", "department.email", "wallet.url", unsubscribe,
}

// ofCredentials are the tags of emails about credentials, besides custom attributes.
var ofCredentials = []string{
	credentialURL, "credential.image", "credential.certificate", "credential.badge", "credential.issued_on", "credential.expired_on", "credential.grade",
	"credential.id", "credential.uuid", "credential.license_id", "recipient.id",
}

// AllTags lists the tags of the type without custom attributes, in the order of menus.
func (t Type) AllTags() []string {
	all := slices.Clone(everywhere)
	if t.Credential {
		all = append(all, ofCredentials...)
	}
	for _, tag := range t.Tags {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	return all
}

const customPrefix = "custom."
