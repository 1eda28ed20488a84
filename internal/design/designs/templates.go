package designs

import (
	"embed"
	"encoding/json"
	"slices"
	"strings"
)

//go:embed templates
var templateFiles embed.FS

// Template is a built-in design to start from.
type Template struct {
	Slug        string
	Name        string
	Style       string // classic, modern or bold
	Kind        Kind
	Size        string
	Orientation string
	Language    string
	Document    json.RawMessage
	Picture     []byte // TemplatePictureWidth px wide; nil when the template changed after it was rendered
}

var templates = readTemplates()

func readTemplates() []Template {
	entries, err := templateFiles.ReadDir("templates")
	if err != nil {
		panic("read templates: " + err.Error())
	}
	pictures := readPictures()
	var all []Template
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".json") {
			continue
		}
		data, err := templateFiles.ReadFile("templates/" + entry.Name())
		if err != nil {
			panic("read templates: " + err.Error())
		}
		var file struct {
			Slug, Name, Style string
			Document          json.RawMessage
		}
		if err := json.Unmarshal(data, &file); err != nil {
			panic("read " + entry.Name() + ": " + err.Error())
		}
		summary, err := summaryOf(file.Document)
		if err != nil {
			panic("read " + entry.Name() + ": " + err.Error())
		}
		all = append(all, Template{
			Slug: file.Slug, Name: file.Name, Style: file.Style, Document: file.Document,
			Kind: summary.Kind, Size: summary.Size, Orientation: summary.Orientation, Language: summary.Language,
			Picture: pictures[file.Slug].of(data),
		})
	}
	styles := []string{"classic", "modern", "bold"}
	slices.SortStableFunc(all, func(a, b Template) int {
		if a.Kind != b.Kind {
			return strings.Compare(string(b.Kind), string(a.Kind)) // certificates first
		}
		return slices.Index(styles, a.Style) - slices.Index(styles, b.Style)
	})
	return all
}

// Templates returns the templates of a kind and size. Empty arguments match all.
func Templates(kind, size string) []Template {
	kind = strings.TrimSuffix(kind, "s")
	found := []Template{}
	for _, t := range templates {
		if (kind == "" || string(t.Kind) == kind) && (size == "" || t.Size == size) {
			found = append(found, t)
		}
	}
	return found
}

// TemplateBySlug returns a template. It returns ErrTemplate if there is none.
func TemplateBySlug(slug string) (Template, error) {
	for _, t := range templates {
		if t.Slug == slug {
			return t, nil
		}
	}
	return Template{}, ErrTemplate
}
