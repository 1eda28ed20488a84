package namechanges

import "testing"

func TestOnlyTinyCorrectionsPassByThemselves(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		from, to string
		reason   Reason
		distance int
		tiny     bool
	}{
		"one letter":                       {"Ada Lovelace", "Ada Lovelase", Typo, 1, true},
		"two letters":                      {"Ada Lovelace", "Ida Lovelase", Typo, 2, true},
		"three letters":                    {"Ada Lovelace", "Ida Luvelase", Typo, 3, false},
		"two neighbours that swapped":      {"Grcae Hopper", "Grace Hopper", Typo, 1, true},
		"a swap with a letter between":     {"Gacre Hopper", "Grace Hopper", Typo, 2, true},
		"case alone":                       {"ADA LOVELACE", "Ada Lovelace", Typo, 0, true},
		"accents alone":                    {"Zoe Muller", "Zoë Müller", Typo, 0, true},
		"an accent written in two ways":    {"Zo\u00eb Muller", "Zoe\u0308 Muller", Typo, 0, true},
		"sharp s":                          {"Anna Weiß", "Anna Weiss", Typo, 0, true},
		"one word more":                    {"Ada Lovelace", "Ada B Lovelace", Typo, 2, false},
		"a word that fell apart":           {"Annamaria Lopez", "Anna maria Lopez", Typo, 1, false},
		"another name of four letters":     {"Li Wu", "Lu Wo", Typo, 2, false},
		"half of a short name":             {"Bo", "Jo", Typo, 1, false},
		"a marriage":                       {"Ada Lovelace", "Ada Lovelase", Married, 1, false},
		"a court":                          {"Ada Lovelace", "Ada Lovelase", Legal, 1, false},
		"another reason":                   {"Ada Lovelace", "Ada Lovelase", Other, 1, true},
		"Greek with and without its marks": {"Αδα Μαρια", "Άδα Μαρία", Transliteration, 0, true},
		"Cyrillic":                         {"Сергей Петров", "Сергий Петров", Typo, 1, true},
		"Arabic with and without vowels":   {"مُحَمَّد علي", "محمد علي", Typo, 0, true},
		"Hebrew with and without points":   {"שָׁלוֹם כהן", "שלום כהן", Typo, 0, true},
		"a vowel of Devanagari counts":     {"सीता देवी शर्मा", "सिता देवी शर्मा", Typo, 1, true},
		"a vowel of Thai counts":           {"สมชาย ใจดี", "สมชิาย ใจดี", Typo, 1, true},
		"voicing counts in Japanese":       {"すすき はなこ", "すずき はなこ", Typo, 1, true},
		"one sign of three":                {"王小明", "王晓明", Typo, 1, true},
		"two signs of three":               {"王小明", "李大明", Typo, 2, false},
		"one Korean syllable":              {"김민준서", "김민준석", Typo, 1, true},
	}
	for name, c := range cases {
		if got := distance(c.from, c.to); got != c.distance {
			t.Errorf("%s: distance %d, want %d", name, got, c.distance)
		}
		if got := distance(c.to, c.from); got != c.distance {
			t.Errorf("%s, backwards: distance %d, want %d", name, got, c.distance)
		}
		if got := tiny(c.from, c.to, c.reason); got != c.tiny {
			t.Errorf("%s: tiny %v, want %v", name, got, c.tiny)
		}
	}
}

func TestADocumentIsWhatItBeginsWith(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ name, data, want string }{
		"a PDF":                     {"marriage.pdf", "%PDF-1.7", "marriage.pdf"},
		"a picture called page":     {"x.html", "\xff\xd8\xff\xe0", "x.jpg"},
		"a page called picture":     {"x.png", "<script>", ""},
		"a path":                    {`..\..\a/b.pdf`, "%PDF-1.7", "b.pdf"},
		"a name that breaks a line": {"a\"\r\nX: y.pdf", "%PDF-1.7", "aX y.pdf"},
		"a name without letters":    {"؟.pdf", "%PDF-1.7", "document.pdf"},
	}
	for name, c := range cases {
		doc, err := checked(c.name, []byte(c.data))
		if doc.Name != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s: %q, %v; want %q", name, doc.Name, err, c.want)
		}
	}
}
