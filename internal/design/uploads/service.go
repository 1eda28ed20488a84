package uploads

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/semaphore"

	"laurel/internal/accounts/access"
	"laurel/internal/design/uploads/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// policies limits the upload policies per department.
var policies = throttle.Rule{Name: "upload_policies", Limit: 600, Window: time.Minute}

// recipientPolicies limits the upload policies per recipient.
var recipientPolicies = throttle.Rule{Name: "recipient_upload_policies", Limit: 60, Window: time.Hour}

// looks limits how many images of a department are decoded and re-encoded. Each can take seconds of CPU time.
var looks = throttle.Rule{Name: "upload.look", Limit: 120, Window: time.Minute}

// lifetime is how long a policy is valid.
const lifetime = 15 * time.Minute

// Service issues upload policies and checks uploaded files.
type Service struct {
	pool    *pgxpool.Pool
	clock   clock.Clock
	files   *objects.Store
	limiter *throttle.Limiter
	looking *semaphore.Weighted // limits pictures that are unpacked at the same time
	store   store
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, files *objects.Store, limiter *throttle.Limiter) *Service {
	return &Service{pool: pool, clock: c, files: files, limiter: limiter, looking: semaphore.NewWeighted(1), store: store{db.New()}}
}

// Policy returns a presigned POST for one file. It returns ErrPreset for an unknown preset, or the invalid fields if the preset does
// not allow the file's extension, type or size. The rate limit is 600 per minute and department.
func (s *Service) Policy(ctx context.Context, by access.Actor, in Request) (objects.Policy, error) {
	if err := by.Require(access.UploadFiles); err != nil {
		return objects.Policy{}, err
	}
	return s.policy(ctx, by, in, policies, by.DepartmentID)
}

// RecipientPolicy returns a presigned POST for one evidence file that a recipient adds to a credential of the department. It returns
// the errors of Policy. The rate limit is 60 per hour and recipient.
func (s *Service) RecipientPolicy(ctx context.Context, by access.Actor, in Request) (objects.Policy, error) {
	in.Preset = string(Evidence)
	return s.policy(ctx, by, in, recipientPolicies, by.RecipientID)
}

func (s *Service) policy(ctx context.Context, by access.Actor, in Request, rule throttle.Rule, who int64) (objects.Policy, error) {
	ending := endingOf(in.FileName)
	c, ok := classOf(Preset(in.Preset), ending)
	if !ok {
		return objects.Policy{}, ErrPreset
	}
	if err := in.check(c, ending); err != nil {
		return objects.Policy{}, err
	}
	if err := s.limiter.Allow(ctx, rule, strconv.FormatInt(who, 10)); err != nil {
		return objects.Policy{}, err
	}
	up := objects.Upload{Key: newKey(c, ending), ContentType: c.contentType(ending), MaxBytes: c.maxBytes, Lifetime: lifetime}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		return s.store.insert(ctx, tx, by, in, up, s.clock.Now())
	})
	if err != nil {
		return objects.Policy{}, err
	}
	return s.files.PresignPost(ctx, up)
}

func (in Request) check(c class, ending string) error {
	var wrong errs.Fields
	switch {
	case strings.TrimSpace(in.FileName) == "":
		wrong.Add("file_name", "required")
	case utf8.RuneCountInString(in.FileName) > maxName:
		wrong.Add("file_name", "too_long", "max", maxName)
	case c.types != nil && c.types[ending] == nil:
		wrong.Add("file_name", "upload.ending_not_allowed", "values", c.endings())
	case !c.fits(ending, strings.ToLower(in.ContentType)):
		wrong.Add("content_type", "upload.type_mismatch")
	}
	if in.Size > c.maxBytes {
		wrong.Add("size", "upload.too_large", "max", c.maxBytes>>20)
	}
	if in.Size < 0 {
		wrong.Add("size", "invalid")
	}
	return wrong.Err()
}

// newKey returns a random key. Images are public, so that the editor can show them immediately. Files of any other type are private.
func newKey(c class, ending string) string {
	name := "uploads/" + strings.ToLower(rand.Text())
	if c.isImage() {
		return objects.PublicPrefix + name + "." + ending
	}
	return "private/" + name
}

// Use checks an uploaded image and returns its public copy, given the URL of the upload. The image is checked and re-encoded once;
// calling Use again returns the same image. It returns ErrForeign if url is not an upload of the department, ErrMissing if the file was
// not uploaded, or ErrNotAnImage, ErrTooLarge or ErrPixels if it cannot be used.
func (s *Service) Use(ctx context.Context, by access.Actor, url string) (Image, error) {
	key, ok := s.files.KeyOf(url)
	if !ok {
		return Image{}, ErrForeign
	}
	row, err := s.find(ctx, by.DepartmentID, key)
	if err != nil {
		return Image{}, err
	}
	if row.State == "pending" {
		if row, err = s.look(ctx, row); err != nil {
			return Image{}, err
		}
	}
	if row.State != "ready" {
		return Image{}, ErrNotAnImage
	}
	return s.image(row), nil
}

// Read returns the content and the name of an uploaded font file, given its key. It returns ErrForeign if the key is not a font file of
// the department, ErrMissing if the file was not uploaded, ErrTooLarge if it is larger than its policy allows, or ErrNotAnImage if it
// has another type.
func (s *Service) Read(ctx context.Context, by access.Actor, key string) (data []byte, fileName string, err error) {
	row, err := s.find(ctx, by.DepartmentID, key)
	if err == nil && Preset(row.Preset) != Fonts {
		err = ErrForeign
	}
	if err != nil {
		return nil, "", err
	}
	data, err = s.read(ctx, row)
	return data, row.FileName, err
}

