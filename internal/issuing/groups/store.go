package groups

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"laurel/internal/issuing/groups/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

type store struct{ q *db.Queries }

func newStore() store { return store{db.New()} }

func (s store) insert(ctx context.Context, tx db.DBTX, g Group) (int64, error) {
	id, err := s.q.GroupInsert(ctx, tx, db.GroupInsertParams{
		DepartmentID: g.DepartmentID, Name: g.Name, CourseName: g.CourseName, Now: g.UpdatedAt,
	})
	if err != nil {
		return 0, refusal("insert group", g, err)
	}
	g.ID = id
	return id, s.update(ctx, tx, g)
}

func (s store) update(ctx context.Context, tx db.DBTX, g Group) error {
	p, err := toRow(g)
	if err != nil {
		return err
	}
	return refusal("update group", g, s.q.GroupUpdate(ctx, tx, p))
}

func (s store) writeDefaults(ctx context.Context, tx db.DBTX, departmentID int64, d Defaults, now time.Time) error {
	data, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("encode defaults of groups: %w", err)
	}
	if err := s.q.GroupDefaultsWrite(ctx, tx, db.GroupDefaultsWriteParams{DepartmentID: departmentID, Defaults: data, Now: now}); err != nil {
		return fmt.Errorf("write defaults of groups: %w", err)
	}
	return nil
}

// refusal translates constraint violations: a name that is taken, or a design that was deleted in the meantime.
func refusal(doing string, g Group, err error) error {
	switch {
	case err == nil:
		return nil
	case pg.Violates(err, "groups_department_name_key"):
		return ErrNameTaken.With("name", g.Name).At("name")
	case pg.Violates(err, "groups_certificate_design_fkey"):
		return errs.Field("certificate_design_id", "group.design_unknown")
	case pg.Violates(err, "groups_badge_design_fkey"):
		return errs.Field("badge_design_id", "group.design_unknown")
	}
	return fmt.Errorf("%s: %w", doing, err)
}

func (s store) lock(ctx context.Context, tx db.DBTX, departmentID, id int64) error {
	_, err := s.q.GroupLock(ctx, tx, db.GroupLockParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("lock group: %w", err)
	}
	return nil
}

func (s store) read(ctx context.Context, tx db.DBTX, departmentID, id int64) (Group, error) {
	row, err := s.q.GroupRead(ctx, tx, db.GroupReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Group{}, ErrNotFound
	}
	if err != nil {
		return Group{}, fmt.Errorf("read group: %w", err)
	}
	return fromRow(row.Group, row.DesignName, row.DesignVersion)
}

func (s store) delete(ctx context.Context, tx db.DBTX, departmentID, id int64) error {
	err := s.q.GroupDelete(ctx, tx, db.GroupDeleteParams{DepartmentID: departmentID, ID: id})
	if pg.Violates(err, "group_prerequisites_prerequisite_fkey") {
		return ErrIsPrerequisite
	}
	if pg.Code(err) == "23503" {
		return ErrHasCredentials
	}
	if err != nil {
		return fmt.Errorf("delete group: %w", err)
	}
	return nil
}

func (s store) taken(ctx context.Context, tx db.DBTX, departmentID int64, names []string) ([]string, error) {
	lower := make([]string, len(names))
	for i, name := range names {
		lower[i] = strings.ToLower(name)
	}
	taken, err := s.q.GroupNames(ctx, tx, db.GroupNamesParams{DepartmentID: departmentID, Names: lower})
	if err != nil {
		return nil, fmt.Errorf("read group names: %w", err)
	}
	return taken, nil
}

func (s store) designKinds(ctx context.Context, tx db.DBTX, departmentID int64, ids ...*int64) (map[int64]string, error) {
	var wanted []int64
	for _, id := range ids {
		if id != nil {
			wanted = append(wanted, *id)
		}
	}
	rows, err := s.q.DesignKinds(ctx, tx, db.DesignKindsParams{DepartmentID: departmentID, Ids: wanted})
	if err != nil {
		return nil, fmt.Errorf("read kinds of designs: %w", err)
	}
	kinds := make(map[int64]string, len(rows))
	for _, row := range rows {
		kinds[row.ID] = row.Kind
	}
	return kinds, nil
}

func (s store) list(ctx context.Context, tx db.DBTX, departmentID int64, q Query) (page.Page[Group], error) {
	var none page.Page[Group]
	meta, err := metaJSON(q.MetaData)
	if err != nil {
		return none, err
	}
	text := strings.TrimSpace(q.Text)
	id, _ := strconv.ParseInt(text, 10, 64) // what is no number is no id: 0
	count := db.GroupCountParams{
		DepartmentID: departmentID, ByIds: q.IDs != nil, Ids: q.IDs, Name: strings.TrimSpace(q.Name),
		CourseName: strings.TrimSpace(q.CourseName), Query: text, QueryID: id, Tag: strings.TrimSpace(q.Tag), State: q.State, DesignID: q.DesignID,
		UpdatedFrom: q.UpdatedFrom, UpdatedBefore: q.UpdatedBefore, MetaData: meta,
	}
	total, err := s.q.GroupCount(ctx, tx, count)
	if err != nil {
		return none, fmt.Errorf("count groups: %w", err)
	}
	rows, err := s.q.GroupList(ctx, tx, db.GroupListParams{
		DepartmentID: count.DepartmentID, ByIds: count.ByIds, Ids: count.Ids, Name: count.Name, CourseName: count.CourseName,
		Query: count.Query, QueryID: count.QueryID, Tag: count.Tag, State: count.State, DesignID: count.DesignID, UpdatedFrom: count.UpdatedFrom,
		UpdatedBefore: count.UpdatedBefore, MetaData: count.MetaData,
		Sort: sortOrder(q.Sort), Skip: q.Page.Offset(), MaxRows: q.Page.Limit(),
	})
	if err != nil {
		return none, fmt.Errorf("list groups: %w", err)
	}
	found := make([]Group, len(rows))
	for i, row := range rows {
		if found[i], err = fromRow(row.Group, row.DesignName, row.DesignVersion); err != nil {
			return none, err
		}
	}
	return page.Of(q.Page, found, total), nil
}

