package apptest

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
)

// recorded collects one good exchange of each operation for the documentation, if LAUREL_API_EXAMPLES names a file.
var recorded = examples{file: os.Getenv("LAUREL_API_EXAMPLES"), kept: map[string]Example{}}

// Example is a request with its response.
type Example struct {
	Request  any `json:"request,omitempty"`
	Response any `json:"response,omitempty"`
}

type examples struct {
	file string
	mu   sync.Mutex
	kept map[string]Example
}

// The limits of an example.
const (
	exampleItems = 2
	exampleText  = 240 // characters
	exampleBytes = 4000
)

// keep stores a valid exchange if it is more informative than the stored one.
func (e *examples) keep(call *openapi3.Operation, sent []byte, answered []byte) {
	if e.file == "" {
		return
	}
	var example Example
	_ = json.Unmarshal(sent, &example.Request)
	_ = json.Unmarshal(answered, &example.Response)
	if call.RequestBody != nil && example.Request != nil {
		media := call.RequestBody.Value.Content.Get("application/json")
		if media == nil || media.Schema.Value.VisitJSON(example.Request, openapi3.VisitAsRequest()) != nil {
			return
		}
	}
	operation := call.OperationID
	example = Example{shown("", example.Request), shown("", example.Response)}
	e.mu.Lock()
	defer e.mu.Unlock()
	if before, found := e.kept[operation]; !found || weight(example) > weight(before) {
		e.kept[operation] = example
	}
}

// weight is how informative an example is. One that is too long counts as 0.
func weight(e Example) int {
	request, _ := json.Marshal(e.Request)
	response, _ := json.Marshal(e.Response)
	if len(request) > exampleBytes || len(response) > exampleBytes {
		return 0
	}
	return 2*len(request) + len(response)
}

// hidden are the names of secrets, which an example masks.
var hidden = []string{"secret", "token", "password", "policy", "x_amz_signature", "x_amz_credential", "code", "jwt", "api_key", "request", "access_token", "pre-authorized_code", "c_nonce"}

// shown shortens a value for an example.
func shown(name string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			value[key] = shown(key, inner)
		}
	case []any:
		if len(value) > exampleItems {
			value = value[:exampleItems]
		}
		for i, inner := range value {
			value[i] = shown(name, inner)
		}
		return value
	case string:
		if slices.Contains(hidden, name) && len(value) > 16 {
			return value[:4] + strings.Repeat("•", 8)
		}
		if utf8.RuneCountInString(value) > exampleText {
			return string([]rune(value)[:exampleText]) + "…"
		}
	}
	return value
}

// write merges the examples into the file.
func (e *examples) write() error {
	if e.file == "" {
		return nil
	}
	all := map[string]Example{}
	if before, err := os.ReadFile(e.file); err == nil {
		if err := json.Unmarshal(before, &all); err != nil {
			return fmt.Errorf("read %s: %w", e.file, err)
		}
	}
	for operation, example := range e.kept {
		all[operation] = example
	}
	data, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(e.file, append(data, '\n'), 0o644) //nolint:gosec // a source file
}
