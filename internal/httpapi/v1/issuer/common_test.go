package issuer

import (
	"testing"

	"laurel/internal/page"
)

func TestAListCanBeFollowedToItsEnd(t *testing.T) {
	t.Parallel()
	for name, total := range map[string]int64{"empty": 0, "two pages": 60, "more than can be leafed through": 1_000_000} {
		number, steps := 1, 0
		for ; ; steps++ {
			m := metaOf(page.Of(page.Request{Number: number}, []int{}, total))
			if m.NextPage == nil || steps > 1000 {
				break
			}
			number = *m.NextPage
		}
		if steps > 300 {
			t.Errorf("%s: %d steps and no end", name, steps)
		}
	}
}
