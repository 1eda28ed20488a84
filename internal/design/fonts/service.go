package fonts

import (
	"context"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/fonts/internal/db"
	"laurel/internal/formats/fontfile"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Uploads reads files that browsers sent to the bucket; it refuses what is no upload of the department.
type Uploads interface {
	Read(ctx context.Context, by access.Actor, key string) (data []byte, fileName string, err error)
}

// Trial loads a font as the printer will. It tells whether that works.
type Trial interface {
	LoadsFont(ctx context.Context, data []byte) (bool, error)
}

// Deps are what fonts need.
type Deps struct {
	Pool    *pgxpool.Pool
	Clock   clock.Clock
	Audit   *audit.Log
	Uploads Uploads
	Files   Files
	Trial   Trial
	Built   fs.FS // the built web application with the bundled fonts
	Added   Installed
}

// Service is what can be done with fonts.
type Service struct {
	Deps
	store store
}

// New makes the service.
func New(d Deps) *Service { return &Service{d, store{db.New()}} }

// List gives all fonts that designs of the department can be set in: bundled, installed, and its own.
func (s *Service) List(ctx context.Context, by access.Actor) ([]Font, error) {
	if err := by.Require(access.ViewDesigns); err != nil {
		return nil, err
	}
	all, err := s.shared()
	if err != nil {
		return nil, err
	}
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		own, err := s.store.all(ctx, tx, by.DepartmentID)
		all = append(all, own...)
		return err
	})
	slices.SortStableFunc(all, func(a, b Font) int { return strings.Compare(keyOf(a.Name), keyOf(b.Name)) })
	return all, err
}

// shared are the fonts of all departments.
func (s *Service) shared() ([]Font, error) {
	bundled, err := Bundled(s.Built)
	if err != nil {
		return nil, err
	}
	added, err := s.Added.All()
	return append(bundled, added...), err
}

// Create adds a font from a file that was uploaded: a new one, or one more weight of the department's font of that name. It
// refuses what is no font, is damaged, variable, a collection, restricted or without letters; ErrUnlicensed unless somebody
// said that the department may use it; ErrNameTaken for a name that another font has or had, ErrStyleTaken for a weight that
// is there, ErrTooMany past MaxFonts.
func (s *Service) Create(ctx context.Context, by access.Actor, in Create) (Font, error) {
	if err := by.Require(access.ManageFonts); err != nil {
		return Font{}, err
	}
	if !in.Licensed {
		return Font{}, ErrUnlicensed.At("licensed")
	}
	data, fileName, err := s.Uploads.Read(ctx, by, in.Key)
	if err != nil {
		return Font{}, err
	}
	read, err := s.examine(ctx, data)
	if err != nil {
		return Font{}, err
	}
	name := tidy(in.Name)
	if name == "" {
		name = read.Family
	}
	if err := checkName(name); err != nil {
		return Font{}, err
	}
	file := fileOf(read, fileName)
	// The file is named by its content, so writing it again or in vain does no harm.
	if err := s.Files.Put(ctx, strings.TrimPrefix(file.Address(), "/"), "font/"+file.Ending, read.Data); err != nil {
		return Font{}, err
	}
	return s.keep(ctx, by, name, read.Style, file)
}

// examine reads a file and has the printer load it. What browsers do not load could be chosen and then not be printed.
func (s *Service) examine(ctx context.Context, data []byte) (fontfile.Font, error) {
	read, err := fontfile.Read(data)
	if err != nil {
		return read, refusal(err)
	}
	loads, err := s.Trial.LoadsFont(ctx, read.Data)
	if err == nil && !loads {
		err = ErrDamaged.At("file")
	}
	return read, err
}

func (s *Service) keep(ctx context.Context, by access.Actor, name string, style fontfile.Style, file File) (Font, error) {
	shared, err := s.shared()
	if err != nil {
		return Font{}, err
	}
	var made Font
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		made, err = s.family(ctx, tx, by, name, style, shared)
		if err != nil {
			return err
		}
		if err := s.store.insertFile(ctx, tx, made, file, s.Clock.Now()); err != nil {
			return err
		}
		if made, err = s.store.lock(ctx, tx, by.DepartmentID, made.ID); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "font.added", ObjectKind: "font", ObjectID: made.ID,
			Details: map[string]any{"name": made.Name, "weight": file.Weight, "italic": file.Italic, "hash": file.Hash},
		})
	})
	return made, err
}

