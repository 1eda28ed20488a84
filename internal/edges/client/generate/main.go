// Command generate writes the clients of the API for Go and TypeScript out of its contract: the types of what goes to and fro,
// and a method for each call that an API key may make. docs/adr/0031-generated-api-clients.md says why it is ours.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"laurel/internal/edges/openapi"
)

// Where the clients are, from the top of the repository.
const (
	goFolder         = "internal/edges/client/laurel"
	typeScriptFolder = "web/src/client"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "generate clients:", err)
		os.Exit(1)
	}
}

func run() error {
	docs, err := openapi.Documents()
	if err != nil {
		return err
	}
	calls, err := openapi.Calls()
	if err != nil {
		return err
	}
	c, err := read(docs, calls)
	if err != nil {
		return err
	}
	for place, print := range map[string]func(*contract) ([]byte, error){
		filepath.Join(goFolder, "types.gen.go"):         goTypes,
		filepath.Join(goFolder, "calls.gen.go"):         goCalls,
		filepath.Join(typeScriptFolder, "types.gen.ts"): typeScriptTypes,
		filepath.Join(typeScriptFolder, "calls.gen.ts"): typeScriptCalls,
	} {
		content, err := print(c)
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		if err := os.WriteFile(place, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}