// Public returns the key of a checked image, given its URL. ok is false for any other URL.
func (s *Service) Public(url string) (key string, ok bool) {
	key, ok = s.files.KeyOf(url)
	return key, ok && !strings.HasPrefix(key, objects.PublicPrefix+"uploads/")
}

func (s *Service) image(row db.Upload) Image {
	return Image{URL: s.files.PublicURL(*row.PublicKey), Width: int(*row.Width), Height: int(*row.Height)}
}

func (s *Service) find(ctx context.Context, departmentID int64, key string) (row db.Upload, err error) {
	err = pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		row, err = s.store.byKey(ctx, tx, departmentID, key)
		return err
	})
	return row, err
}

// look reads and checks an uploaded file and saves the result. No transaction is open while files are transferred.
func (s *Service) look(ctx context.Context, row db.Upload) (db.Upload, error) {
	if err := s.limiter.Allow(ctx, looks, strconv.FormatInt(row.DepartmentID, 10)); err != nil {
		return row, err
	}
	if err := s.looking.Acquire(ctx, 1); err != nil {
		return row, err
	}
	defer s.looking.Release(1)
	row, err := s.find(ctx, row.DepartmentID, row.ObjectKey)
	if err != nil || row.State != "pending" { // somebody else looked at it meanwhile
		return row, err
	}
	data, err := s.read(ctx, row)
	if err != nil {
		return row, err
	}
	pic, refusal := remake(data, row.ContentType)
	switch {
	case errs.KindOf(refusal) != 0:
		if _, err := s.settle(ctx, row, picture{}, ""); err != nil {
			return row, err
		}
		if err := s.files.Delete(ctx, row.ObjectKey); err != nil { // it has an address that everybody can open, until the sweep
			return row, reachable(err)
		}
		return row, refusal
	case refusal != nil:
		return row, refusal
	}
	if row, err = s.show(ctx, row, pic); err != nil {
		return row, err
	}
	return row, s.replace(ctx, row, pic)
}

// replace overwrites an uploaded file with its re-encoded copy. The uploaded file has a public URL and may contain private metadata,
// such as where a photo was taken.
func (s *Service) replace(ctx context.Context, row db.Upload, pic picture) error {
	if err := s.files.Put(ctx, row.ObjectKey, pic.contentType, pic.data); err != nil {
		return reachable(err)
	}
	return nil
}

// show stores an image as the public copy of an upload.
func (s *Service) show(ctx context.Context, row db.Upload, pic picture) (db.Upload, error) {
	key := objects.PublicPrefix + strings.ToLower(rand.Text()) + "." + pic.ending
	if err := s.files.Put(ctx, key, pic.contentType, pic.data); err != nil {
		return row, reachable(err)
	}
	settled, err := s.settle(ctx, row, pic, key)
	if err != nil || settled.PublicKey == nil || *settled.PublicKey != key {
		// Another process checked the upload at the same time, or the result was not saved: the copy is not needed.
		err = errors.Join(err, s.files.Delete(context.WithoutCancel(ctx), key))
	}
	return settled, err
}

func (s *Service) read(ctx context.Context, row db.Upload) ([]byte, error) {
	data, info, err := s.files.Get(ctx, row.ObjectKey, row.MaxBytes)
	switch {
	case errors.Is(err, objects.ErrNotFound):
		return nil, ErrMissing
	case errors.Is(err, objects.ErrTooLarge):
		return nil, ErrTooLarge.With("max", row.MaxBytes>>20)
	case err != nil:
		return nil, reachable(err)
	case info.ContentType != row.ContentType:
		return nil, ErrNotAnImage
	}
	return data, nil
}

func reachable(err error) error {
	if errors.Is(err, objects.ErrUnavailable) {
		return ErrUnreachable.Wrap(err)
	}
	return fmt.Errorf("check upload: %w", err)
}

func (s *Service) settle(ctx context.Context, row db.Upload, pic picture, key string) (settled db.Upload, err error) {
	err = pg.InDepartment(ctx, s.pool, row.DepartmentID, func(tx pgx.Tx) error {
		settled, err = s.store.settle(ctx, tx, row, pic, key, s.clock.Now())
		return err
	})
	return settled, err
}

// Sweep deletes uploads of images, evidence and fonts that are still pending after 48 hours, with their uploaded files. It returns their
// number, at most 500 per call. Fonts stay pending after use because they are copied.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	const batch = 500
	stale, err := s.stale(ctx, s.clock.Now().Add(-48*time.Hour), batch)
	if err != nil {
		return 0, err
	}
	for i, row := range stale {
		if err := s.files.Delete(ctx, row.ObjectKey); err != nil {
			return i, reachable(err)
		}
		err := pg.InDepartment(ctx, s.pool, row.DepartmentID, func(tx pgx.Tx) error {
			return s.store.delete(ctx, tx, row.DepartmentID, row.ID)
		})
		if err != nil {
			return i, err
		}
	}
	return len(stale), nil
}

func (s *Service) stale(ctx context.Context, before time.Time, limit int32) (rows []db.UploadStaleRow, err error) {
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err = s.store.stale(ctx, tx, before, limit)
		return err
	})
	return rows, err
}
