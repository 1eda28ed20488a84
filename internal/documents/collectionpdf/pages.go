package collectionpdf

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"laurel/internal/design/designs"
	"laurel/internal/documents/rendering"
	"laurel/internal/formats/pdf"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/i18n"
)

// The paper, and how many credentials a page shows.
const (
	paper, orientation = "a4", "portrait"
	perPage            = 3
)

// render prints a collection: pages of designs, as certificates are, put together to one tagged file.
func (s *Service) render(ctx context.Context, b booklet) ([]byte, error) {
	all, err := s.entries(ctx, b)
	if err != nil {
		return nil, err
	}
	width, height, err := rendering.Paper(paper, orientation)
	if err != nil {
		return nil, err
	}
	size := pdf.Millimetres(width, height)
	sheets := pdf.NewSheets(pdf.Grid{Paper: size, Card: size, Columns: 1, Rows: 1})
	for _, page := range s.Renderer.PDFs(ctx, s.jobs(b, all)) {
		if page.Err != nil {
			return nil, page.Err
		}
		if err := sheets.Add(page.Document); err != nil {
			return nil, fmt.Errorf("put a page into a collection: %w", err)
		}
	}
	return sheets.File(pdf.Metadata{
		Title: b.Name, Author: b.Owner, Subject: i18n.OneLine(b.Description), Address: b.address, Language: b.Language, Issued: s.Clock.Now(),
	}), nil
}

func (s *Service) jobs(b booklet, all []entry) []rendering.Job {
	pages := slices.Collect(slices.Chunk(all, perPage))
	l := layout{rtl: i18n.RightToLeft(b.Language)}
	l.width, l.height = designs.ScreenSize(paper, orientation)
	jobs := []rendering.Job{s.cover(b, l)}
	shown := map[int]json.RawMessage{} // designs by how many credentials they show
	for i, entries := range pages {
		if shown[len(entries)] == nil {
			shown[len(entries)] = l.design(b.Language, l.page(len(entries)))
		}
		values := map[string]rendering.Value{
			"page.title": text(b.Name), "page.number": text(fmt.Sprintf("%d / %d", i+2, len(pages)+1)),
		}
		job := rendering.Job{Design: shown[len(entries)], Lang: b.Language, Mode: rendering.PDF, Title: b.Name, Images: map[string][]byte{}}
		for at, e := range entries {
			s.fill(values, job.Images, b.Language, slot(at), fmt.Sprintf("https://picture.invalid/%d", i*perPage+at), e)
		}
		job.Pages = []rendering.Page{{Values: values}}
		jobs = append(jobs, job)
	}
	return jobs
}

// slot names the tags of a credential on a page.
func slot(at int) string { return "credential" + string("abcdefghij"[at]) }

func text(v string) rendering.Value { return rendering.Value{Kind: "text", Value: v} }

func date(at *time.Time) rendering.Value {
	if at == nil {
		return text("")
	}
	return rendering.Value{Kind: "date", Value: at.UTC().Format(time.DateOnly)}
}

// fill sets the values of a credential.
func (s *Service) fill(values map[string]rendering.Value, images map[string][]byte, language, slot, picture string, e entry) {
	label := func(key string, at *time.Time) rendering.Value {
		if at == nil {
			return text("")
		}
		return text(s.Texts.Text(language, key, nil))
	}
	values[slot+".title"], values[slot+".issuer"], values[slot+".status"] = text(e.title), text(e.issuer), text(e.status)
	values[slot+".note"], values[slot+".link"] = text(e.note), text(e.address)
	values[slot+".issued_label"], values[slot+".issued"] = label("public.facts.issuedOn", e.issued), date(e.issued)
	values[slot+".expires_label"], values[slot+".expires"] = label("public.facts.expiresOn", e.expires), date(e.expires)
	values[slot+".picture"] = rendering.Value{Kind: "image"}
	if e.picture != nil {
		values[slot+".picture"], images[picture] = rendering.Value{Kind: "image", Value: picture}, e.picture
	}
}

func (s *Service) cover(b booklet, l layout) rendering.Job {
	today := clock.Today(s.Clock, time.UTC)
	values := map[string]rendering.Value{
		"cover.name": text(b.Name), "cover.description": text(b.Description), "cover.date": date(&today), "cover.link": text(b.address),
		"cover.owner": text(s.Texts.Text(b.Language, "collections.pdf.by", map[string]any{"name": b.Owner})),
		"cover.count": text(s.Texts.Text(b.Language, "collections.count", map[string]any{"count": len(b.Items), "number": strconv.Itoa(len(b.Items))})),
	}
	blocks := l.cover()
	if b.address != "" {
		values["cover.help"] = text(s.Texts.Text(b.Language, "collections.pdf.link", nil))
		blocks = append(blocks, l.coverLink()...)
	}
	return rendering.Job{
		Design: l.design(b.Language, blocks), Lang: b.Language, Mode: rendering.PDF, Title: b.Name, Pages: []rendering.Page{{Values: values}},
	}
}