// family finds the department's font of that name, or makes it.
func (s *Service) family(ctx context.Context, tx pgx.Tx, by access.Actor, name string, style fontfile.Style, shared []Font) (Font, error) {
	holder, deleted, err := s.store.holder(ctx, tx, by.DepartmentID, name)
	if err != nil {
		return Font{}, err
	}
	if holder != 0 && !deleted {
		f, err := s.store.lock(ctx, tx, by.DepartmentID, holder)
		if err == nil && keyOf(f.Name) != keyOf(name) { // it had that name once
			err = ErrNameTaken.With("name", name).At("name")
		}
		return f, err
	}
	if err := free(name, holder, shared); err != nil {
		return Font{}, err
	}
	count, err := s.store.count(ctx, tx, by.DepartmentID)
	if err != nil {
		return Font{}, err
	}
	if count >= MaxFonts {
		return Font{}, ErrTooMany.With("max", MaxFonts)
	}
	return s.store.insert(ctx, tx, by, name, style, s.Clock.Now())
}

// free refuses a name that another font has or had.
func free(name string, holder int64, shared []Font) error {
	if holder != 0 || slices.ContainsFunc(shared, func(f Font) bool { return keyOf(f.Name) == keyOf(name) }) {
		return ErrNameTaken.With("name", name).At("name")
	}
	return nil
}

// Rename gives a font of the department another name. Designs that use the old one go on finding it. ErrNameTaken as in Create.
func (s *Service) Rename(ctx context.Context, by access.Actor, id int64, name string) (Font, error) {
	if err := by.Require(access.ManageFonts); err != nil {
		return Font{}, err
	}
	name = tidy(name)
	if err := checkName(name); err != nil {
		return Font{}, err
	}
	shared, err := s.shared()
	if err != nil {
		return Font{}, err
	}
	var renamed Font
	err = pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if renamed, err = s.store.lock(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		before := renamed.Name
		holder, _, err := s.store.holder(ctx, tx, by.DepartmentID, name)
		if err != nil {
			return err
		}
		if holder != id {
			if err := free(name, holder, shared); err != nil {
				return err
			}
		}
		renamed.Name = name
		if err := s.store.rename(ctx, tx, renamed, s.Clock.Now()); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "font.renamed", ObjectKind: "font", ObjectID: id, Details: map[string]any{"name": []string{before, name}},
		})
	})
	return renamed, err
}

// Delete takes a font out of the list; ErrInUse while a design is set in it. What was issued goes on printing with it, so its
// files and names stay.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.ManageFonts); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		f, err := s.store.lock(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		uses, err := s.store.uses(ctx, tx, f)
		if err != nil {
			return err
		}
		if uses > 0 {
			return ErrInUse.With("name", f.Name).With("count", int(uses))
		}
		if err := s.store.delete(ctx, tx, f, s.Clock.Now()); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "font.deleted", ObjectKind: "font", ObjectID: id, Details: map[string]any{"name": f.Name},
		})
	})
}

// Coverage tells what a font of the department can write, and what it lacks for a language. ErrUnknownLang for one that is
// none of ours.
func (s *Service) Coverage(ctx context.Context, by access.Actor, id int64, language string) (Coverage, error) {
	if err := by.Require(access.ViewDesigns); err != nil {
		return Coverage{}, err
	}
	if exemplars[language] == "" {
		return Coverage{}, errs.Field("language", ErrUnknownLang.Code)
	}
	var f Font
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		f, err = s.store.lock(ctx, tx, by.DepartmentID, id)
		return err
	})
	return coverageOf(f.points(), language), err
}

// ForDesign gives the fonts that a design document names and that are not bundled, each under the name it is asked for by:
// also those that were renamed or deleted since.
func (s *Service) ForDesign(ctx context.Context, departmentID int64, document json.RawMessage) ([]Font, error) {
	names := namesIn(document)
	if len(names) == 0 {
		return nil, nil
	}
	own := map[string]Font{}
	if departmentID != 0 {
		err := pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) (err error) {
			own, err = s.store.byNames(ctx, tx, departmentID, names)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	added, err := s.Added.All()
	if err != nil {
		return nil, err
	}
	for _, f := range added {
		if key := keyOf(f.Name); own[key].Name == "" {
			own[key] = f
		}
	}
	var found []Font
	for _, name := range names {
		if f, ok := own[name]; ok {
			f.Name = name
			found = append(found, f)
		}
	}
	return found, nil
}
