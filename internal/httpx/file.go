package httpx

import (
	"errors"
	"io"
	"net/http"

	"laurel/internal/errs"
)

// formSpace is what the form around a file may take, in bytes.
const formSpace = 64 << 10

// File reads the field "file" of a form without ever putting it on a disk, and what the client calls it. It refuses a form without
// one, and with ErrTooLarge what has more than max bytes.
func File(w http.ResponseWriter, r *http.Request, max int64) (name string, data []byte, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, max+formSpace)
	form, err := r.MultipartReader()
	if err != nil {
		return "", nil, ErrMalformed.Wrap(err)
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return "", nil, errs.Field("file", "required")
		}
		if err != nil {
			return "", nil, unreadable(err, max)
		}
		if part.FormName() != "file" {
			continue
		}
		data, err := io.ReadAll(io.LimitReader(part, max+1))
		if err != nil {
			return "", nil, unreadable(err, max)
		}
		if int64(len(data)) > max {
			return "", nil, ErrTooLarge.With("max", max)
		}
		return part.FileName(), append([]byte{}, data...), nil
	}
}

func unreadable(err error, max int64) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return ErrTooLarge.With("max", max)
	}
	return ErrMalformed.Wrap(err)
}
