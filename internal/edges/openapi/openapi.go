// Package openapi embeds the contract of the API: the source of truth that handlers, tests and the browser's types follow.
package openapi

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

//go:embed v1/*.yaml
var v1Files embed.FS

// V1 returns the contract of version 1 as one YAML document, bundled from the files of v1.
var V1 = sync.OnceValues(func() ([]byte, error) { return bundle(v1Files) })

// V2 is the contract of version 2. It refers to schemas of the contract of version 1 as v1.yaml.
//
//go:embed v2.yaml
var V2 []byte

// BundledV2 is the contract of version 2 in one document, without references to version 1. It is JSON, which is YAML too.
var BundledV2 = sync.OnceValues(func() ([]byte, error) {
	doc, err := load("v2.yaml")
	if err != nil {
		return nil, err
	}
	doc.InternalizeRefs(context.Background(), func(_ *openapi3.T, ref openapi3.ComponentRef) string {
		at := ref.RefString()
		return at[strings.LastIndex(at, "/")+1:]
	})
	data, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("bundle the contract of version 2: %w", err)
	}
	return data, nil
})

// load reads one of the two documents and resolves its references.
func load(name string) (*openapi3.T, error) {
	v1, err := V1()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"v1.yaml": v1, "v2.yaml": V2}
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	loader.ReadFromURIFunc = func(_ *openapi3.Loader, at *url.URL) ([]byte, error) { return files[path.Base(at.Path)], nil }
	doc, err := loader.LoadFromDataWithPath(files[name], &url.URL{Path: name})
	if err != nil {
		return nil, fmt.Errorf("read the contract %s: %w", name, err)
	}
	return doc, nil
}

// Examples has one good exchange of each call: {"operation id": {"request": …, "response": …}}. They are recorded while the
// tests run (see docs/integrating.md) and held against the contract.
//
//go:embed examples.json
var Examples []byte

// Documents are the contracts by the prefix under which their calls stand.
var Documents = sync.OnceValues(func() (map[string]*openapi3.T, error) {
	docs := map[string]*openapi3.T{}
	for prefix, name := range map[string]string{"/v1": "v1.yaml", "/v2": "v2.yaml"} {
		doc, err := load(name)
		if err != nil {
			return nil, err
		}
		docs[prefix] = doc
	}
	return docs, nil
})

// Call is what the contract says of who may make a call, and how.
type Call struct {
	ID     string
	Open   bool     // nobody needs to sign in, or recipients do
	People bool     // only people, about themselves: no API key
	Scopes []string // an API key needs one of them
	// Whole is a call that concerns the whole department: a key that is limited to some groups may not make it.
	Whole bool
	// Test is a call that is made in test mode too: it reads what the department has, or writes credentials and what belongs to them.
	Test bool
	// Idempotent is a call that heeds Idempotency-Key.
	Idempotent bool
	// Personal is what the call has to do with the personal data of recipients.
	Personal Personal
}

// Personal is what a call has to do with the personal data of recipients.
type Personal int

// The kinds. Answers of the first are masked for members who may not see personal data, and the last they cannot make.
const (
	PartlyPersonal Personal = iota
	NotPersonal             // it is about the department, its members, groups or designs
	WhollyPersonal          // its answer is nothing else, or is a file, or leads to personal data
)

// impersonal are the tags of calls that have nothing to do with recipients. A call says otherwise with x-personal.
var impersonal = []string{"session", "passkeys", "proof", "sso", "departments", "attributes", "designs", "embed", "fonts", "groups", "keys", "uploads"}

func personalOf(op *openapi3.Operation) Personal {
	switch op.Extensions["x-personal"] {
	case "partly":
		return PartlyPersonal
	case "none":
		return NotPersonal
	case "wholly":
		return WhollyPersonal
	}
	if slices.ContainsFunc(op.Tags, func(tag string) bool { return slices.Contains(impersonal, tag) }) {
		return NotPersonal
	}
	return PartlyPersonal
}

// Calls are all calls of the contracts, by method and path with placeholders: "GET /v1/credentials/{id}".
var Calls = sync.OnceValues(func() (map[string]Call, error) {
	docs, err := Documents()
	if err != nil {
		return nil, err
	}
	out := map[string]Call{}
	for prefix, doc := range docs {
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				out[method+" "+prefix+path] = callOf(op)
			}
		}
	}
	return out, nil
})

// signedIn is the name of the security scheme of issuers, people and programs.
const signedIn = "token"

func callOf(op *openapi3.Operation) Call {
	c := Call{ID: op.OperationID, Whole: op.Extensions["x-whole-department"] == true}
	if op.Security != nil {
		c.Open = !slices.ContainsFunc(*op.Security, func(r openapi3.SecurityRequirement) bool { _, ours := r[signedIn]; return ours })
	}
	switch scope := op.Extensions["x-scope"].(type) {
	case string:
		c.People = scope == "person"
		if !c.People {
			c.Scopes = []string{scope}
		}
	case []any:
		for _, one := range scope {
			c.Scopes = append(c.Scopes, fmt.Sprint(one))
		}
	}
	c.Personal = personalOf(op)
	test, said := op.Extensions["x-test-mode"].(bool)
	c.Test = said && test || !said && (c.Open || c.People || !c.Whole && slices.ContainsFunc(c.Scopes, inTests))
	c.Idempotent = slices.ContainsFunc(op.Parameters, func(p *openapi3.ParameterRef) bool { return p.Value.Name == "Idempotency-Key" })
	return c
}

// inTests reports whether a test may have to do with what a scope lets do. Webhooks keep what was sent, so even reading them is none
// of its business.
func inTests(scope string) bool {
	switch scope {
	case "credentials:write", "evidence:write":
		return true
	case "webhooks:read":
		return false
	}
	return strings.HasSuffix(scope, ":read")
}
