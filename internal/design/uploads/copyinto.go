package uploads

import (
	"bytes"
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/uploads/internal/db"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
)

// CopyInto copies a public image into another department of the same user, which then owns the copy. It returns ErrForeign if url is not
// such an image of by's department. A copy that is never used is harmless.
func (s *Service) CopyInto(ctx context.Context, by, there access.Actor, url string) (Image, error) {
	if err := there.Require(access.UploadFiles); err != nil {
		return Image{}, err
	}
	row, data, err := s.shown(ctx, by, url)
	if err != nil {
		return Image{}, err
	}
	copied, err := s.announce(ctx, there, row)
	if err != nil {
		return Image{}, err
	}
	pic := picture{data: data, contentType: *row.ServedAs, ending: endingOf(*row.PublicKey), width: int(*row.Width), height: int(*row.Height)}
	if copied, err = s.show(ctx, copied, pic); err != nil {
		return Image{}, err
	}
	return s.image(copied), nil
}

// Picture returns the public copy of one of the department's images and its file extension. It returns the errors of CopyInto.
func (s *Service) Picture(ctx context.Context, by access.Actor, url string) (data []byte, ending string, err error) {
	row, data, err := s.shown(ctx, by, url)
	if err != nil {
		return nil, "", err
	}
	return data, endingOf(*row.PublicKey), nil
}

// shown reads the public copy of a checked image.
func (s *Service) shown(ctx context.Context, by access.Actor, url string) (row db.Upload, data []byte, err error) {
	key, ok := s.files.KeyOf(url)
	if !ok {
		return row, nil, ErrForeign
	}
	if row, err = s.find(ctx, by.DepartmentID, key); err != nil {
		return row, nil, err
	}
	if row.State != "ready" {
		return row, nil, ErrForeign
	}
	data, _, err = s.files.Get(ctx, *row.PublicKey, *row.Bytes)
	switch {
	case errors.Is(err, objects.ErrNotFound):
		return row, nil, ErrMissing
	case err != nil:
		return row, nil, reachable(err)
	}
	return row, data, nil
}

// Add adds an image that was not uploaded by a browser to the department. A JPEG that this package has encoded is kept byte for byte;
// any other image is re-encoded. It returns ErrNotAnImage, ErrTooLarge or ErrPixels if the file cannot be used.
func (s *Service) Add(ctx context.Context, by access.Actor, fileName string, data []byte) (Image, error) {
	if err := by.Require(access.UploadFiles); err != nil {
		return Image{}, err
	}
	types := images.types[endingOf(fileName)]
	switch {
	case types == nil:
		return Image{}, ErrNotAnImage
	case len(data) > imageBytes:
		return Image{}, ErrTooLarge.With("max", imageBytes>>20)
	}
	pic, err := remake(data, types[0])
	if err != nil {
		return Image{}, err
	}
	if pic.contentType == "image/jpeg" && bareJPEG(data) { // another encoding would lose a little each time
		pic.data = data
	}
	row, err := s.announce(ctx, by, db.Upload{
		Preset: string(Templates), FileName: fileName, ObjectKey: fileName, ContentType: types[0], MaxBytes: imageBytes,
	})
	if err != nil {
		return Image{}, err
	}
	if row, err = s.show(ctx, row, pic); err != nil {
		return Image{}, err
	}
	return s.image(row), nil
}

// Discard deletes the files of images that were added for a transaction that failed.
func (s *Service) Discard(ctx context.Context, urls []string) error {
	var all error
	for _, url := range urls {
		if key, ok := s.files.KeyOf(url); ok {
			all = errors.Join(all, s.files.Delete(ctx, key))
		}
	}
	return all
}

// bareJPEG reports whether a JPEG contains only pixels and a colour profile, as those encoded by this package do, and has no data after
// its end. Source: ITU-T T.81, annex B.
func bareJPEG(data []byte) bool {
	const startOfScan, profile = 0xda, 0xe2
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker, size := data[at+1], int(data[at+2])<<8|int(data[at+3])
		switch {
		case marker == startOfScan:
			// Pixel data cannot contain the end marker, because 0xff is followed by 0 in it.
			return bytes.Index(data[at:], []byte{0xff, 0xd9}) == len(data[at:])-2
		case marker >= 0xe0 && marker <= 0xef && marker != profile || marker == 0xfe:
			return false
		}
		at += 2 + size
	}
	return false
}

// announce adds a pending upload with the same properties as another one.
func (s *Service) announce(ctx context.Context, by access.Actor, like db.Upload) (row db.Upload, err error) {
	in := Request{Preset: like.Preset, FileName: like.FileName}
	up := objects.Upload{Key: newKey(images, endingOf(like.ObjectKey)), ContentType: like.ContentType, MaxBytes: like.MaxBytes}
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.store.insert(ctx, tx, by, in, up, s.clock.Now()); err != nil {
			return err
		}
		row, err = s.store.byKey(ctx, tx, by.DepartmentID, up.Key)
		return err
	})
	return row, err
}
