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

// Bring copies a picture that may be shown into another department of the same person, whose own it is from then on. ErrForeign
// for every address that is no such picture of the department of by. What is copied and shown nowhere does no harm.
func (s *Service) Bring(ctx context.Context, by, there access.Actor, url string) (Image, error) {
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

// Picture gives a picture of the department as everybody sees it, and the ending of its name. It refuses as Bring does.
func (s *Service) Picture(ctx context.Context, by access.Actor, url string) (data []byte, ending string, err error) {
	row, data, err := s.shown(ctx, by, url)
	if err != nil {
		return nil, "", err
	}
	return data, endingOf(*row.PublicKey), nil
}

// shown reads a picture that was looked at.
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

// Add makes a picture that did not come from a browser the department's own. What we encoded once stays as it is to the byte;
// anything else is encoded anew. ErrNotAnImage, ErrTooLarge or ErrPixels for a file that cannot be shown.
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

// Discard deletes the files of pictures that were added in a transaction which then came to nothing.
func (s *Service) Discard(ctx context.Context, urls []string) error {
	var all error
	for _, url := range urls {
		if key, ok := s.files.KeyOf(url); ok {
			all = errors.Join(all, s.files.Delete(ctx, key))
		}
	}
	return all
}

// bareJPEG tells whether a JPEG holds nothing but pixels and a colour profile, as those that we encode, from its first byte to its
// last. Source: ITU-T T.81, annex B.
func bareJPEG(data []byte) bool {
	const startOfScan, profile = 0xda, 0xe2
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker, size := data[at+1], int(data[at+2])<<8|int(data[at+3])
		switch {
		case marker == startOfScan:
			// Pixels hold no end by themselves: 0xff is followed by 0 there.
			return bytes.Index(data[at:], []byte{0xff, 0xd9}) == len(data[at:])-2
		case marker >= 0xe0 && marker <= 0xef && marker != profile || marker == 0xfe:
			return false
		}
		at += 2 + size
	}
	return false
}

// announce notes a file like another one as yet to come.
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
