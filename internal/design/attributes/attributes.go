// Package attributes holds what a design can be filled in with: the built-in attributes of every department, and the
// custom ones that issuers add.
package attributes

import "time"

// Kind is what sort of value an attribute takes.
type Kind string

// The kinds.
const (
	Text  Kind = "text"
	Date  Kind = "date"
	Email Kind = "email"
	Image Kind = "image"
)

// Custom is the parent of every attribute that an issuer added.
const Custom = "custom"

// MaxCustom is how many custom attributes a department may have; it keeps the full list readable in one answer.
const MaxCustom = 1000

// Attribute is one thing a design can show. Built-in ones have no id and no department.
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

// TagName is what stands between the brackets of a tag: "recipient.name".
func (a Attribute) TagName() string { return a.Parent + "." + a.Key }

// Tag is how a design's text names the attribute: "[recipient.name]".
func (a Attribute) Tag() string { return "[" + a.TagName() + "]" }

// maxUsage is how many designs are counted and how many credentials are read to count the use of an attribute.
const maxUsage = 10_000

// Usage is how many designs show a custom attribute and how many credentials have a value for it. Capped means that only the newest
// maxUsage credentials were read, so Credentials is the least number.
type Usage struct {
	Designs     int64
	Credentials int64
	Capped      bool
}

// Create is a new custom attribute. An unknown kind counts as text and makes a draft.
type Create struct {
	Name string
	Kind string
	Key  string // one that it had elsewhere; without it follows from the name
}

// Update changes a custom attribute; an empty kind leaves it as it is. Its key never changes, because designs and issued
// credentials name it. Parent and an ID of zero tell the attempt to change a built-in one.
type Update struct {
	ID     int64
	Name   *string
	Kind   string
	Parent string
}

// builtIn are the attributes that every department has, in the order of menus.
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

// BuiltIn lists the attributes that every department has.
func BuiltIn() []Attribute { return append([]Attribute(nil), builtIn...) }

// kindOf reads a kind. What it does not know is text, and a draft until somebody says what it is.
func kindOf(text string) (kind Kind, draft bool) {
	switch k := Kind(text); k {
	case Text, Date, Email, Image:
		return k, false
	case "":
		return Text, false
	}
	return Text, true
}
