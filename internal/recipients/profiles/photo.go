package profiles

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/design/uploads"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/profiles/internal/db"
	"laurel/internal/recipients/recipients"
)

const (
	// MaxPhoto is the maximum size of an uploaded photo, in bytes.
	MaxPhoto = 5 << 20
	// PhotoSize is the width and height of a photo as it is kept, in px. A smaller one is not enlarged.
	PhotoSize = 512
	// keptPhoto is the maximum size of a photo as it is kept.
	keptPhoto = 2 << 20
	// unusedPhoto is how long the file of a photo may be on its way to a profile.
	unusedPhoto = 10 * time.Minute
)

// photosPerPerson limits how many photos a person uploads. Each can take seconds of CPU time.
var photosPerPerson = throttle.Rule{Name: "recipient.photo", Limit: 30, Window: time.Hour}

// SetPhoto replaces the photo of the actor's profile by a square of an uploaded picture. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited, throttle.ErrTooMany, uploads.ErrNotAnImage, uploads.ErrPixels, or field errors for a crop outside of the picture.
func (s *Service) SetPhoto(ctx context.Context, by recipients.Actor, data []byte, crop uploads.Crop) (Profile, error) {
	if err := by.RequireFull(); err != nil {
		return Profile{}, err
	}
	if err := s.Throttle.Allow(ctx, photosPerPerson, strconv.FormatInt(by.RecipientID, 10)); err != nil {
		return Profile{}, err
	}
	made, err := s.Uploads.Square(ctx, data, crop, PhotoSize)
	if err != nil {
		return Profile{}, err
	}
	key := "private/photos/" + strings.ToLower(rand.Text()) + ".jpg"
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.q.RecipientPhotoInsert(ctx, tx, db.RecipientPhotoInsertParams{Key: key, Now: s.Clock.Now()})
	})
	if err != nil {
		return Profile{}, fmt.Errorf("note photo: %w", err)
	}
	if err := s.Files.Put(ctx, key, "image/jpeg", made); err != nil {
		return Profile{}, reachable(err)
	}
	return s.replacePhoto(ctx, by, &key, "recipient.photo_set")
}

// RemovePhoto removes the photo from the actor's profile. It returns recipients.ErrNotSignedIn or recipients.ErrLimited.
func (s *Service) RemovePhoto(ctx context.Context, by recipients.Actor) (Profile, error) {
	if err := by.RequireFull(); err != nil {
		return Profile{}, err
	}
	return s.replacePhoto(ctx, by, nil, "recipient.photo_removed")
}

func (s *Service) replacePhoto(ctx context.Context, by recipients.Actor, key *string, action string) (Profile, error) {
	var former *string
	err := s.change(ctx, by.RecipientID, func(tx pgx.Tx, row db.RecipientProfile) error {
		former = row.PhotoKey
		if key == nil && former == nil {
			return nil
		}
		err := s.q.RecipientPhotoSet(ctx, tx, db.RecipientPhotoSetParams{RecipientID: by.RecipientID, PhotoKey: key, Now: s.Clock.Now()})
		if err != nil {
			return fmt.Errorf("set photo: %w", err)
		}
		return s.recordTx(ctx, tx, by, action, nil)
	})
	if err != nil {
		return Profile{}, err
	}
	if former != nil {
		if err := s.forget(ctx, *former); err != nil && !errors.Is(err, objects.ErrUnavailable) { // the sweep tries again
			return Profile{}, err
		}
	}
	return s.Read(ctx, by)
}

// forget deletes a photo that no profile shows.
func (s *Service) forget(ctx context.Context, key string) error {
	if err := s.Files.Delete(ctx, key); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error { return s.q.RecipientPhotoDelete(ctx, tx, key) })
}

// sweepPhotos deletes photos that no profile shows, also those of deleted accounts.
func (s *Service) sweepPhotos(ctx context.Context) (int64, error) {
	const batch = 500
	var keys []string
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		keys, err = s.q.RecipientPhotosUnused(ctx, tx, db.RecipientPhotosUnusedParams{Before: s.Clock.Now().Add(-unusedPhoto), MaxRows: batch})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("list unused photos: %w", err)
	}
	for i, key := range keys {
		if err := s.forget(ctx, key); err != nil {
			return int64(i), reachable(err)
		}
	}
	return int64(len(keys)), nil
}

// Photo returns the photo of a published profile as JPEG, and its key. It returns ErrNotFound.
func (s *Service) Photo(ctx context.Context, slug string) (data []byte, key string, err error) {
	p, _, moved, err := s.published(ctx, slug)
	if err != nil {
		return nil, "", err
	}
	if moved || p.Photo == "" {
		return nil, "", ErrNotFound
	}
	data, err = s.PhotoOf(ctx, p)
	return data, p.Photo, err
}

// PhotoOf returns the photo of a profile as JPEG, or nil without one.
func (s *Service) PhotoOf(ctx context.Context, p Profile) ([]byte, error) {
	if p.Photo == "" {
		return nil, nil
	}
	data, _, err := s.Files.Get(ctx, p.Photo, keptPhoto)
	if errors.Is(err, objects.ErrNotFound) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, reachable(err)
	}
	return data, nil
}

// PhotoLink returns a signed URL of a profile's photo for its owner, or "" without one.
func (s *Service) PhotoLink(ctx context.Context, p Profile) (string, error) {
	if p.Photo == "" {
		return "", nil
	}
	return s.Files.PresignGet(ctx, p.Photo, objects.Download{FileName: "photo.jpg", ContentType: "image/jpeg", Inline: true})
}

func reachable(err error) error {
	if errors.Is(err, objects.ErrUnavailable) {
		return uploads.ErrUnreachable.Wrap(err)
	}
	return fmt.Errorf("keep photo: %w", err)
}
