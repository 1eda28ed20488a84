package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"laurel/internal/edges/openapi"
)

// reader turns the documents of the contract into what the clients are made of.
type reader struct {
	contract
	seen map[string][]byte // what stood under the name of a model, so that no two things share one
}

// read finds the calls that API keys may make, and the models that they need.
func read(docs map[string]*openapi3.T, calls map[string]openapi.Call) (*contract, error) {
	r := &reader{contract{models: map[string]*model{}}, map[string][]byte{}}
	for prefix, doc := range docs {
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				known := calls[method+" "+prefix+path]
				if known.Open || known.People {
					continue
				}
				c, ok, err := r.call(method, prefix+path, op, known)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", op.OperationID, err)
				}
				if ok {
					r.calls = append(r.calls, c)
				}
			}
		}
	}
	slices.SortFunc(r.calls, func(a, b call) int { return strings.Compare(a.id, b.id) })
	for i := range r.calls {
		r.mark(r.calls[i].body, func(m *model) *bool { return &m.sent })
		r.mark(r.calls[i].answer, func(m *model) *bool { return &m.answered })
		r.calls[i].paged = r.pagesOf(r.calls[i])
	}
	return &r.contract, nil
}

func (r *reader) call(method, path string, op *openapi3.Operation, known openapi.Call) (c call, ok bool, err error) {
	c = call{id: op.OperationID, method: method, path: path, idempotent: known.Idempotent}
	var sentences []string
	for _, text := range []string{op.Summary, op.Description, "Requires the scope " + strings.Join(known.Scopes, " or ")} {
		if text = strings.TrimSuffix(strings.TrimSpace(text), "."); text != "" {
			sentences = append(sentences, text+".")
		}
	}
	c.doc = strings.Join(sentences, " ")
	name := goName(c.id)
	if err := r.parameters(&c, name, op.Parameters); err != nil {
		return c, false, err
	}
	if op.RequestBody != nil {
		hint := name + "Body"
		if ref := op.RequestBody.Ref; ref != "" {
			hint = last(ref)
		}
		body := op.RequestBody.Value.Content.Get("application/json")
		if body == nil {
			return c, false, fmt.Errorf("takes no JSON")
		}
		t, err := r.typeOf(body.Schema, hint)
		if err != nil {
			return c, false, err
		}
		c.body = &t
	}
	ok, err = r.answer(&c, name, op)
	return c, ok, err
}

func (r *reader) parameters(c *call, name string, all openapi3.Parameters) error {
	var query []field
	for _, ref := range all {
		p := ref.Value
		t, err := r.typeOf(p.Schema, name+goName(p.Name))
		if err != nil {
			return err
		}
		f := field{name: p.Name, typ: t, required: p.Required, doc: p.Description}
		switch p.In {
		case "path":
			c.inPath = append(c.inPath, f)
		case "query":
			query = append(query, f)
		}
	}
	if len(query) > 0 {
		c.query = &model{name: name + "Params", doc: "The query parameters of " + name + ". Zero values are omitted", fields: query}
	}
	slices.SortFunc(c.inPath, func(a, b field) int {
		return strings.Index(c.path, "{"+a.name+"}") - strings.Index(c.path, "{"+b.name+"}")
	})
	return nil
}

// answer reads what a call answers when all is well; what only leads elsewhere is for browsers.
func (r *reader) answer(c *call, name string, op *openapi3.Operation) (ok bool, err error) {
	for _, status := range []string{"200", "201"} {
		response := op.Responses.Value(status)
		if response == nil {
			continue
		}
		hint := name + "Reply"
		if response.Ref != "" {
			hint = last(response.Ref)
		}
		kinds := slices.Sorted(maps.Keys(response.Value.Content))
		switch {
		case len(kinds) == 0 || slices.Equal(kinds, []string{"text/plain"}):
		case len(kinds) == 1 && strings.HasSuffix(kinds[0], "json"):
			t, err := r.typeOf(response.Value.Content[kinds[0]].Schema, hint)
			if err != nil {
				return false, err
			}
			c.answer = &t
		default:
			c.file = true
		}
		return true, nil
	}
	return false, nil
}

