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

// Uploads reads files that browsers uploaded to the bucket. It returns an error for files that are not uploads of the department.
type Uploads interface {
	Read(ctx context.Context, by access.Actor, key string) (data []byte, fileName string, err error)
}

// Trial loads a font in the same way as the printer does and reports whether that works.
type Trial interface {
	LoadsFont(ctx context.Context, data []byte) (bool, error)
}

// Deps are the dependencies of a Service.
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

// Service manages fonts.
type Service struct {
	Deps
	store store
}

// New returns a Service.
func New(d Deps) *Service { return &Service{d, store{db.New()}} }

// List returns all fonts that the department's designs can use, sorted by name: bundled, installed, and the department's own.
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

// shared returns the fonts that all departments have.
func (s *Service) shared() ([]Font, error) {
	bundled, err := Bundled(s.Built)
	if err != nil {
		return nil, err
	}
	added, err := s.Added.All()
	return append(bundled, added...), err
}

// Create adds an uploaded font file. If the department has a font with the same name, the file is added to it as another weight;
// otherwise it becomes a new font. Create returns ErrNotAFont, ErrDamaged, ErrVariable, ErrCollection, ErrRestricted or ErrNoLetters if
// the file cannot be used, ErrUnlicensed unless the user confirmed that the department may use the font, ErrNameTaken if another font
// has or had the name, ErrStyleTaken if the font already has this weight, and ErrTooMany if the department has MaxFonts.
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
	// The key is the hash of the content, so it does no harm if the file exists already or is not used in the end.
	if err := s.Files.Put(ctx, strings.TrimPrefix(file.Address(), "/"), "font/"+file.Ending, read.Data); err != nil {
		return Font{}, err
	}
	return s.keep(ctx, by, name, read.Style, file)
}

// examine parses a font file and checks that the printer can load it. Otherwise a font could be selected that browsers cannot render.
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

// family returns the department's font with the given name. If there is none, it creates one.
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

// free returns ErrNameTaken if another font has or had the name.
func free(name string, holder int64, shared []Font) error {
	if holder != 0 || slices.ContainsFunc(shared, func(f Font) bool { return keyOf(f.Name) == keyOf(name) }) {
		return ErrNameTaken.With("name", name).At("name")
	}
	return nil
}

// Rename renames a font of the department. Designs that use the old name continue to work. It returns ErrNotFound, or ErrNameTaken if
// another font has or had the name.
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

// Delete removes a font from the list. It returns ErrInUse if a design uses it. The files and names are kept, because issued
// credentials are still printed with the font.
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

// Coverage returns the languages that a font of the department supports and the characters it lacks for the given language. It returns
// an error with the code of ErrUnknownLang for an unknown language.
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

// ForDesign returns the fonts that a design document uses and that are not bundled, each with the name that the document uses. They
// include renamed and deleted fonts.
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
