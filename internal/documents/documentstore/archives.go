package documentstore

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"laurel/internal/documents/documentstore/internal/db"
	"laurel/internal/platform/pg"
)

// Storage is the object store. Names of archives begin with pack/; other names are those of rendering.
type Storage interface {
	Get(ctx context.Context, name string) ([]byte, error)
	// GetPart reads size bytes from an offset.
	GetPart(ctx context.Context, name string, start, size int64) ([]byte, error)
	Put(ctx context.Context, name, contentType string, data []byte) error
	// Delete deletes a file; a missing file is no error.
	Delete(ctx context.Context, name string) error
	// Missing reports whether err means that the file does not exist.
	Missing(err error) bool
}

// isArchivable reports whether a file may be stored in an archive: documents may, pictures are separate files.
func isArchivable(name string) bool { return strings.HasPrefix(name, "pdf/") }

// archiveRef identifies an archive and the size of its shared part.
type archiveRef struct {
	id     uuid.UUID
	common int32
}

// name returns the object name of an archive. Archives with a shared part have another prefix, which older versions of Laurel do
// not know: during a rolling update those print again what they do not find.
func (p archiveRef) name() string {
	if p.common > 0 {
		return "pack/common/" + p.id.String()
	}
	return "pack/" + p.id.String()
}

// Get reads a file that is stored separately or in an archive.
func (k *Store) Get(ctx context.Context, name string) ([]byte, error) {
	if !isArchivable(name) {
		data, err := k.files.Get(ctx, name)
		if err == nil {
			k.touch(ctx, name)
		}
		return data, err
	}
	var at db.KeptPlaceRow
	err := pg.SingleStatementSystem(pg.WithGenericPlan(ctx), k.pool, func(d pg.DB) (err error) {
		at, err = k.q.KeptPlace(ctx, d, name)
		return err
	})
	if err != nil && !pg.NoRows(err) {
		return nil, fmt.Errorf("look where %s is: %w", name, err)
	}
	if at.PackID == nil {
		return k.files.Get(ctx, name)
	}
	p := archiveRef{*at.PackID, at.Common}
	common, err := k.commonOf(ctx, p)
	if err != nil {
		return nil, err
	}
	own, err := k.part(ctx, p, at.PackStart, at.PackSize)
	if err != nil {
		return nil, err
	}
	return decodeDocument(common, own)
}

// commonOf reads the shared part of an archive, which never changes.
func (k *Store) commonOf(ctx context.Context, p archiveRef) ([]byte, error) {
	if p.common == 0 {
		return nil, nil
	}
	if common, known := k.common.Get(p.id); known {
		return common, nil
	}
	common, err := k.part(ctx, p, 0, p.common)
	if err == nil {
		k.common.Put(p.id, common, len(common))
	}
	return common, err
}

// part reads a range of an archive. A document of a lost archive is printed again and then stored separately.
func (k *Store) part(ctx context.Context, p archiveRef, start, size int32) ([]byte, error) {
	data, err := k.files.GetPart(ctx, p.name(), int64(start), int64(size))
	if err != nil && k.files.Missing(err) {
		lost := pg.InSystem(ctx, k.pool, func(tx pgx.Tx) error { return k.q.KeptLose(ctx, tx, p.id) })
		if lost != nil {
			return nil, fmt.Errorf("record lost archive: %w", lost)
		}
	}
	return data, err
}

// maxParallelReads limits concurrent requests to the object store per list of documents.
const maxParallelReads = 8

