package apptest_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestThePictureOfAGroupShowsItsOwnWords(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	group, other := owner.Group("Weaving"), stranger.Group("Weaving")
	design := owner.Post("/v1/certificate_designs/create", fmt.Sprintf(
		`{"design":{"name":"Plain","kind":"certificate","size":"a4","orientation":"landscape","language":"en","blocks":[%s]}}`,
		strings.Replace(greeting, "Dear [recipient.name]", "[recipient.name]: [group.course_name]", 1),
	)).OK().Int("design.id")
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), fmt.Sprintf(`{"group":{"certificate_design_id":%d}}`, design)).OK()
	address := func(group int64) string {
		_, path, _ := strings.Cut(w.Nobody().Get(fmt.Sprint("/v1/public/groups/", group)).OK().Text("group.image_url"), "/v1/")
		return "/v1/" + path + "&width=480"
	}
	picture := func(address string) []byte { return w.Nobody().Get(address).OK().Body }

	first := address(group)
	weaving := picture(first)
	if _, err := jpeg.DecodeConfig(bytes.NewReader(weaving)); err != nil {
		t.Fatal(err)
	}
	tags, _, _ := strings.Cut(first, "?")
	if bytes.Equal(weaving, picture(tags+"?width=480")) || bytes.Equal(weaving, picture(tags+"?sample=true&width=480")) {
		t.Error("it shows tags, or the course of nobody")
	}
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), `{"group":{"course_name":"Dyeing"}}`).OK()
	if next := address(group); next == first || bytes.Equal(weaving, picture(next)) {
		t.Errorf("another course has the same picture at %s", next)
	}
	foreign, _, _ := strings.Cut(address(other), "?")
	w.Nobody().Get(foreign+fmt.Sprint("?group_id=", group)).Refused(http.StatusNotFound, "design.not_found")
}
