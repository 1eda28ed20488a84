package credentialsearch_test

import (
	"fmt"
	"strings"
	"testing"

	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
)

func TestNamesAreFoundWithoutTheirAccentsAndInOtherScripts(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	for i, name := range []string{
		"Lucía García", "Aylin Yılmaz", "İpek Işık", "Tereza Nováková", "Łukasz Żak", "Søren Åberg", "Jürgen Groß", "Þóra Æsa", "ＡＤＡ Ｌｏｖｅ",
		"Иван Щукин", "Юлия Ёлкина", "Γιώργος Παπαδόπουλος", "أحمد الهادي", "مُحَمَّد عليّ", "فاطمة ١٢٣", "שָׁלוֹם כהן", "Mario Rossi", "Zoë O'Brien",
	} {
		h.Draft(issuingtest.Person(group, name, fmt.Sprintf("p%d@example.org", i)))
	}
	for term, want := range map[string]string{
		"garcia": "Lucía García", "GARCÍA": "Lucía García", "lucia": "Lucía García", "yilmaz": "Aylin Yılmaz", "YILMAZ": "Aylin Yılmaz",
		"ipek": "İpek Işık", "isik": "İpek Işık", "novak": "Tereza Nováková", "lukasz": "Łukasz Żak", "zak": "Łukasz Żak", "soren": "Søren Åberg",
		"aberg": "Søren Åberg", "gross": "Jürgen Groß", "GROẞ": "Jürgen Groß", "jurgen": "Jürgen Groß", "thora": "Þóra Æsa", "aesa": "Þóra Æsa",
		"ada": "ＡＤＡ Ｌｏｖｅ", "ivan": "Иван Щукин", "shchukin": "Иван Щукин", "ИВАН": "Иван Щукин", "elkina": "Юлия Ёлкина", "Елкина": "Юлия Ёлкина",
		"giorgos": "Γιώργος Παπαδόπουλος", "ΠΑΠΑΔΟΠΟΥΛΟΣ": "Γιώργος Παπαδόπουλος", "papadopoylos": "Γιώργος Παπαδόπουλος", "احمد": "أحمد الهادي",
		"الهادى": "أحمد الهادي", "محمد": "مُحَمَّد عليّ", "علي": "مُحَمَّد عليّ", "فاطمه": "فاطمة ١٢٣", "123": "فاطمة ١٢٣", "שלום": "שָׁלוֹם כהן", "zoe": "Zoë O'Brien",
		// typing errors
		"rosi": "Mario Rossi", "yilmas": "Aylin Yılmaz", "papadopulos": "Γιώργος Παπαδόπουλος", "lukaz": "Łukasz Żak",
	} {
		for how, q := range map[string]credentialsearch.Query{"term": {Term: term}, "name": {RecipientName: term}} {
			if got := strings.Join(h.found(q), ","); got != want {
				t.Errorf("%s by %s finds %q, want %q", term, how, got, want)
			}
		}
	}
	for _, term := range []string{"zzzz", "xq", "%", "_"} {
		if got := h.found(credentialsearch.Query{Term: term}); len(got) != 0 {
			t.Errorf("%s finds %q", term, got)
		}
	}
}
