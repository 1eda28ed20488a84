package fontfile

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf16"
)

// familyName returns the family name: preferably the typographic one, and preferably in English. Name tables may contain anything, so
// only letters, digits and plain punctuation are kept.
func familyName(table []byte) string {
	const oldFamily, family = 1, 16
	best, rank := "", 0
	strings := uint64(binary.BigEndian.Uint16(table[4:]))
	for i := range int(binary.BigEndian.Uint16(table[2:])) {
		record := 6 + 12*i
		if record+12 > len(table) {
			break
		}
		field := func(at int) uint16 { return binary.BigEndian.Uint16(table[record+at:]) }
		platform, language, id := field(0), field(4), field(6)
		from := strings + uint64(field(10))
		to := from + uint64(field(8))
		if id != family && id != oldFamily || platform != 3 && platform != 0 || to > uint64(len(table)) {
			continue
		}
		const english = 0x409
		score := 1
		if id == family {
			score += 2
		}
		if language == english || platform == 0 {
			score += 4
		}
		if name := plainName(utf16be(table[from:to])); name != "" && score > rank {
			best, rank = name, score
		}
	}
	return best
}

func utf16be(data []byte) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}

// plainName removes the characters that a font name in a design must not have.
func plainName(text string) string {
	kept := strings.Map(func(c rune) rune {
		switch {
		case c > unicode.MaxASCII:
			return -1
		case unicode.IsLetter(c), unicode.IsDigit(c), strings.ContainsRune(" ._-", c):
			return c
		}
		return ' '
	}, text)
	kept = strings.TrimLeft(strings.Join(strings.Fields(kept), " "), "._- ")
	const longest = 100
	return strings.TrimSpace(kept[:min(len(kept), longest)])
}
