package openapi_test

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"laurel/internal/httpapi/openapi"
)

func TestTheContractIsWellFormed(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.V1)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
}
