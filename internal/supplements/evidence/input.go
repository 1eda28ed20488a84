package evidence

import (
	"slices"
	"strings"
	"unicode/utf8"

	"laurel/internal/design/uploads"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/optional"
)

const (
	maxTitle     = 150
	maxNarrative = 5000
	maxLink      = 2048
)

// resolved is an input whose files have been checked.
type resolved struct {
	Input
	file    *uploads.File // nil with File given takes it away
	preview string
}

// apply applies the input to an item and reports all invalid fields at once.
func (in resolved) apply(i *Item) error {
	var wrong errs.Fields
	in.category(i, &wrong)
	text(&wrong, "description", in.Title, &i.Title, maxTitle)
	text(&wrong, "narrative", in.Narrative, &i.Narrative, maxNarrative)
	text(&wrong, "url", in.Link, &i.Link, maxLink)
	if i.Title == "" {
		wrong.Add("description", "required")
	}
	if !links.Web(i.Link) {
		wrong.Add("url", "invalid_url")
	}
	if in.File.Given {
		i.File = in.file
	}
	if in.Preview.Given {
		i.Preview = in.preview
	}
	if in.Value.Given {
		i.Content.take(i.Category, in.Value.Value, &wrong)
	}
	if in.Hidden.Given {
		i.Hidden = in.Hidden.Value
	}
	if in.Visibility.Given {
		i.Visibility = Visibility(in.Visibility.Value)
	}
	if !slices.Contains(visibilities, i.Visibility) {
		wrong.Add("visibility", "not_one_of", "values", "public, private, key_holders")
	}
	i.complete(&wrong)
	return wrong.Err()
}

// category sets the category of a new item. It cannot be changed later, because the content depends on it.
func (in resolved) category(i *Item, wrong *errs.Fields) {
	if !in.Category.Given {
		return
	}
	c := Category(strings.TrimSpace(in.Category.Value))
	switch {
	case !slices.Contains(categories, c):
		wrong.Add("category", "not_one_of", "values", categoryNames)
	case i.ID != 0 && c != i.Category:
		wrong.Add("category", "evidence.category_fixed")
	default:
		i.Category = c
	}
}

// media lists the file types allowed for categories that are displayed.
var media = map[Category]string{Image: "image/", Video: "video/", Audio: "audio/"}

// complete checks that an item has the content its category requires.
func (i *Item) complete(wrong *errs.Fields) {
	if i.File != nil && media[i.Category] != "" && !strings.HasPrefix(i.File.Type, media[i.Category]) {
		wrong.Add("file", ErrInvalidType.Code)
	}
	switch i.Category {
	case File, Image, Audio, Video:
		if i.File == nil && i.Link == "" {
			wrong.Add("file", "required")
		}
	case URL, Credential:
		if i.Link == "" {
			wrong.Add("url", "required")
		}
		if i.File != nil {
			wrong.Add("file", "evidence.takes_no_file")
		}
	case Grade:
		i.require(i.Content.Grade != nil, wrong)
	case Transcript:
		i.require(len(i.Content.Transcript) > 0, wrong)
	case CourseDuration:
		i.require(i.Content.Duration != nil, wrong)
	}
}

func (i *Item) require(there bool, wrong *errs.Fields) {
	if !there && wrong.Err() == nil {
		wrong.Add(Field, "required")
	}
}

func text(wrong *errs.Fields, field string, in optional.Value[string], to *string, most int) {
	if !in.Given {
		return
	}
	*to = strings.TrimSpace(in.Value)
	if utf8.RuneCountInString(*to) > most {
		wrong.Add(field, "too_long", "max", most)
	}
	if strings.ContainsRune(*to, 0) {
		wrong.Add(field, "invalid")
	}
}
