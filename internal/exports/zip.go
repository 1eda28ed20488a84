package exports

import (
	"archive/zip"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/audit"
	"laurel/internal/credentials"
	"laurel/internal/exports/internal/db"
	"laurel/internal/pg"
	"laurel/internal/spreadsheets"
)

// pass is what a link to an export carries, sealed.
type pass struct {
	Export     uuid.UUID `json:"e"`
	Department int64     `json:"d"`
	User       int64     `json:"u,omitempty"`
	Key        int64     `json:"k,omitempty"`
	Until      time.Time `json:"t"`
}

const passContext = "export link"

// Link gives the asker a token that lets a browser fetch a finished export, for LinkLifetime. It refuses with ErrNotFound and
// ErrNotFinished.
func (s *Service) Link(ctx context.Context, by access.Actor, id uuid.UUID) (string, error) {
	e, err := s.Read(ctx, by, id)
	if err != nil {
		return "", err
	}
	if e.FinishedAt == nil {
		return "", ErrNotFinished
	}
	plain, err := json.Marshal(pass{e.UUID, by.DepartmentID, by.UserID, by.APIKeyID, s.clock.Now().Add(LinkLifetime)})
	if err != nil {
		return "", fmt.Errorf("write export link: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(s.keyring.Seal(plain, passContext)), nil
}

// Open finds the export that a token of Link leads to. It refuses with ErrLink when the link is not one of ours or ran out.
func (s *Service) Open(ctx context.Context, token string) (Export, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return Export{}, ErrLink
	}
	plain, err := s.keyring.Open(sealed, passContext)
	if err != nil {
		return Export{}, ErrLink
	}
	var p pass
	if err := json.Unmarshal(plain, &p); err != nil || !s.clock.Now().Before(p.Until) {
		return Export{}, ErrLink
	}
	asker := access.Actor{UserID: p.User, APIKeyID: p.Key, DepartmentID: p.Department}
	var e Export
	err = pg.InDepartment(ctx, s.pool, p.Department, func(tx pgx.Tx) (err error) {
		if e, err = s.readTx(ctx, tx, asker, p.Export); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, asker, audit.Event{Action: "export.downloaded", ObjectKind: "export", ObjectID: e.UUID})
	})
	return e, err
}

// batch is how many files are held in memory while a ZIP is written.
const batch = 25

// leftOutName is the list of what is not in the ZIP, inside the ZIP.
const leftOutName = "left-out.csv"

// Write writes the ZIP of a finished export, file by file, in constant memory. progressed is called after each file.
func (s *Service) Write(ctx context.Context, e Export, out io.Writer, progressed func()) error {
	archive := zip.NewWriter(out)
	sheets := binder{export: e, archive: archive}
	var missing []LeftOut
	for after := int64(0); ; {
		issued, last, err := s.nextReady(ctx, e, after)
		if err != nil {
			return err
		}
		if last == 0 {
			break
		}
		after = last
		files := s.documents.Files(ctx, issued, e.file())
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for i, c := range issued {
			in := files[i].Err == nil
			if in {
				if in, err = put(archive, &sheets, c, files[i].Data); err != nil {
					return err
				}
			}
			if !in { // it was made once; since then something changed
				missing = append(missing, LeftOut{c.ID, c.Recipient.Name, ReasonFailed})
				continue
			}
			progressed()
		}
	}
	if err := sheets.close(); err != nil {
		return err
	}
	if err := s.writeLeftOut(ctx, e, archive, missing); err != nil {
		return err
	}
	return archive.Close()
}

// put adds a credential's file, by itself or to the sheets. in is false when it cannot lie on these.
func put(archive *zip.Writer, sheets *binder, c credentials.Credential, data []byte) (in bool, err error) {
	e := sheets.export
	if e.Kind == Sheets {
		return sheets.add(c, data)
	}
	return true, store(archive, fileName(c)+e.file().Extension(), c.IssuedOn, data)
}

// nextReady reads the next credentials whose files are ready, and the last id that it looked at: 0 at the end.
func (s *Service) nextReady(ctx context.Context, e Export, after int64) ([]credentials.Credential, int64, error) {
	var ids []int64
	err := pg.InDepartment(ctx, s.pool, e.departmentID, func(tx pgx.Tx) (err error) {
		ids, err = s.q.ExportItemsReady(ctx, tx, db.ExportItemsReadyParams{
			ExportID: e.id, DepartmentID: e.departmentID, After: after, RowLimit: batch,
		})
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read what is exported: %w", err)
	}
	if len(ids) == 0 {
		return nil, 0, nil
	}
	issued, err := s.credentials.ReadIssued(ctx, e.departmentID, ids)
	return issued, ids[len(ids)-1], err
}

// writeLeftOut adds the list of what is not in the ZIP, where there is any.
func (s *Service) writeLeftOut(ctx context.Context, e Export, archive *zip.Writer, missing []LeftOut) error {
	var noted []LeftOut
	err := pg.InDepartment(ctx, s.pool, e.departmentID, func(tx pgx.Tx) (err error) {
		noted, err = s.leftOutTx(ctx, tx, e, MaxCredentials)
		return err
	})
	if err != nil {
		return err
	}
	return listLeftOut(archive, append(noted, missing...))
}

// listLeftOut adds a list of what is not in a ZIP, unless all is.
func listLeftOut(archive *zip.Writer, missing []LeftOut) error {
	if len(missing) == 0 {
		return nil
	}
	file, err := archive.Create(leftOutName)
	if err != nil {
		return fmt.Errorf("write what is left out: %w", err)
	}
	lines := csv.NewWriter(file)
	_ = lines.Write([]string{"credential_id", "recipient_name", "reason"})
	for _, l := range missing {
		_ = lines.Write([]string{fmt.Sprint(l.CredentialID), spreadsheets.Safe(l.RecipientName), l.Reason})
	}
	lines.Flush()
	return lines.Error()
}

// store adds a file as it is: PDFs and PNGs are compressed already.
func store(archive *zip.Writer, name string, at time.Time, data []byte) error {
	file, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: at})
	if err == nil {
		_, err = file.Write(data)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// longestName is how many characters of a recipient's name a file's name holds.
const longestName = 60

// fileName names a credential's file for people; the id at its end makes it the only one.
func fileName(c credentials.Credential) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r), !unicode.IsPrint(r):
			return -1
		}
		return r
	}, c.Recipient.Name)
	if letters := []rune(name); len(letters) > longestName {
		name = string(letters[:longestName])
	}
	if name = strings.Trim(name, " ."); name == "" {
		return c.EncodedID
	}
	return name + " " + c.EncodedID
}
