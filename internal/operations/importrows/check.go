package importrows

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/attributes"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/importrows/internal/db"
	"laurel/internal/platform/errs"
)

// Checker validates rows against the department's data. It caches groups and images across chunks.
type Checker struct {
	s      *Service
	By     access.Actor
	Plan   *Plan
	groups map[string]*group // by number and by name in lower case; nil: there is none
	seen   map[string]int    // what a row is about, and the first row that is
	People map[string]bool   // who gets a first credential by these rows
	known  map[string]bool   // who has one already
	images map[string]image
}

type group struct {
	id                          int64
	archived, designed, repeats bool
	leastGrade                  float64 // that is published; -1 where each is, and none too
	replaces                    bool    // a row for somebody who has one changes that one
}

// image is the result of loading an image that a row references.
type image struct{ url, refusal string }

// Checker returns a Checker for a sheet, with the rights of an actor.
func (s *Service) Checker(ctx context.Context, tx pgx.Tx, by access.Actor, sheet Sheet) (*Checker, error) {
	kinds, err := s.attributes.KindsTx(ctx, tx, sheet.DepartmentID)
	if err != nil {
		return nil, err
	}
	c := &Checker{
		s: s, By: by, groups: map[string]*group{}, seen: map[string]int{}, People: map[string]bool{}, known: map[string]bool{},
		images: map[string]image{},
	}
	c.Plan = newPlan(sheet, kinds, map[int64]map[string]bool{}, s.clock.Now())
	return c, nil
}

