package wire

import (
	"testing"

	"laurel/internal/platform/page"
)

func TestAListCanBeFollowedToItsEnd(t *testing.T) {
	t.Parallel()
	for name, total := range map[string]int64{"empty": 0, "two pages": 60, "a million": 1_000_000} {
		number, steps := 1, 0
		for ; ; steps++ {
			m := MetaOf(page.Of(page.Request{Number: number}, []int{}, total))
			if m.NextPage == nil || steps > 20_000 {
				break
			}
			number = *m.NextPage
		}
		if int64(steps) > total/50 {
			t.Errorf("%s: %d steps and no end", name, steps)
		}
	}
}
