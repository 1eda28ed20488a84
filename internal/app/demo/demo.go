// Package demo fills a department with demonstration data that looks like a working year. It uses the same services as everybody else,
// and running it again changes nothing.
package demo

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/design/uploads"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
	"laurel/internal/reach/analytics"
)

//go:embed logo.png
var logo []byte

// Department is the name of the demo department.
const Department = "Northlight Institute"

// Services are the services that create the data.
type Services struct {
	Clock       clock.Clock
	Objects     *objects.Store
	Departments *departments.Service
	Attributes  *attributes.Service
	Uploads     *uploads.Service
	Designs     *designs.Service
	Groups      *groups.Service
	Credentials *credentials.Service
	Authoring   *authoring.Service
	Publishing  *publishing.Service
	Lifecycle   *lifecycle.Service
	Analytics   *analytics.Service
}

// Result identifies what programs and people start with.
type Result struct {
	GroupID        int64
	DesignID       int64
	RecipientEmail string
}

// course is a group with the template of its certificate.
type course struct {
	name, title, description, language string
	certificate, badge                 string // template slugs
	designName, badgeName              string
	outcomes                           []string
}

var courses = []course{
	{
		name: "Clinical Nursing 2026", title: "Clinical Nursing Practice", language: "en", certificate: "laureate", badge: "badge-laurels",
		designName: "Northlight certificate", badgeName: "Northlight laurels",
		description: "Two hundred hours of supervised practice in acute care, medication safety and patient communication.",
		outcomes:    []string{"Acute care", "Medication safety", "Patient communication"},
	},
	{
		name: "دورة الترجمة 2026", title: "الترجمة الطبية", language: "ar", certificate: "ijaza", designName: "شهادة نورث لايت",
		description: "ستون ساعة في الترجمة الطبية من الإنجليزية إلى العربية.", outcomes: []string{"ترجمة النصوص الطبية"},
	},
	{
		name: "介護実務研修 2026", title: "介護実務研修", language: "ja", certificate: "shoujou", designName: "ノースライト賞状",
		description: "高齢者介護の基礎と実務に関する四十時間の研修課程。", outcomes: []string{"介護の基礎"},
	},
}

// Fill creates what is missing in the department of by.
func Fill(ctx context.Context, s Services, by access.Actor) (Result, error) {
	if err := s.department(ctx, by); err != nil {
		return Result{}, err
	}
	_, err := s.Attributes.Create(ctx, by, attributes.Create{Name: "Instructor", Kind: "text"})
	if err != nil && !errors.Is(err, attributes.ErrDuplicate) {
		return Result{}, fmt.Errorf("make attribute: %w", err)
	}
	ids := make([]int64, len(courses))
	var result Result
	for i, c := range courses {
		group, err := s.course(ctx, by, c)
		if err != nil {
			return Result{}, err
		}
		ids[i] = group.ID
		if i == 0 {
			result.GroupID, result.DesignID = group.ID, *group.CertificateDesignID
		}
	}
	first, made, err := s.recipients(ctx, by, ids)
	result.RecipientEmail = first
	if err != nil || len(made) == 0 {
		return result, err
	}
	return result, s.past(ctx, by.DepartmentID, made)
}

// past gives new credentials a past: they were published on their dates of issue, and visited since.
func (s Services) past(ctx context.Context, departmentID int64, made []issued) error {
	times := map[int64]time.Time{}
	for _, c := range made {
		times[c.id] = c.at
	}
	if err := s.Lifecycle.Backdate(ctx, departmentID, times); err != nil {
		return err
	}
	return s.Analytics.RecordPast(ctx, departmentID, visitsOf(made, s.Clock.Now()))
}

func (s Services) department(ctx context.Context, by access.Actor) error {
	d, err := s.Departments.Read(ctx, by, by.DepartmentID)
	if err != nil || d.Logo != "" {
		return err
	}
	policy, err := s.Uploads.Policy(ctx, by, uploads.Request{Preset: "organizations", FileName: "logo.png", ContentType: "image/png", Size: int64(len(logo))})
	if err != nil {
		return fmt.Errorf("get a place for the logo: %w", err)
	}
	if err := s.Objects.Put(ctx, policy.Key, "image/png", logo); err != nil {
		return fmt.Errorf("put logo: %w", err)
	}
	image, err := s.Uploads.Use(ctx, by, s.Objects.PublicURL(policy.Key))
	if err != nil {
		return fmt.Errorf("check logo: %w", err)
	}
	url := "https://northlight.example"
	_, err = s.Departments.Update(ctx, by, by.DepartmentID, departments.Change{Logo: &image.URL, URL: &url})
	return err
}

