package browser

import (
	"fmt"
	"os/exec"
)

// names in the order of preference: the headless shell prints in the renderer
// and costs a third of the processor time of the full browser.
var names = []string{
	"chromium-headless-shell",
	"chrome-headless-shell",
	"chromium",
	"chromium-browser",
	"google-chrome",
}

// Find returns the Chrome binary to use: path itself when given, else the
// first known name on PATH. It returns ErrNotFound if there is none.
func Find(path string) (string, error) {
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrNotFound, err)
		}
		return found, nil
	}
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("%w: looked for %v", ErrNotFound, names)
}
