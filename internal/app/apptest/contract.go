package apptest

import (
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/openapi"
)

// contract validates responses against the OpenAPI documents, by their base paths.
type contract struct{ docs map[string]*openapi3.T }

func loadContract(t testing.TB) *contract {
	t.Helper()
	docs, err := openapi.Documents()
	if err != nil {
		t.Fatalf("read the contract: %v", err)
	}
	return &contract{docs}
}

// Operation is an operation of the contract.
type Operation struct {
	ID     string
	Method string
	Path   string // with prefix and placeholders
	Spec   *openapi3.Operation
}

// Operations returns the operations of the contract by ID.
func Operations(t testing.TB) map[string]Operation {
	t.Helper()
	out := map[string]Operation{}
	for prefix, doc := range loadContract(t).docs {
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				out[op.OperationID] = Operation{op.OperationID, method, prefix + path, op}
			}
		}
	}
	return out
}

// check fails the test if a response violates the contract, and otherwise returns its operation.
func (c *contract) check(t testing.TB, routes chi.Routes, r *http.Request, reply Reply) *openapi3.Operation {
	t.Helper()
	path := cleaned(r.URL.EscapedPath())
	prefix := path[:min(len(path), len("/v1"))]
	doc := c.docs[prefix]
	if doc == nil || !strings.HasPrefix(path, prefix+"/") {
		return nil
	}
	pattern := strings.TrimPrefix(routes.Find(chi.NewRouteContext(), r.Method, path), prefix)
	item := doc.Paths.Find(pattern)
	if item == nil || item.GetOperation(r.Method) == nil {
		if reply.Status != http.StatusNotFound && reply.Status != http.StatusMethodNotAllowed && r.Method != http.MethodHead && path != prefix+"/openapi.yaml" && r.Method != http.MethodOptions {
			t.Errorf("%s answers %d and is not in the contract", reply.Call, reply.Status)
		}
		return nil
	}
	operation := item.GetOperation(r.Method)
	responses := operation.Responses
	response := responses.Status(reply.Status)
	if response == nil {
		response = responses.Default()
	}
	if response == nil {
		t.Errorf("%s answers %d, which the contract does not know", reply.Call, reply.Status)
		return nil
	}
	if len(reply.Body) == 0 && (reply.Status == http.StatusNoContent || len(response.Value.Content) == 0) {
		return nil
	}
	kind, _, err := mime.ParseMediaType(reply.Header.Get("Content-Type"))
	content := response.Value.Content.Get(kind)
	if err != nil || content == nil {
		t.Errorf("%s answers %d with content type %q, which the contract does not know", reply.Call, reply.Status, reply.Header.Get("Content-Type"))
		return nil
	}
	if !strings.HasSuffix(kind, "json") {
		return operation
	}
	var body any
	if err := json.Unmarshal(reply.Body, &body); err != nil {
		t.Errorf("%s answers %.200s, which is no JSON: %v", reply.Call, reply.Body, err)
		return nil
	}
	if err := content.Schema.Value.VisitJSON(body, openapi3.VisitAsResponse(), openapi3.EnableFormatValidation()); err != nil {
		t.Errorf("%s answers %.500s, which breaks the contract: %v", reply.Call, reply.Body, err)
		return nil
	}
	return operation
}

// cleaned returns the path as it is routed: without duplicate and trailing slashes, and with the plural of groups.
func cleaned(path string) string {
	for strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	path = strings.TrimSuffix(strings.TrimRight(path, "/"), ".json")
	if rest, ok := strings.CutPrefix(path+"/", "/v1/issuer/group/"); ok { // the other name of groups
		path = strings.TrimRight("/v1/issuer/groups/"+rest, "/")
	}
	return path
}
