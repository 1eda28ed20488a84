package browser

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Probe runs Chrome for its version, in the tightest isolation that this system allows. offline reports whether that isolation
// has a network of its own, which is empty; without one only Chrome's flags and the interception of requests keep a page from
// the network of this machine.
func Probe(ctx context.Context, path string) (version string, offline bool, err error) {
	var failures []error
	for _, i := range isolations() {
		cmd := exec.CommandContext(ctx, path, "--version")
		cmd.Dir = "/"
		cmd.Env = environment("/")
		cmd.SysProcAttr = i.attr()
		out, err := cmd.Output()
		if err == nil {
			return strings.TrimSpace(string(out)), i.offline, nil
		}
		failures = append(failures, fmt.Errorf("%s: %w", i.name, err))
		if ctx.Err() != nil {
			break
		}
	}
	return "", false, errors.Join(failures...)
}
