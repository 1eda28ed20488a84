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

// Undeclared is a department's setting for attributes that clients send but that do not exist.
type Undeclared string

// The choices. Either way the credential is created.
const (
	KeepUndeclared    Undeclared = "keep"    // the value stays with the credential
	DeclareUndeclared Undeclared = "declare" // a text attribute is created for it
)

// maxUndeclared is the maximum number of undeclared attributes of a credential.
const maxUndeclared = 100

// Matched are the custom attributes of a credential by the keys of its department.
type Matched struct {
	Values   map[string]any
	Kinds    map[string]Kind // of the declared ones, by key
	Warnings []errs.Warning
}

// MatchTx is Match in a transaction of the department.
func (s *Service) MatchTx(ctx context.Context, tx pgx.Tx, departmentID int64, values map[string]any) (Matched, error) {
	all, err := s.store.all(ctx, tx, departmentID)
	if err != nil {
		return Matched{}, err
	}
	return Match(all, values)
}

// AcceptTx is MatchTx for a credential that is being written: it creates missing attributes if the department's settings say so. Test
// mode never creates any, because it must not change the real department.
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

// declareTx creates the unknown attributes of m whose names are valid.
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

// Match finds the attribute of each value by its key, its name, or a form of either that ignores case, spaces, punctuation, diacritics
// and script. A value that matches no attribute, or two, is kept with a warning under the key that its name would get. It returns an
// error for names that are too long and for too many undeclared attributes.
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
		case !known && IsEmpty(values[name]):
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

// finder looks attributes up by the names that clients use.
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

// exactFirst sorts keys before names, so that the key wins if both are given.
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

// IsEmpty reports whether a value is null, an empty string, or an empty array or object.
func IsEmpty(value any) bool {
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

// undeclaredKey returns the key that an attribute of this name would get, so that declaring it later makes existing values appear. A
// name that cannot be transliterated stays as it is.
func undeclaredKey(name string) string {
	name = tidy(name)
	if key := keyOf(name); key != "" {
		return key
	}
	return name
}

// alike maps Arabic letters that are used interchangeably.
var alike = strings.NewReplacer("ى", "ي", "ة", "ه", "ـ", "", "ی", "ي", "ک", "ك")

// fold returns the form in which names are compared. It ignores compatibility forms, case, spaces, punctuation and the script of
// digits, and the diacritics of Latin, Greek, Cyrillic, Arabic and Hebrew, which are often omitted. Greek and Cyrillic are
// transliterated. Vowel signs of other scripts stay, because different words would become equal without them.
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

// optionalMark reports whether a mark is optional in its script.
func optionalMark(r rune) bool {
	const voiced, halfVoiced = '\u3099', '\u309a' // of kana: another letter with and without
	return unicode.In(r, unicode.Inherited, unicode.Arabic, unicode.Hebrew) && r != voiced && r != halfVoiced
}

// digit returns the value of a decimal digit of any script, whose ten digits are consecutive.
func digit(r rune) rune {
	zero := r
	for zero > 0 && unicode.IsDigit(zero-1) && r-zero < 9 {
		zero--
	}
	return (r - zero) % 10
}
