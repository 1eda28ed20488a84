package importrows

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
)

// typos maps common misspellings of mail domains to the intended ones.
var typos = map[string]string{
	"gmial.com": "gmail.com", "gmai.com": "gmail.com", "gmail.co": "gmail.com", "gmail.con": "gmail.com", "gamil.com": "gmail.com", "gnail.com": "gmail.com",
	"gmal.com": "gmail.com", "gmaill.com": "gmail.com", "gmail.cm": "gmail.com", "hotmial.com": "hotmail.com", "hotmai.com": "hotmail.com",
	"hotmail.con": "hotmail.com", "hotmail.co": "hotmail.com", "homtail.com": "hotmail.com", "hotmal.com": "hotmail.com", "outlok.com": "outlook.com",
	"outloo.com": "outlook.com", "outlook.con": "outlook.com", "yaho.com": "yahoo.com", "yahooo.com": "yahoo.com", "yahoo.con": "yahoo.com",
	"yhaoo.com": "yahoo.com", "icloud.con": "icloud.com", "iclod.com": "icloud.com",
}

// addWarnings adds warnings for likely mistakes.
func (p *Plan) addWarnings(r *Record, issues map[string]bool) {
	if name := r.Input.RecipientName.Value; shouted(name) {
		r.add(p, Warning, "name_capitals", toName, p.nameAt(), nil)
	}
	if _, host, ok := strings.Cut(r.Email, "@"); ok && typos[host] != "" {
		r.add(p, Warning, "domain_typo", ToEmail, ToEmail, map[string]any{"suggestion": typos[host]})
	}
	if text := r.Input.ExpiredOn.Value; text != "" && text < p.today.Format(time.DateOnly) {
		r.add(p, Warning, "expired_already", toExpiredOn, toExpiredOn, nil)
	}
	empty := 0
	for key := range issues {
		if _, mapped := p.Where[customPrefix+key]; mapped && r.Input.CustomAttributes.Value[key] == nil {
			empty++
		}
	}
	if empty > 0 && r.Target == nil {
		r.add(p, Warning, "attributes_unfilled", "", "", map[string]any{"count": empty})
	}
	if r.group != "" && issues != nil {
		p.hidden(r, issues)
	}
}

// suffices adds a warning if the grade is too low, so that the credential will remain a draft.
func (p *Plan) suffices(r *Record, least float64) {
	grade := -1.0
	if r.Input.Grade.Value != nil {
		grade = *r.Input.Grade.Value
	}
	if grade < least {
		r.add(p, Warning, "grade_too_low", toGrade, toGrade, map[string]any{"min": least})
	}
}

// hidden adds a warning for each attribute of the row that the group's designs do not show. If all rows belong to one group, the import
// has one notice instead.
func (p *Plan) hidden(r *Record, issues map[string]bool) {
	for _, key := range slices.Sorted(maps.Keys(r.Input.CustomAttributes.Value)) {
		at := customPrefix + key
		if _, mapped := p.Where[at]; mapped && !issues[key] && r.Input.CustomAttributes.Value[key] != nil {
			r.add(p, Warning, "attribute_without_design", at, at, nil)
		}
	}
}

// nameAt returns the column in which a name is corrected.
func (p *Plan) nameAt() string {
	if _, ok := p.Where[toName]; ok {
		return toName
	}
	return toFirstName
}

// shouted reports whether a name is all capitals.
func shouted(name string) bool {
	letters := 0
	for _, r := range name {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			letters++
		}
	}
	return letters > 3
}
