package app

import (
	"context"
	"errors"

	"laurel/internal/documents/documentstore"
	"laurel/internal/platform/objects"
)

// maxPicture is the maximum size of an uploaded image that is read for painting, in bytes.
const maxPicture = 20 << 20

// files reads uploaded images and stores documents. It implements documents.Files and rendering.Store.
type files struct{ store *objects.Store }

// Prints is the prefix of stored documents and images.
func (a *App) Prints() documentstore.Storage { return files{a.Objects} }

// Open returns the file of a public URL. A missing image is no error.
func (f files) Open(ctx context.Context, address string) ([]byte, bool, error) {
	key, ok := f.store.KeyOf(address)
	if !ok {
		return nil, false, nil
	}
	data, _, err := f.store.Get(ctx, key, maxPicture)
	if errors.Is(err, objects.ErrNotFound) {
		return nil, false, nil
	}
	return data, err == nil, err
}

// Get reads a stored document.
func (f files) Get(ctx context.Context, key string) ([]byte, error) {
	data, _, err := f.store.Get(ctx, key, maxPicture)
	return data, err
}

// GetPart reads a part of a stored archive.
func (f files) GetPart(ctx context.Context, key string, start, size int64) ([]byte, error) {
	return f.store.GetPart(ctx, key, start, size)
}

// Put stores a document.
func (f files) Put(ctx context.Context, key, contentType string, data []byte) error {
	return f.store.Put(ctx, key, contentType, data)
}

// Delete deletes a document.
func (f files) Delete(ctx context.Context, key string) error { return f.store.Delete(ctx, key) }

// Missing reports whether err means that the file does not exist.
func (files) Missing(err error) bool { return errors.Is(err, objects.ErrNotFound) }

// maxPiece is the maximum size of a part of a data export that is read, in bytes.
const maxPiece = 64 << 20

// pieces stores the parts of data exports. It implements exports.Files.
type pieces struct{ *objects.Store }

// Fetch reads a part.
func (p pieces) Fetch(ctx context.Context, key string) ([]byte, error) {
	data, _, err := p.Get(ctx, key, maxPiece)
	return data, err
}
