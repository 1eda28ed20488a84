package app

import (
	"context"
	"errors"

	"laurel/internal/documents/documents"
	"laurel/internal/platform/objects"
)

// maxPicture is the most bytes of an uploaded picture that are read for painting.
const maxPicture = 20 << 20

// files reads uploaded pictures and keeps prints; it satisfies documents.Files and rendering.Store.
type files struct{ store *objects.Store }

// Prints is where documents and pictures are kept.
func (a *App) Prints() documents.Storage { return files{a.Objects} }

// Open returns the bytes behind a public address of the store. A picture that is gone counts as none.
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

// Get reads a kept print.
func (f files) Get(ctx context.Context, key string) ([]byte, error) {
	data, _, err := f.store.Get(ctx, key, maxPicture)
	return data, err
}

// GetPart reads a print that is kept among others.
func (f files) GetPart(ctx context.Context, key string, start, size int64) ([]byte, error) {
	return f.store.GetPart(ctx, key, start, size)
}

// Put keeps a print.
func (f files) Put(ctx context.Context, key, contentType string, data []byte) error {
	return f.store.Put(ctx, key, contentType, data)
}

// Delete removes a print.
func (f files) Delete(ctx context.Context, key string) error { return f.store.Delete(ctx, key) }

// Missing tells whether err says that there is no such file.
func (files) Missing(err error) bool { return errors.Is(err, objects.ErrNotFound) }

// maxPiece is the most bytes of a piece of a data export that are read.
const maxPiece = 64 << 20

// pieces keeps the pieces of data exports; it satisfies dataexports.Files.
type pieces struct{ *objects.Store }

// Fetch reads a piece.
func (p pieces) Fetch(ctx context.Context, key string) ([]byte, error) {
	data, _, err := p.Get(ctx, key, maxPiece)
	return data, err
}
