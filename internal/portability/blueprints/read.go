package blueprints

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/page"
)

// existing is an object of a department with its ID and its file in a blueprint.
type existing[T any] struct {
	id    int64
	file  string
	value T
}

// state is the current configuration of a department.
type state struct {
	attributes []existing[attribute]
	designs    []existing[design]
	groups     []existing[group]
	pictures   map[string]picture // by their files
}

type picture struct {
	url  string
	data []byte
}

// read returns the configuration of a department. It returns an error for two designs with the same kind and name, which files cannot
// distinguish.
func (s *Service) read(ctx context.Context, by access.Actor) (state, error) {
	now := state{pictures: map[string]picture{}}
	all, err := s.Attributes.ListCustom(ctx, by)
	if err != nil {
		return now, err
	}
	for _, a := range all {
		now.attributes = append(now.attributes, existing[attribute]{a.ID, attributeFolder + "/" + a.Key + ".json", attribute{a.Key, a.Name, string(a.Kind)}})
	}
	names, err := s.readDesigns(ctx, by, &now)
	if err != nil {
		return now, err
	}
	return now, s.readGroups(ctx, by, &now, names)
}

func (s *Service) readDesigns(ctx context.Context, by access.Actor, now *state) (names map[int64]string, err error) {
	names = map[int64]string{}
	taken := map[string]bool{}
	for number := 1; ; number++ {
		found, err := s.Designs.List(ctx, by, designs.Query{Sort: "name", Page: page.Request{Number: number, Size: page.MaxSize}})
		if err != nil {
			return nil, err
		}
		for _, one := range found.Items {
			d, err := s.readDesign(ctx, by, one.ID, now.pictures)
			if err != nil {
				return nil, err
			}
			file := fileOf(designFolder, d.kind()+"-", d.Name, taken)
			if named(now.designs, func(o design) bool { return o.kind() == d.kind() && o.Name == d.Name }) != nil {
				return nil, refuse(file, "name", "two designs are %ss called %q: rename one", d.kind(), d.Name)
			}
			names[one.ID] = d.Name
			now.designs = append(now.designs, existing[design]{one.ID, file, d})
		}
		if number >= found.Pages() {
			return names, nil
		}
	}
}

func (s *Service) readDesign(ctx context.Context, by access.Actor, id int64, pictures map[string]picture) (design, error) {
	kept, err := s.Designs.Read(ctx, by, id)
	if err != nil {
		return design{}, err
	}
	doc, err := designs.WithPictures(kept.Document, func(_, url string) (string, error) {
		if strings.HasPrefix(url, "/") { // ours, which every department has
			return url, nil
		}
		data, ending, err := s.Uploads.Picture(ctx, by, url)
		if err != nil {
			return "", fmt.Errorf("read a picture of the design %q: %w", designs.PlainName(kept.Name), err)
		}
		file := pictureFile(data, ending)
		pictures[file] = picture{url, data}
		return file, nil
	})
	if err != nil {
		return design{}, err
	}
	d := design{Name: designs.PlainName(kept.Name), MetaData: kept.MetaData}
	return d, decode(doc, &d.Document)
}

// pictureFile names an image by its content, so that equal images share one file.
func pictureFile(data []byte, ending string) string {
	sum := sha256.Sum256(data)
	return pictureFolder + "/" + hex.EncodeToString(sum[:10]) + "." + ending
}

func (s *Service) readGroups(ctx context.Context, by access.Actor, now *state, names map[int64]string) error {
	taken := map[string]bool{}
	for number := 1; ; number++ {
		found, err := s.Groups.Search(ctx, by, groups.Query{Sort: "name", Page: page.Request{Number: number, Size: page.MaxSize}})
		if err != nil {
			return err
		}
		for _, g := range found.Items {
			now.groups = append(now.groups, existing[group]{g.ID, fileOf(groupFolder, "", g.Name, taken), groupFile(g, names)})
		}
		if number >= found.Pages() {
			return nil
		}
	}
}

// groupFile converts a group to its file.
func groupFile(g groups.Group, names map[int64]string) group {
	name := func(id *int64) *string {
		if id == nil {
			return nil
		}
		name := names[*id]
		return &name
	}
	out := group{
		Name: g.Name, State: string(g.State), CourseName: g.CourseName, CourseDescription: g.CourseDescription, CourseLink: g.CourseLink,
		SignupURL: g.SignupURL, Language: g.Language, CertificateDesign: name(g.CertificateDesignID), BadgeDesign: name(g.BadgeDesignID),
		AchievementType: g.AchievementType, Criteria: g.Criteria, CriteriaURL: g.CriteriaURL, Skills: g.LearningOutcomes,
		SkillCategory: g.SkillCategoryID, Alignments: g.Alignments, Tags: g.Tags, GeneratePrivate: g.GeneratePrivate,
		AllowDuplicateRecipients: g.AllowDuplicateRecipients, AttachPDF: g.AttachPDF, SendEmails: g.SendEmails, Settings: g.Settings,
		MetaData: g.MetaData, Prerequisites: make([]string, len(g.Prerequisites)), PrerequisitesLost: string(g.PrerequisitesLost),
	}
	for i, p := range g.Prerequisites {
		out.Prerequisites[i] = p.Name
	}
	slices.Sort(out.Prerequisites)
	if g.PrerequisitesAfter != nil {
		out.PrerequisitesAfter = g.PrerequisitesAfter.Format(time.DateOnly)
	}
	if g.AutoExpiry != nil {
		out.AutoExpiry = &expiry{g.AutoExpiry.Amount, g.AutoExpiry.Unit}
	}
	if g.PrimaryDesignID != nil {
		out.PrimaryDesign = string(designs.Certificate)
		if g.BadgeDesignID != nil && *g.BadgeDesignID == *g.PrimaryDesignID {
			out.PrimaryDesign = string(designs.Badge)
		}
	}
	return out
}

// fileOf returns the file name of an object: its name in lower-case letters and digits of any script. If another object has that file
// name, part of a hash of the name distinguishes them.
func fileOf(folder, before, name string, taken map[string]bool) string {
	slug := before + slugOf(name)
	if taken[slug] {
		slug += "-" + hashed(name)
	}
	taken[slug] = true
	return path.Join(folder, slug+".json")
}

const maxSlugLength = 48

func slugOf(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	slug := []rune(strings.Join(words, "-"))
	if len(slug) == 0 {
		return hashed(name)
	}
	return strings.TrimRight(string(slug[:min(len(slug), maxSlugLength)]), "-")
}

func hashed(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:4])
}

func named[T any](all []existing[T], is func(T) bool) *existing[T] {
	for i := range all {
		if is(all[i].value) {
			return &all[i]
		}
	}
	return nil
}

// decode decodes JSON and keeps numbers as written.
func decode(data []byte, into any) error {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	return d.Decode(into)
}
