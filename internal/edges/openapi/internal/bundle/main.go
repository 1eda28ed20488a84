// Command bundle writes the contract of the API as v1.yaml and v2.yaml into a directory, for tools that read one file. References
// of v2.yaml lead to v1.yaml beside it.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"laurel/internal/edges/openapi"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bundle the contract:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: bundle DIRECTORY")
	}
	v1, err := openapi.V1()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(args[0], 0o750); err != nil { //nolint:gosec // the caller chooses the directory
		return err
	}
	for name, content := range map[string][]byte{"v1.yaml": v1, "v2.yaml": openapi.V2} {
		if err := os.WriteFile(filepath.Join(args[0], name), content, 0o600); err != nil { //nolint:gosec // the caller chooses the directory
			return err
		}
	}
	return nil
}
