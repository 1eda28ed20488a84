package links_test

import (
	"testing"

	"laurel/internal/platform/links"
)

func TestRelativeLinksAreResolvedAgainstTheSite(t *testing.T) {
	t.Parallel()
	const site = "https://school.example/moodle/"
	for link, want := range map[string]string{
		"": "", "/course/view.php?id=5": "https://school.example/course/view.php?id=5", "course/view.php": "https://school.example/moodle/course/view.php",
		"?id=5": "https://school.example/moodle/?id=5", "//lms.example/x": "https://lms.example/x", "www.lms.example/x": "https://www.lms.example/x",
		"http://localhost:8080/x": "http://localhost:8080/x", "javascript:alert(1)": "javascript:alert(1)", " /x ": "https://school.example/x",
	} {
		if got, known := links.Resolve(site, link); got != want || !known {
			t.Errorf("%q becomes %q, %v; want %q", link, got, known, want)
		}
	}
	for _, site := range []string{"", "school", "%"} {
		if got, known := links.Resolve(site, "/x"); known || got != "" {
			t.Errorf("without a site (%q) it becomes %q", site, got)
		}
	}
}

func TestAnyAddressThatABrowserOpensIsALink(t *testing.T) {
	t.Parallel()
	for _, link := range []string{"", "https://school.example/x", "http://localhost/course", "http://localhost:8080/x", "http://127.0.0.1/x", "http://10.0.0.7/x", "http://[::1]/x", "http://intranet/x", "http://lms.local/x"} {
		if !links.Web(link) {
			t.Errorf("%q is refused", link)
		}
	}
	for _, link := range []string{"javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http://a:b@lms.example/", "http:///x", "http://a b/", "/x", "localhost:80/x", "https://x\n.example"} {
		if links.Web(link) {
			t.Errorf("%q is accepted", link)
		}
	}
}