// sortOrder returns the sort order if it is supported, and most recently updated first otherwise.
func sortOrder(sort string) string {
	switch strings.TrimPrefix(sort, "-") {
	case "name", "course_name", "created_at", "updated_at":
		return sort
	}
	return "-updated_at"
}

func toRow(g Group) (db.GroupUpdateParams, error) {
	meta, err := metaJSON(g.MetaData)
	if err != nil {
		return db.GroupUpdateParams{}, err
	}
	settings, err := json.Marshal(g.Settings)
	if err != nil {
		return db.GroupUpdateParams{}, fmt.Errorf("encode settings: %w", err)
	}
	alignments, err := json.Marshal(g.Alignments)
	if err != nil {
		return db.GroupUpdateParams{}, fmt.Errorf("encode alignments: %w", err)
	}
	p := db.GroupUpdateParams{
		DepartmentID: g.DepartmentID, ID: g.ID, Name: g.Name, CourseName: g.CourseName, CourseDescription: g.CourseDescription,
		CourseLink: g.CourseLink, Language: g.Language, CertificateDesignID: g.CertificateDesignID, BadgeDesignID: g.BadgeDesignID,
		PrimaryDesignID: g.PrimaryDesignID, GeneratePrivateCredential: g.GeneratePrivate,
		AllowDuplicateCredentials: g.AllowDuplicateRecipients, AttachPdf: g.AttachPDF, SendEmails: g.SendEmails,
		AchievementType: g.AchievementType, LearningOutcomes: g.LearningOutcomes, Criteria: g.Criteria, CriteriaUrl: g.CriteriaURL,
		Alignments: alignments, Tags: g.Tags, SignupUrl: g.SignupURL, Settings: settings, MetaData: meta, State: string(g.State),
		PrerequisitesAfter: g.PrerequisitesAfter, PrerequisitesLost: string(g.PrerequisitesLost),
		Now: g.UpdatedAt,
	}
	if g.SkillCategoryID != nil {
		id := int32(*g.SkillCategoryID) //nolint:gosec // a known category
		p.SkillCategoryID = &id
	}
	if e := g.AutoExpiry; e != nil {
		amount := int32(e.Amount) //nolint:gosec // at most 36500
		p.AutoExpiryAmount, p.AutoExpiryUnit = &amount, &e.Unit
	}
	return p, nil
}

func fromRow(r db.Group, designName *string, designVersion *uuid.UUID) (Group, error) {
	g := Group{
		ID: r.ID, DepartmentID: r.DepartmentID, Name: r.Name, CourseName: r.CourseName, CourseDescription: r.CourseDescription,
		CourseLink: r.CourseLink, Language: r.Language, CertificateDesignID: r.CertificateDesignID, BadgeDesignID: r.BadgeDesignID,
		PrimaryDesignID: r.PrimaryDesignID, GeneratePrivate: r.GeneratePrivateCredential,
		AllowDuplicateRecipients: r.AllowDuplicateCredentials, AttachPDF: r.AttachPdf, SendEmails: r.SendEmails,
		AchievementType: r.AchievementType, LearningOutcomes: r.LearningOutcomes, Criteria: r.Criteria, CriteriaURL: r.CriteriaUrl,
		Tags: r.Tags, SignupURL: r.SignupUrl, State: State(r.State),
		PrerequisitesAfter: r.PrerequisitesAfter, PrerequisitesLost: Lost(r.PrerequisitesLost),
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
	}
	if r.AutoExpiryAmount != nil && r.AutoExpiryUnit != nil {
		g.AutoExpiry = &AutoExpiry{int(*r.AutoExpiryAmount), *r.AutoExpiryUnit}
	}
	if designName != nil {
		g.DesignName = *designName
	}
	if designVersion != nil {
		g.DesignVersion = *designVersion
	}
	if r.SkillCategoryID != nil {
		id := int64(*r.SkillCategoryID)
		g.SkillCategoryID = &id
	}
	if err := json.Unmarshal(r.MetaData, &g.MetaData); err != nil {
		return Group{}, fmt.Errorf("read meta data: %w", err)
	}
	var err error
	if g.Settings, err = ParseSettings(r.Settings); err != nil {
		return Group{}, err
	}
	if g.Alignments, err = ParseAlignments(r.Alignments); err != nil {
		return Group{}, err
	}
	return g, nil
}

// ParseSettings decodes stored settings. Missing fields get the defaults.
func ParseSettings(kept []byte) (Settings, error) {
	s := UsualSettings()
	if err := json.Unmarshal(kept, &s); err != nil {
		return s, fmt.Errorf("read settings of a group: %w", err)
	}
	return s, nil
}

// ParseAlignments decodes stored alignments.
func ParseAlignments(kept []byte) (all []Alignment, err error) {
	if string(kept) == "[]" { // as most are
		return []Alignment{}, nil
	}
	if err = json.Unmarshal(kept, &all); err != nil {
		return nil, fmt.Errorf("read alignments of a group: %w", err)
	}
	return all, nil
}

func metaJSON(meta map[string]any) ([]byte, error) {
	if meta == nil {
		return []byte("{}"), nil
	}
	data, err := json.Marshal(meta)
	if err != nil {
		return nil, fmt.Errorf("encode meta data: %w", err)
	}
	return data, nil
}
