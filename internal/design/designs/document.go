package designs

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"laurel/internal/platform/errs"
)

// document is a design document as JSON. Numbers keep their original notation.
type document map[string]any

const (
	maxDocument = 1 << 20 // bytes
	maxDepth    = 32
	maxNumber   = 40 // characters; PostgreSQL reads longer and larger ones than a renderer can use
)

// ownKeys are the read-only keys of a design in responses. They are ignored if a client sends them back.
var ownKeys = []string{
	"id", "name", "meta_data", "version", "credentials_count", "rasterized_content_url", "encoded_content", "custom_attributes",
	"attribute_keys", "department_id", "created_at", "updated_at",
}

// decode parses a design sent by a client. It returns an error if the design is not an object, is too large or nested too deeply, or
// contains a number that cannot be stored.
func decode(data []byte) (document, error) {
	if len(data) > maxDocument {
		return nil, errs.Field("design", "too_long", "max", maxDocument)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return nil, errs.Field("design", "wrong_type", "type", "object")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errs.Field("design", "wrong_type", "type", "object")
	}
	doc, ok := value.(map[string]any)
	if !ok {
		return nil, errs.Field("design", "wrong_type", "type", "object")
	}
	if !sane(doc, maxDepth) {
		return nil, errs.Field("design", "design.unreadable")
	}
	return doc, nil
}

// sane reports whether the database can store the value: it is not nested too deeply, and all numbers are in range.
func sane(value any, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := value.(type) {
	case map[string]any:
		for _, inner := range v {
			if !sane(inner, depth-1) {
				return false
			}
		}
	case []any:
		for _, inner := range v {
			if !sane(inner, depth-1) {
				return false
			}
		}
	case json.Number:
		f, err := v.Float64()
		return err == nil && len(v) <= maxNumber && (math.Abs(f) > 1e-300 || f == 0 && !strings.ContainsAny(string(v), "eE"))
	}
	return true
}

// canonical returns the document as JSON with sorted keys, as it is stored, and its SHA-256 hash.
func (d document) canonical() (data json.RawMessage, hash []byte, err error) {
	data, err = json.Marshal(map[string]any(d))
	if err != nil {
		return nil, nil, fmt.Errorf("encode document: %w", err)
	}
	sum := sha256.Sum256(data)
	return data, sum[:], nil
}

func (d document) text(key string) string {
	s, _ := d[key].(string)
	return s
}

// blocks returns the blocks of the document. Items that are not objects are nil: the schema rejects them.
func (d document) blocks() []map[string]any {
	list, _ := d["blocks"].([]any)
	all := make([]map[string]any, len(list))
	for i, item := range list {
		all[i], _ = item.(map[string]any)
	}
	return all
}

func (d document) setDefault(key string, value any) {
	if d[key] == nil {
		d[key] = value
	}
}

// completeFrom sets missing properties to those of the existing design.
func (d document) completeFrom(before Summary) {
	d.setDefault("kind", string(before.Kind))
	d.setDefault("size", before.Size)
	d.setDefault("orientation", before.Orientation)
	d.setDefault("language", before.Language)
}

// complete sets missing properties to their defaults: an empty page in landscape orientation, of size letter for certificates.
func (d document) complete() {
	d.setDefault("kind", string(Certificate))
	d.setDefault("size", defaultSize(Kind(d.text("kind"))))
	d.setDefault("orientation", "landscape")
	d.setDefault("language", "en")
	d.setDefault("background", "")
	d.setDefault("background_bleeds", false)
	d.setDefault("blocks", []any{})
	d["schema_version"] = json.Number("1")
}

// tidy removes read-only keys and known keys that are null, and numbers the blocks in their order.
func (d document) tidy() {
	for _, key := range ownKeys {
		delete(d, key)
	}
	dropNulls(d, knownKeys.document)
	for i, block := range d.blocks() {
		if block == nil {
			continue
		}
		name, _ := block["kind"].(string)
		dropNulls(block, knownKeys.blocks[name])
		block["z_index"] = json.Number(fmt.Sprint(i))
	}
	d.dropEmptyGroups()
}

// dropEmptyGroups removes the names of groups that no longer have blocks.
func (d document) dropEmptyGroups() {
	names, ok := d["groups"].([]any)
	if !ok {
		return // nothing, or what the schema refuses
	}
	used := map[any]bool{}
	for _, block := range d.blocks() {
		if id, ok := block["group"].(string); ok {
			used[id] = true
		}
	}
	names = slices.DeleteFunc(names, func(item any) bool {
		group, _ := item.(map[string]any)
		id, ok := group["id"].(string)
		return ok && !used[id]
	})
	if d["groups"] = names; len(names) == 0 {
		delete(d, "groups")
	}
}

func dropNulls(object map[string]any, keys map[string]bool) {
	for key := range keys {
		if value, ok := object[key]; ok && value == nil {
			delete(object, key)
		}
	}
}

// forRendering returns the document with only its known keys.
func forRendering(data json.RawMessage) (json.RawMessage, error) {
	doc, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("read document: %w", err)
	}
	for _, block := range doc.blocks() {
		kind, _ := block["kind"].(string)
		keep(block, knownKeys.blocks[kind])
	}
	keep(doc, knownKeys.document)
	return json.Marshal(map[string]any(doc))
}

func keep(object map[string]any, keys map[string]bool) {
	for key := range object {
		if !keys[key] {
			delete(object, key)
		}
	}
}

// attributeTag matches the tag of an attribute, in a text or as the attribute of an image.
var attributeTag = regexp.MustCompile(`\[((?:issuer|group|credential|recipient|custom)\.[a-z0-9_]+)\]`)

// attributeKeys returns all attributes in a document as parent.key.
func attributeKeys(data json.RawMessage) []string {
	keys := []string{}
	for _, match := range attributeTag.FindAllSubmatch(data, -1) {
		keys = append(keys, string(match[1]))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

var customTag = regexp.MustCompile(`\[custom\.([a-z0-9_]+)\]`)

// customKeys returns the keys of the custom attributes in a document.
func customKeys(data json.RawMessage) []string {
	keys := []string{}
	for _, match := range customTag.FindAllSubmatch(data, -1) {
		keys = append(keys, string(match[1]))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