func last(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

// typeOf reads a schema. hint names the model that it becomes when it is one without a name.
func (r *reader) typeOf(ref *openapi3.SchemaRef, hint string) (typ, error) {
	s := ref.Value
	if ref.Ref != "" {
		hint = last(ref.Ref)
	}
	if len(s.AllOf) == 1 && len(s.Properties) == 0 {
		t, err := r.typeOf(s.AllOf[0], hint)
		t.nullable = t.nullable || s.Nullable
		return t, err
	}
	t := typ{nullable: s.Nullable}
	for _, choice := range s.OneOf {
		of, err := r.typeOf(choice, hint)
		if err != nil {
			return t, err
		}
		t.choices = append(t.choices, of)
	}
	switch {
	case len(s.AllOf) > 0 || len(s.Properties) > 0:
		t.shape, t.name = object, hint
		return t, r.model(ref, hint)
	case s.Type.Is("string"):
		t.shape = text
		if s.Format == "date-time" {
			t.shape = moment
		}
		for _, value := range s.Enum {
			if word, ok := value.(string); ok {
				t.values = append(t.values, word)
			}
		}
	case s.Type.Is("integer"):
		t.shape = whole
	case s.Type.Is("number"):
		t.shape = number
	case s.Type.Is("boolean"):
		t.shape = truth
	case s.Type.Is("array"):
		of, err := r.typeOf(s.Items, singular(hint))
		t.shape, t.of = list, &of
		return t, err
	case s.Type.Is("object"):
		t.shape, t.of = dictionary, &typ{}
		if more := s.AdditionalProperties.Schema; more != nil {
			of, err := r.typeOf(more, hint+"Value")
			t.of = &of
			return t, err
		}
	}
	return t, nil
}

// model reads an object with fields, once.
func (r *reader) model(ref *openapi3.SchemaRef, name string) error {
	is, err := ref.Value.MarshalJSON()
	if err != nil {
		return err
	}
	if was, ok := r.seen[name]; ok {
		if !bytes.Equal(normal(was), normal(is)) {
			return fmt.Errorf("two models would be called %s", name)
		}
		return nil
	}
	r.seen[name] = is
	m := &model{name: name, doc: ref.Value.Description}
	r.models[name] = m
	fields := map[string]*openapi3.SchemaRef{}
	required := map[string]bool{}
	merge(ref.Value, fields, required)
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		t, err := r.typeOf(fields[key], name+goName(key))
		if err != nil {
			return err
		}
		m.fields = append(m.fields, field{name: key, typ: t, required: required[key], doc: fields[key].Value.Description})
	}
	return nil
}

// normal is JSON in which references do not tell from which document they lead.
func normal(data []byte) []byte {
	var value any
	if json.Unmarshal(data, &value) != nil {
		return data
	}
	out, err := json.Marshal(value)
	if err != nil {
		return data
	}
	return bytes.ReplaceAll(out, []byte("v1.yaml#"), []byte("#"))
}

// merge gathers the fields of a schema and of the parts that it is made of.
func merge(s *openapi3.Schema, fields map[string]*openapi3.SchemaRef, required map[string]bool) {
	for _, part := range s.AllOf {
		merge(part.Value, fields, required)
	}
	maps.Copy(fields, s.Properties)
	for _, name := range s.Required {
		required[name] = true
	}
}

// pagesOf says how the lists of a call are read to their end, or nil where it answers no such list.
func (r *reader) pagesOf(c call) *paged {
	if c.answer == nil || c.answer.shape != object {
		return nil
	}
	reply := r.models[c.answer.name]
	about, ok := reply.field("meta")
	if !ok || about.typ.shape != object {
		return nil
	}
	meta := r.models[about.typ.name]
	p := &paged{}
	for _, f := range reply.fields {
		if f.typ.shape == list {
			if p.list != "" {
				return nil
			}
			p.item, p.list = *f.typ.of, f.name
		}
	}
	asked := c.query
	if c.body != nil {
		asked = r.models[c.body.name]
	}
	if asked == nil || p.list == "" {
		return nil
	}
	page, _ := asked.field("page")
	_, numbered := meta.field("next_page")
	_, from := asked.field("cursor")
	_, next := meta.field("next_cursor")
	p.byCursor = from && next
	if !p.byCursor && (page.typ.shape != whole || !numbered) {
		return nil
	}
	return p
}
