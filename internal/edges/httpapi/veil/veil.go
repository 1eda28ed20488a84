// Package veil masks the personal data of recipients in what members without the permission to see it send and receive. It works on JSON
// bodies, so that no handler has to know of it.
package veil

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden stands for what is masked. No value of a request that contains it is stored.
const hidden = "•••"

// address matches email addresses, also in URLs.
var address = regexp.MustCompile(`[^\s<>"'(),;:@\\/?#=&]+(?:@|%40)[^\s<>"'(),;:@\\/?#=&]+`)

// kind is what all texts in a value are.
type kind int

const (
	anything kind = iota
	name
	phone
)

// members are those with personal data, wherever they are and whatever is in them. Cells are those of spreadsheets.
var members = map[string]kind{
	"recipient_name": name, "recipient.name": name, "requested_name": name, "current_name": name, "names": name, "cells": name,
	"phone_number": phone, "recipient.phone_number": phone,
}

// holders are the members whose objects are people, so that their "name" is one.
var holders = []string{"recipient", "recipients", "referee", "claim", "claims"}

// Email masks an email address: "ada@example.org" becomes "a•••@example.org".
func Email(text string) string {
	return address.ReplaceAllStringFunc(text, func(found string) string {
		at := "@"
		if !strings.Contains(found, at) {
			at = "%40"
		}
		local, domain, _ := strings.Cut(found, at)
		return initial(local) + at + domain
	})
}

// Name masks a name: "Ada Lovelace" becomes "A••• L•••".
func Name(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		words[i] = initial(word)
	}
	return strings.Join(words, " ")
}

func initial(word string) string {
	_, size := utf8.DecodeRuneInString(word)
	return word[:size] + hidden
}

// Body masks a JSON body. It returns false if it is not JSON.
func Body(data []byte) ([]byte, bool) {
	value, ok := decode(data)
	if !ok {
		return nil, false
	}
	m := masker{map[string]string{}}
	value = m.mask(value, anything, "")
	out, err := json.Marshal(m.replace(value))
	return out, err == nil
}

func decode(data []byte) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var value any
	if d.Decode(&value) != nil || d.More() {
		return nil, false
	}
	return value, true
}

// masker remembers the names that it has masked, because texts of the same body can contain them.
type masker struct{ found map[string]string }

// mask masks a value of a kind. holder is the member of the object that it belongs to; objects in a list belong to the list's.
func (m *masker) mask(value any, k kind, holder string) any {
	switch v := value.(type) {
	case map[string]any:
		for key, one := range v {
			v[key] = m.mask(one, m.kindOf(k, key, holder), key)
		}
	case []any:
		for i, one := range v {
			v[i] = m.mask(one, k, holder)
		}
	case string:
		return m.text(v, k)
	}
	return value
}

func (m *masker) kindOf(k kind, key, holder string) kind {
	switch {
	case key == "kind": // of a value
		return anything
	case k != anything:
		return k
	case key == "name" && slices.Contains(holders, holder):
		return name
	}
	return members[key]
}

func (m *masker) text(text string, k kind) string {
	switch {
	case text == "":
		return text
	case k == phone:
		return hidden
	case k == name:
		return m.name(text)
	case strings.HasPrefix(text, "{"): // the body of another call, or of a webhook
		if inner, ok := decode([]byte(text)); ok {
			if out, err := json.Marshal(m.mask(inner, anything, "")); err == nil {
				return string(out)
			}
		}
	}
	return Email(text)
}

func (m *masker) name(text string) string {
	if address.MatchString(text) {
		return Email(text)
	}
	masked := Name(text)
	if utf8.RuneCountInString(text) > 2 && !strings.Contains(text, hidden) {
		m.found[text] = masked
	}
	return masked
}

// replace masks the names found in all other texts of the body.
func (m *masker) replace(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, one := range v {
			v[key] = m.replace(one)
		}
	case []any:
		for i, one := range v {
			v[i] = m.replace(one)
		}
	case string:
		for name, masked := range m.found {
			v = replaceWord(v, name, masked)
		}
		return v
	}
	return value
}

// replaceWord replaces a name where it is not part of a longer word. A text that is nothing but a lower-case word is no name: it is a code
// of the product, whatever people are called.
func replaceWord(text, name, masked string) string {
	if text == name && code.MatchString(text) {
		return text
	}
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(text, name)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(after)
		if text = after; partOfWord(last) || partOfWord(next) {
			b.WriteString(name)
			continue
		}
		b.WriteString(masked)
	}
}

var code = regexp.MustCompile(`^[a-z_.]+$`)

func partOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
