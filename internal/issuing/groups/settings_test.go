package groups_test

import (
	"reflect"
	"slices"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/optional"
)

func TestWhatAGroupSaysOfItselfIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	in := named("Spring")
	category := int64(3)
	in.Criteria, in.CriteriaURL = optional.Set(" Sail around the isle. "), optional.Set("https://guild.example/criteria")
	in.SkillCategoryID, in.SignupURL = optional.Set(&category), optional.Set("https://guild.example/join")
	in.Tags = optional.Set([]string{" summer  school ", "Summer School", "", "isle"})
	in.Alignments = optional.Set([]groups.Alignment{{Framework: "ESCO", Code: "S1.2", URL: "https://esco.example/s12", Name: "Sailing"}})
	in.Settings = groups.SettingsInput{
		PageLanguage: optional.Set("DE"), IndexingAllowed: optional.Set(false), EarnersShow: optional.Set(true), DownloadAction: optional.Set("owner"),
		SenderName: optional.Set("The Guild"), ReplyTo: optional.Set("office@guild.example"), BCC: optional.Set([]string{"archive@guild.example"}),
		EvidenceAllowed: optional.Set(false),
	}
	made := w.create(t, by, in)
	got, err := w.Read(t.Context(), by, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := groups.UsualSettings()
	want.PageLanguage, want.IndexingAllowed, want.EarnersShow, want.EvidenceAllowed = "de", false, true, false
	want.Actions.Download = groups.ForOwners
	want.Sender = groups.Sender{Name: "The Guild", ReplyTo: "office@guild.example", CC: []string{}, BCC: []string{"archive@guild.example"}}
	if !reflect.DeepEqual(got.Settings, want) {
		t.Errorf("settings %+v", got.Settings)
	}
	if got.Criteria != "Sail around the isle." || *got.SkillCategoryID != 3 || !slices.Equal(got.Tags, []string{"summer school", "isle"}) ||
		len(got.Alignments) != 1 || got.Alignments[0].Code != "S1.2" {
		t.Errorf("got %+v", got)
	}
}

func TestDefaultsAreForNewGroupsOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	before := w.create(t, by, named("Before"))
	private := true
	d, err := w.UpdateDefaults(t.Context(), by, groups.Input{
		Name: optional.Set("ignored"), Language: optional.Set("de"), GeneratePrivate: optional.Set(&private), SendEmails: optional.Set(false),
		AutoExpiry: optional.Set(&groups.AutoExpiry{Amount: 2, Unit: "year"}), Settings: groups.SettingsInput{ShareAction: optional.Set("hidden")},
	})
	if err != nil || d.Language != "de" || d.Settings.Actions.Share != groups.ForNobody {
		t.Fatalf("%+v, %v", d, err)
	}
	after := w.create(t, by, named("After"))
	if after.Language != "de" || !*after.GeneratePrivate || after.SendEmails || after.AutoExpiry.Amount != 2 || after.Settings.Actions.Share != groups.ForNobody {
		t.Errorf("a new group: %+v", after)
	}
	told := named("Told")
	told.Language = optional.Set("ar")
	if g := w.create(t, by, told); g.Language != "ar" {
		t.Errorf("what is told does not win: %s", g.Language)
	}
	for actor, id := range map[access.Actor]int64{by: before.ID, other: w.create(t, other, named("Theirs")).ID} {
		if g, err := w.Read(t.Context(), actor, id); err != nil || g.Language != "en" || g.Settings.Actions.Share != groups.ForAll || !g.SendEmails {
			t.Errorf("changed too: %+v, %v", g, err)
		}
	}
	if _, err := w.UpdateDefaults(t.Context(), by, groups.Input{Language: optional.Set("xx")}); !refuses(err, "language", "unknown_language") {
		t.Errorf("wrong defaults: %v", explain(err))
	}
}

func TestTagsFindGroups(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	for name, tags := range map[string][]string{"A": {"isle", "summer"}, "B": {"isle"}, "C": {}} {
		in := named(name)
		in.Tags = optional.Set(tags)
		w.create(t, by, in)
	}
	theirs := named("Theirs")
	theirs.Tags = optional.Set([]string{"isle", "secret"})
	w.create(t, other, theirs)
	for query, want := range map[*groups.Query]int{
		{Tag: "isle"}: 2, {Tag: "summer"}: 1, {Tag: "sum"}: 0, {Text: "summ"}: 1, {Tag: "secret"}: 0, {}: 3,
	} {
		if found, err := w.Search(t.Context(), by, *query); err != nil || found.Total != int64(want) || len(found.Items) != want {
			t.Errorf("%+v: %d, %v", query, found.Total, err)
		}
	}
	tags, err := w.Tags(t.Context(), by, "")
	if err != nil || !slices.Equal(tags, []groups.Tag{{Name: "isle", Groups: 2}, {Name: "summer", Groups: 1}}) {
		t.Errorf("%+v, %v", tags, err)
	}
}

func TestSkillsAreSuggestedFromWhatWasUsedAndWhatIsCommon(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	in := named("A")
	in.LearningOutcomes = optional.Set([]string{"Knot craft", "Teamwork"})
	w.create(t, by, in)
	if got, err := w.SuggestSkills(t.Context(), by, "en", "team"); err != nil || !slices.Equal(got, []string{"Teamwork"}) {
		t.Errorf("team: %v, %v", got, err)
	}
	if got, _ := w.SuggestSkills(t.Context(), by, "de", "zeit"); !slices.Equal(got, []string{"Zeitmanagement"}) {
		t.Errorf("zeit: %v", got)
	}
	if got, _ := w.SuggestSkills(t.Context(), other, "en", "knot"); len(got) != 0 {
		t.Errorf("another department's: %v", got)
	}
	if got, _ := w.SuggestSkills(t.Context(), by, "en", ""); len(got) != 20 || got[0] != "Knot craft" {
		t.Errorf("all: %v", got)
	}
}
