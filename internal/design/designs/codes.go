package designs

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// codeOf returns the error code and parameters for a violation of the schema.
func codeOf(e *jsonschema.ValidationError) (code string, params []any) {
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		return "wrong_type", []any{"type", typeName(k.Want)}
	case *kind.Enum:
		return "not_one_of", []any{"values", list(k.Want)}
	case *kind.Const:
		return "not_one_of", []any{"values", list([]any{k.Want})}
	case *kind.MaxItems:
		return "too_many", []any{"max", k.Want}
	case *kind.MinLength:
		return "required", nil // the only least length is 1
	case *kind.MaxLength:
		return "too_long", []any{"max", k.Want}
	case *kind.Minimum:
		return "too_small", []any{"min", number(k.Want)}
	case *kind.Maximum:
		return "too_large", []any{"max", number(k.Want)}
	}
	for _, def := range []string{"color", "percent", "image_url"} {
		if strings.HasSuffix(e.SchemaURL, "/$defs/"+def) {
			return "design." + def, nil
		}
	}
	return "invalid", nil
}

func typeName(want []string) string {
	switch want[0] {
	case "string":
		return "text"
	case "array":
		return "list"
	case "integer":
		return "whole number"
	}
	return want[0]
}

func list(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ", ")
}

func number(r *big.Rat) string {
	return strings.TrimRight(strings.TrimRight(r.FloatString(2), "0"), ".")
}
