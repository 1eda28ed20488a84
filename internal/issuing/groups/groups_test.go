package groups_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

func TestANewGroupHasTheUsualSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	g := w.create(t, by, groups.Input{Name: optional.Set("  Spring  "), CourseName: optional.Set(" Course ")})
	if g.Name != "Spring" || g.CourseName != "Course" || g.Language != "en" || !g.SendEmails || g.AttachPDF || g.AllowDuplicateRecipients ||
		g.GeneratePrivate != nil || g.State != groups.Active || g.AchievementType != "Certificate" || g.PrimaryDesignID != nil ||
		g.LearningOutcomes == nil || g.MetaData == nil || g.AutoExpiry != nil || g.DepartmentID != by.DepartmentID {
		t.Errorf("got %+v", g)
	}
}

func TestWrongFieldsAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	mine, badge, theirs := w.design(t, by, "certificate"), w.design(t, by, "badge"), w.design(t, other, "certificate")
	unknown := int64(1 << 40)
	existing := w.create(t, by, named("Existing"))
	for name, tc := range map[string]struct {
		change      func(*groups.Input)
		field, code string
	}{
		"no name":                {func(in *groups.Input) { in.Name = optional.Set(" ") }, "name", "required"},
		"name too long":          {func(in *groups.Input) { in.Name = optional.Set(strings.Repeat("é", 256)) }, "name", "too_long"},
		"no course name":         {func(in *groups.Input) { in.CourseName = optional.Set("") }, "course_name", "required"},
		"course name too long":   {func(in *groups.Input) { in.CourseName = optional.Set(strings.Repeat("n", 256)) }, "course_name", "too_long"},
		"description too long":   {func(in *groups.Input) { in.CourseDescription = optional.Set(strings.Repeat("n", 5001)) }, "course_description", "too_long"},
		"link that is a script":  {func(in *groups.Input) { in.CourseLink = optional.Set("javascript:alert(1)") }, "course_link", "invalid_url"},
		"link with sign-in data": {func(in *groups.Input) { in.CourseLink = optional.Set("http://a:b@school.example/") }, "course_link", "invalid_url"},
		"link without a host":    {func(in *groups.Input) { in.CourseLink = optional.Set("http:///course") }, "course_link", "invalid_url"},
		"unknown language":       {func(in *groups.Input) { in.Language = optional.Set("xx") }, "language", "unknown_language"},
		"unknown achievement":    {func(in *groups.Input) { in.AchievementType = optional.Set("Trophy") }, "achievement_type", "not_one_of"},
		"21 skills": {func(in *groups.Input) {
			in.LearningOutcomes = optional.Set(strings.Split("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u", ","))
		}, "learning_outcomes", "too_many"},
		"skill too long":         {func(in *groups.Input) { in.LearningOutcomes = optional.Set([]string{"a", strings.Repeat("b", 101)}) }, "learning_outcomes.1", "too_long"},
		"unknown skill category": {func(in *groups.Input) { in.SkillCategoryID = optional.Set(&unknown) }, "skill_category_id", "group.skill_category_unknown"},
		"criteria too long":      {func(in *groups.Input) { in.Criteria = optional.Set(strings.Repeat("n", 5001)) }, "criteria", "too_long"},
		"criteria at no address": {func(in *groups.Input) { in.CriteriaURL = optional.Set("file:///etc/passwd") }, "criteria_url", "invalid_url"},
		"sign-up by mail":        {func(in *groups.Input) { in.SignupURL = optional.Set("mailto:a@b.example") }, "signup_url", "invalid_url"},
		"21 tags": {func(in *groups.Input) {
			in.Tags = optional.Set(strings.Split("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u", ","))
		}, "tags", "too_many"},
		"tag too long": {func(in *groups.Input) { in.Tags = optional.Set([]string{strings.Repeat("t", 51)}) }, "tags.0", "too_long"},
		"alignment without name": {func(in *groups.Input) {
			in.Alignments = optional.Set([]groups.Alignment{{URL: "https://esco.example/1"}})
		}, "alignments.0.name", "required"},
		"alignment with a script": {func(in *groups.Input) {
			in.Alignments = optional.Set([]groups.Alignment{{Name: "N", URL: "javascript:x()"}})
		}, "alignments.0.url", "invalid_url"},
		"unknown page language": {func(in *groups.Input) { in.Settings.PageLanguage = optional.Set("xx") }, "page_language", "unknown_language"},
		"share with friends":    {func(in *groups.Input) { in.Settings.ShareAction = optional.Set("friends") }, "actions.share", "not_one_of"},
		"sender of two lines":   {func(in *groups.Input) { in.Settings.SenderName = optional.Set("A\r\nBcc: x@y.example") }, "sender.name", "invalid"},
		"reply to two lines":    {func(in *groups.Input) { in.Settings.ReplyTo = optional.Set("a@b.example\r\nBcc: x@y.example") }, "sender.reply_to", "invalid_email"},
		"reply to a name":       {func(in *groups.Input) { in.Settings.ReplyTo = optional.Set("Ada <a@b.example>") }, "sender.reply_to", "invalid_email"},
		"copy to two in one":    {func(in *groups.Input) { in.Settings.CC = optional.Set([]string{"a@b.example,c@d.example"}) }, "sender.cc", "group.copy_no_address"},
		"copy to no host":       {func(in *groups.Input) { in.Settings.BCC = optional.Set([]string{"a@b"}) }, "sender.bcc", "group.copy_no_address"},
		"six copies": {func(in *groups.Input) {
			in.Settings.CC = optional.Set(strings.Fields("a@x.example b@x.example c@x.example d@x.example e@x.example f@x.example"))
		}, "sender.cc", "too_many"},
		"expiry of no time":       {func(in *groups.Input) { in.AutoExpiry = optional.Set(&groups.AutoExpiry{Amount: 0, Unit: "day"}) }, "auto_expiry.amount", "too_small"},
		"expiry in 101 years":     {func(in *groups.Input) { in.AutoExpiry = optional.Set(&groups.AutoExpiry{Amount: 101, Unit: "year"}) }, "auto_expiry.amount", "too_large"},
		"expiry in weeks":         {func(in *groups.Input) { in.AutoExpiry = optional.Set(&groups.AutoExpiry{Amount: 1, Unit: "week"}) }, "auto_expiry.unit", "not_one_of"},
		"unknown state":           {func(in *groups.Input) { in.State = optional.Set("deleted") }, "state", "not_one_of"},
		"meta data too long":      {func(in *groups.Input) { in.MetaData = optional.Set(map[string]any{"k": strings.Repeat("v", 501)}) }, "meta_data.k", "too_long"},
		"unknown design":          {func(in *groups.Input) { in.CertificateDesignID = optional.Set(&unknown) }, "certificate_design_id", "group.design_unknown"},
		"another's design":        {func(in *groups.Input) { in.CertificateDesignID = optional.Set(theirs) }, "certificate_design_id", "group.design_unknown"},
		"badge as a certificate":  {func(in *groups.Input) { in.CertificateDesignID = optional.Set(badge) }, "certificate_design_id", "group.design_kind"},
		"certificate as a badge":  {func(in *groups.Input) { in.BadgeDesignID = optional.Set(mine) }, "badge_design_id", "group.design_kind"},
		"primary that is not one": {func(in *groups.Input) { in.PrimaryDesignID = optional.Set(mine) }, "primary_design_id", "group.primary_not_among"},
	} {
		in := named("New")
		tc.change(&in)
		if _, err := w.Create(t.Context(), by, in); !refuses(err, tc.field, tc.code) {
			t.Errorf("create, %s: %v", name, explain(err))
		}
		var change groups.Input
		tc.change(&change)
		if _, err := w.Update(t.Context(), by, existing.ID, change); !refuses(err, tc.field, tc.code) {
			t.Errorf("update, %s: %v", name, explain(err))
		}
	}
	if _, err := w.Create(t.Context(), by, groups.Input{}); len(explain(err).(map[string]string)) != 2 {
		t.Errorf("nothing given: %v", explain(err))
	}
}

func TestGoodEdgesAreTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	g := w.create(t, by, groups.Input{
		Name: optional.Set(strings.Repeat("é", 255)), CourseName: optional.Set("c"), CourseLink: optional.Set("https://example.com/a?b=c"), Language: optional.Set("PT-BR"),
		AchievementType: optional.Set("microcredential"), LearningOutcomes: optional.Set([]string{" Knots ", "", "Sails"}),
		AutoExpiry: optional.Set(&groups.AutoExpiry{Amount: 36500, Unit: "day"}), State: optional.Set("archived"), MetaData: optional.Set(map[string]any{"campus": "north"}),
	})
	if g.Language != "pt-br" || g.AchievementType != "MicroCredential" || strings.Join(g.LearningOutcomes, ",") != "Knots,Sails" ||
		*g.AutoExpiry != (groups.AutoExpiry{Amount: 36500, Unit: "day"}) || g.State != groups.Archived || g.MetaData["campus"] != "north" {
		t.Errorf("got %+v", g)
	}
}

func TestAGroupWithADesignHasAPrimaryOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	certificate, second, badge := w.design(t, by, "certificate"), w.design(t, by, "certificate"), w.design(t, by, "badge")
	g := w.create(t, by, named("G"))
	var none *int64
	for _, step := range []struct {
		name string
		in   groups.Input
		want *int64
	}{
		{"a badge alone", groups.Input{BadgeDesignID: optional.Set(badge)}, badge},
		{"a certificate beside it leaves the primary one", groups.Input{CertificateDesignID: optional.Set(certificate)}, badge},
		{"the other is chosen", groups.Input{PrimaryDesignID: optional.Set(certificate)}, certificate},
		{"null chooses the usual one", groups.Input{PrimaryDesignID: optional.Set(none)}, certificate},
		{"another certificate takes its place", groups.Input{CertificateDesignID: optional.Set(second)}, second},
		{"the badge stays when the certificate goes", groups.Input{CertificateDesignID: optional.Set(none)}, badge},
		{"none", groups.Input{BadgeDesignID: optional.Set(none)}, nil},
	} {
		got, err := w.Update(t.Context(), by, g.ID, step.in)
		if err != nil || (got.PrimaryDesignID == nil) != (step.want == nil) || step.want != nil && *got.PrimaryDesignID != *step.want {
			t.Errorf("%s: %+v, %v", step.name, got.PrimaryDesignID, explain(err))
		}
		if (got.DesignVersion != uuid.Nil) != (step.want != nil) || (got.DesignName != "") != (step.want != nil) {
			t.Errorf("%s: shows %q %s", step.name, got.DesignName, got.DesignVersion)
		}
	}
}

