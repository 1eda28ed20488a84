package designs

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/metadata"
	"laurel/internal/platform/errs"
)

// draft is a design that is not saved yet.
type draft struct {
	doc  document
	name string         // escaped
	meta map[string]any // nil when not given

	given any // the name as the client sent it
	wrong errs.Fields
}

// readDraft parses a design sent by a client.
func readDraft(data json.RawMessage) (draft, error) {
	doc, err := decode(data)
	if err != nil {
		return draft{}, err
	}
	d := draft{doc: doc, given: doc["name"]}
	doc.readLenient()
	switch meta := doc["meta_data"].(type) {
	case nil:
	case map[string]any:
		d.meta = meta
		metadata.Check(&d.wrong, "design.meta_data", meta)
	default:
		d.wrong.Add("design.meta_data", "wrong_type", "type", "object")
	}
	doc.tidy()
	return d, nil
}

// readLenient converts values from clients in untyped languages: an empty list becomes an object, and a flag may be a string or a
// number.
func (d document) readLenient() {
	if list, ok := d["meta_data"].([]any); ok && len(list) == 0 {
		d["meta_data"] = map[string]any{}
	}
	switch fmt.Sprint(d["background_bleeds"]) {
	case "true", "1":
		d["background_bleeds"] = true
	case "false", "0":
		d["background_bleeds"] = false
	case "", "null":
		delete(d, "background_bleeds")
	}
}

// nameAfter sets the name of the draft: the one that was sent, or else the current name of the design.
func (d *draft) nameAfter(before string) {
	name, ok := d.given.(string)
	switch {
	case d.given == nil && before != "":
		d.name = before
		return
	case d.given != nil && !ok:
		d.wrong.Add("design.name", "wrong_type", "type", "text")
		return
	}
	plain := PlainName(strings.TrimSpace(name))
	switch {
	case plain == "":
		d.wrong.Add("design.name", "design.name_required")
	case utf8.RuneCountInString(plain) > maxName:
		d.wrong.Add("design.name", "too_long", "max", maxName)
	}
	d.name = escape(plain)
}

// check validates a draft that replaces before, and replaces the URLs of its images with those of their checked copies.
func (s *Service) check(ctx context.Context, by access.Actor, d *draft, before Summary) error {
	d.nameAfter(before.Name)
	if d.meta == nil {
		d.meta = before.MetaData
	}
	if before.Kind != "" && d.doc["kind"] != string(before.Kind) {
		d.wrong.Add("design.kind", "design.kind_fixed")
	}
	d.doc.validate(&d.wrong)
	if err := d.wrong.Err(); err != nil {
		return err
	}
	return s.useImages(ctx, by, d.doc)
}
