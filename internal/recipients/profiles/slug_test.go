package profiles

import (
	"slices"
	"testing"
)

func TestASlugOfANameKeepsItsLetters(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ada Lovelace": "ada-lovelace", "Zoë Müller-Weiß": "zoe-muller-weiss", "  O'Neil, Jr. ": "o-neil-jr", "Ли": "", "محمد": "", "Al": "",
		"Ada Augusta Byron King Countess of Lovelace the First": "ada-augusta-byron-king-countess-of-lo",
	} {
		if got := slugFrom(name); got != want {
			t.Errorf("slugFrom(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestCandidatesAreSlugsThatMayBeHad(t *testing.T) {
	t.Parallel()
	all := candidates("ada", "Ada Lovelace")
	if !slices.Contains(all, "ada-lovelace") || !slices.Contains(all, "a-lovelace") || !slices.Contains(all, "ada-2") {
		t.Errorf("candidates: %v", all)
	}
	for _, wanted := range []string{"admin", "a", "???", ""} {
		for _, slug := range candidates(wanted, "Root") {
			if why := refusal(slug); why != "" {
				t.Errorf("%q is suggested for %q: %s", slug, wanted, why)
			}
		}
	}
}

func TestReservedWordsReadTheSame(t *testing.T) {
	t.Parallel()
	for _, slug := range []string{"admin", "adm1n", "4dm1n", "supp0rt", "goog1e", "m1crosoft", "1inkedin", "l1nkedin", "accredib1e", "ver1fy", "p-a-y-p-a-l", "vvebhook"} {
		if !looksReserved(slug) {
			t.Errorf("%q passes", slug)
		}
	}
	for _, slug := range []string{"grace", "scunthorpe", "dickens", "penistone", "essex", "hancock", "shiitake", "team17", "ada1815"} {
		if looksReserved(slug) {
			t.Errorf("%q is refused", slug)
		}
	}
}
