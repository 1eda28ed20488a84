package openapi_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"laurel/internal/edges/openapi"
)

// contracts reads both versions.
func contracts(t *testing.T) []*openapi3.T {
	t.Helper()
	docs, err := openapi.Documents()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(maps.Values(docs))
}

func TestTheServedSecondVersionNeedsNoOtherDocument(t *testing.T) {
	t.Parallel()
	data, err := openapi.BundledV2()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(data) // which follows no external reference
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestEveryCallHasASummaryAndTheErrorsItCanAnswer(t *testing.T) {
	t.Parallel()
	for _, doc := range contracts(t) {
		for path, item := range doc.Paths.Map() {
			for _, call := range item.Operations() {
				if call.Summary == "" {
					t.Errorf("%s has no summary", call.OperationID)
				}
				want := map[int]bool{http.StatusTooManyRequests: true}
				signsIn := call.Security == nil || len(*call.Security) > 0
				want[http.StatusUnauthorized], want[http.StatusForbidden] = signsIn, signsIn
				want[http.StatusNotFound] = strings.Contains(path, "{")
				want[http.StatusBadRequest] = call.RequestBody != nil
				want[http.StatusUnprocessableEntity] = call.RequestBody != nil
				for status, needed := range want {
					if needed && call.Responses.Status(status) == nil {
						t.Errorf("%s does not list %d", call.OperationID, status)
					}
				}
			}
		}
	}
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
	"importDelete", "recipientReferenceResend", "invite", "invitationRead", "invitationAccept", "invitationDecline", "invitationResend",
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
