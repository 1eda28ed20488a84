package dataintegrity

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"unicode/utf16"
)

// CanonicalJSON encodes JSON according to RFC 8785: members sorted by their UTF-16 names, numbers as in JavaScript.
func CanonicalJSON(value any) []byte {
	var out bytes.Buffer
	writeCanonical(&out, value)
	return out.Bytes()
}

func writeCanonical(out *bytes.Buffer, value any) {
	switch v := value.(type) {
	case map[string]any:
		names := slices.SortedFunc(maps.Keys(v), compareUTF16)
		out.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				out.WriteByte(',')
			}
			writeCanonicalText(out, name)
			out.WriteByte(':')
			writeCanonical(out, v[name])
		}
		out.WriteByte('}')
	case []any:
		out.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			writeCanonical(out, item)
		}
		out.WriteByte(']')
	case string:
		writeCanonicalText(out, v)
	case float64:
		if v == 0 { // JavaScript writes the negative one without its sign
			out.WriteByte('0')
			return
		}
		number, err := json.Marshal(v)
		if err == nil {
			out.Write(number)
		}
	default: // true, false, null
		word, err := json.Marshal(v)
		if err == nil {
			out.Write(word)
		}
	}
}

// compareUTF16 compares strings by their UTF-16 code units, as JavaScript does.
func compareUTF16(a, b string) int {
	x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return cmp.Compare(x[i], y[i])
		}
	}
	return cmp.Compare(len(x), len(y))
}

// escapes are the characters with a short escape sequence in canonical JSON. Source: RFC 8785, 3.2.2.2.
var escapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func writeCanonicalText(out *bytes.Buffer, text string) {
	out.WriteByte('"')
	for _, r := range text {
		short, known := escapes[r]
		switch {
		case known:
			out.WriteString(short)
		case r < ' ':
			_, _ = fmt.Fprintf(out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
}
