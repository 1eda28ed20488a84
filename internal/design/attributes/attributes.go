// Package attributes manages the values that a design can show: the built-in attributes of every department, and the custom ones that
// issuers add.
package attributes

import "time"

// Kind is the type of an attribute's values.
type Kind string

// The kinds.
const (
	Text  Kind = "text"
	Date  Kind = "date"
	Email Kind = "email"
	Image Kind = "image"
)

// Custom is the parent of every custom attribute.
const Custom = "custom"

// MaxCustom is the maximum number of custom attributes of a department, so that one response can contain all of them.
const MaxCustom = 1000

// Attribute is a value that a design can show. Built-in attributes have no ID and no department.
type Attribute struct {
	ID           int64
	DepartmentID int64
	Name         string
	Parent       string
	Key          string
	Kind         Kind
	Draft        bool // its kind was unknown when it was made
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// TagName is the content of a tag's brackets: "recipient.name".
func (a Attribute) TagName() string { return a.Parent + "." + a.Key }

// Tag is how a design's text refers to the attribute: "[recipient.name]".
func (a Attribute) Tag() string { return "[" + a.TagName() + "]" }

// maxUsage limits the number of designs and credentials that are examined to count the uses of an attribute.
const maxUsage = 10_000

// Usage counts the designs that show a custom attribute and the credentials with a value for it. Capped means that only the newest
// maxUsage credentials were examined, so Credentials is a minimum.
type Usage struct {
	Designs     int64
	Credentials int64
	Capped      bool
}

// Create is a new custom attribute. An unknown kind counts as text and makes it a draft.
type Create struct {
	Name string
	Kind string
	Key  string // one that it had elsewhere; without it follows from the name
}

// Update changes a custom attribute. An empty kind leaves it unchanged. The key never changes, because designs and issued credentials
// refer to it. Parent, and an ID of zero, reveal an attempt to change a built-in attribute.
type Update struct {
	ID     int64
	Name   *string
	Kind   string
	Parent string
}

// builtIn lists the attributes of every department in the order of menus.
var builtIn = []Attribute{
	{Parent: "recipient", Key: "name", Kind: Text, Name: "Recipient name"},
	{Parent: "recipient", Key: "email", Kind: Email, Name: "Recipient email"},
	{Parent: "recipient", Key: "id", Kind: Text, Name: "Recipient ID"},
	{Parent: "group", Key: "course_name", Kind: Text, Name: "Course name"},
	{Parent: "group", Key: "course_description", Kind: Text, Name: "Course description"},
	{Parent: "credential", Key: "issued_on", Kind: Date, Name: "Issue date"},
	{Parent: "credential", Key: "expired_on", Kind: Date, Name: "Expiry date"},
	{Parent: "credential", Key: "grade", Kind: Text, Name: "Grade"},
	{Parent: "credential", Key: "grade_band", Kind: Text, Name: "Grade in words"},
	{Parent: "credential", Key: "id", Kind: Text, Name: "Credential ID"},
	{Parent: "credential", Key: "license_id", Kind: Text, Name: "License ID"},
	{Parent: "credential", Key: "url", Kind: Text, Name: "Credential URL"},
	{Parent: "credential", Key: "uuid", Kind: Text, Name: "Credential UUID"},
	{Parent: "issuer", Key: "name", Kind: Text, Name: "Issuer name"},
}

// BuiltIn lists the attributes of every department.
func BuiltIn() []Attribute { return append([]Attribute(nil), builtIn...) }

// kindOf parses a kind. An unknown kind becomes text, and the attribute a draft until somebody sets its kind.
func kindOf(text string) (kind Kind, draft bool) {
	switch k := Kind(text); k {
	case Text, Date, Email, Image:
		return k, false
	case "":
		return Text, false
	}
	return Text, true
}