func TestANameIsGivenOnceInADepartment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	w.create(t, by, named("Spring"))
	second := w.create(t, by, named("Summer"))
	if _, err := w.Create(t.Context(), by, named(" SPRING ")); !errors.Is(err, groups.ErrNameTaken) {
		t.Errorf("create: %v", err)
	}
	if _, err := w.Update(t.Context(), by, second.ID, groups.Input{Name: optional.Set("spring")}); !errors.Is(err, groups.ErrNameTaken) {
		t.Errorf("update: %v", err)
	}
	w.create(t, other, named("Spring"))
}

func TestUpdateChangesOnlyWhatIsGiven(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	private := true
	in := named("G")
	in.GeneratePrivate, in.AutoExpiry, in.LearningOutcomes = optional.Set(&private), optional.Set(&groups.AutoExpiry{Amount: 1, Unit: "year"}), optional.Set([]string{"a"})
	g := w.create(t, by, in)
	w.clock.Advance(time.Hour)
	got, err := w.Update(t.Context(), by, g.ID, groups.Input{AttachPDF: optional.Set(true)})
	if err != nil || !got.AttachPDF || got.Name != "G" || !*got.GeneratePrivate || got.AutoExpiry.Unit != "year" || len(got.LearningOutcomes) != 1 ||
		!got.UpdatedAt.After(g.UpdatedAt) || !got.CreatedAt.Equal(g.CreatedAt) {
		t.Errorf("got %+v, %v", got, err)
	}
	var inherit *bool
	var never *groups.AutoExpiry
	got, err = w.Update(t.Context(), by, g.ID, groups.Input{GeneratePrivate: optional.Set(inherit), AutoExpiry: optional.Set(never)})
	if err != nil || got.GeneratePrivate != nil || got.AutoExpiry != nil {
		t.Errorf("emptied: %+v, %v", got, err)
	}
}

