package design

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/fonts"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
)

// fontsAPI serves the fonts that designs can use.
type fontsAPI struct {
	fonts *fonts.Service
}

func (a fontsAPI) routes(r chi.Router) {
	r.Post("/fonts/list", httpx.JSON(a.list))
	r.Post("/fonts/create", httpx.JSON(a.create))
	r.Post("/fonts/update", httpx.JSON(a.update))
	r.Post("/fonts/delete", httpx.JSON(a.delete))
	r.Post("/fonts/coverage", httpx.JSON(a.coverage))
}

// fontWire is a font in the catalogue. Bundled fonts have no files, because the editor includes them.
type fontWire struct {
	ID           *int64         `json:"id"`
	Name         string         `json:"name"`
	Type         fonts.Kind     `json:"type"`
	Weights      []any          `json:"weights"`
	Fallback     string         `json:"fallback"`
	Organization *int64         `json:"organization"`
	Scripts      []string       `json:"scripts"`
	Category     string         `json:"category,omitempty"`
	Languages    []string       `json:"languages"`
	Files        []fontFileWire `json:"files"`
}

type fontFileWire struct {
	Weight       int    `json:"weight"`
	Italic       bool   `json:"italic"`
	URL          string `json:"url"`
	UnicodeRange string `json:"unicode_range"`
	FileName     string `json:"file_name"`
	Bytes        int    `json:"bytes"`
}

func fontToWire(f fonts.Font) fontWire {
	out := fontWire{
		Name: f.Name, Type: f.Kind, Weights: f.Weights(), Fallback: f.Fallback(), Scripts: f.Scripts(), Category: string(f.Style),
		Languages: f.Languages(), Files: []fontFileWire{},
	}
	if f.ID != 0 {
		out.ID, out.Organization = &f.ID, &f.DepartmentID
	}
	for _, file := range f.Files {
		out.Files = append(out.Files, fontFileWire{
			Weight: file.Weight, Italic: file.Italic, URL: file.Address(), UnicodeRange: file.Characters, FileName: file.FileName,
			Bytes: file.Bytes,
		})
	}
	return out
}

type fontsReply struct {
	Fonts []fontWire `json:"fonts"`
}

func (a fontsAPI) list(r *http.Request, _ struct{}) (fontsReply, error) {
	all, err := a.fonts.List(r.Context(), access.From(r.Context()))
	out := fontsReply{make([]fontWire, len(all))}
	for i, f := range all {
		out.Fonts[i] = fontToWire(f)
	}
	return out, err
}

type fontReply struct {
	Font fontWire `json:"font"`
}

func fontAnswer(f fonts.Font, err error) (fontReply, error) { return fontReply{fontToWire(f)}, err }

type fontCreateIn struct {
	Font *struct {
		Key      httpx.Text `json:"key"`
		Name     httpx.Text `json:"name"`
		Licensed httpx.Bool `json:"licensed"`
	} `json:"font" validate:"required"`
}

func (a fontsAPI) create(r *http.Request, in fontCreateIn) (fontReply, error) {
	return fontAnswer(a.fonts.Create(r.Context(), access.From(r.Context()), fonts.Create{
		Key: string(in.Font.Key), Name: string(in.Font.Name), Licensed: bool(in.Font.Licensed),
	}))
}

type fontUpdateIn struct {
	ID   httpx.Int `json:"id" validate:"required"`
	Font *struct {
		Name httpx.Text `json:"name"`
	} `json:"font" validate:"required"`
}

func (a fontsAPI) update(r *http.Request, in fontUpdateIn) (fontReply, error) {
	return fontAnswer(a.fonts.Rename(r.Context(), access.From(r.Context()), int64(in.ID), string(in.Font.Name)))
}

func (a fontsAPI) delete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.Done(a.fonts.Delete(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type fontCoverageIn struct {
	ID       httpx.Int  `json:"id" validate:"required"`
	Language httpx.Text `json:"language" validate:"required"`
}

type fontCoverageReply struct {
	Languages    []string `json:"languages"`
	Missing      string   `json:"missing"`
	MissingCount int      `json:"missing_count"`
	NeededCount  int      `json:"needed_count"`
}

func (a fontsAPI) coverage(r *http.Request, in fontCoverageIn) (fontCoverageReply, error) {
	c, err := a.fonts.Coverage(r.Context(), access.From(r.Context()), int64(in.ID), string(in.Language))
	return fontCoverageReply{Languages: c.Languages, Missing: c.Missing, MissingCount: c.Lacks, NeededCount: c.Needs}, err
}
