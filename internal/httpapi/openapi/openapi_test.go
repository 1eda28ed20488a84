package openapi_test

import (
	"net/url"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"laurel/internal/httpapi/openapi"
)

func TestTheContractIsWellFormed(t *testing.T) {
	t.Parallel()
	for name, file := range map[string][]byte{"first": openapi.V1, "second": openapi.V2} {
		loader := openapi3.NewLoader()
		loader.IsExternalRefsAllowed = true // the second speaks of things of the first
		loader.ReadFromURIFunc = func(*openapi3.Loader, *url.URL) ([]byte, error) { return openapi.V1, nil }
		doc, err := loader.LoadFromDataWithPath(file, &url.URL{Path: "/openapi.yaml"})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := doc.Validate(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
