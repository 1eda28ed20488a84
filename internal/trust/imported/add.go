package imported

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/imported/internal/db"
	"laurel/internal/trust/verification"
)

// perPerson limits imports, because each fetches URLs chosen by the caller.
var perPerson = throttle.Rule{Name: "imports.person", Limit: 200, Window: time.Hour}

// Add imports a credential. If the actor has it already, Add replaces the earlier import. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited, field errors, ErrTooMany, ErrIssuedHere or throttle.ErrTooMany.
func (s *Service) Add(ctx context.Context, by recipients.Actor, in Input) (Added, error) {
	if err := by.RequireFull(); err != nil {
		return Added{}, err
	}
	n, err := s.parse(in)
	if err != nil {
		return Added{}, err
	}
	if err := s.Throttle.Allow(ctx, perPerson, strconv.FormatInt(by.RecipientID, 10)); err != nil {
		return Added{}, err
	}
	if ref, ours := s.ours(n.address); ours {
		return s.issuedHere(ctx, by, ref)
	}
	if n.result, err = s.Verify.VerifyAgain(ctx, n.input); err != nil {
		return Added{}, err
	}
	if n.source == Link {
		n.data = n.result.Fetched
	}
	if c := n.result.Credential; c != nil && n.result.Verdict != verification.Changed {
		_, department := s.Links.Department(c.Issuer.ID)
		if ref, ours := s.ours(c.ID); ours || department {
			return s.issuedHere(ctx, by, ref)
		}
	}
	if n.status, err = accept(n.field, n.result, n.data); err != nil {
		return Added{}, err
	}
	row, updated, err := s.store(ctx, by, n)
	if err != nil {
		return Added{}, err
	}
	out, err := fromRow(row)
	return Added{Import: out, Updated: updated}, err
}

// incoming is a credential on its way into a wallet.
type incoming struct {
	source  Source
	field   string
	address string
	name    string
	data    []byte
	input   verification.Input
	result  verification.Result
	status  verification.Verdict
}

func (s *Service) parse(in Input) (incoming, error) {
	text, address := strings.TrimSpace(in.Document), strings.TrimSpace(in.URL)
	switch {
	case in.File != nil:
		if len(in.File) == 0 {
			return incoming{}, errs.Field("file", "imported.empty")
		}
		return incoming{source: File, field: "file", name: fileName(in.FileName, ""), data: in.File, input: verification.Input{File: in.File}}, nil
	case address == "" && text == "":
		return incoming{}, errs.Field("url", "required")
	case address != "" && text != "":
		return incoming{}, errs.Field("document", "imported.one_of")
	case text != "" && !strings.HasPrefix(text, "https://") && !strings.HasPrefix(text, "http://"):
		if len(text) > MaxDocument {
			return incoming{}, errs.Field("document", "too_long", "max", MaxDocument)
		}
		if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "eyJ") && !strings.HasPrefix(text, "<") {
			return incoming{}, errs.Field("document", "imported.no_credential")
		}
		return incoming{source: Text, field: "document", data: []byte(text), input: verification.Input{File: []byte(text)}}, nil
	}
	field := "url"
	if address == "" {
		field, address = "document", text
	}
	if address = web(address); address == "" {
		return incoming{}, errs.Field(field, "not_a_url")
	}
	return incoming{source: Link, field: field, address: address, name: fileName("", address), input: verification.Input{Text: address}}, nil
}

// web returns an absolute web address, of which people often leave out the scheme, or "".
func web(address string) string {
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	if len(address) > MaxURL || strings.ContainsAny(address, " \n\t") {
		return ""
	}
	return website(address)
}

// ours reports whether an address is of this installation, and of which credential.
func (s *Service) ours(address string) (ref string, ours bool) {
	ref, _ = s.Links.Ref(address)
	return ref, address == s.Links.Base() || strings.HasPrefix(address, s.Links.Base()+"/")
}

// issuedHere finds a credential that this installation issued. It returns ErrIssuedHere if it is not the actor's.
func (s *Service) issuedHere(ctx context.Context, by recipients.Actor, ref string) (Added, error) {
	c, err := s.Recipients.Read(ctx, by, ref)
	switch {
	case err == nil:
		return Added{InWallet: c.UUID}, nil
	case errs.KindOf(err) == errs.NotFound, errs.KindOf(err) == errs.Gone, errs.KindOf(err) == errs.Forbidden:
		return Added{}, ErrIssuedHere
	}
	return Added{}, err
}

