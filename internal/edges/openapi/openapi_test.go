package openapi_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"

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

// sources are the files of the contract by name.
func sources(t *testing.T) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("v1/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range append(names, "v2.yaml") {
		if files[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

const (
	longestLine = 160
	longestFlow = 120
)

func TestTheContractIsInBlockStyleWithShortLines(t *testing.T) {
	t.Parallel()
	for name, data := range sources(t) {
		lines := strings.Split(string(data), "\n")
		for i, line := range lines {
			if utf8.RuneCountInString(line) > longestLine {
				t.Errorf("%s:%d is longer than %d characters", name, i+1, longestLine)
			}
		}
		var doc yaml.Node
		if err := yaml.Unmarshal(data, &doc); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		flows(&doc, func(n *yaml.Node) {
			for _, child := range n.Content {
				if child.Kind == yaml.MappingNode && len(child.Content) > 0 {
					t.Errorf("%s:%d:%d: a mapping inside a flow collection", name, child.Line, child.Column)
				}
				if n.Kind == yaml.MappingNode && (child.Value == "description" || child.Value == "summary") {
					t.Errorf("%s:%d:%d: a text inside a flow collection", name, child.Line, child.Column)
				}
				if child.Line != n.Line || len(lines[n.Line-1]) > longestFlow {
					t.Errorf("%s:%d: a flow collection on a line longer than %d characters or on several lines", name, n.Line, longestFlow)
					return
				}
			}
		})
	}
}

// flows calls fn with the mappings and sequences in flow style: { … } and [ … ].
func flows(n *yaml.Node, fn func(*yaml.Node)) {
	if n.Style&yaml.FlowStyle != 0 {
		fn(n)
	}
	for _, child := range n.Content {
		flows(child, fn)
	}
}

func TestTheBundleHasEveryPathAndComponentOfItsFiles(t *testing.T) {
	t.Parallel()
	want := map[string]any{}
	for name, data := range sources(t) {
		if name == "v2.yaml" {
			continue
		}
		var file map[string]any
		if err := yaml.Unmarshal(data, &file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		mergeInto(want, file)
	}
	data, err := openapi.V1()
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := yaml.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the bundle differs from its files merged as YAML")
	}
}

// mergeInto adds the members of from to into, and those of objects that both have.
func mergeInto(into, from map[string]any) {
	for key, value := range from {
		inner, isMap := value.(map[string]any)
		known, found := into[key].(map[string]any)
		if isMap && found {
			mergeInto(known, inner)
			continue
		}
		into[key] = value
	}
}

func TestEveryCallIsInTheFileOfItsTag(t *testing.T) {
	t.Parallel()
	for name, data := range sources(t) {
		if name == "v2.yaml" {
			continue
		}
		var file struct {
			Paths map[string]map[string]struct{ Tags []string }
		}
		if err := yaml.Unmarshal(data, &file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		area := strings.TrimSuffix(filepath.Base(name), ".yaml")
		for path, item := range file.Paths {
			for method, call := range item {
				if !slices.Equal(call.Tags, []string{area}) {
					t.Errorf("%s: %s %s has the tags %v", name, method, path, call.Tags)
				}
			}
		}
	}
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
				if strings.HasPrefix(path, "/oid4vci/") || strings.HasPrefix(path, "/apple_wallet/") { // their errors are those of OAuth 2.0 or Apple
					delete(want, http.StatusForbidden)
					delete(want, http.StatusUnprocessableEntity)
				}
				if strings.HasSuffix(path, "/acs") { // browsers are led to a page that says what is wrong
					delete(want, http.StatusBadRequest)
					delete(want, http.StatusUnprocessableEntity)
				}
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
	"auditLogDownload", "ssoStart", "ssoCallback", "ssoSamlStart", "ssoSamlMetadata", "ssoSamlReceive", "ssoSamlReturn",
	"credentialRedirect", "templatePicture", "evidenceFile", "claimAccount", "sso", "resendVerification", "departmentDelete",
	"importDelete", "recipientReferenceResend", "invite", "invitationRead", "invitationAccept", "invitationDecline", "invitationResend",
	"walletNotification", "applePassDownload", "applePassLatest", "applePassRegister", "applePassUnregister", "applePassLog",
	"billingLedgerDownload",
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

func TestSummariesAreShortTitlesInTheImperative(t *testing.T) {
	t.Parallel()
	const longest = 80
	noVerb := regexp.MustCompile(`^(A|An|All|Another|Every|How|Newest|Old|One|One's|Own|The|Up|What|Who|Whether|[a-z].*) `)
	for _, doc := range contracts(t) {
		for path, item := range doc.Paths.Map() {
			for method, call := range item.Operations() {
				s := call.Summary
				if len(s) > longest || strings.Contains(s, ";") || strings.Contains(s+" ", ". ") || noVerb.MatchString(s) {
					t.Errorf("%s %s: the summary %q is not a title in the imperative of at most %d characters", method, path, s, longest)
				}
			}
		}
	}
}
