package publishing_test

import (
	"fmt"
	"sync"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
)

// key is an API key of a department whose new groups get the design of its first one.
func (p *press) key() access.Actor {
	p.t.Helper()
	p.exec(`insert into group_defaults (department_id, defaults, updated_at)
		select department_id, jsonb_build_object('certificate_design_id', certificate_design_id), now() from groups where id = $1`, p.group)
	return access.Actor{APIKeyID: 1, DepartmentID: p.by.DepartmentID, Role: access.KeyWrite}
}

// named is a request in a group that is given by name. Without an email address it is refused.
func named(group, email string) publishing.IssueRequest {
	in := input(0, email)
	in.GroupName = group
	return publishing.IssueRequest{Input: in, Publish: true}
}

func (p *press) groups(name string) int64 {
	p.t.Helper()
	return p.number("select count(*) from groups where department_id = $1 and name = $2", p.by.DepartmentID, name)
}

func TestCreateChangesNoGroupOfARefusedCredential(t *testing.T) {
	p := open(t)
	by := p.key()
	bare := p.number(`insert into groups (department_id, name, course_name, created_at, updated_at) values ($1, 'Bare', 'Bare', now(), now()) returning id`, p.by.DepartmentID)
	link := publishing.IssueRequest{Input: input(p.group, ""), Publish: true, CourseLink: "https://school.example/"}
	for what, o := range map[string]publishing.IssueRequest{
		"a new group": named("Refused", ""), "a course link": link, "a draft": {Input: named("Refused", "").Input}, "a design": {Input: input(bare, ""), Publish: true},
	} {
		if _, err := p.Create(t.Context(), by, o); errs.KindOf(err) != errs.Invalid {
			t.Errorf("%s: %v", what, err)
		}
	}
	if n := p.groups("Refused"); n != 0 {
		t.Errorf("%d groups were created", n)
	}
	if n := p.number("select count(*) from groups where course_link <> '' or id = $1 and certificate_design_id is not null", bare); n != 0 {
		t.Errorf("%d groups were changed", n)
	}
	link.Input.RecipientEmail = optional.Set("ada@recipients.example")
	for what, o := range map[string]publishing.IssueRequest{"a new group": named("New", "ada@recipients.example"), "a course link": link, "a design": {Input: input(bare, "ada@recipients.example"), Publish: true}} {
		if c, err := p.Create(t.Context(), by, o); err != nil || c.State != credentials.Published {
			t.Errorf("%s: %v, %s", what, err, c.State)
		}
	}
	if n := p.number("select count(*) from groups where course_link <> '' or certificate_design_id is not null"); n != 3 {
		t.Errorf("%d groups have what they lacked, want 3", n)
	}
}

func TestCreateEachChangesNoGroupOfRefusedCredentials(t *testing.T) {
	p := open(t)
	placed, err := p.CreateEach(t.Context(), p.key(), []publishing.IssueRequest{
		named("Refused", ""), named("Shared", ""), named("Shared", "ada@recipients.example"), named(" shared ", "ben@recipients.example"), named("Refused", ""),
		{Input: input(p.group, "cy@recipients.example"), Publish: true},
		{Input: input(p.group, ""), Publish: true, CourseLink: "https://school.example/"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, good := range []bool{false, false, true, true, false, true, false} {
		if (placed[i].Refusal == nil) != good || (placed[i].Credential.State == credentials.Published) != good {
			t.Errorf("%d: %v, %s", i, placed[i].Refusal, placed[i].Credential.State)
		}
	}
	if refused, shared := p.groups("Refused"), p.groups("Shared"); refused != 0 || shared != 1 {
		t.Errorf("%d groups of refused credentials and %d of the others, want 0 and 1", refused, shared)
	}
	if n := p.number("select count(*) from groups where course_link <> ''"); n != 0 {
		t.Errorf("%d groups have a course link", n)
	}
}

func TestCreateMakesAGroupOnceForCallsAtTheSameTime(t *testing.T) {
	p := open(t)
	by := p.key()
	bare := p.number(`insert into groups (department_id, name, course_name, created_at, updated_at) values ($1, 'Bare', 'Bare', now(), now()) returning id`, p.by.DepartmentID)
	var all sync.WaitGroup
	for i := range 4 {
		email := func(kind string) string { return fmt.Sprintf("%s%d@recipients.example", kind, i) }
		all.Go(func() {
			if _, err := p.Create(t.Context(), by, named("New", email("one"))); err != nil {
				t.Errorf("one: %v", err)
			}
		})
		all.Go(func() {
			if _, err := p.Create(t.Context(), by, named("New", "")); errs.KindOf(err) != errs.Invalid {
				t.Errorf("refused: %v", err)
			}
		})
		all.Go(func() {
			placed, err := p.CreateEach(t.Context(), by, []publishing.IssueRequest{named("New", ""), named("New", email("first")), named("New", email("second"))})
			if err != nil || placed[1].Refusal != nil || placed[2].Refusal != nil {
				t.Errorf("many: %v, %v", err, placed)
			}
		})
		all.Go(func() {
			if _, err := p.Create(t.Context(), by, publishing.IssueRequest{Input: input(bare, email("bare")), Publish: true}); err != nil {
				t.Errorf("without a design: %v", err)
			}
		})
	}
	all.Wait()
	if n := p.groups("New"); n != 1 {
		t.Errorf("%d groups, want 1", n)
	}
	if n := p.number("select count(*) from credentials where state = 'published'"); n != 16 {
		t.Errorf("%d credentials, want 16", n)
	}
}
