package namechanges

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/namechanges/internal/db"
)

// MaxDocument is the maximum size of a proof, in bytes.
const MaxDocument = 8 << 20

var documentsPerRecipient = throttle.Rule{Name: "name_change.document", Limit: 20, Window: time.Hour}

// Document is a proof that a recipient uploaded.
type Document struct {
	Name string
	Type string
	Data []byte
}

// kinds are the accepted file types, recognised by their first bytes, as names prove nothing.
var kinds = []struct{ begins, contentType, ending string }{
	{"%PDF-", "application/pdf", ".pdf"}, {"\x89PNG\r\n\x1a\n", "image/png", ".png"}, {"\xff\xd8\xff", "image/jpeg", ".jpg"},
}

// checked returns a safe file name and the type of a file. It returns field errors.
func checked(name string, data []byte) (Document, error) {
	if len(data) > MaxDocument {
		return Document{}, errs.Field("file", "upload.too_large", "max", MaxDocument>>20)
	}
	for _, k := range kinds {
		if bytes.HasPrefix(data, []byte(k.begins)) {
			return Document{Name: fileName(name) + k.ending, Type: k.contentType, Data: data}, nil
		}
	}
	return Document{}, errs.Field("file", "name_change.document_type")
}

// fileName keeps the part of a name that is safe on any system.
func fileName(name string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.TrimSuffix(name, path.Ext(name))
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == ' ':
			return r
		}
		return -1
	}, name)
	if name = strings.TrimSpace(name); name == "" {
		return "document"
	}
	return name[:min(len(name), 100)]
}

// Attach stores a proof for a pending request and replaces an earlier one. Only the department can read it. It returns field errors,
// ErrNotFound or ErrDecided.
func (s *Service) Attach(ctx context.Context, by recipients.Actor, credentialRef string, id int64, name string, data []byte) (Change, error) {
	c, err := s.Recipients.Read(ctx, by, credentialRef)
	if err != nil {
		return Change{}, err
	}
	doc, err := checked(name, data)
	if err != nil {
		return Change{}, err
	}
	if err := s.Throttle.Allow(ctx, documentsPerRecipient, strconv.FormatInt(by.RecipientID, 10)); err != nil {
		return Change{}, err
	}
	key := "private/name-changes/" + strings.ToLower(rand.Text())
	if err := s.Files.Put(ctx, key, doc.Type, doc.Data); err != nil {
		return Change{}, fmt.Errorf("keep document: %w", err)
	}
	var out Change
	var earlier *string
	err = pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.ownTx(ctx, tx, c, id)
		if err != nil {
			return err
		}
		earlier = n.DocumentKey
		err = s.q.NameChangeSetDocument(ctx, tx, db.NameChangeSetDocumentParams{
			DocumentKey: &key, DocumentName: doc.Name, DocumentType: doc.Type, DepartmentID: n.DepartmentID, ID: n.ID,
		})
		if err != nil {
			return fmt.Errorf("note document: %w", err)
		}
		err = s.Audit.RecordTx(ctx, tx, by.Recorded(c.DepartmentID), audit.Event{
			Action: "name_change.document_added", ObjectKind: "name_change", ObjectID: n.ID,
		})
		if err != nil {
			return err
		}
		out, err = s.readTx(ctx, tx, c.DepartmentID, id)
		return err
	})
	if err != nil {
		return out, errors.Join(err, s.Files.Delete(context.WithoutCancel(ctx), key))
	}
	if earlier != nil {
		return out, s.Files.Delete(ctx, *earlier)
	}
	return out, nil
}

// Document returns the proof of a request to the department. It returns ErrNotFound or ErrNoDocument.
func (s *Service) Document(ctx context.Context, by access.Actor, id int64) (Document, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Document{}, err
	}
	var n db.NameChangeReadRow
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		n, err = s.q.NameChangeRead(ctx, tx, db.NameChangeReadParams{DepartmentID: by.DepartmentID, ID: id})
		if err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "name_change.document_read", ObjectKind: "name_change", ObjectID: id})
	})
	if pg.NoRows(err) {
		return Document{}, ErrNotFound
	}
	if err != nil {
		return Document{}, fmt.Errorf("read name change: %w", err)
	}
	if n.NameChange.DocumentKey == nil {
		return Document{}, ErrNoDocument
	}
	data, _, err := s.Files.Get(ctx, *n.NameChange.DocumentKey, MaxDocument)
	if errors.Is(err, objects.ErrNotFound) {
		return Document{}, ErrNoDocument
	}
	if err != nil {
		return Document{}, fmt.Errorf("read document: %w", err)
	}
	return Document{n.NameChange.DocumentName, n.NameChange.DocumentType, data}, nil
}

// deleteDocuments deletes proofs some time after the decision. The file is deleted before its record, so that no file is orphaned.
func (s *Service) deleteDocuments(ctx context.Context) (int64, error) {
	var old []db.NameChangeOldDocumentsRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		old, err = s.q.NameChangeOldDocuments(ctx, tx, db.NameChangeOldDocumentsParams{
			Before: s.Clock.Now().Add(-documentKept), RowLimit: expireBatch,
		})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("find old documents: %w", err)
	}
	for i, d := range old {
		if err := s.Files.Delete(ctx, d.DocumentKey); err != nil {
			return int64(i), fmt.Errorf("delete document: %w", err)
		}
		err := pg.InDepartment(ctx, s.Pool, d.DepartmentID, func(tx pgx.Tx) error {
			return s.q.NameChangeForgetDocument(ctx, tx, db.NameChangeForgetDocumentParams{DepartmentID: d.DepartmentID, ID: d.ID})
		})
		if err != nil {
			return int64(i), fmt.Errorf("forget document: %w", err)
		}
	}
	return int64(len(old)), nil
}
