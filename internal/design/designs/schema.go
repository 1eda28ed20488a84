package designs

import (
	"bytes"
	_ "embed"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"laurel/internal/platform/errs"
)

//go:embed document.schema.json
var schemaJSON []byte

var (
	schema    = compileSchema()
	knownKeys = readKnownKeys()
)

func decodeSchema() any {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaJSON))
	if err != nil {
		panic("read document.schema.json: " + err.Error())
	}
	return doc
}

func compileSchema() *jsonschema.Schema {
	c := jsonschema.NewCompiler()
	if err := c.AddResource("design-document", decodeSchema()); err != nil {
		panic("add document.schema.json: " + err.Error())
	}
	return c.MustCompile("design-document")
}

// known contains the keys of the document and of each kind of block that the schema defines. Other keys are never passed to a renderer.
type known struct {
	document map[string]bool
	blocks   map[string]map[string]bool
}

func readKnownKeys() known {
	root, _ := decodeSchema().(map[string]any)
	defs, _ := root["$defs"].(map[string]any)
	keys := known{document: properties(root), blocks: map[string]map[string]bool{}}
	common := properties(defs["block"])
	for name, def := range defs {
		if !strings.HasSuffix(name, "_block") {
			continue
		}
		for _, k := range kindsOf(def) {
			keys.blocks[k] = maps.Clone(common)
			maps.Copy(keys.blocks[k], properties(def))
		}
	}
	return keys
}

func properties(schema any) map[string]bool {
	object, _ := schema.(map[string]any)
	props, _ := object["properties"].(map[string]any)
	names := map[string]bool{}
	for name := range props {
		names[name] = true
	}
	return names
}

// kindsOf returns the kinds that a block definition applies to.
func kindsOf(def any) []string {
	object, _ := def.(map[string]any)
	props, _ := object["properties"].(map[string]any)
	k, _ := props["kind"].(map[string]any)
	if one, ok := k["const"].(string); ok {
		return []string{one}
	}
	var names []string
	all, _ := k["enum"].([]any)
	for _, v := range all {
		if name, ok := v.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

// checkSchema validates the document against the schema, adds all errors to wrong, and reports whether the document is valid.
func checkSchema(doc document, wrong *errs.Fields) bool {
	err := schema.Validate(map[string]any(doc))
	if broken, ok := err.(*jsonschema.ValidationError); ok { //nolint:errorlint // Validate returns nothing else
		note(broken, wrong)
	}
	return err == nil
}

func note(e *jsonschema.ValidationError, wrong *errs.Fields) {
	switch e.ErrorKind.(type) {
	case *kind.OneOf:
		noteFirst(e.Causes, isOfOtherKind, wrong)
		return
	case *kind.AnyOf:
		noteFirst(e.Causes, isFixedWord, wrong)
		return
	}
	if len(e.Causes) > 0 {
		for _, cause := range e.Causes {
			note(cause, wrong)
		}
		return
	}
	at := "design"
	if len(e.InstanceLocation) > 0 {
		at += "." + strings.Join(e.InstanceLocation, ".")
	}
	if missing, ok := e.ErrorKind.(*kind.Required); ok {
		for _, name := range missing.Missing {
			wrong.Add(at+"."+name, "required")
		}
		return
	}
	code, params := codeOf(e)
	wrong.Add(at, code, params...)
}

// noteFirst adds the errors of the intended branch of a choice: the first one without a violation that indicates another branch. If a
// block's kind is unknown, no branch is intended, and the kind itself is reported elsewhere.
func noteFirst(branches []*jsonschema.ValidationError, another func(*jsonschema.ValidationError) bool, wrong *errs.Fields) {
	for _, branch := range branches {
		if !slices.ContainsFunc(leaves(branch), another) {
			note(branch, wrong)
			return
		}
	}
}

func isOfOtherKind(e *jsonschema.ValidationError) bool {
	n := len(e.InstanceLocation)
	return n > 0 && e.InstanceLocation[n-1] == "kind"
}

func isFixedWord(e *jsonschema.ValidationError) bool {
	_, fixed := e.ErrorKind.(*kind.Const)
	return fixed
}

func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		all = append(all, leaves(cause)...)
	}
	return all
}
