package openapi_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"laurel/internal/httpapi/openapi"
)

// contracts reads both versions.
func contracts(t *testing.T) []*openapi3.T {
	t.Helper()
	docs := make([]*openapi3.T, 0, 2)
	for _, file := range [][]byte{openapi.V1, openapi.V2} {
		loader := openapi3.NewLoader()
		loader.IsExternalRefsAllowed = true // the second speaks of things of the first
		loader.ReadFromURIFunc = func(*openapi3.Loader, *url.URL) ([]byte, error) { return openapi.V1, nil }
		doc, err := loader.LoadFromDataWithPath(file, &url.URL{Path: "/openapi.yaml"})
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, doc)
	}
	return docs
}

func TestTheContractIsWellFormed(t *testing.T) {
	t.Parallel()
	for _, doc := range contracts(t) {
		if err := doc.Validate(t.Context()); err != nil {
			t.Fatalf("version %s: %v", doc.Info.Version, err)
		}
	}
}

// jsonOf is the schema of what is sent or answered as JSON; nil when it is something else.
func jsonOf(content openapi3.Content) *openapi3.Schema {
	for kind, media := range content {
		if strings.HasSuffix(kind, "json") && media.Schema != nil {
			return media.Schema.Value
		}
	}
	return nil
}

// example is a good exchange of a call.
type example struct{ Request, Response any }

// hold holds an exchange against its call.
func (e example) hold(t *testing.T, call *openapi3.Operation) {
	t.Helper()
	if call.RequestBody != nil && e.Request != nil {
		if schema := jsonOf(call.RequestBody.Value.Content); schema != nil {
			if err := schema.VisitJSON(e.Request, openapi3.VisitAsRequest()); err != nil {
				t.Errorf("what %s is sent: %v", call.OperationID, err)
			}
		}
	}
	for _, status := range []int{http.StatusOK, http.StatusCreated} {
		response := call.Responses.Status(status)
		if response == nil || e.Response == nil {
			continue
		}
		if schema := jsonOf(response.Value.Content); schema != nil {
			if err := schema.VisitJSON(e.Response, openapi3.VisitAsResponse()); err != nil {
				t.Errorf("what %s answers: %v", call.OperationID, err)
			}
		}
	}
}

// without are the calls that answer no JSON, or that other tests make in another way than over the API: by a link of a mail, or
// while work goes on.
var without = []string{
	"credentialRedirect", "templatePicture", "evidenceFile", "claimAccount", "sso", "resendVerification", "departmentDelete",
	"importDelete", "recipientReferenceResend", "invite",
}

func TestEveryCallHasAnExampleThatIsAsTheContractSays(t *testing.T) {
	t.Parallel()
	var examples map[string]example
	if err := json.Unmarshal(openapi.Examples, &examples); err != nil {
		t.Fatal(err)
	}
	for _, doc := range contracts(t) {
		for _, item := range doc.Paths.Map() {
			for _, call := range item.Operations() {
				if _, found := examples[call.OperationID]; found == slices.Contains(without, call.OperationID) {
					t.Errorf("%s has an example: %t", call.OperationID, found)
				}
				examples[call.OperationID].hold(t, call)
				delete(examples, call.OperationID)
			}
		}
	}
	for name := range examples {
		t.Errorf("there is an example of %s, which is no call", name)
	}
}
