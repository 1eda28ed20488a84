package blueprints

import (
	"context"
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/optional"
)

func (f *planner) keepAttribute(ctx context.Context, m matched[attribute]) error {
	if m.was == nil {
		_, err := f.Attributes.Create(ctx, f.by, attributes.Create{Name: m.want.Name, Kind: m.want.Kind, Key: m.want.Key})
		return err
	}
	_, err := f.Attributes.Update(ctx, f.by, attributes.Update{ID: m.was.id, Name: &m.want.Name, Kind: m.want.Kind})
	return err
}

func designKey(kind, name string) string { return kind + "\n" + strings.ToLower(name) }

// matchDesigns reads the files of designs. Their images are compared by content: a replaced image is another one.
func (f *planner) matchDesigns() ([]matched[design], error) {
	all, err := match(f.in.Files, designKind, f.now.designs)
	if err != nil {
		return nil, err
	}
	for _, d := range f.now.designs {
		f.ids[designKey(d.value.kind(), d.value.Name)] = d.id
	}
	for i := range all {
		doc, err := json.Marshal(all[i].want.Document)
		if err != nil {
			return nil, err
		}
		doc, err = designs.WithPictures(doc, func(field, file string) (string, error) { return f.picture(all[i].file, field, file) })
		if err != nil {
			return nil, f.refusal(all[i].file, err)
		}
		all[i].want.Document = nil
		if err := decode(doc, &all[i].want.Document); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// picture reads the file of an image and returns the name derived from its content.
func (f *planner) picture(from, field, file string) (string, error) {
	if !strings.HasPrefix(file, pictureFolder+"/") || !fs.ValidPath(file) {
		return file, nil // ours, or what is refused for not being an upload
	}
	data, err := readFile(f.in.Files, file)
	if err != nil {
		return "", refuse(from, "document."+field, "there is no file %s that can be read", file)
	}
	name := pictureFile(data, strings.ToLower(strings.TrimPrefix(path.Ext(file), ".")))
	if _, has := f.now.pictures[name]; !has {
		f.fresh[name] = data
	}
	return name, nil
}

// address returns the URL of an image once it is uploaded.
func (f *planner) address(ctx context.Context, file string) (string, error) {
	if p, has := f.now.pictures[file]; has {
		return p.url, nil
	}
	data, known := f.fresh[file]
	if !known {
		return file, nil
	}
	made, err := f.Uploads.Add(ctx, f.by, path.Base(file), data)
	if err != nil {
		return "", err
	}
	f.added = append(f.added, made.URL)
	f.now.pictures[file] = picture{made.URL, data}
	return made.URL, nil
}

func (f *planner) keepDesign(ctx context.Context, m matched[design]) error {
	doc, err := json.Marshal(m.want.Document)
	if err != nil {
		return err
	}
	doc, err = designs.WithPictures(doc, func(_, file string) (string, error) { return f.address(ctx, file) })
	if err != nil {
		return err
	}
	whole := map[string]any{}
	if err := decode(doc, &whole); err != nil {
		return err
	}
	meta := m.want.MetaData
	if meta == nil {
		meta = map[string]any{}
	}
	maps.Copy(whole, map[string]any{"name": m.want.Name, "meta_data": meta})
	if doc, err = json.Marshal(whole); err != nil {
		return err
	}
	var kept designs.Design
	if m.was == nil {
		kept, err = f.Designs.Create(ctx, f.by, designs.Save{Design: doc})
	} else { // what was issued keeps its version, and whoever applies the plan has seen it
		kept, err = f.Designs.Update(ctx, f.by, m.was.id, designs.Save{Design: doc, Confirm: true})
	}
	f.ids[designKey(m.want.kind(), m.want.Name)] = kept.ID
	return err
}

// matchGroups reads the files of groups, which may refer to designs that exist or will be created.
func (f *planner) matchGroups(ctx context.Context, will []matched[design]) ([]matched[group], error) {
	defaults, err := f.Groups.ReadDefaults(ctx, f.by)
	if err != nil {
		return nil, err
	}
	fresh := groupFile(groups.Group{
		Language: defaults.Language, GeneratePrivate: defaults.GeneratePrivate, AllowDuplicateRecipients: defaults.AllowDuplicateRecipients,
		AttachPDF: defaults.AttachPDF, SendEmails: defaults.SendEmails, AchievementType: defaults.AchievementType, AutoExpiry: defaults.AutoExpiry,
		Settings: defaults.Settings, State: groups.Active, LearningOutcomes: []string{}, Alignments: []groups.Alignment{}, Tags: []string{},
		MetaData: map[string]any{}, PrerequisitesLost: groups.LostKeep,
	}, nil)
	all, err := match(f.in.Files, groupKind(fresh), f.now.groups)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for key := range f.ids {
		known[key] = true
	}
	for _, d := range will {
		known[designKey(d.want.kind(), d.want.Name)] = true
	}
	for _, g := range all {
		for field, ref := range map[string]*string{"certificate": g.want.CertificateDesign, "badge": g.want.BadgeDesign} {
			if ref != nil && !known[designKey(field, *ref)] {
				return nil, refuse(g.file, field+"_design", "no %s is called %q", field, *ref)
			}
		}
		if p := g.want.PrimaryDesign; p != "" && p != string(designs.Certificate) && p != string(designs.Badge) {
			return nil, refuse(g.file, "primary_design", "has to be certificate or badge")
		}
	}
	return all, nil
}

func (f *planner) keepGroup(ctx context.Context, m matched[group]) error {
	in := f.input(m.want)
	if m.was != nil {
		_, err := f.Groups.Update(ctx, f.by, m.was.id, in)
		return err
	}
	made, err := f.Groups.Create(ctx, f.by, in)
	f.groupIDs[strings.ToLower(m.want.Name)] = made.ID
	return err
}

// joinGroups sets the prerequisites that the files name, which may have been created just now. Earlier prerequisites are removed first,
// so that two groups may swap places.
func (f *planner) joinGroups(all []matched[group]) error {
	names := map[string]bool{}
	for _, g := range f.now.groups {
		if f.in.Prune || slices.ContainsFunc(all, func(m matched[group]) bool { return m.was != nil && m.was.id == g.id }) {
			continue // goes, or is called as its file says
		}
		names[strings.ToLower(g.value.Name)], f.groupIDs[strings.ToLower(g.value.Name)] = true, g.id
	}
	for _, m := range all {
		names[strings.ToLower(m.want.Name)] = true
		if m.was != nil {
			f.groupIDs[strings.ToLower(m.want.Name)] = m.was.id
		}
	}
	var taken, given []step
	for _, m := range all {
		for _, name := range m.want.Prerequisites {
			if !names[strings.ToLower(name)] {
				return refuse(m.file, "prerequisites", "no group is called %q", name)
			}
		}
		if m.was != nil && slices.Equal(m.was.value.Prerequisites, m.want.Prerequisites) {
			continue
		}
		if m.was != nil && len(m.was.value.Prerequisites) > 0 {
			taken = append(taken, f.asking(m, nil))
		}
		if len(m.want.Prerequisites) > 0 {
			given = append(given, f.asking(m, m.want.Prerequisites))
		}
	}
	f.steps = append(f.steps, append(taken, given...)...)
	return nil
}

// asking is the part of a group's change that sets its prerequisites.
func (f *planner) asking(m matched[group], names []string) step {
	return step{Change{File: m.file}, func(ctx context.Context) error {
		ids := make([]int64, len(names))
		for i, name := range names {
			ids[i] = f.groupIDs[strings.ToLower(name)]
		}
		_, err := f.Groups.Update(ctx, f.by, f.groupIDs[strings.ToLower(m.want.Name)], groups.Input{Prerequisites: optional.Set(ids)})
		return err
	}}
}

// input returns a group as the input of its service.
func (f *planner) input(g group) groups.Input {
	id := func(kind designs.Kind, name *string) *int64 {
		if name == nil {
			return nil
		}
		id := f.ids[designKey(string(kind), *name)]
		return &id
	}
	in := groups.Input{
		Name: optional.Set(g.Name), State: optional.Set(g.State), CourseName: optional.Set(g.CourseName),
		CourseDescription: optional.Set(g.CourseDescription), CourseLink: optional.Set(g.CourseLink), SignupURL: optional.Set(g.SignupURL), LTILink: optional.Set(g.Settings.LTILink),
		Language: optional.Set(g.Language), CertificateDesignID: optional.Set(id(designs.Certificate, g.CertificateDesign)),
		BadgeDesignID: optional.Set(id(designs.Badge, g.BadgeDesign)), AchievementType: optional.Set(g.AchievementType),
		Criteria: optional.Set(g.Criteria), CriteriaURL: optional.Set(g.CriteriaURL), LearningOutcomes: optional.Set(g.Skills),
		SkillCategoryID: optional.Set(g.SkillCategory), Alignments: optional.Set(g.Alignments), Tags: optional.Set(g.Tags),
		GeneratePrivate: optional.Set(g.GeneratePrivate), AllowDuplicateRecipients: optional.Set(g.AllowDuplicateRecipients),
		Duplicates: optional.Set(string(g.Settings.Duplicates(g.AllowDuplicateRecipients))),
		AttachPDF:  optional.Set(g.AttachPDF), SendEmails: optional.Set(g.SendEmails), MetaData: optional.Set(g.MetaData),
		PrerequisitesAfter: optional.Set(g.PrerequisitesAfter), PrerequisitesLost: optional.Set(g.PrerequisitesLost),
		Settings: settings(g.Settings), AutoExpiry: optional.Set[*groups.AutoExpiry](nil),
	}
	if g.AutoExpiry != nil {
		in.AutoExpiry.Value = &groups.AutoExpiry{Amount: g.AutoExpiry.Amount, Unit: g.AutoExpiry.Unit}
	}
	switch designs.Kind(g.PrimaryDesign) {
	case designs.Certificate:
		in.PrimaryDesignID = optional.Set(in.CertificateDesignID.Value)
	case designs.Badge:
		in.PrimaryDesignID = optional.Set(in.BadgeDesignID.Value)
	}
	return in
}

func settings(s groups.Settings) groups.SettingsInput {
	return groups.SettingsInput{
		PageLanguage: optional.Set(s.PageLanguage), IndexingAllowed: optional.Set(s.IndexingAllowed),
		OrganizationLinkShow: optional.Set(s.OrganizationLinkShow), CourseLinkShow: optional.Set(s.CourseLinkShow),
		SignupURLShow: optional.Set(s.SignupURLShow), EarnersShow: optional.Set(s.EarnersShow),
		ShareAction: optional.Set(string(s.Actions.Share)), DownloadAction: optional.Set(string(s.Actions.Download)),
		LinkedInAction: optional.Set(string(s.Actions.LinkedIn)), VerifyAction: optional.Set(string(s.Actions.Verify)),
		SenderName: optional.Set(s.Sender.Name), ReplyTo: optional.Set(s.Sender.ReplyTo), CC: optional.Set(s.Sender.CC), BCC: optional.Set(s.Sender.BCC),
		EvidenceAllowed: optional.Set(s.EvidenceAllowed), ReferencesAllowed: optional.Set(s.ReferencesAllowed),
		EvidenceApproval: optional.Set(s.EvidenceApproval), EvidenceRequired: optional.Set(s.EvidenceRequired),
		GradeBands: optional.Set(s.GradeBands), LeastGrade: optional.Set(s.LeastGrade),
	}
}
