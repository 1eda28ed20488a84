package veil_test

import (
	"net/url"
	"testing"

	"laurel/internal/edges/httpapi/veil"
)

func TestBodiesAreMasked(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		`{"recipient":{"name":"Ada Lovelace","email":"ada@example.org","phone_number":"+49301"}}`:    `{"recipient":{"email":"a•••@example.org","name":"A••• L•••","phone_number":"•••"}}`,
		`{"recipients":[{"name":"Ada Lovelace","names":["Ada Byron"]}]}`:                             `{"recipients":[{"name":"A••• L•••","names":["A••• B•••"]}]}`,
		`{"group":{"name":"Ada"},"id":12345678901234567890}`:                                         `{"group":{"name":"Ada"},"id":12345678901234567890}`,
		`{"recipient_name":"Ada Lovelace","subject":"Well done, Ada Lovelace!"}`:                     `{"recipient_name":"A••• L•••","subject":"Well done, A••• L•••!"}`,
		`{"link":"https://x.example/r?to=ada%40example.org&x=1","text":"Write to <ada@x.example>."}`: `{"link":"https://x.example/r?to=a•••%40example.org\u0026x=1","text":"Write to \u003ca•••@x.example\u003e."}`,
		`{"details":{"recipient.name":{"before":"Ada","after":"Ada B"}}}`:                            `{"details":{"recipient.name":{"after":"A••• B•••","before":"A•••"}}}`,
		`{"recipient_name":"ada","state":"ada","id":"4ada9","text":"To ada."}`:                       `{"id":"4ada9","recipient_name":"a•••","state":"ada","text":"To a•••."}`,
		`{"recipients":[{"values":{"recipient.name":{"kind":"text","value":"Ada"}}}]}`:               `{"recipients":[{"values":{"recipient.name":{"kind":"text","value":"A•••"}}}]}`,
		`{"body":"{\"recipient\":{\"name\":\"Ada Lovelace\"}}"}`:                                     `{"body":"{\"recipient\":{\"name\":\"A••• L•••\"}}"}`,
		`{"recipient":{"name":"A••• L•••","email":"a•••@example.org"}}`:                              `{"recipient":{"email":"a•••@example.org","name":"A••• L•••"}}`,
	} {
		got, ok := veil.Body([]byte(sent))
		if !ok || string(got) != want {
			t.Errorf("%s becomes %s, want %s", sent, got, want)
		}
	}
	if _, ok := veil.Body([]byte("name,email\nAda,ada@example.org\n")); ok {
		t.Error("a table is no JSON")
	}
}

func TestSearchingByWhatIsMaskedIsNoticed(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]bool{
		"": false, "query=": false, "query=17": false, "query=0b0b9d6c-7d8f-4a57-9b1e-0c2f5c6f7a10": false, "sort=recipient_name": false, "group_id=3": false,
		"query=ada": true, "email=a": true, "recipient.email=x": true, "attribute_value=ada@example.org": true,
	} {
		values, _ := url.ParseQuery(query)
		if got := veil.AsksParameters(values); got != want {
			t.Errorf("%q: %v", query, got)
		}
	}
	for body, want := range map[string]bool{
		`{"state":"draft"}`: false, `{"query":"ada"}`: true, `{"recipient":{"email":"a"}}`: true, `{"query":{"recipient_name[in]":["Ada"]}}`: true,
		`{"query":{"issued_on[gt]":"2026-01-01"}}`: false, `not JSON`: false,
	} {
		if got := veil.AsksBody([]byte(body), true); got != want {
			t.Errorf("%s: %v", body, got)
		}
	}
	if !veil.AsksBody([]byte(`{"kind":"delete","all_matching":{"email":"a"}}`), false) || veil.AsksBody([]byte(`{"credential":{"recipient":{"email":"a"}}}`), false) {
		t.Error("only what selects asks")
	}
}

func TestMaskedValuesAreNotWrittenBack(t *testing.T) {
	t.Parallel()
	got, ok := veil.Unmasked([]byte(`{"credential":{"grade":80,"recipient":{"name":"A••• L•••","email":"a•••@example.org","id":"7"}}}`))
	if want := `{"credential":{"grade":80,"recipient":{"id":"7"}}}`; !ok || string(got) != want {
		t.Errorf("%s", got)
	}
	if _, ok := veil.Unmasked([]byte(`{"names":["A•••"]}`)); ok {
		t.Error("a masked element of a list is accepted")
	}
	if _, ok := veil.Unmasked([]byte(`{"credential":{"recipient":{"name":"A\u2022\u2022\u2022"}}}`)); !ok {
		t.Error("an escaped one is refused")
	}
}