// Check parses and validates rows, with a few queries for all of them.
func (c *Checker) Check(ctx context.Context, tx pgx.Tx, rows []Row) ([]*Record, error) {
	records := make([]*Record, len(rows))
	for i, row := range rows {
		records[i] = c.Plan.record(row.Number, row.Cells)
	}
	if err := c.learnGroups(ctx, tx, records); err != nil {
		return nil, err
	}
	f, err := c.lookUp(ctx, tx, records)
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		if err := c.checkOne(ctx, r, f); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// learnGroups looks up the groups that the rows name and that are not cached yet.
func (c *Checker) learnGroups(ctx context.Context, tx pgx.Tx, records []*Record) error {
	p := db.LookupGroupsParams{DepartmentID: c.By.DepartmentID, Ids: []int64{}, Names: []string{}}
	ask := func(text string) {
		name := strings.ToLower(text)
		if _, asked := c.groups[name]; asked || name == "" {
			return
		}
		c.groups[name] = nil
		p.Names = append(p.Names, name)
		if id, err := strconv.ParseInt(name, 10, 64); err == nil {
			p.Ids = append(p.Ids, id)
		}
	}
	if id := c.Plan.settings.GroupID; id != nil {
		ask(strconv.FormatInt(*id, 10))
	}
	for _, r := range records {
		ask(r.group)
	}
	if len(p.Names) == 0 {
		return nil
	}
	rows, err := c.s.q.LookupGroups(ctx, tx, p)
	if err != nil {
		return fmt.Errorf("look up groups: %w", err)
	}
	var ids []int64
	for _, row := range rows {
		g := &group{id: row.ID, archived: row.State == "archived", designed: row.Designed != nil && *row.Designed, repeats: row.AllowDuplicateCredentials, leastGrade: row.LeastGrade}
		g.replaces = row.ReplaceDuplicates && !g.repeats
		c.groups[row.Name] = g
		c.groups[strconv.FormatInt(row.ID, 10)] = g
		ids = append(ids, row.ID)
	}
	shows, err := c.s.Shows(ctx, tx, c.By.DepartmentID, ids)
	maps.Copy(c.Plan.shows, shows)
	return err
}

// MissingGroups returns the groups that rows name and the department does not have, each once.
func (c *Checker) MissingGroups(ctx context.Context, tx pgx.Tx, rows []Row) ([]string, error) {
	var records []*Record
	for _, row := range rows {
		records = append(records, c.Plan.record(row.Number, row.Cells))
	}
	if err := c.learnGroups(ctx, tx, records); err != nil {
		return nil, err
	}
	var names []string
	asked := map[string]bool{}
	for _, r := range records {
		if name := strings.ToLower(r.group); name != "" && c.groups[name] == nil && !asked[name] {
			asked[name] = true
			names = append(names, r.group)
		}
	}
	return names, nil
}

func (c *Checker) checkOne(ctx context.Context, r *Record, f found) error {
	g := c.groupOf(r)
	if c.Plan.settings.Mode != Create {
		c.find(r, g, f)
	}
	if r.Target == nil && g != nil && g.replaces && c.Plan.settings.Mode != Update {
		r.Target = f.held(r.Email, g)
	}
	if r.Target == nil {
		if c.Plan.settings.Mode == Update {
			c.noTarget(r)
		} else {
			c.checkGroup(r, g)
		}
	}
	c.pictures(ctx, r)
	if err := c.checkValues(r); err != nil {
		return err
	}
	c.twins(r, g, f)
	var shows map[string]bool
	if g != nil {
		shows = c.Plan.shows[g.id]
	}
	c.Plan.addWarnings(r, shows)
	if r.Target == nil && g != nil {
		c.Plan.suffices(r, g.leastGrade)
	}
	return nil
}

// replaces reports whether, in any cached group, a new credential updates the recipient's existing one.
func (c *Checker) replaces() bool {
	for _, g := range c.groups {
		if g != nil && g.replaces {
			return true
		}
	}
	return false
}

// groupOf returns the group of a row, or nil if there is none.
func (c *Checker) groupOf(r *Record) *group {
	g := c.groups[strings.ToLower(r.group)]
	if r.group == "" && c.Plan.settings.GroupID != nil {
		g = c.groups[strconv.FormatInt(*c.Plan.settings.GroupID, 10)]
	}
	if g != nil {
		r.groupID = g.id
		r.Input.GroupID = g.id
	}
	return g
}

func (c *Checker) checkGroup(r *Record, g *group) {
	switch {
	case g == nil && r.group == "" && c.Plan.settings.GroupID == nil:
		r.wrong(c.Plan, "group_required", toGroup)
	case g == nil && r.group != "" && c.Plan.settings.CreateGroups && c.Plan.settings.GroupID != nil:
		// The group will be created as a copy of the selected one.
	case g == nil:
		r.wrong(c.Plan, "unknown_group", toGroup)
	case g.archived:
		r.wrong(c.Plan, "group_archived", toGroup)
	case !g.designed:
		r.wrong(c.Plan, "group_without_design", toGroup)
	}
}

// find looks up the credential that the row refers to.
func (c *Checker) find(r *Record, g *group, f found) {
	var ids []int64
	if c.Plan.settings.Key == ByEmail {
		for _, row := range f.people[r.Email] {
			if g == nil || row.GroupID == g.id {
				ids = append(ids, row.Live...)
			}
		}
	} else if r.key != "" {
		ids = f.keys[r.key]
		if u, err := uuid.Parse(r.key); err == nil && c.Plan.settings.Key == ByUUID {
			ids = f.keys[u.String()]
		}
	}
	switch {
	case len(ids) > 1:
		r.wrong(c.Plan, "key_matches_several", KeyTargets[c.Plan.settings.Key])
	case len(ids) == 1:
		if t, ok := f.targets[ids[0]]; ok {
			r.Target = &t
		}
	}
	if r.Target == nil {
		return
	}
	if c.Plan.settings.Mode == Replace {
		r.whole()
	}
	if c.Plan.settings.RecipientData == LeaveRecipients {
		r.leaveRecipient()
	}
}

func (c *Checker) noTarget(r *Record) {
	at := KeyTargets[c.Plan.settings.Key]
	switch wrong, _ := r.Counts(); {
	case r.key == "":
		r.wrong(c.Plan, "key_required", at)
	case wrong == 0 || !slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Code == "key_matches_several" }):
		r.wrong(c.Plan, "unknown_key", at)
	}
}

// checkValues checks the values against the rules for credentials.
func (c *Checker) checkValues(r *Record) error {
	base := credentials.Credential{CustomAttributes: map[string]any{}, IssuedOn: c.Plan.today.Truncate(24 * time.Hour)}
	if t := r.Target; t != nil {
		base.Recipient.Name, base.Recipient.Email, base.IssuedOn, base.ExpiredOn = t.name, t.Email, t.issued, t.expires
	} else if c.Plan.settings.Mode == Update {
		return nil // there is nothing to hold it against
	}
	if err := r.Input.Check(base, c.Plan.kinds); err != nil {
		return r.refused(c.Plan, err)
	}
	return nil
}

