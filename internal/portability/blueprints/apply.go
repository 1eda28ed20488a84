package blueprints

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Options selects the files to apply.
type Options struct {
	Files fs.FS
	// Prune deletes objects that no file describes; otherwise they are kept.
	Prune bool
}

// Plan returns the changes that applying the files would make. It returns a *ValidationError that names file and field.
func (s *Service) Plan(ctx context.Context, by access.Actor, in Options) (Plan, error) {
	f, err := s.newPlanner(ctx, by, in)
	if err != nil {
		return nil, err
	}
	return f.plan(), nil
}

// Apply applies a plan atomically. It returns a *ValidationError for what a service rejects, and ErrPlanChanged when the plan is
// outdated.
func (s *Service) Apply(ctx context.Context, by access.Actor, in Options, shown Plan) error {
	var f *planner
	err := pg.AmbientTx(ctx, s.Pool, by.DepartmentID, func(ctx context.Context, tx pgx.Tx) (err error) {
		if f, err = s.newPlanner(ctx, by, in); err != nil {
			return err
		}
		if f.plan().String() != shown.String() {
			return ErrPlanChanged
		}
		for _, step := range f.steps {
			if step.do == nil {
				continue
			}
			if err := step.do(ctx); err != nil {
				return f.refusal(step.File, err)
			}
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "blueprint.followed", ObjectKind: "department", ObjectID: by.DepartmentID, Details: map[string]any{"changes": shown.Changes()},
		})
	})
	if err != nil && f != nil {
		err = errors.Join(err, s.Uploads.Discard(context.WithoutCancel(ctx), f.added))
	}
	return err
}

// step is a change and the function that makes it, which is nil for an unchanged object. A step without What is part of an earlier one.
type step struct {
	Change
	do func(context.Context) error
}

// planner computes the changes that bring one department to the state in the files.
type planner struct {
	*Service
	by       access.Actor
	in       Options
	now      state
	ids      map[string]int64  // of designs, by kind and name
	groupIDs map[string]int64  // of groups, by their names in small letters
	fresh    map[string][]byte // pictures that the department does not have yet, by their files
	steps    []step
	added    []string // addresses of pictures that came with it
}

func (f *planner) plan() Plan {
	var plan Plan
	for _, step := range f.steps {
		if step.What != "" {
			plan = append(plan, step.Change)
		}
	}
	return plan
}

// newPlanner reads files and department and computes the steps between them.
func (s *Service) newPlanner(ctx context.Context, by access.Actor, in Options) (*planner, error) {
	if err := check(in.Files); err != nil {
		return nil, err
	}
	now, err := s.read(ctx, by)
	if err != nil {
		return nil, err
	}
	f := &planner{Service: s, by: by, in: in, now: now, ids: map[string]int64{}, groupIDs: map[string]int64{}, fresh: map[string][]byte{}}
	attributes, err := match(in.Files, attributeKind, now.attributes)
	if err != nil {
		return nil, err
	}
	if err := eachStep(f, "attribute", attributes, func(a attribute) string { return a.Name }, f.keepAttribute); err != nil {
		return nil, err
	}
	designs, err := f.matchDesigns()
	if err != nil {
		return nil, err
	}
	if err := eachStep(f, "design", designs, func(d design) string { return d.Name }, f.keepDesign); err != nil {
		return nil, err
	}
	groups, err := f.matchGroups(ctx, designs)
	if err != nil {
		return nil, err
	}
	if err := eachStep(f, "group", groups, func(g group) string { return g.Name }, f.keepGroup); err != nil {
		return nil, err
	}
	if err := f.joinGroups(groups); err != nil {
		return nil, err
	}
	if in.Prune {
		prune(f, "group", now.groups, groups, func(g group) string { return g.Name }, func(ctx context.Context, id int64) error {
			_, err := s.Groups.Delete(ctx, by, id)
			return err
		})
		prune(f, "design", now.designs, designs, func(d design) string { return d.Name }, func(ctx context.Context, id int64) error {
			return s.Designs.Delete(ctx, by, id)
		})
		prune(f, "attribute", now.attributes, attributes, func(a attribute) string { return a.Name }, func(ctx context.Context, id int64) error {
			return s.Attributes.Delete(ctx, by, id)
		})
	}
	return f, nil
}

// eachStep adds a step for each object that a file describes.
func eachStep[T any](f *planner, what string, all []matched[T], name func(T) string, do func(context.Context, matched[T]) error) error {
	for _, m := range all {
		c := Change{Sign: Create, File: m.file, What: what, Name: name(m.want)}
		if m.was != nil {
			fields, err := differences(m.was.value, m.want)
			if err != nil {
				return err
			}
			c.Sign, c.Fields, c.Name = Update, fields, name(m.was.value)
			if len(fields) == 0 {
				c.Sign = Unchanged
				f.steps = append(f.steps, step{Change: c})
				continue
			}
		}
		f.steps = append(f.steps, step{c, func(ctx context.Context) error { return do(ctx, m) }})
	}
	return nil
}

// prune adds a step for each object that no file describes.
func prune[T any](f *planner, what string, now []existing[T], all []matched[T], name func(T) string, remove func(context.Context, int64) error) {
	for _, o := range now {
		if !slices.ContainsFunc(all, func(m matched[T]) bool { return m.was != nil && m.was.id == o.id }) {
			c := Change{Sign: Delete, File: o.file, What: what, Name: name(o.value)}
			f.steps = append(f.steps, step{c, func(ctx context.Context) error { return remove(ctx, o.id) }})
		}
	}
}

// inFiles maps names of our input fields to their names in files.
var inFiles = strings.NewReplacer(
	"certificate_design_id", "certificate_design", "badge_design_id", "badge_design", "primary_design_id", "primary_design",
	"learning_outcomes", "skills", "skill_category_id", "skill_category",
)

// fieldOf returns the name of an input field in files.
func fieldOf(field string) string {
	if inner, ok := strings.CutPrefix(field, "design."); ok {
		if inner == "name" || strings.HasPrefix(inner, "meta_data") {
			return inner
		}
		return "document." + inner
	}
	for _, set := range []string{"actions.", "sender.", "page_language"} {
		if strings.HasPrefix(field, set) {
			return "settings." + field
		}
	}
	return inFiles.Replace(field)
}

// refusal describes in words what a service rejected in a file.
func (f *planner) refusal(file string, err error) error {
	var ours *ValidationError
	var refused *errs.Error
	if errors.As(err, &ours) {
		return ours
	}
	if !errors.As(err, &refused) {
		return fmt.Errorf("%s: %w", file, err)
	}
	if len(refused.Fields) == 0 {
		return &ValidationError{[]FileError{{file, "", f.Texts.Message("en", refused.Code, refused.Params)}}}
	}
	out := &ValidationError{}
	for field, details := range refused.Fields {
		for _, d := range details {
			out.Wrong = append(out.Wrong, FileError{file, fieldOf(field), f.Texts.Message("en", d.Code, d.Params)})
		}
	}
	slices.SortFunc(out.Wrong, func(a, b FileError) int { return strings.Compare(a.Field, b.Field) })
	return out
}
