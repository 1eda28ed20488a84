package designs

// box is a width and height in pixels.
type box struct{ width, height float64 }

// facts contains the size of a page in pixels, in landscape orientation.
type facts struct{ screen, print box }

var sizes = map[string]facts{
	"a4":        {box{1123, 794}, box{3626, 2598}},
	"us-letter": {box{1056, 816}, box{3418, 2668}},
	"a8":        {box{280, 197}, box{874, 614}},
	"badge":     {box{600, 600}, box{1875, 1875}},
}

func (b box) turned(orientation string) box {
	if orientation == "portrait" {
		return box{b.height, b.width}
	}
	return b
}

// ScreenSize returns the width and height of a page in design pixels (96 dpi).
func ScreenSize(size, orientation string) (width, height int) {
	b := sizes[size].screen.turned(orientation)
	return int(b.width), int(b.height)
}

// kindOfSize returns the kind of design that a size is for.
func kindOfSize(size string) Kind {
	if size == "badge" {
		return Badge
	}
	return Certificate
}

func defaultSize(kind Kind) string {
	if kind == Badge {
		return "badge"
	}
	return "us-letter"
}
