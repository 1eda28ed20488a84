package downloads

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/badges"
)

// MostOwn is the maximum number of credentials in a recipient's archive.
const MostOwn = page.MaxSize

// perRecipient limits archives, because each may print many documents.
var perRecipient = throttle.Rule{Name: "wallet.archive", Limit: 30, Window: time.Hour}

// Own returns credentials of a recipient for an archive, latest first. It returns recipients.ErrNotSignedIn, field errors,
// credentials.ErrNotFound if one of them is not the recipient's, or throttle.ErrTooMany.
func (s *Service) Own(ctx context.Context, who recipients.Actor, ids []uuid.UUID) ([]credentials.Credential, error) {
	if err := who.SignedIn(); err != nil {
		return nil, err
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	ids = slices.Compact(ids)
	switch {
	case len(ids) == 0:
		return nil, errs.Field("credential_ids", "required")
	case len(ids) > MostOwn:
		return nil, errs.Field("credential_ids", "too_many", "max", MostOwn)
	}
	found, err := s.search.ListOwn(ctx, who.Owner(), credentialsearch.OwnQuery{UUIDs: ids, Page: page.Request{Size: MostOwn}})
	if err != nil {
		return nil, err
	}
	if len(found.Items) < len(ids) {
		return nil, credentials.ErrNotFound
	}
	return found.Items, s.throttle.Allow(ctx, perRecipient, strconv.FormatInt(who.RecipientID, 10))
}

// WriteOwn writes a recipient's credentials as a ZIP with a folder for each: its certificate as PDF and its badge with the assertion baked
// in, where its group lets owners download them, and the signed badge. Achieved credentials of one issuer are also in a signed learner
// record. Files that cannot be made are listed in left-out.csv. It calls progressed before each credential.
func (s *Service) WriteOwn(ctx context.Context, all []credentials.Credential, out io.Writer, progressed func()) error {
	return s.writeOwn(ctx, all, zip.NewWriter(out), nil, nil, progressed)
}

func (s *Service) writeOwn(ctx context.Context, all []credentials.Credential, archive *zip.Writer, extra Extra, missing []LeftOut, progressed func()) error {
	for some := range slices.Chunk(all, batch) {
		progressed()
		left, err := s.writeOwnSome(ctx, archive, some, extra, progressed)
		if err != nil {
			return err
		}
		missing = append(missing, left...)
	}
	left, err := s.writeRecords(ctx, archive, all, progressed)
	if err != nil {
		return err
	}
	missing = append(missing, left...)
	if _, err := listLeftOut(archive, nil, missing); err != nil {
		return err
	}
	return archive.Close()
}

func (s *Service) writeOwnSome(
	ctx context.Context, archive *zip.Writer, some []credentials.Credential, extra Extra, progressed func(),
) (missing []LeftOut, err error) {
	made := map[documents.File]map[int64]documents.FileResult{}
	for _, f := range []documents.File{documents.Certificate, documents.Badge} {
		made[f] = s.ownFiles(ctx, some, f)
	}
	for _, c := range some {
		progressed()
		for _, f := range []documents.File{documents.Certificate, documents.Badge} {
			file, has := made[f][c.ID]
			if !has {
				continue
			}
			if missing, err = putOwn(archive, c, string(f)+f.Extension(), file, missing); err != nil {
				return nil, err
			}
		}
		if extra != nil {
			if missing, err = s.putExtra(ctx, archive, c, extra, missing, progressed); err != nil {
				return nil, err
			}
		}
		if c.State == credentials.InProgress {
			continue
		}
		signed, failed := s.badges.Signed(ctx, c)
		if missing, err = putOwn(archive, c, "open-badge.json", documents.FileResult{Data: signed, Err: failed}, missing); err != nil {
			return nil, err
		}
	}
	return missing, ctx.Err()
}

// recordFolder is the folder of learner records.
const recordFolder = "learner-records"

// writeRecords adds the learner records of the credentials: a record has one issuer, one address of the recipient, and at most
// badges.MaxRecord credentials.
func (s *Service) writeRecords(ctx context.Context, archive *zip.Writer, all []credentials.Credential, progressed func()) (missing []LeftOut, err error) {
	type subject struct {
		department int64
		email      string
	}
	var order []subject
	of := map[subject][]credentials.Credential{}
	for _, c := range all {
		if !c.State.Achieved() || c.SupersededAt != nil {
			continue
		}
		about := subject{c.DepartmentID, strings.ToLower(c.Recipient.Email)}
		if of[about] == nil {
			order = append(order, about)
		}
		of[about] = append(of[about], c)
	}
	n := 0
	for _, about := range order {
		for some := range slices.Chunk(of[about], badges.MaxRecord) {
			progressed()
			n++
			record, failed := s.badges.RecordOf(ctx, some)
			if failed != nil {
				for _, c := range some {
					missing = append(missing, LeftOut{c.ID, c.Recipient.Name, recordFolder + ": " + ReasonFailed})
				}
				continue
			}
			name := fmt.Sprintf("%s/%s.json", recordFolder, readable(some[0].Issuer.Name, strconv.Itoa(n)))
			if err := store(archive, name, s.clock.Now(), record.Document); err != nil {
				return nil, fmt.Errorf("archive a learner record: %w", err)
			}
		}
	}
	return missing, ctx.Err()
}

// ownFiles renders a file of those credentials that have it and let their owner download it.
func (s *Service) ownFiles(ctx context.Context, some []credentials.Credential, f documents.File) map[int64]documents.FileResult {
	var with []credentials.Credential
	for _, c := range some {
		design := c.Certificate
		if f == documents.Badge {
			design = c.Badge
		}
		if level := c.Group.Settings.Actions.Download; design != uuid.Nil && (level == groups.ForAll || level == groups.ForOwners) {
			with = append(with, c)
		}
	}
	out := make(map[int64]documents.FileResult, len(with))
	for i, file := range s.documents.Files(ctx, with, f) {
		out[with[i].ID] = file
	}
	return out
}

// putOwn adds a file to the folder of a credential, or the credential to what is left out.
func putOwn(archive *zip.Writer, c credentials.Credential, name string, file documents.FileResult, missing []LeftOut) ([]LeftOut, error) {
	if file.Err != nil {
		return append(missing, LeftOut{c.ID, c.Recipient.Name, name + ": " + ReasonFailed}), nil //nolint:nilerr // the archive lists it
	}
	folder := readable(c.Name(), c.EncodedID)
	if err := store(archive, folder+"/"+name, c.IssuedOn, file.Data); err != nil {
		return nil, fmt.Errorf("archive a credential: %w", err)
	}
	return missing, nil
}
