package charts_test

import (
	"bytes"
	"image/color"
	"image/png"
	"os"
	"strconv"
	"testing"

	"laurel/internal/formats/charts"
)

func number(n int64) string { return strconv.FormatInt(n, 10) }

// colored counts the pixels of the accent in a column of a chart, and returns the highest.
func colored(t *testing.T, l charts.Line, column int) (count, top int) {
	t.Helper()
	l.Number = number
	data, err := l.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if folder := os.Getenv("LAUREL_TEST_CHARTS"); folder != "" {
		if err := os.WriteFile(folder+"/"+t.Name()+".png", data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Dx() != 2*charts.Width || img.Bounds().Dy() != 2*charts.Height {
		t.Fatalf("%v, %v", img.Bounds(), err)
	}
	top = -1
	for y := range img.Bounds().Dy() {
		if c := color.RGBAModel.Convert(img.At(column, y)).(color.RGBA); c.G > c.R+40 && c.R < 80 { //nolint:forcetypeassert // by the model
			if count++; top < 0 {
				top = y
			}
		}
	}
	return count, top
}

func TestALineRisesWithItsValues(t *testing.T) {
	t.Parallel()
	rising := charts.Line{Values: []int64{0, 10, 20, 30, 400}, Previous: []int64{100, 80, 60, 40, 20}, First: "2026-03-01", Last: "2026-03-05"}
	_, low := colored(t, rising, 120)
	count, high := colored(t, rising, 1040)
	if count == 0 || high >= low || high < 0 {
		t.Errorf("at the right end %d pixels from %d, at the left from %d", count, high, low)
	}
	rising.Mirrored = true
	_, left := colored(t, rising, 32)
	_, right := colored(t, rising, 930)
	if left >= right || left < 0 {
		t.Errorf("mirrored: %d at the left, %d at the right", left, right)
	}
}

func TestAChartOfNothingOrOneDayIsDrawn(t *testing.T) {
	t.Parallel()
	if count, _ := colored(t, charts.Line{First: "a", Last: "b"}, 500); count != 0 {
		t.Errorf("%d pixels of no line", count)
	}
	if count, _ := colored(t, charts.Line{Values: []int64{7}}, 576); count == 0 {
		t.Error("one day is not drawn")
	}
	if count, _ := colored(t, charts.Line{Values: make([]int64, 1100), Previous: make([]int64, 1100)}, 500); count == 0 {
		t.Error("zeros are not drawn")
	}
}
