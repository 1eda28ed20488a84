package references

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/platform/optional"
)

const (
	maxText    = 5000
	maxName    = 255
	maxEmail   = 320
	maxURL     = 2048
	maxMessage = 1000
	maxReason  = 500
)

// The names of the API's fields, for errors.
const (
	fieldText         = "description"
	fieldRelationship = "relationship"
	fieldName         = "referee.name"
	fieldEmail        = "referee.email"
	fieldTitle        = "referee.title"
	fieldURL          = "referee.url"
	fieldAvatar       = "referee.avatar"
	fieldMessage      = "message"
	fieldReason       = "reason"
)

// apply applies the input to a reference and reports all invalid fields at once.
func (in Input) apply(r *Reference) error {
	var wrong errs.Fields
	r.check(&wrong, in.Text, in.Relationship, in.Name, in.Title, in.URL)
	take(&wrong, fieldEmail, in.Email, &r.Referee.Email, maxEmail)
	take(&wrong, fieldAvatar, in.Avatar, &r.Referee.Avatar, maxURL)
	if r.Referee.Email != "" && !credentials.ValidEmail(r.Referee.Email) {
		wrong.Add(fieldEmail, "invalid_email")
	}
	if !links.Web(r.Referee.Avatar) {
		wrong.Add(fieldAvatar, "invalid_url")
	}
	return wrong.Err()
}

// check validates the fields that issuers and referees both write.
func (r *Reference) check(wrong *errs.Fields, text, relationship, name, title, url optional.Value[string]) {
	name.Value, title.Value = i18n.OneLine(name.Value), i18n.OneLine(title.Value)
	take(wrong, fieldText, text, &r.Text, maxText)
	take(wrong, fieldName, name, &r.Referee.Name, maxName)
	take(wrong, fieldTitle, title, &r.Referee.Title, maxName)
	take(wrong, fieldURL, url, &r.Referee.URL, maxURL)
	r.relate(wrong, relationship)
	if r.Text == "" {
		wrong.Add(fieldText, "required")
	}
	if r.Referee.Name == "" {
		wrong.Add(fieldName, "required")
	}
	if !links.Web(r.Referee.URL) {
		wrong.Add(fieldURL, "invalid_url")
	}
}

func (r *Reference) relate(wrong *errs.Fields, relationship optional.Value[string]) {
	if !relationship.Given {
		return
	}
	r.Relationship = Relationship(strings.ToLower(strings.TrimSpace(relationship.Value)))
	if r.Relationship != "" && !slices.Contains(relationships, r.Relationship) {
		wrong.Add(fieldRelationship, "not_one_of", "values", "taught, managed, mentored, worked, studied, friends, stranger, professor")
	}
}

// writes reports whether an input changes more than the position.
func (in Input) writes(r Reference) bool {
	other := func(v optional.Value[string], now string) bool { return v.Given && strings.TrimSpace(v.Value) != now }
	return other(in.Text, r.Text) || other(in.Relationship, string(r.Relationship)) || other(in.Name, r.Referee.Name) ||
		other(in.Email, r.Referee.Email) || other(in.Title, r.Referee.Title) || other(in.URL, r.Referee.URL) ||
		other(in.Avatar, r.Referee.Avatar)
}

// same reports whether an issuer's reference has this content already.
func (in Input) same(r Reference) bool {
	return !r.asked() && strings.TrimSpace(in.Text.Value) == r.Text && strings.TrimSpace(in.Name.Value) == r.Referee.Name &&
		strings.TrimSpace(in.Email.Value) == r.Referee.Email
}

// apply applies a request to a new reference. Recipients cannot write their own references. The message must not contain links, because
// it goes to any address in the issuer's name.
func (in Request) apply(r *Reference, recipientEmail string) error {
	var wrong errs.Fields
	take(&wrong, fieldName, optional.Set(in.Name), &r.Referee.Name, maxName)
	take(&wrong, fieldEmail, optional.Set(in.Email), &r.Referee.Email, maxEmail)
	take(&wrong, fieldTitle, optional.Set(in.Title), &r.Referee.Title, maxName)
	take(&wrong, fieldMessage, optional.Set(in.Message), &r.Message, maxMessage)
	r.relate(&wrong, optional.Set(in.Relationship))
	switch {
	case r.Referee.Name == "":
		wrong.Add(fieldName, "required")
	case leads(r.Referee.Name):
		wrong.Add(fieldName, "reference.no_links")
	}
	switch {
	case r.Referee.Email == "":
		wrong.Add(fieldEmail, "required")
	case !credentials.ValidEmail(r.Referee.Email):
		wrong.Add(fieldEmail, "invalid_email")
	case strings.EqualFold(r.Referee.Email, recipientEmail):
		wrong.Add(fieldEmail, "reference.own_address")
	}
	if leads(r.Message) {
		wrong.Add(fieldMessage, "reference.no_links")
	}
	return wrong.Err()
}

// leads reports whether a text contains a link.
func leads(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(text, "://") || strings.Contains(text, "www.")
}

// apply applies a referee's answer to their reference.
func (in Answer) apply(r *Reference) error {
	var wrong errs.Fields
	r.check(&wrong, optional.Set(in.Text), optional.Set(in.Relationship), optional.Set(in.Name), optional.Set(in.Title), optional.Set(in.URL))
	if r.Relationship == "" {
		wrong.Add(fieldRelationship, "required")
	}
	return wrong.Err()
}

func (d *Decision) validate() error {
	var wrong errs.Fields
	reason := ""
	take(&wrong, fieldReason, optional.Set(d.Reason), &reason, maxReason)
	if d.Reason = reason; d.Approve {
		d.Reason = ""
	} else if reason == "" {
		wrong.Add(fieldReason, "required")
	}
	return wrong.Err()
}

func take(wrong *errs.Fields, field string, in optional.Value[string], to *string, most int) {
	if !in.Given {
		return
	}
	*to = strings.TrimSpace(in.Value)
	if utf8.RuneCountInString(*to) > most {
		wrong.Add(field, "too_long", "max", most)
	}
	if strings.ContainsRune(*to, 0) || !utf8.ValidString(*to) {
		wrong.Add(field, "invalid")
	}
}

// at adds the number of the reference to the fields of an error.
func at(err error, n int) error {
	var refusal *errs.Error
	if !errors.As(err, &refusal) || refusal.Fields == nil {
		return err
	}
	told := *refusal
	told.Fields = make(map[string][]errs.Detail, len(refusal.Fields))
	for field, details := range maps.All(refusal.Fields) {
		told.Fields["references."+strconv.Itoa(n)+"."+field] = details
	}
	return &told
}