func (s Services) course(ctx context.Context, by access.Actor, c course) (groups.Group, error) {
	found, err := s.Groups.Search(ctx, by, groups.Query{Name: c.name, Page: page.Request{Size: 1}})
	if err != nil {
		return groups.Group{}, err
	}
	if len(found.Items) > 0 {
		return found.Items[0], nil
	}
	certificate, err := s.design(ctx, by, c.certificate, c.designName)
	if err != nil {
		return groups.Group{}, err
	}
	in := groups.Input{
		Name: optional.Set(c.name), CourseName: optional.Set(c.title), CourseDescription: optional.Set(c.description),
		Language: optional.Set(c.language), LearningOutcomes: optional.Set(c.outcomes),
		CertificateDesignID: optional.Set(&certificate),
	}
	if c.badge != "" {
		badge, err := s.design(ctx, by, c.badge, c.badgeName)
		if err != nil {
			return groups.Group{}, err
		}
		in.BadgeDesignID = optional.Set(&badge)
	}
	return s.Groups.Create(ctx, by, in)
}

func (s Services) design(ctx context.Context, by access.Actor, slug, name string) (int64, error) {
	t, err := designs.TemplateBySlug(slug)
	if err != nil {
		return 0, fmt.Errorf("template %s: %w", slug, err)
	}
	document := map[string]any{}
	if err := json.Unmarshal(t.Document, &document); err != nil {
		return 0, fmt.Errorf("read template %s: %w", slug, err)
	}
	document["name"] = name
	data, err := json.Marshal(document)
	if err != nil {
		return 0, fmt.Errorf("write design: %w", err)
	}
	d, err := s.Designs.Create(ctx, by, designs.Save{Design: data})
	return d.ID, err
}

// recipients issues credentials to 200 people, and returns the new ones: most in the first group, people of each script in theirs, with some private, some
// expired, and some drafts to publish.
func (s Services) recipients(ctx context.Context, by access.Actor, groupIDs []int64) (first string, made []issued, err error) {
	now := s.Clock.Now()
	today := now.Truncate(24 * time.Hour)
	for i, p := range people() {
		email := fmt.Sprintf("%s.%03d@recipients.example", p.local, i+1)
		if i == 0 {
			first = email
		}
		license := fmt.Sprintf("NL-2026-%04d", i+1)
		_, err := s.Credentials.Read(ctx, by, license)
		if err == nil {
			continue
		}
		if !errors.Is(err, credentials.ErrNotFound) {
			return "", nil, err
		}
		in := credentials.Input{
			LicenseID: optional.Set(license), GroupID: groupIDs[0], RecipientName: optional.Set(p.name), RecipientEmail: optional.Set(email),
			CustomAttributes: optional.Set(map[string]any{"instructor": "Dr. Miriam Adeyemi"}), Source: "demo",
		}
		switch p.local {
		case "ar":
			in.GroupID = groupIDs[1]
		case "ja":
			in.GroupID = groupIDs[2]
		}
		on := today.AddDate(0, 0, -(i*7)%200)
		grade := float64(70 + i*13%31)
		in.Grade = optional.Set(&grade)
		switch {
		case i%17 == 5: // ran out
			on = today.AddDate(-2, 0, -i)
			in.ExpiredOn = optional.Set(on.AddDate(1, 0, 0).Format(time.DateOnly))
		case i%13 == 3:
			in.Private = optional.Set(true)
		}
		in.IssuedOn = optional.Set(on.Format(time.DateOnly))
		issue := s.Publishing.Issue
		if i%16 == 9 {
			issue = s.Authoring.Create
		}
		c, err := issue(ctx, by, in)
		if err != nil {
			return "", nil, fmt.Errorf("issue to %s: %w", strings.TrimSpace(p.name), err)
		}
		if i%16 != 9 { // a draft
			made = append(made, issued{c.ID, earlier(on.Add(time.Duration(8+i%9)*time.Hour), now)})
		}
	}
	return first, made, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
