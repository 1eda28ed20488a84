package attributes

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"golang.org/x/text/unicode/norm"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
)

// Undeclared is what a department does with attributes that clients send and that do not exist.
type Undeclared string

// The choices. Either way the credential is created.
const (
	KeepUndeclared    Undeclared = "keep"    // the value stays with the credential
	DeclareUndeclared Undeclared = "declare" // a text attribute is created for it
)

// maxUndeclared is the most undeclared attributes that one credential may carry.
const maxUndeclared = 100

// Matched are the custom attributes of a credential under the keys of its department.
type Matched struct {
	Values   map[string]any
	Kinds    map[string]Kind // of the declared ones, by key
	Warnings []errs.Warning
}

// MatchTx finds the attribute of each value inside a transaction of the department; see Match.
func (s *Service) MatchTx(ctx context.Context, tx pgx.Tx, departmentID int64, values map[string]any) (Matched, error) {
	all, err := s.store.all(ctx, tx, departmentID)
	if err != nil {
		return Matched{}, err
	}
	return Match(all, values)
}

// AcceptTx is MatchTx for a credential that is written: it creates attributes where the department wants that. Test mode never creates
// any, because it must not change the real department.
func (s *Service) AcceptTx(ctx context.Context, tx pgx.Tx, by access.Actor, values map[string]any) (Matched, error) {
	m, err := s.MatchTx(ctx, tx, by.DepartmentID, values)
	if err != nil || len(m.Warnings) == 0 || by.Test {
		return m, err
	}
	setting, err := s.store.q.DepartmentUndeclared(ctx, tx, by.DepartmentID)
	if err != nil {
		return Matched{}, fmt.Errorf("read what becomes of undeclared attributes: %w", err)
	}
	if Undeclared(setting) != DeclareUndeclared {
		return m, nil
	}
	return s.declareTx(ctx, tx, by, values, m)
}

// declareTx creates the attributes that m does not know, as far as their names are valid.
func (s *Service) declareTx(ctx context.Context, tx pgx.Tx, by access.Actor, values map[string]any, m Matched) (Matched, error) {
	var declared []errs.Warning
	for i, w := range m.Warnings {
		if w.Code != codeUndeclared {
			continue
		}
		name := tidy(fmt.Sprint(w.Params["name"]))
		if code, _ := nameProblem(name); code != "" {
			continue
		}
		_, err := s.createTx(ctx, tx, by, Attribute{Name: name, Kind: Text})
		switch {
		case err == nil:
			w.Code = codeDeclared
			m.Warnings[i] = w
			declared = append(declared, w)
		case errs.KindOf(err) == 0:
			return Matched{}, err
		}
	}
	if len(declared) == 0 {
		return m, nil
	}
	again, err := s.MatchTx(ctx, tx, by.DepartmentID, values)
	again.Warnings = m.Warnings
	return again, err
}

// Codes of the warnings.
const (
	codeUndeclared = "attribute.undeclared"
	codeDeclared   = "attribute.declared"
	codeTwice      = "attribute.given_twice"
)

// Match finds the attribute of each value: by its key, else by its name, else by a form of either in which case, spaces, punctuation,
// marks and the script make no difference. What fits no attribute, or two of them, is kept under the key that its name would have, with
// a warning. It refuses names that are too long and too many undeclared ones.
func Match(all []Attribute, values map[string]any) (Matched, error) {
	m := Matched{Values: make(map[string]any, len(values)), Kinds: make(map[string]Kind, len(all))}
	for _, a := range all {
		m.Kinds[a.Key] = a.Kind
	}
	find := finder(all)
	var wrong errs.Fields
	undeclared := 0
	for _, name := range exactFirst(values, m.Kinds) {
		key, known := find(name)
		switch {
		case !known && Absent(values[name]):
			continue
		case !known && utf8.RuneCountInString(name) > maxName:
			wrong.Add("custom_attributes", "too_long", "max", maxName)
			continue
		case !known:
			undeclared++
			key = undeclaredKey(name)
		}
		field := "custom_attributes." + name
		if _, twice := m.Values[key]; twice {
			m.Warnings = append(m.Warnings, errs.Warn(field, codeTwice, "name", name, "key", key))
			continue
		}
		if m.Values[key] = values[name]; !known {
			m.Warnings = append(m.Warnings, errs.Warn(field, codeUndeclared, "name", name, "key", key))
		}
	}
	if undeclared > maxUndeclared {
		wrong.Add("custom_attributes", "too_many", "max", maxUndeclared)
	}
	return m, wrong.Err()
}

// finder looks an attribute up by what a client calls it.
func finder(all []Attribute) func(name string) (key string, known bool) {
	keys, names, forms := map[string]string{}, map[string]string{}, map[string]string{}
	for _, a := range all {
		keys[a.Key], names[strings.ToLower(tidy(a.Name))] = a.Key, a.Key
		for _, form := range []string{fold(a.Name), fold(a.Key)} {
			if other, taken := forms[form]; taken && other != a.Key {
				forms[form] = "" // two attributes: neither
				continue
			}
			forms[form] = a.Key
		}
	}
	return func(name string) (string, bool) {
		for _, key := range []string{keys[name], names[strings.ToLower(tidy(name))], forms[fold(name)]} {
			if key != "" {
				return key, true
			}
		}
		return "", false
	}
}

// exactFirst orders names so that keys come before names: where both are given, the key decides.
func exactFirst(values map[string]any, kinds map[string]Kind) []string {
	names := slices.Sorted(maps.Keys(values))
	slices.SortStableFunc(names, func(a, b string) int {
		_, first := kinds[a]
		_, second := kinds[b]
		switch {
		case first == second:
			return 0
		case first:
			return -1
		}
		return 1
	})
	return names
}

// Absent tells whether a client wrote nothing: null, empty text, or an empty list or object.
func Absent(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// undeclaredKey is the key that an attribute of this name would get, so that declaring it later makes old values show; a name that
// cannot be written in Latin letters stays as it is.
func undeclaredKey(name string) string {
	name = tidy(name)
	if key := keyOf(name); key != "" {
		return key
	}
	return name
}

// alike are Arabic letters that are written for one another.
var alike = strings.NewReplacer("ى", "ي", "ة", "ه", "ـ", "", "ی", "ي", "ک", "ك")

// fold is the form in which names are compared: compatibility characters, case, spaces, punctuation, and the digits of other scripts make
// no difference, nor do the marks of Latin, Greek, Cyrillic, Arabic and Hebrew, which are often left out. Greek and Cyrillic are written
// in Latin letters. The vowel signs of other scripts stay: without them words of those scripts become one another.
func fold(name string) string {
	lower := latin.Replace(alike.Replace(strings.ToLower(norm.NFKC.String(name))))
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '0' + digit(r)
		case unicode.IsLetter(r), unicode.IsMark(r) && !optionalMark(r):
			return r
		}
		return -1
	}, norm.NFKD.String(lower))
	return latin.Replace(alike.Replace(plain))
}

// optionalMark tells whether readers of a script do without a mark.
func optionalMark(r rune) bool {
	const voiced, halfVoiced = '\u3099', '\u309a' // of kana: another letter with and without
	return unicode.In(r, unicode.Inherited, unicode.Arabic, unicode.Hebrew) && r != voiced && r != halfVoiced
}

// digit is the value of a decimal digit of any script: each script has its ten in a row.
func digit(r rune) rune {
	zero := r
	for zero > 0 && unicode.IsDigit(zero-1) && r-zero < 9 {
		zero--
	}
	return (r - zero) % 10
}
