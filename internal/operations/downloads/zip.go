package downloads

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
	"laurel/internal/operations/downloads/internal/db"
	"laurel/internal/platform/pg"
)

// pass is the encrypted content of a download token.
type pass struct {
	Export     uuid.UUID `json:"e"`
	Part       int       `json:"p"`
	Department int64     `json:"d"`
	User       int64     `json:"u,omitempty"`
	Key        int64     `json:"k,omitempty"`
	Until      time.Time `json:"t"`
}

const passContext = "export link"

// Link returns a token for downloading a part of a finished download in a browser. It is valid for LinkLifetime. Parts are numbered from
// 1. It returns ErrNotFound, ErrNotFinished or ErrNoPart.
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
		return "", fmt.Errorf("write download link: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(s.keyring.Seal(plain, passContext)), nil
}

// Open returns the download and part of a token from Link. It returns ErrLink if the token is invalid or expired, and ErrNotFound if the
// download no longer exists.
func (s *Service) Open(ctx context.Context, token string) (Download, int, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return Download{}, 0, ErrLink
	}
	plain, err := s.keyring.Open(sealed, passContext)
	if err != nil {
		return Download{}, 0, ErrLink
	}
	var p pass
	if err := json.Unmarshal(plain, &p); err != nil || !s.clock.Now().Before(p.Until) {
		return Download{}, 0, ErrLink
	}
	asker := access.Actor{UserID: p.User, APIKeyID: p.Key, DepartmentID: p.Department}
	var e Download
	err = pg.InDepartment(ctx, s.pool, p.Department, func(tx pgx.Tx) (err error) {
		if e, err = s.readTx(ctx, tx, asker, p.Export); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, asker, audit.Event{Action: "export.downloaded", ObjectKind: "export", ObjectID: e.UUID})
	})
	return e, p.Part, err
}

// batch is how many files are in memory while a ZIP is written.
const batch = 25

// leftOutName is the name of the file in the ZIP that lists what is left out.
const leftOutName = "left-out.csv"

// stretch is a range of credential IDs, without after and including upTo.
type stretch struct{ after, upTo int64 }

// whole is the range of all credentials.
var whole = stretch{0, math.MaxInt64}

// stretchOf returns the range of credentials in a part. It includes those that are left out between the part's files.
func (s *Service) stretchOf(ctx context.Context, e Download, part int) (in stretch, err error) {
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
		return in, fmt.Errorf("find a part of a download: %w", err)
	}
	return in, nil
}

// Write writes a part of a finished download as a ZIP, in constant memory. It calls progressed after each file.
func (s *Service) Write(ctx context.Context, e Download, part int, out io.Writer, progressed func()) error {
	archive := zip.NewWriter(out)
	sheets := binder{download: e, part: part, archive: archive}
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
	if err := s.writeRecipient(ctx, e, part, archive, progressed); err != nil {
		return err
	}
	if err := s.writeLeftOut(ctx, e, in, archive, missing); err != nil {
		return err
	}
	return archive.Close()
}

// put adds a credential's file to the ZIP or to the sheets. in is false if it does not fit on the sheets.
func put(archive *zip.Writer, sheets *binder, c credentials.Credential, data []byte) (in bool, err error) {
	e := sheets.download
	if e.Kind == Sheets {
		return sheets.add(c, data)
	}
	return true, store(archive, fileName(c)+e.file().Extension(), c.IssuedOn, data)
}

// nextReady returns the next credentials whose files are ready, and the last ID that it read, or 0 at the end.
func (s *Service) nextReady(ctx context.Context, e Download, in stretch) ([]credentials.Credential, int64, error) {
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

// writeLeftOut writes the list of credentials that are left out, if there are any: those in missing, followed by those that the job
// left out.
func (s *Service) writeLeftOut(ctx context.Context, e Download, in stretch, archive *zip.Writer, missing []LeftOut) error {
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

// listLeftOut appends to the list of left-out credentials, and creates the file with the first entry.
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

// store adds a file without compression, because PDFs and PNGs are already compressed.
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

// longestName is the maximum length of a name in a file name.
const longestName = 60

// fileName returns a readable file name for a credential.
func fileName(c credentials.Credential) string { return readable(c.Recipient.Name, c.EncodedID) }

// printable removes the characters that file names cannot have everywhere.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r), !unicode.IsPrint(r):
			return -1
		}
		return r
	}, text)
}

// readable returns a file name from a text. The ID at the end makes it unique.
func readable(text, id string) string {
	name := printable(text)
	if letters := []rune(name); len(letters) > longestName {
		name = string(letters[:longestName])
	}
	if name = strings.Trim(name, " ."); name == "" {
		return id
	}
	return name + " " + id
}
