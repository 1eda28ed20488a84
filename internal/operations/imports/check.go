package imports

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
	"laurel/internal/operations/imports/internal/db"
	"laurel/internal/platform/errs"
)

// checker validates rows against the department's data. It caches groups and images across chunks.
type checker struct {
	s      *Service
	by     access.Actor
	plan   *plan
	groups map[string]*group // by number and by name in lower case; nil: there is none
	seen   map[string]int    // what a row is about, and the first row that is
	people map[string]bool   // who gets a first credential by these rows
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

func (s *Service) checker(ctx context.Context, tx pgx.Tx, by access.Actor, i Import) (*checker, error) {
	kinds, err := s.attributes.KindsTx(ctx, tx, i.DepartmentID)
	if err != nil {
		return nil, err
	}
	c := &checker{
		s: s, by: by, groups: map[string]*group{}, seen: map[string]int{}, people: map[string]bool{}, known: map[string]bool{},
		images: map[string]image{},
	}
	c.plan = newPlan(i, kinds, map[int64]map[string]bool{}, s.clock.Now())
	return c, nil
}

// check parses and validates rows, with a few queries for all of them.
func (c *checker) check(ctx context.Context, tx pgx.Tx, rows []Row) ([]*record, error) {
	records := make([]*record, len(rows))
	for i, row := range rows {
		records[i] = c.plan.record(row.Number, row.Cells)
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
func (c *checker) learnGroups(ctx context.Context, tx pgx.Tx, records []*record) error {
	p := db.LookupGroupsParams{DepartmentID: c.by.DepartmentID, Ids: []int64{}, Names: []string{}}
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
	if id := c.plan.settings.GroupID; id != nil {
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
	shows, err := c.s.shows(ctx, tx, c.by.DepartmentID, ids)
	maps.Copy(c.plan.shows, shows)
	return err
}

func (c *checker) checkOne(ctx context.Context, r *record, f found) error {
	g := c.groupOf(r)
	if c.plan.settings.Mode != Create {
		c.find(r, g, f)
	}
	if r.target == nil && g != nil && g.replaces && c.plan.settings.Mode != Update {
		r.target = f.held(r.email, g)
	}
	if r.target == nil {
		if c.plan.settings.Mode == Update {
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
		shows = c.plan.shows[g.id]
	}
	c.plan.doubts(r, shows)
	if r.target == nil && g != nil {
		c.plan.suffices(r, g.leastGrade)
	}
	return nil
}

// replaces reports whether, in any cached group, a new credential updates the recipient's existing one.
func (c *checker) replaces() bool {
	for _, g := range c.groups {
		if g != nil && g.replaces {
			return true
		}
	}
	return false
}

// groupOf returns the group of a row, or nil if there is none.
func (c *checker) groupOf(r *record) *group {
	g := c.groups[strings.ToLower(r.group)]
	if r.group == "" && c.plan.settings.GroupID != nil {
		g = c.groups[strconv.FormatInt(*c.plan.settings.GroupID, 10)]
	}
	if g != nil {
		r.groupID = g.id
		r.in.GroupID = g.id
	}
	return g
}

func (c *checker) checkGroup(r *record, g *group) {
	switch {
	case g == nil && r.group == "" && c.plan.settings.GroupID == nil:
		r.wrong(c.plan, "group_required", toGroup)
	case g == nil && r.group != "" && c.plan.settings.CreateGroups && c.plan.settings.GroupID != nil:
		// The group will be created as a copy of the selected one.
	case g == nil:
		r.wrong(c.plan, "unknown_group", toGroup)
	case g.archived:
		r.wrong(c.plan, "group_archived", toGroup)
	case !g.designed:
		r.wrong(c.plan, "group_without_design", toGroup)
	}
}

// find looks up the credential that the row refers to.
func (c *checker) find(r *record, g *group, f found) {
	var ids []int64
	if c.plan.settings.Key == ByEmail {
		for _, row := range f.people[r.email] {
			if g == nil || row.GroupID == g.id {
				ids = append(ids, row.Live...)
			}
		}
	} else if r.key != "" {
		ids = f.keys[r.key]
		if u, err := uuid.Parse(r.key); err == nil && c.plan.settings.Key == ByUUID {
			ids = f.keys[u.String()]
		}
	}
	switch {
	case len(ids) > 1:
		r.wrong(c.plan, "key_matches_several", keyTargets[c.plan.settings.Key])
	case len(ids) == 1:
		if t, ok := f.targets[ids[0]]; ok {
			r.target = &t
		}
	}
	if r.target == nil {
		return
	}
	if c.plan.settings.Mode == Replace {
		r.whole()
	}
	if c.plan.settings.RecipientData == LeaveRecipients {
		r.leaveRecipient()
	}
}

func (c *checker) noTarget(r *record) {
	at := keyTargets[c.plan.settings.Key]
	switch wrong, _ := r.counts(); {
	case r.key == "":
		r.wrong(c.plan, "key_required", at)
	case wrong == 0 || !slices.ContainsFunc(r.problems, func(p Problem) bool { return p.Code == "key_matches_several" }):
		r.wrong(c.plan, "unknown_key", at)
	}
}

// checkValues checks the values against the rules for credentials.
func (c *checker) checkValues(r *record) error {
	base := credentials.Credential{CustomAttributes: map[string]any{}, IssuedOn: c.plan.today.Truncate(24 * time.Hour)}
	if t := r.target; t != nil {
		base.Recipient.Name, base.Recipient.Email, base.IssuedOn, base.ExpiredOn = t.name, t.email, t.issued, t.expires
	} else if c.plan.settings.Mode == Update {
		return nil // there is nothing to hold it against
	}
	if err := r.in.Check(base, c.plan.kinds); err != nil {
		return r.refused(c.plan, err)
	}
	return nil
}

// pictures loads the images that the row references.
func (c *checker) pictures(ctx context.Context, r *record) {
	for key, value := range r.in.CustomAttributes.Value {
		if c.plan.kinds[key] != attributes.Image {
			continue
		}
		address, _ := value.(string)
		img, ok := c.images[address]
		if !ok {
			used, err := c.s.images.Use(ctx, c.by, address)
			img.url = used.URL
			if err != nil {
				img.refusal = "picture"
			}
			c.images[address] = img
		}
		if img.refusal != "" {
			r.wrong(c.plan, img.refusal, customPrefix+key)
			delete(r.in.CustomAttributes.Value, key)
			continue
		}
		r.in.CustomAttributes.Value[key] = img.url
	}
}

// twins adds problems for duplicates of license IDs, target credentials and recipients, in the database or in earlier rows of the file.
func (c *checker) twins(r *record, g *group, f found) {
	if license := r.in.LicenseID.Value; license != "" {
		owner := f.license[license]
		if owner != 0 && (r.target == nil || r.target.id != owner) {
			r.wrong(c.plan, "license_taken", toLicenseID)
		}
		if first := c.first("license "+license, r.number); first != 0 && owner == 0 {
			r.add(c.plan, Wrong, "duplicate_in_file", toLicenseID, toLicenseID, map[string]any{"row": first})
		}
	}
	if r.target != nil {
		if first := c.first("credential "+strconv.FormatInt(r.target.id, 10), r.number); first != 0 {
			r.add(c.plan, Warning, "duplicate_in_file", keyTargets[c.plan.settings.Key], keyTargets[c.plan.settings.Key], map[string]any{"row": first})
		}
		return
	}
	if r.email == "" || c.plan.settings.Mode == Update {
		return
	}
	severity := Wrong
	if g != nil && g.repeats {
		severity = Warning
	}
	for _, row := range f.people[r.email] {
		c.known[r.email] = c.known[r.email] || row.Issued
		if g != nil && row.GroupID == g.id && len(row.Live) > 0 {
			r.add(c.plan, severity, "duplicate_in_group", toEmail, toEmail, nil)
		}
		if typed := row.Typed; typed != r.in.RecipientEmail.Value && !slices.ContainsFunc(r.problems, func(p Problem) bool { return p.Code == "email_case" }) {
			r.add(c.plan, Warning, "email_case", toEmail, toEmail, map[string]any{"typed": typed})
		}
	}
	about := strings.ToLower(r.group)
	if g != nil {
		about = strconv.FormatInt(g.id, 10)
	}
	if first := c.first("email "+about+" "+r.email, r.number); first != 0 {
		r.add(c.plan, severity, "duplicate_in_file", toEmail, toEmail, map[string]any{"row": first})
	}
	if wrong, _ := r.counts(); wrong == 0 && !c.known[r.email] {
		c.people[r.email] = true
	}
}

// first returns the number of the earlier row with the same subject, or 0 if there is none.
func (c *checker) first(about string, number int) int {
	if first, ok := c.seen[about]; ok {
		return first
	}
	c.seen[about] = number
	return 0
}

// failure returns the code of why a row finally failed.
func failure(p *plan, r *record, err error) (*Notice, error) {
	if err != nil {
		if _, refusal := err.(*errs.Error); !refusal { //nolint:errorlint // only refusals are told; they come unwrapped
			return nil, err
		}
		before := len(r.problems)
		if err := r.refused(p, err); err != nil {
			return nil, err
		}
		r.problems = r.problems[before:]
	}
	for _, problem := range r.problems {
		if problem.Severity == Wrong {
			return &Notice{Code: problem.Code, Params: problem.Params}, nil
		}
	}
	return &Notice{Code: "invalid"}, nil
}