// GetMany reads several files; missing ones are nil. Adjacent documents of an archive take one request, and its shared part
// another.
func (k *Store) GetMany(ctx context.Context, names []string) ([][]byte, error) {
	var packed []db.KeptPlacesRow
	err := pg.SingleStatementSystem(ctx, k.pool, func(d pg.DB) (err error) {
		packed, err = k.q.KeptPlaces(ctx, d, names)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look where documents are: %w", err)
	}
	alone := make(map[string]bool, len(names))
	for _, name := range names {
		alone[name] = true
	}
	common, packs := map[uuid.UUID][]byte{}, k.newParallelReads()
	for i, r := range packed {
		delete(alone, r.Name)
		if i > 0 && packed[i-1].PackID == r.PackID {
			continue
		}
		packs.read(func() ([]byte, error) { return k.commonOf(ctx, archiveRef{r.PackID, r.Common}) }, func(data []byte) error {
			common[r.PackID] = data
			return nil
		})
	}
	if err := packs.all.Wait(); err != nil {
		return nil, err
	}
	found, files := map[string][]byte{}, k.newParallelReads()
	for _, run := range runs(packed) {
		first, last := run[0], run[len(run)-1]
		ofPack, there := common[first.PackID]
		if !there {
			continue
		}
		files.read(func() ([]byte, error) {
			return k.part(ctx, archiveRef{first.PackID, first.Common}, first.PackStart, last.PackStart+last.PackSize-first.PackStart)
		}, func(data []byte) (err error) {
			for _, r := range run {
				start := r.PackStart - first.PackStart
				if found[r.Name], err = decodeDocument(ofPack, data[start:start+r.PackSize]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for name := range alone {
		files.read(func() ([]byte, error) { return k.files.Get(ctx, name) }, func(data []byte) error {
			found[name] = data
			return nil
		})
	}
	err = files.all.Wait()
	out := make([][]byte, len(names))
	for i, name := range names {
		out[i] = found[name]
	}
	return out, err
}

// parallelReads runs reads concurrently.
type parallelReads struct {
	all     errgroup.Group
	missing func(error) bool
	mu      sync.Mutex
}

func (k *Store) newParallelReads() *parallelReads {
	r := &parallelReads{missing: k.files.Missing}
	r.all.SetLimit(maxParallelReads)
	return r
}

// read reads ranges from the channel. A missing file is no error.
func (r *parallelReads) read(get func() ([]byte, error), take func([]byte) error) {
	r.all.Go(func() error {
		data, err := get()
		if err != nil && r.missing(err) {
			return nil
		}
		if err != nil {
			return err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		return take(data)
	})
}

// runs groups documents that are adjacent in an archive.
func runs(packed []db.KeptPlacesRow) (out [][]db.KeptPlacesRow) {
	for i, r := range packed {
		if i > 0 && packed[i-1].PackID == r.PackID && packed[i-1].PackStart+packed[i-1].PackSize == r.PackStart {
			out[len(out)-1] = append(out[len(out)-1], r)
		} else {
			out = append(out, []db.KeptPlacesRow{r})
		}
	}
	return out
}

// Put stores a separate file.
func (k *Store) Put(ctx context.Context, name, contentType string, data []byte) error {
	return k.files.Put(ctx, name, contentType, data)
}

// PutMany stores registered documents of a department as one archive, because a request to the store costs more than a document.
func (k *Store) PutMany(ctx context.Context, departmentID int64, all []File) error {
	if len(all) == 1 {
		return k.files.Put(ctx, all[0].Name, all[0].ContentType, all[0].Data)
	}
	id, p, err := k.putArchive(ctx, departmentID, all)
	if err != nil {
		return err
	}
	var packed []string
	err = pg.InDepartment(ctx, k.pool, departmentID, func(tx pgx.Tx) (err error) {
		packed, err = k.q.KeptPack(ctx, tx, db.KeptPackParams{PackID: id, Names: p.names, Starts: p.starts, Sizes: p.sizes})
		return err
	})
	if err != nil {
		return fmt.Errorf("record archived documents: %w", err)
	}
	if len(packed) == len(all) {
		return nil
	}
	// The other documents were stored or deleted concurrently. Unreferenced documents in an archive would survive a purge, so the
	// archive is rewritten.
	return pg.InDepartment(ctx, k.pool, departmentID, func(tx pgx.Tx) error { return k.rewriteArchiveTx(ctx, tx, departmentID, id, []string{}) })
}

// putArchive stores documents as one file. The file is recorded first, so that it is deleted if nothing ever references it.
func (k *Store) putArchive(ctx context.Context, departmentID int64, all []File) (uuid.UUID, encodedArchive, error) {
	id, p := uuid.New(), encodeArchive(all)
	err := pg.InDepartment(ctx, k.pool, departmentID, func(tx pgx.Tx) error {
		return k.q.PackInsert(ctx, tx, db.PackInsertParams{ID: id, DepartmentID: departmentID, Common: p.common, Now: k.clock.Now()})
	})
	if err != nil {
		return id, p, fmt.Errorf("record archive: %w", err)
	}
	return id, p, k.files.Put(ctx, archiveRef{id, p.common}.name(), "application/octet-stream", p.data)
}

// rewriteArchiveTx moves the remaining documents of an archive into a new one. The old one is then unreferenced and will be
// deleted.
func (k *Store) rewriteArchiveTx(ctx context.Context, tx pgx.Tx, departmentID int64, id uuid.UUID, going []string) error {
	rows, err := k.q.KeptOfPack(ctx, tx, db.KeptOfPackParams{PackID: id, Names: going})
	if err != nil {
		return fmt.Errorf("read archived documents: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	end := int32(0)
	for _, r := range rows {
		end = max(end, r.PackStart+r.PackSize)
	}
	before := archiveRef{id, rows[0].Common}
	data, err := k.files.GetPart(ctx, before.name(), 0, int64(end))
	if err != nil && k.files.Missing(err) {
		return k.q.KeptLose(ctx, tx, id)
	}
	if err != nil {
		return err
	}
	stay := make([]File, len(rows))
	for i, r := range rows {
		document, err := decodeDocument(data[:before.common], data[r.PackStart:r.PackStart+r.PackSize])
		if err != nil {
			return err
		}
		stay[i] = File{Name: r.Name, Data: document}
	}
	next, p, err := k.putArchive(ctx, departmentID, stay)
	if err != nil {
		return err
	}
	return k.q.KeptRepack(ctx, tx, db.KeptRepackParams{PackID: next, Before: id, Names: p.names, Starts: p.starts, Sizes: p.sizes})
}

// deleteArchives deletes archives that nothing references, including those that a process began and never referenced.
func (k *Store) deleteArchives(ctx context.Context) error {
	for n := deleteBatch; n == deleteBatch; {
		err := pg.InSystem(ctx, k.pool, func(tx pgx.Tx) error {
			unused, err := k.q.PacksUnused(ctx, tx, db.PacksUnusedParams{Before: k.clock.Now().Add(-purgedRetention), RowLimit: deleteBatch})
			if n = len(unused); err != nil || n == 0 {
				return err
			}
			ids := make([]uuid.UUID, n)
			for i, p := range unused {
				ids[i] = p.ID
				if err := k.files.Delete(ctx, archiveRef{p.ID, p.Common}.name()); err != nil {
					return err
				}
			}
			return k.q.PacksDelete(ctx, tx, ids)
		})
		if err != nil {
			return fmt.Errorf("delete packs: %w", err)
		}
	}
	return nil
}