func TestDuplicatesCannotBeForbiddenWhileThereAreSome(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	g := w.create(t, by, named("G"))
	if _, err := w.Update(t.Context(), by, g.ID, groups.Input{AllowDuplicateRecipients: optional.Set(true)}); err != nil || !w.credentials.allowed[g.ID] {
		t.Fatalf("allow: %v", err)
	}
	w.credentials.duplicates = true
	if _, err := w.Update(t.Context(), by, g.ID, groups.Input{AllowDuplicateRecipients: optional.Set(false)}); !errors.Is(err, groups.ErrDuplicatesExist) {
		t.Errorf("forbid with duplicates: %v", err)
	}
	w.credentials.duplicates = false
	if got, err := w.Update(t.Context(), by, g.ID, groups.Input{AllowDuplicateRecipients: optional.Set(false)}); err != nil || got.AllowDuplicateRecipients || w.credentials.allowed[g.ID] {
		t.Errorf("forbid without: %+v, %v", got, err)
	}
}

func TestOnlyAnEmptyGroupIsDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	g := w.create(t, by, named("G"))
	exec := func(sql string, args ...any) {
		t.Helper()
		err := pg.InDepartment(t.Context(), w.pool, by.DepartmentID, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), sql, args...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, created_at, updated_at)
		values ($1, $2, gen_random_uuid(), 'abc12345', 'Ana', 'ana@example.com', '2026-01-01', false, 'k', now(), now())`, by.DepartmentID, g.ID)
	if _, err := w.Delete(t.Context(), by, g.ID); !errors.Is(err, groups.ErrHasCredentials) {
		t.Errorf("with a credential: %v", err)
	}
	exec("delete from credentials")
	if gone, err := w.Delete(t.Context(), by, g.ID); err != nil || gone.Name != "G" {
		t.Errorf("empty: %+v, %v", gone, err)
	}
	if _, err := w.Delete(t.Context(), by, g.ID); !errors.Is(err, groups.ErrNotFound) {
		t.Errorf("gone: %v", err)
	}
}

func TestACloneHasTheSettingsAndNoCredentials(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	in := named("Spring")
	in.CertificateDesignID, in.AttachPDF, in.State = optional.Set(w.design(t, by, "certificate")), optional.Set(true), optional.Set("archived")
	g := w.create(t, by, in)
	w.credentials.counts[g.ID] = groups.Counts{Published: 3}
	for _, want := range []string{"Copy Spring", "Copy 2 Spring", "Copy 3 Spring"} {
		c, err := w.Clone(t.Context(), by, g.ID, groups.Input{})
		if err != nil || c.Name != want || c.ID == g.ID || !c.AttachPDF || *c.PrimaryDesignID != *g.PrimaryDesignID || c.State != groups.Active || c.Counts.Published != 0 {
			t.Errorf("got %+v, %v", c, err)
		}
	}
	if c, err := w.Clone(t.Context(), by, g.ID, groups.Input{Name: optional.Set("Autumn"), AttachPDF: optional.Set(false)}); err != nil || c.Name != "Autumn" || c.AttachPDF {
		t.Errorf("with changes: %+v, %v", c, err)
	}
	if _, err := w.Clone(t.Context(), by, g.ID, groups.Input{Name: optional.Set("Spring")}); !errors.Is(err, groups.ErrNameTaken) {
		t.Errorf("with a taken name: %v", err)
	}
}

func TestWhatAnotherDepartmentHasIsNotFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	g := w.create(t, by, named("Spring"))
	for _, id := range []int64{g.ID, g.ID + 1000, -1} {
		_, read := w.Read(t.Context(), other, id)
		_, update := w.Update(t.Context(), other, id, named("Mine"))
		_, remove := w.Delete(t.Context(), other, id)
		_, clone := w.Clone(t.Context(), other, id, groups.Input{})
		for what, err := range map[string]error{"read": read, "update": update, "delete": remove, "clone": clone} {
			if !errors.Is(err, groups.ErrNotFound) {
				t.Errorf("%s %d: %v", what, id, err)
			}
		}
	}
	for _, q := range []groups.Query{{}, {IDs: []int64{g.ID}}, {Text: "Spring"}, {Text: fmt.Sprint(g.ID)}} {
		if found, err := w.Search(t.Context(), other, q); err != nil || found.Total != 0 || len(found.Items) != 0 {
			t.Errorf("search %+v: %+v, %v", q, found, err)
		}
	}
}

func TestViewersReadOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	g := w.create(t, by, named("Spring"))
	by.Role = access.Viewer
	_, create := w.Create(t.Context(), by, named("x"))
	_, update := w.Update(t.Context(), by, g.ID, named("x"))
	_, remove := w.Delete(t.Context(), by, g.ID)
	_, clone := w.Clone(t.Context(), by, g.ID, groups.Input{})
	for what, err := range map[string]error{"create": create, "update": update, "delete": remove, "clone": clone} {
		if !errors.Is(err, access.ErrDenied) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := w.Read(t.Context(), by, g.ID); err != nil {
		t.Error(err)
	}
}

func TestSearchFiltersSortsAndPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	certificate, badge := w.design(t, by, "certificate"), w.design(t, by, "badge")
	var ids []int64
	for i, names := range [][2]string{{"beta", "Zoology"}, {"Alpha", "Botany"}, {"gamma_1", "Botany II"}} {
		in := groups.Input{Name: optional.Set(names[0]), CourseName: optional.Set(names[1]), MetaData: optional.Set(map[string]any{"n": float64(i)})}
		switch i {
		case 1:
			in.CertificateDesignID = optional.Set(certificate)
		case 2:
			in.State, in.BadgeDesignID = optional.Set("archived"), optional.Set(badge)
		}
		ids = append(ids, w.create(t, by, in).ID)
		w.clock.Advance(24 * time.Hour)
	}
	w.credentials.counts[ids[0]] = groups.Counts{Drafts: 2, Published: 5}
	second := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	third := second.AddDate(0, 0, 1)
	for name, tc := range map[string]struct {
		q    groups.Query
		want string
	}{
		"last changed first":   {groups.Query{}, "gamma_1 Alpha beta"},
		"by name":              {groups.Query{Sort: "name"}, "Alpha beta gamma_1"},
		"by name, turned":      {groups.Query{Sort: "-name"}, "gamma_1 beta Alpha"},
		"by course":            {groups.Query{Sort: "course_name"}, "Alpha gamma_1 beta"},
		"oldest first":         {groups.Query{Sort: "created_at"}, "beta Alpha gamma_1"},
		"unknown order":        {groups.Query{Sort: "id; --"}, "gamma_1 Alpha beta"},
		"part of a name":       {groups.Query{Name: "ALPH"}, "Alpha"},
		"part of a course":     {groups.Query{CourseName: "botany"}, "gamma_1 Alpha"},
		"text in a name":       {groups.Query{Text: "bet"}, "beta"},
		"text in a course":     {groups.Query{Text: "zoo"}, "beta"},
		"text that is an id":   {groups.Query{Text: fmt.Sprint(ids[1])}, "Alpha"},
		"a percent sign":       {groups.Query{Name: "%"}, ""},
		"an underscore":        {groups.Query{Name: "_"}, "gamma_1"},
		"ids":                  {groups.Query{IDs: ids[:2], Sort: "name"}, "Alpha beta"},
		"no ids":               {groups.Query{IDs: []int64{}}, ""},
		"state":                {groups.Query{State: "archived"}, "gamma_1"},
		"unknown state":        {groups.Query{State: "gone"}, ""},
		"certificate design":   {groups.Query{DesignID: *certificate}, "Alpha"},
		"badge design":         {groups.Query{DesignID: *badge}, "gamma_1"},
		"unknown design":       {groups.Query{DesignID: 999999}, ""},
		"changed since":        {groups.Query{UpdatedFrom: &second}, "gamma_1 Alpha"},
		"changed before":       {groups.Query{UpdatedBefore: &third, Sort: "name"}, "Alpha beta"},
		"meta data":            {groups.Query{MetaData: map[string]any{"n": 1}}, "Alpha"},
		"second page":          {groups.Query{Sort: "name", Page: page.Request{Number: 2, Size: 2}}, "gamma_1"},
		"page past the end":    {groups.Query{Page: page.Request{Number: 50, Size: 2}}, ""},
		"page and size absurd": {groups.Query{Page: page.Request{Number: -1, Size: 1 << 30}, Sort: "name"}, "Alpha beta gamma_1"},
	} {
		found, err := w.Search(t.Context(), by, tc.q)
		var names []string
		for _, g := range found.Items {
			names = append(names, g.Name)
			if g.ID == ids[0] && g.Counts.Published != 5 {
				t.Errorf("%s: counts %+v", name, g.Counts)
			}
		}
		if got := strings.Join(names, " "); err != nil || got != tc.want {
			t.Errorf("%s: %q, want %q, %v", name, got, tc.want, err)
		}
	}
}
