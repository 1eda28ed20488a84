package exports

import (
	"archive/zip"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/exports/internal/db"
	"laurel/internal/platform/pg"
)

// pass is what a link to an export carries, sealed.
type pass struct {
	Export     uuid.UUID `json:"e"`
	Part       int       `json:"p"`
	Department int64     `json:"d"`
	User       int64     `json:"u,omitempty"`
	Key        int64     `json:"k,omitempty"`
	Until      time.Time `json:"t"`
}

const passContext = "export link"

// Link gives the asker a token that lets a browser fetch a part of a finished export, for LinkLifetime; the first is 1. It refuses
// with ErrNotFound, ErrNotFinished and ErrNoPart.
func (s *Service) Link(ctx context.Context, by access.Actor, id uuid.UUID, part int) (string, error) {
	e, err := s.Read(ctx, by, id)
	if err != nil {
		return "", err
	}
	if e.FinishedAt == nil {
		return "", ErrNotFinished
	}
	if part < 1 || part > e.Parts {
		return "", ErrNoPart
	}
	plain, err := json.Marshal(pass{e.UUID, part, by.DepartmentID, by.UserID, by.APIKeyID, s.clock.Now().Add(LinkLifetime)})
	if err != nil {
		return "", fmt.Errorf("write export link: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(s.keyring.Seal(plain, passContext)), nil
}

// Open finds the export and the part of it that a token of Link leads to. It refuses with ErrLink when the link is not one of ours or ran out.
func (s *Service) Open(ctx context.Context, token string) (Export, int, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return Export{}, 0, ErrLink
	}
	plain, err := s.keyring.Open(sealed, passContext)
	if err != nil {
		return Export{}, 0, ErrLink
	}
	var p pass
	if err := json.Unmarshal(plain, &p); err != nil || !s.clock.Now().Before(p.Until) {
		return Export{}, 0, ErrLink
	}
	asker := access.Actor{UserID: p.User, APIKeyID: p.Key, DepartmentID: p.Department}
	var e Export
	err = pg.InDepartment(ctx, s.pool, p.Department, func(tx pgx.Tx) (err error) {
		if e, err = s.readTx(ctx, tx, asker, p.Export); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, asker, audit.Event{Action: "export.downloaded", ObjectKind: "export", ObjectID: e.UUID})
	})
	return e, p.Part, err
}

// batch is how many files are held in memory while a ZIP is written.
const batch = 25

// leftOutName is the list of what is not in the ZIP, inside the ZIP.
const leftOutName = "left-out.csv"

// stretch is some of an export's credentials, by their numbers.
type stretch struct{ after, upTo int64 }

// whole is all of them.
var whole = stretch{0, math.MaxInt64}

// stretchOf tells which credentials a part is of: what is left out between its files belongs to it.
func (s *Service) stretchOf(ctx context.Context, e Export, part int) (in stretch, err error) {
	in = whole
	err = pg.InDepartment(ctx, s.pool, e.departmentID, func(tx pgx.Tx) (err error) {
		at := func(place int) (int64, error) {
			p := db.ExportItemsReadyAtParams{ExportID: e.id, DepartmentID: e.departmentID, Place: int32(place)} //nolint:gosec // fewer than two billion
			return s.q.ExportItemsReadyAt(ctx, tx, p)
		}
		if part > 1 {
			in.after, err = at((part-1)*s.PartSize - 1)
		}
		if err == nil && part < e.Parts {
			in.upTo, err = at(part*s.PartSize - 1)
		}
		return err
	})
	if err != nil {
		return in, fmt.Errorf("find a part of an export: %w", err)
	}
	return in, nil
}

// Write writes a part of a finished export as a ZIP, file by file, in constant memory. progressed is called after each file.
func (s *Service) Write(ctx context.Context, e Export, part int, out io.Writer, progressed func()) error {
	archive := zip.NewWriter(out)
	sheets := binder{export: e, part: part, archive: archive}
	var missing []LeftOut
	in, err := s.stretchOf(ctx, e, part)
	if err != nil {
		return err
	}
	for after := in.after; ; {
		issued, last, err := s.nextReady(ctx, e, stretch{after, in.upTo})
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
	if err := s.writeLeftOut(ctx, e, in, archive, missing); err != nil {
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
func (s *Service) nextReady(ctx context.Context, e Export, in stretch) ([]credentials.Credential, int64, error) {
	var ids []int64
	err := pg.InDepartment(ctx, s.pool, e.departmentID, func(tx pgx.Tx) (err error) {
		ids, err = s.q.ExportItemsReady(ctx, tx, db.ExportItemsReadyParams{
			ExportID: e.id, DepartmentID: e.departmentID, After: in.after, UpTo: in.upTo, RowLimit: batch,
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
	if !e.privateKeys { // it may have become private since its file was made
		issued = slices.DeleteFunc(issued, func(c credentials.Credential) bool { return c.Private })
	}
	return issued, ids[len(ids)-1], err
}

// writeLeftOut adds the list of what is not in the ZIP, where there is any: what went missing since, and what was left out at once.
func (s *Service) writeLeftOut(ctx context.Context, e Export, in stretch, archive *zip.Writer, missing []LeftOut) error {
	var lines *csv.Writer
	for {
		var noted []LeftOut
		err := pg.InDepartment(ctx, s.pool, e.departmentID, func(tx pgx.Tx) (err error) {
			noted, err = s.leftOutTx(ctx, tx, e, in, choosing)
			return err
		})
		if err != nil {
			return err
		}
		if lines, err = listLeftOut(archive, lines, append(missing, noted...)); err != nil || len(noted) < choosing {
			return err
		}
		missing, in.after = nil, noted[len(noted)-1].CredentialID
	}
}

// listLeftOut adds to a list of what is not in a ZIP, which it begins with the first that is not.
func listLeftOut(archive *zip.Writer, lines *csv.Writer, missing []LeftOut) (*csv.Writer, error) {
	if len(missing) == 0 {
		return lines, nil
	}
	if lines == nil {
		file, err := archive.Create(leftOutName)
		if err != nil {
			return nil, fmt.Errorf("write what is left out: %w", err)
		}
		lines = csv.NewWriter(file)
		_ = lines.Write([]string{"credential_id", "recipient_name", "reason"})
	}
	for _, l := range missing {
		_ = lines.Write([]string{fmt.Sprint(l.CredentialID), spreadsheets.Safe(l.RecipientName), l.Reason})
	}
	lines.Flush()
	return lines, lines.Error()
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
