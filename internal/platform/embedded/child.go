package embedded

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
)

// childVariable tells a copy of the running program to do one of the jobs below instead of starting the product. Parts that need a
// separate process (for their working directory, or because they outlive this one) run in such a copy. No second program has to be
// installed, and test binaries can use them too.
const (
	childVariable = "LAUREL_EMBEDDED_CHILD"
	gatewayChild  = "gateway"
	scratchChild  = "scratch"
)

// init runs the job before main starts when this process is such a copy.
func init() { //nolint:gochecknoinits // the copy must not run its own main, nor any test
	job := os.Getenv(childVariable)
	if job == "" {
		return
	}
	var err error
	switch job {
	case gatewayChild:
		err = gatewayMain(os.Stdin)
	case scratchChild:
		err = scratchMain(os.Stdin)
	default:
		err = fmt.Errorf("unknown job %q", job)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// childCommand returns a command that runs a copy of this program for one job.
func childCommand(job string) (*exec.Cmd, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find own program: %w", err)
	}
	cmd := exec.Command(exe) //nolint:gosec,noctx // G204: ourselves; it ends in its own ways
	cmd.Env = append(os.Environ(), childVariable+"="+job)
	return cmd, nil
}

func decodeOrder(from *json.Decoder, into any) error {
	if err := from.Decode(into); err != nil {
		return fmt.Errorf("read what to do: %w", err)
	}
	return nil
}
