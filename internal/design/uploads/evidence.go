package uploads

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/uploads/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
)

// File is an evidence file that was uploaded and checked. Its name is the one that the uploader gave it.
type File struct {
	UploadID int64
	Key      string
	Name     string
	Type     string // what it may be served as: bytes to save, unless its content is of a type that no browser runs
	Bytes    int64
}

// Picture reports whether the file is an image. Images have no metadata.
func (f File) Picture() bool { return strings.HasPrefix(f.Type, "image/") }

// Inline reports whether browsers may display the file. All others are downloaded.
func (f File) Inline() bool {
	return f.Picture() || f.Type == "application/pdf" || strings.HasPrefix(f.Type, "video/")
}

// Attach checks a file that was uploaded as evidence, given its key or its URL. Calling it again returns the same file. Images are
// re-encoded, which removes metadata such as the location. It returns ErrForeign if the file is not evidence of the department,
// ErrMissing if it was not uploaded, ErrTooLarge if it is larger than its policy allows, and the errors of Use for an invalid image.
func (s *Service) Attach(ctx context.Context, by access.Actor, address string) (File, error) {
	row, err := s.find(ctx, by.DepartmentID, strings.TrimPrefix(address, s.Prefix()))
	if err == nil && Preset(row.Preset) != Evidence {
		err = ErrForeign
	}
	if err == nil && row.State == "pending" {
		row, err = s.keep(ctx, row)
	}
	if err != nil {
		return File{}, err
	}
	if row.State != "ready" {
		return File{}, ErrNotAnImage
	}
	return File{UploadID: row.ID, Key: *row.PublicKey, Name: row.FileName, Type: *row.ServedAs, Bytes: *row.Bytes}, nil
}

// keep reads an uploaded file, stores a copy that the uploader cannot change, and saves the result. No transaction is open while files
// are transferred.
func (s *Service) keep(ctx context.Context, row db.Upload) (db.Upload, error) {
	if err := s.looking.Acquire(ctx, 1); err != nil {
		return row, err
	}
	defer s.looking.Release(1)
	data, err := s.read(ctx, row)
	if err != nil {
		return row, err
	}
	kept, err := plain(data, endingOf(row.FileName))
	if errs.KindOf(err) != 0 {
		_, failed := s.settle(ctx, row, picture{}, "")
		return row, errors.Join(err, failed)
	}
	if err != nil {
		return row, err
	}
	key := "private/evidence/" + strings.ToLower(rand.Text())
	if err := s.files.Put(ctx, key, kept.contentType, kept.data); err != nil {
		return row, reachable(err)
	}
	settled, err := s.settle(ctx, row, kept, key)
	unwanted := row.ObjectKey
	if err != nil || settled.PublicKey == nil || *settled.PublicKey != key {
		unwanted = key // somebody else looked at it at the same time, or nothing was kept
	}
	return settled, errors.Join(err, s.files.Delete(context.WithoutCancel(ctx), unwanted))
}

// Link returns a signed URL of a file that is valid for 15 minutes.
func (s *Service) Link(ctx context.Context, f File) (string, error) {
	return s.files.PresignGet(ctx, f.Key, objects.Download{FileName: f.Name, ContentType: f.Type, Inline: f.Inline()})
}

// Prefix returns the prefix of the URLs of uploads.
func (s *Service) Prefix() string { return s.files.BucketURL("") }

// Content returns the content of a file.
func (s *Service) Content(ctx context.Context, f File) ([]byte, error) {
	data, _, err := s.files.Get(ctx, f.Key, otherBytes)
	if err != nil {
		return nil, reachable(err)
	}
	return data, nil
}

// CheckUseTx notes when to look whether anything shows checked pictures. The transaction must be the system's.
func (s *Service) CheckUseTx(ctx context.Context, tx pgx.Tx, ids []int64, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	return s.store.checkUse(ctx, tx, ids, at)
}

// Forget deletes a checked file. It fails if the file is still referenced, because of a foreign key in the database.
func (s *Service) Forget(ctx context.Context, departmentID, id int64) error {
	return pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		keys, err := s.store.forget(ctx, tx, departmentID, id)
		if err != nil {
			return err
		}
		for _, key := range keys { // before the row is gone for good, so that no file is left behind
			if err := s.files.Delete(ctx, key); err != nil {
				return reachable(err)
			}
		}
		return nil
	})
}
