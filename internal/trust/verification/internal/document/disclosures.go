package document

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"laurel/internal/formats/jws"
)

const maxDisclosures = 500

// LooksSelective reports whether a text may be an SD-JWT: a token followed by disclosures, each terminated by a "~".
func LooksSelective(text string) bool {
	token, rest, found := strings.Cut(strings.TrimSpace(text), "~")
	return found && jws.LooksLikeJWS(token) && len(rest) <= MaxSize
}

// Disclosures contains the disclosures of a token by their digests.
type Disclosures struct {
	parts map[string][]any
	used  map[string]bool
	wrong bool
}

// ParseDisclosures parses the disclosures of an SD-JWT. Source: RFC 9901, 4.2.
func ParseDisclosures(parts []string) (*Disclosures, bool) {
	d := &Disclosures{parts: map[string][]any{}, used: map[string]bool{}}
	if len(parts) > maxDisclosures {
		return nil, false
	}
	for _, part := range parts {
		data, err := base64.RawURLEncoding.DecodeString(part)
		o, errJSON := Parse([]byte(`{"d":` + string(data) + `}`))
		all := o.List("d")
		if err != nil || errJSON != nil || len(all) < 2 || len(all) > 3 {
			return nil, false
		}
		sum := sha256.Sum256([]byte(part))
		d.parts[base64.RawURLEncoding.EncodeToString(sum[:])] = all[1:]
	}
	return d, len(d.parts) == len(parts)
}

// Open replaces digests in a token's payload with their disclosed claims. It reports whether every disclosure was used, once.
func (d *Disclosures) Open(payload Object) (Object, bool) {
	opened, ok := d.open(map[string]any(payload), 0).(map[string]any)
	return opened, ok && !d.wrong && len(d.used) == len(d.parts)
}

// open replaces digests with their disclosed claims and removes the digests of undisclosed ones.
func (d *Disclosures) open(value any, depth int) any {
	if depth > MaxDepth {
		d.wrong = true
		return nil
	}
	switch v := value.(type) {
	case map[string]any:
		return d.openObject(v, depth)
	case []any:
		out := []any{}
		for _, item := range v {
			hash, hidden := "", false
			if o, is := item.(map[string]any); is && len(o) == 1 {
				hash, hidden = o["..."].(string)
			}
			if !hidden {
				out = append(out, d.open(item, depth+1))
			} else if claim := d.take(hash, 1); claim != nil {
				out = append(out, d.open(claim[0], depth+1))
			}
		}
		return out
	default:
		return value
	}
}

func (d *Disclosures) openObject(v map[string]any, depth int) any {
	out := map[string]any{}
	for name, item := range v {
		if name != "_sd" {
			out[name] = d.open(item, depth+1)
		}
	}
	for _, item := range Object(v).List("_sd") {
		hash, _ := item.(string)
		claim := d.take(hash, 2)
		if claim == nil {
			continue
		}
		name, ok := claim[0].(string)
		if _, twice := out[name]; !ok || twice || name == "_sd" || name == "..." {
			d.wrong = true
			continue
		}
		out[name] = d.open(claim[1], depth+1)
	}
	return out
}

// take returns the disclosure of a digest, or nil if it is not disclosed. Each one must be used once only and have the number of
// elements that its position requires.
func (d *Disclosures) take(hash string, size int) []any {
	claim, shown := d.parts[hash]
	if !shown {
		return nil
	}
	if d.used[hash] || len(claim) != size {
		d.wrong = true
		return nil
	}
	d.used[hash] = true
	return claim
}