// pictures loads the images that the row references.
func (c *Checker) pictures(ctx context.Context, r *Record) {
	for key, value := range r.Input.CustomAttributes.Value {
		if c.Plan.kinds[key] != attributes.Image {
			continue
		}
		address, _ := value.(string)
		img, ok := c.images[address]
		if !ok {
			used, err := c.s.images.Use(ctx, c.By, address)
			img.url = used.URL
			if err != nil {
				img.refusal = "picture"
			}
			c.images[address] = img
		}
		if img.refusal != "" {
			r.wrong(c.Plan, img.refusal, customPrefix+key)
			delete(r.Input.CustomAttributes.Value, key)
			continue
		}
		r.Input.CustomAttributes.Value[key] = img.url
	}
}

// twins adds problems for duplicates of license IDs, target credentials and recipients, in the database or in earlier rows of the file.
func (c *Checker) twins(r *Record, g *group, f found) {
	if license := r.Input.LicenseID.Value; license != "" {
		owner := f.license[license]
		if owner != 0 && (r.Target == nil || r.Target.ID != owner) {
			r.wrong(c.Plan, "license_taken", ToLicenseID)
		}
		if first := c.first("license "+license, r.Number); first != 0 && owner == 0 {
			r.add(c.Plan, Wrong, "duplicate_in_file", ToLicenseID, ToLicenseID, map[string]any{"row": first})
		}
	}
	if r.Target != nil {
		if first := c.first("credential "+strconv.FormatInt(r.Target.ID, 10), r.Number); first != 0 {
			r.add(c.Plan, Warning, "duplicate_in_file", KeyTargets[c.Plan.settings.Key], KeyTargets[c.Plan.settings.Key], map[string]any{"row": first})
		}
		return
	}
	if r.Email == "" || c.Plan.settings.Mode == Update {
		return
	}
	severity := Wrong
	if g != nil && g.repeats {
		severity = Warning
	}
	for _, row := range f.people[r.Email] {
		c.known[r.Email] = c.known[r.Email] || row.Issued
		if g != nil && row.GroupID == g.id && len(row.Live) > 0 {
			r.add(c.Plan, severity, "duplicate_in_group", ToEmail, ToEmail, nil)
		}
		if typed := row.Typed; typed != r.Input.RecipientEmail.Value && !slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Code == "email_case" }) {
			r.add(c.Plan, Warning, "email_case", ToEmail, ToEmail, map[string]any{"typed": typed})
		}
	}
	about := strings.ToLower(r.group)
	if g != nil {
		about = strconv.FormatInt(g.id, 10)
	}
	if first := c.first("email "+about+" "+r.Email, r.Number); first != 0 {
		r.add(c.Plan, severity, "duplicate_in_file", ToEmail, ToEmail, map[string]any{"row": first})
	}
	if wrong, _ := r.Counts(); wrong == 0 && !c.known[r.Email] {
		c.People[r.Email] = true
	}
}

// first returns the number of the earlier row with the same subject, or 0 if there is none.
func (c *Checker) first(about string, number int) int {
	if first, ok := c.seen[about]; ok {
		return first
	}
	c.seen[about] = number
	return 0
}

// Failure returns the code of why a row finally failed.
func Failure(p *Plan, r *Record, err error) (*Notice, error) {
	if err != nil {
		if _, refusal := err.(*errs.Error); !refusal { //nolint:errorlint // only refusals are told; they come unwrapped
			return nil, err
		}
		before := len(r.Problems)
		if err := r.refused(p, err); err != nil {
			return nil, err
		}
		r.Problems = r.Problems[before:]
	}
	for _, problem := range r.Problems {
		if problem.Severity == Wrong {
			return &Notice{Code: problem.Code, Params: problem.Params}, nil
		}
	}
	return &Notice{Code: "invalid"}, nil
}

// CheckGroupTx returns an error for a field if the department has no such group.
func (s *Service) CheckGroupTx(ctx context.Context, tx pgx.Tx, by access.Actor, id *int64, field string) error {
	if id == nil {
		return nil
	}
	rows, err := s.q.LookupGroups(ctx, tx, db.LookupGroupsParams{DepartmentID: by.DepartmentID, Ids: []int64{*id}, Names: []string{}})
	if err != nil {
		return fmt.Errorf("look up group: %w", err)
	}
	if len(rows) == 0 {
		return errs.Field(field, "group.not_found")
	}
	return nil
}
