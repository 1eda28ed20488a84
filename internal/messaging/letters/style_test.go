package letters

import (
	"fmt"
	"testing"
)

func TestContrastIsThatOfWCAG(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		a, b string
		want string
	}{{"#000000", "#ffffff", "21.00"}, {"#777777", "#ffffff", "4.48"}, {"#1f6f4a", "#1f6f4a", "1.00"}} {
		if got := fmt.Sprintf("%.2f", contrast(tc.a, tc.b)); got != tc.want {
			t.Errorf("%s on %s: %s, want %s", tc.a, tc.b, got, tc.want)
		}
	}
	for _, brand := range []string{"#1f6f4a", "#000080", "#ffd400", "#808080", "#e60000"} {
		s := DefaultStyle()
		s.Brand = brand
		for _, p := range []palette{s.light(), s.dark()} {
			if contrast(p.OnBrand, p.Brand) < contrastOfText || contrast(p.Link, p.Surface) < contrastOfText || contrast(p.Quiet, p.Surface) < contrastOfText || contrast(p.Foot, p.Background) < contrastOfText {
				t.Errorf("%s can't be read: %+v", brand, p)
			}
		}
	}
}
