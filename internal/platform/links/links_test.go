package links_test

import (
	"testing"

	"laurel/internal/platform/links"
)

func TestRefIsTheCredentialThatAURLLeadsTo(t *testing.T) {
	t.Parallel()
	l := links.New("https://laurel.example/")
	const id = "0b9ff6a2-54b3-4cbb-a4f0-8d0a3f0a4a11"
	for address, want := range map[string]string{
		l.Credential(id, ""):                        id,
		l.Credential("k3x9q", "secret"):             "k3x9q",
		l.OwnCredential(id, "secret", "token"):      id,
		l.SignedBadge(id, ""):                       id,
		l.SignedBadge(id, "secret"):                 id,
		l.Assertion(id, ""):                         id,
		l.Assertion(id, "secret"):                   id,
		"https://laurel.example/embed/" + id:        id,
		"https://laurel.example/embed/k3x9q?x=1":    "k3x9q",
		l.SignedBadge("", ""):                       "",
		l.Assertion("", "secret"):                   "",
		l.GroupPage(7):                              "",
		l.Page("/verify"):                           "",
		l.Page("/"):                                 "",
		"https://other.example/" + id:               "",
		"https://laurel.example.evil.example/" + id: "",
		"http://laurel.example/" + id:               "",
		"":                                          "", id: "",
	} {
		if got, ok := l.Ref(address); ok != (want != "") || ok && got != want {
			t.Errorf("%s leads to %q, %v; want %q", address, got, ok, want)
		}
	}
}