// store writes the files of a credential and then the credential. Files that no credential came to have are swept later.
func (s *Service) store(ctx context.Context, by recipients.Actor, n incoming) (row db.ImportedCredential, updated bool, err error) {
	said, err := report(n.result)
	if err != nil {
		return row, false, fmt.Errorf("write report of an import: %w", err)
	}
	fileKey, pictureKey, err := s.put(ctx, n)
	if err != nil {
		return row, false, err
	}
	now, c := s.Clock.Now(), claimsOf(n.result.Credential)
	if n.status == Unverified {
		c = claims{title: strings.TrimSuffix(n.name, Extension(mediaType(n.data))), skills: []string{}}
	}
	in := db.ImportedInsertParams{
		Uuid: uuid.New(), RecipientID: by.RecipientID, Source: string(n.source), SourceUrl: n.address, Digest: digest(n.result.Credential, n.data), FileKey: fileKey,
		FileName: n.name, MediaType: mediaType(n.data), Size: int64(len(n.data)), PictureKey: pictureKey, Title: c.title, Description: c.description,
		CredentialID: c.id, Standard: string(n.result.Standard), IssuerID: c.issuerID, IssuerName: c.issuerName, IssuerUrl: c.issuerURL,
		IssuedAt: c.issued, ExpiresAt: c.expires, Skills: c.skills, Status: string(n.status), RecipientMatch: string(n.result.IssuedTo(by.Owner().Emails)),
		Report: said, Now: now, NextCheckAt: nextCheck(n.status, c.expires, now),
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		row, updated, err = s.storeTx(ctx, tx, in)
		if err != nil {
			return err
		}
		if row.FileKey == fileKey {
			keys := []string{fileKey, pictureKey}
			if err := s.q.ImportedFilesUse(ctx, tx, db.ImportedFilesUseParams{Keys: keys, ImportedID: row.ID}); err != nil {
				return fmt.Errorf("keep imported files: %w", err)
			}
		}
		return s.recordTx(ctx, tx, by, "recipient.credential_imported", row)
	})
	return row, updated, err
}

func (s *Service) storeTx(ctx context.Context, tx pgx.Tx, in db.ImportedInsertParams) (row db.ImportedCredential, updated bool, err error) {
	if err := s.q.ImportedLock(ctx, tx, in.RecipientID); err != nil {
		return row, false, fmt.Errorf("lock imported credentials: %w", err)
	}
	row, err = s.q.ImportedByDigest(ctx, tx, db.ImportedByDigestParams{RecipientID: in.RecipientID, Digest: in.Digest})
	removed := err == nil && row.RemovedAt != nil
	if removed || pg.NoRows(err) {
		if err := s.roomTx(ctx, tx, in.RecipientID); err != nil {
			return row, false, err
		}
	}
	if removed {
		row, err = s.restoreTx(ctx, tx, in.RecipientID, row.Uuid)
	}
	switch {
	case err == nil && !unproven(in.Status):
		row, err = s.q.ImportedReplace(ctx, tx, db.ImportedReplaceParams{
			ID: row.ID, Source: in.Source, SourceUrl: in.SourceUrl, FileKey: in.FileKey, FileName: in.FileName, MediaType: in.MediaType, Size: in.Size,
			PictureKey: in.PictureKey, Title: in.Title, Description: in.Description, CredentialID: in.CredentialID, Standard: in.Standard,
			IssuerID: in.IssuerID, IssuerName: in.IssuerName, IssuerUrl: in.IssuerUrl, IssuedAt: in.IssuedAt, ExpiresAt: in.ExpiresAt, Skills: in.Skills,
			Status: in.Status, RecipientMatch: in.RecipientMatch, Report: in.Report, Now: in.Now, NextCheckAt: in.NextCheckAt,
		})
		if err != nil {
			return row, false, fmt.Errorf("replace imported credential: %w", err)
		}
		return row, !removed, nil
	case err == nil: // what is proven is not replaced by what could not be proven
		return row, !removed, nil
	case !pg.NoRows(err):
		return row, false, fmt.Errorf("find imported credential: %w", err)
	}
	if row, err = s.q.ImportedInsert(ctx, tx, in); err != nil {
		return row, false, fmt.Errorf("insert imported credential: %w", err)
	}
	return row, false, nil
}

// unproven reports whether a verification could not find out whether the credential is genuine.
func unproven(status string) bool {
	return status == string(verification.Unreachable) || status == string(verification.Unsupported)
}

// put stores the original and, where there is one, the picture of a credential.
func (s *Service) put(ctx context.Context, n incoming) (fileKey, pictureKey string, err error) {
	folder := "imported/" + uuid.NewString()
	fileKey = folder + "/original"
	keys, picture := []string{fileKey}, s.picture(ctx, n)
	switch {
	case isPicture(n.data):
		pictureKey = fileKey
	case picture != nil:
		pictureKey = folder + "/picture"
		keys = append(keys, pictureKey)
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.q.ImportedFilesAdd(ctx, tx, db.ImportedFilesAddParams{Keys: keys, Now: s.Clock.Now()})
	})
	if err != nil {
		return "", "", fmt.Errorf("list imported files: %w", err)
	}
	err = s.Files.Put(ctx, fileKey, mediaType(n.data), n.data)
	if pictureKey != "" && pictureKey != fileKey {
		err = errors.Join(err, s.Files.Put(ctx, pictureKey, mediaType(picture), picture))
	}
	if err != nil {
		return "", "", fmt.Errorf("store imported files: %w", err)
	}
	return fileKey, pictureKey, nil
}

// picture returns the picture that a credential names. One that cannot be fetched is left out.
func (s *Service) picture(ctx context.Context, n incoming) []byte {
	c := n.result.Credential
	if isPicture(n.data) || c == nil || c.Image == "" || n.status == Unverified {
		return nil
	}
	if data := embeddedPicture(c.Image); isPicture(data) {
		return data
	}
	if website(c.Image) == "" {
		return nil
	}
	answer, err := s.Fetch.Get(ctx, c.Image, "image/png, image/jpeg, image/webp, image/gif, image/svg+xml")
	if err != nil || answer.Status != 200 || !isPicture(answer.Body) {
		return nil
	}
	return answer.Body
}
