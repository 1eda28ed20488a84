package httpx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"
	"github.com/go-playground/validator/v10"

	"laurel/internal/platform/errs"
)

// MaxBody is the maximum size of a JSON body, in bytes. A design with 100 full text blocks is smaller.
const MaxBody = 2 << 20

// The errors for requests that cannot be read.
var (
	ErrMalformed = errs.New(errs.Invalid, "malformed_request")
	ErrTooLarge  = errs.New(errs.TooLarge, "request_too_large")
	ErrNoObject  = errs.New(errs.NotFound, "no_such_object") // the path names an object by what is no id
)

var shape = newShape()

func newShape() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" && f.Anonymous {
			return embedded
		}
		return name
	})
	return v
}

// embedded stands for an embedded struct in the path of a field. Its fields belong to the surrounding object, and clients must not see
// the name of its Go type.
const embedded = "\x00"

// Decode fills in from the query, the body and the path, in this order. Later sources win, and so does the last of two equal JSON keys.
// Query values are strings, so fields use the lenient types Int, Float, Bool and Text. Empty query values count as missing, repeated
// query keys are rejected, and unknown keys are ignored.
func Decode(w http.ResponseWriter, r *http.Request, in any) error {
	if err := decodeQuery(r, in); err != nil {
		return err
	}
	if err := decodeBody(w, r, in); err != nil {
		return err
	}
	if err := decodePath(r, in); err != nil {
		return err
	}
	return Check(in)
}

// Check validates the validation tags of a struct and reports all invalid fields at once.
func Check(in any) error {
	if reflect.Indirect(reflect.ValueOf(in)).Kind() != reflect.Struct {
		return nil
	}
	err := shape.Struct(in)
	var wrong validator.ValidationErrors
	if !errors.As(err, &wrong) {
		return err
	}
	var fields errs.Fields
	for _, e := range wrong {
		_, path, _ := strings.Cut(e.Namespace(), ".")
		path = strings.ReplaceAll(path, embedded+".", "")
		switch e.Tag() {
		case "required":
			fields.Add(path, "required")
		case "max", "lte":
			fields.Add(path, "too_long", "max", e.Param())
		case "min", "gte":
			fields.Add(path, "too_short", "min", e.Param())
		case "oneof":
			fields.Add(path, "not_one_of", "values", strings.ReplaceAll(e.Param(), " ", ", "))
		default:
			fields.Add(path, "invalid")
		}
	}
	return fields.Err()
}

func decodeQuery(r *http.Request, in any) error {
	if r.URL.RawQuery == "" {
		return nil
	}
	values := map[string]string{}
	for name, all := range r.URL.Query() {
		if len(all) > 1 {
			return errs.Field(name, "given_twice")
		}
		if all[0] != "" {
			values[name] = all[0]
		}
	}
	return decodeText(values, in)
}

func decodePath(r *http.Request, in any) error {
	route := chi.RouteContext(r.Context())
	if route == nil || len(route.URLParams.Keys) == 0 {
		return nil
	}
	values := map[string]string{}
	for i, name := range route.URLParams.Keys {
		if name != "*" {
			value := route.URLParams.Values[i]
			if r.URL.RawPath != "" { // then the router matched the escaped path: an own id may be an address, with %40 in it
				var err error
				if value, err = url.PathUnescape(value); err != nil {
					return ErrMalformed.Wrap(err)
				}
			}
			if Missing(value) {
				value = noID
			}
			values[name] = value
		}
	}
	err := decodeText(values, in)
	if errs.KindOf(err) == errs.Invalid && !errors.Is(err, ErrMalformed) {
		return ErrNoObject
	}
	return err
}

// noID is an ID that no object has. Clients without an ID put None, null or undefined into a path.
const noID = "-"

func decodeText(values map[string]string, in any) error {
	for name, value := range values {
		if !utf8.ValidString(name + value) { // encoding it would quietly replace what is no text
			return ErrMalformed
		}
	}
	data, err := json.Marshal(values)
	if err != nil {
		return fmt.Errorf("encode parameters: %w", err)
	}
	return unmarshal(data, in)
}

func decodeBody(w http.ResponseWriter, r *http.Request, in any) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return ErrTooLarge.With("max", MaxBody)
	}
	if err != nil {
		return ErrMalformed.Wrap(err)
	}
	if text := string(bytes.TrimSpace(data)); text == "" || text == "[]" { // PHP writes an empty object as a list
		return nil
	}
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media == "application/x-www-form-urlencoded" {
		return decodeForm(data, in)
	}
	return unmarshal(data, in)
}

func unmarshal(data []byte, in any) error {
	// PostgreSQL cannot store NUL, and no name contains invalid UTF-8.
	if !utf8.Valid(data) || bytes.Contains(data, []byte(`\u0000`)) {
		return ErrMalformed
	}
	err := json.Unmarshal(data, in)
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) && mismatch.Value == "array" {
		data = emptied(data, reflect.TypeOf(in))
		err = json.Unmarshal(data, in)
	}
	var lenient *typeError
	var refusal *errs.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refusal):
		return refusal
	case errors.As(err, &mismatch):
		if mismatch.Field == "" {
			return ErrMalformed
		}
		return errs.Field(mismatch.Field, "wrong_type", "type", wireType(mismatch.Type))
	case errors.As(err, &lenient):
		return errs.Field(fieldOf(data, in), "wrong_type", "type", lenient.want)
	default:
		return ErrMalformed.Wrap(err)
	}
}

func wireType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice, reflect.Array:
		return "list"
	case reflect.Struct, reflect.Map:
		return "object"
	default:
		return "number"
	}
}
