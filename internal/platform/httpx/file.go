package httpx

import (
	"errors"
	"io"
	"net/http"

	"laurel/internal/platform/errs"
)

// formSpace is the size of the form around a file, in bytes.
const formSpace = 64 << 10

// maxField is the maximum size of a text field next to a file, in bytes.
const maxField = 4 << 10

// File reads the form field "file" and its file name. The file is kept in memory and never written to disk. File rejects a form without
// a file, and one whose file has more than max bytes with ErrTooLarge.
func File(w http.ResponseWriter, r *http.Request, max int64) (name string, data []byte, err error) {
	name, data, _, err = Form(w, r, max)
	return name, data, err
}

// Form reads a form as File does, together with its text fields. It rejects texts of more than 4 KiB with ErrTooLarge.
func Form(w http.ResponseWriter, r *http.Request, max int64) (name string, data []byte, texts map[string]string, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, max+formSpace)
	form, err := r.MultipartReader()
	if err != nil {
		return "", nil, nil, ErrMalformed.Wrap(err)
	}
	texts = map[string]string{}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) && data == nil {
			return "", nil, nil, errs.Field("file", "required")
		}
		if errors.Is(err, io.EOF) {
			return name, data, texts, nil
		}
		if err != nil {
			return "", nil, nil, unreadable(err, max)
		}
		most := int64(maxField)
		if part.FormName() == "file" {
			most = max
		}
		content, err := io.ReadAll(io.LimitReader(part, most+1))
		if err != nil {
			return "", nil, nil, unreadable(err, max)
		}
		if int64(len(content)) > most {
			return "", nil, nil, ErrTooLarge.With("max", most)
		}
		if part.FormName() == "file" {
			name, data = part.FileName(), append([]byte{}, content...)
		} else {
			texts[part.FormName()] = string(content)
		}
	}
}

func unreadable(err error, max int64) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return ErrTooLarge.With("max", max)
	}
	return ErrMalformed.Wrap(err)
}
