package pdf

import (
	"bytes"
	"strconv"
)

// dict is a dictionary in the order of the file with unparsed values.
type dict []entry

type entry struct {
	key   string // without its slash
	value []byte
}

func (d dict) get(key string) []byte {
	for _, e := range d {
		if e.key == key {
			return e.value
		}
	}
	return nil
}

// readDict parses a dictionary.
func readDict(value []byte) (dict, bool) {
	if !bytes.HasPrefix(value, []byte("<<")) {
		return nil, false
	}
	var d dict
	at := skipSpace(value, 2)
	for at < len(value) && value[at] == '/' {
		keyEnd := valueEnd(value, at)
		start := skipSpace(value, max(keyEnd, 0))
		end := valueEnd(value, start)
		if keyEnd < 0 || end < 0 {
			return nil, false
		}
		d = append(d, entry{string(value[at+1 : keyEnd]), value[start:end]})
		at = skipSpace(value, end)
	}
	return d, bytes.HasPrefix(value[at:], []byte(">>"))
}

// readArray returns the values of an array.
func readArray(value []byte) ([][]byte, bool) {
	if len(value) == 0 || value[0] != '[' {
		return nil, false
	}
	var out [][]byte
	at := skipSpace(value, 1)
	for at < len(value) && value[at] != ']' {
		end := valueEnd(value, at)
		if end < 0 {
			return nil, false
		}
		out = append(out, value[at:end])
		at = skipSpace(value, end)
	}
	return out, at < len(value)
}

// reference parses "N 0 R", or returns 0.
func reference(value []byte) int {
	digits := 0
	for digits < len(value) && isDigit(value[digits]) {
		digits++
	}
	if string(value[digits:]) != " 0 R" {
		return 0
	}
	return integer(value[:digits])
}

// integer parses an integer, or returns -1.
func integer(value []byte) int {
	n, err := strconv.Atoi(string(value))
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// valueEnd returns the end of the value at a position, or -1 if there is none.
func valueEnd(data []byte, at int) int {
	if at >= len(data) {
		return -1
	}
	switch c := data[at]; {
	case c == '(':
		return literalEnd(data, at)
	case c == '[':
		return groupEnd(data, at+1, "]")
	case c == '<' && at+1 < len(data) && data[at+1] == '<':
		return groupEnd(data, at+2, ">>")
	case c == '<':
		if length := bytes.IndexByte(data[at:], '>'); length > 0 {
			return at + length + 1
		}
		return -1
	case c == '/':
		return wordEnd(data, at+1)
	case isDigit(c):
		return numberEnd(data, at)
	case isDelimiter(c):
		return -1
	default:
		return wordEnd(data, at)
	}
}

func groupEnd(data []byte, at int, closing string) int {
	for at = skipSpace(data, at); at >= 0 && at < len(data); at = skipSpace(data, at) {
		if bytes.HasPrefix(data[at:], []byte(closing)) {
			return at + len(closing)
		}
		if at = valueEnd(data, at); at < 0 {
			return -1
		}
	}
	return -1
}

// literalEnd skips a string in parentheses, which may contain parentheses.
func literalEnd(data []byte, at int) int {
	depth := 0
	for ; at < len(data); at++ {
		switch data[at] {
		case '\\':
			at++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return -1
}

// numberEnd skips a number, or a reference as one value.
func numberEnd(data []byte, at int) int {
	end := wordEnd(data, at)
	if bytes.HasPrefix(data[end:], []byte(" 0 R")) && reference(data[at:end+len(" 0 R")]) > 0 {
		return end + len(" 0 R")
	}
	return end
}

func wordEnd(data []byte, at int) int {
	for at < len(data) && !isSpace(data[at]) && !isDelimiter(data[at]) {
		at++
	}
	return at
}

func skipSpace(data []byte, at int) int {
	for at < len(data) && isSpace(data[at]) {
		at++
	}
	return at
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func isDelimiter(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '/':
		return true
	}
	return false
}

// pieces is a value split at its references, so that it can be written with other numbers.
type pieces struct {
	texts [][]byte // one more than there are references
	refs  []int
}

// cut splits a value that valueEnd has accepted.
func cut(value []byte) pieces {
	var p pieces
	from := 0
	for at := 0; at < len(value); {
		switch c := value[at]; {
		case c == '(', c == '/', c == '<' && at+1 < len(value) && value[at+1] != '<':
			at = max(valueEnd(value, at), at+1)
		case isDigit(c):
			end := numberEnd(value, at)
			if number := reference(value[at:end]); number > 0 {
				p.texts, p.refs = append(p.texts, value[from:at]), append(p.refs, number)
				from = end
			}
			at = end
		case c == '<':
			at += 2
		default:
			at++
		}
	}
	p.texts = append(p.texts, value[from:])
	return p
}
