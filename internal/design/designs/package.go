package designs

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/pg"
)

// Package is a design that is being copied to another department.
type Package struct {
	Document json.RawMessage // as it is where it comes from

	from  Summary
	there int64 // the design that the other department has already; 0 is none
	draft draft // its pictures are those of the other department

	earlier []earlier // versions that issued credentials use
}

// earlier is an earlier version of a design that is being copied.
type earlier struct {
	id       int64
	document json.RawMessage
	draft    draft
}

// CustomAttributes returns the keys of the custom attributes that the other department needs, as they are in the original department.
func (p Package) CustomAttributes() []string {
	if p.there != 0 {
		return nil
	}
	keys := customKeys(p.Document)
	for _, e := range p.earlier {
		keys = append(keys, customKeys(e.document)...)
	}
	return keys
}

// Documents returns the current document and those of earlier versions, as they are where they come from.
func (p Package) Documents() []json.RawMessage {
	all := []json.RawMessage{p.Document}
	for _, e := range p.earlier {
		all = append(all, e.document)
	}
	return all
}

// Has reports whether the package contains the versions with the given IDs.
func (p Package) Has(versions []int64) bool {
	for _, id := range versions {
		if id != p.from.VersionID && !slices.ContainsFunc(p.earlier, func(e earlier) bool { return e.id == id }) {
			return false
		}
	}
	return true
}

// Pack prepares copying a design to another department of the same user. It copies the images right away, so that Unpack can run in a
// transaction. If the other department has a design with the same name and kind, that one is used instead.
func (s *Service) Pack(ctx context.Context, by, there access.Actor, id int64) (Package, error) {
	if err := there.Require(access.CreateDesigns); err != nil {
		return Package{}, err
	}
	origin, err := s.Read(ctx, by, id)
	if err != nil {
		return Package{}, err
	}
	p := Package{Document: origin.Document, from: origin.Summary}
	err = pg.InDepartment(ctx, s.pool, there.DepartmentID, func(tx pgx.Tx) (err error) {
		p.there, err = s.store.idByName(ctx, tx, there.DepartmentID, origin.Kind, origin.Name)
		return err
	})
	if err != nil || p.there != 0 {
		return p, err
	}
	return s.pack(ctx, by, there, origin)
}

// PackNew is Pack for a copy of its own, whatever designs the other department has.
func (s *Service) PackNew(ctx context.Context, by, there access.Actor, id int64) (Package, error) {
	if err := there.Require(access.CreateDesigns); err != nil {
		return Package{}, err
	}
	origin, err := s.Read(ctx, by, id)
	if err != nil {
		return Package{}, err
	}
	return s.pack(ctx, by, there, origin)
}

func (s *Service) pack(ctx context.Context, by, there access.Actor, origin Design) (Package, error) {
	doc, err := decode(origin.Document)
	if err != nil {
		return Package{}, err
	}
	p := Package{Document: origin.Document, from: origin.Summary, draft: draft{doc: doc, name: origin.Name, meta: origin.MetaData}}
	return p, s.bringPictures(ctx, by, there, doc)
}

func (s *Service) bringPictures(ctx context.Context, by, there access.Actor, doc document) error {
	return doc.withPictures(func(_, url string) (string, error) {
		if strings.HasPrefix(url, "/") { // ours, which every department has
			return url, nil
		}
		img, err := s.images.CopyInto(ctx, by, there, url)
		return img.URL, err
	})
}

// WithPictures returns a document with other image URLs. It calls change for each image with the path of its field.
func WithPictures(data json.RawMessage, change func(field, url string) (string, error)) (json.RawMessage, error) {
	doc, err := decode(data)
	if err != nil {
		return nil, err
	}
	if err := doc.withPictures(change); err != nil {
		return nil, err
	}
	data, _, err = doc.canonical()
	return data, err
}

func (d document) withPictures(change func(field, url string) (string, error)) (err error) {
	replace := func(object map[string]any, key, field string) {
		if url, _ := object[key].(string); url != "" && err == nil {
			object[key], err = change(field, url)
		}
	}
	replace(d, "background", "background")
	for i, block := range d.blocks() {
		replace(block, "image_url", fmt.Sprintf("blocks.%d.image_url", i))
	}
	return err
}

// Unpack saves the copied design and returns its ID in the other department. keys maps the keys of custom attributes to those of the
// other department.
func (s *Service) Unpack(ctx context.Context, there access.Actor, p Package, keys map[string]string) (int64, error) {
	if p.there != 0 {
		return p.there, nil
	}
	if err := there.Require(access.CreateDesigns); err != nil {
		return 0, err
	}
	var err error
	if p.draft.doc, err = p.draft.doc.withKeys(keys); err != nil {
		return 0, err
	}
	made, err := s.insert(ctx, there, p.draft, "design.copied", map[string]any{"from": p.from.ID, "from_department": p.from.DepartmentID})
	return made.ID, err
}

// withKeys replaces the keys of custom attributes.
func (d document) withKeys(keys map[string]string) (document, error) {
	data, _, err := d.canonical()
	if err != nil {
		return nil, err
	}
	return decode(customTag.ReplaceAllFunc(data, func(tag []byte) []byte {
		if key := keys[string(customTag.FindSubmatch(tag)[1])]; key != "" {
			return []byte("[custom." + key + "]")
		}
		return tag
	}))
}
