package downloads

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strconv"

	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/page"
	"laurel/internal/recipients/recipients"
)

// Extra describes a credential, with what was added to it.
type Extra func(credentials.Credential) (Description, error)

// Description is a credential with what was added to it as JSON, and the files among that.
type Description struct {
	JSON  []byte
	Files []AccountFile
}

// OwnAll returns all credentials of a recipient for an archive, latest first. It returns recipients.ErrNotSignedIn, recipients.ErrLimited
// for the session of an issuer's link, or throttle.ErrTooMany.
func (s *Service) OwnAll(ctx context.Context, who recipients.Actor) ([]credentials.Credential, error) {
	if err := who.RequireFull(); err != nil {
		return nil, err
	}
	if err := s.throttle.Allow(ctx, perRecipient, strconv.FormatInt(who.RecipientID, 10)); err != nil {
		return nil, err
	}
	var all []credentials.Credential
	query := credentialsearch.OwnQuery{Page: page.Request{Number: 1, Size: page.MaxSize}}
	for {
		found, err := s.search.ListOwn(ctx, who.Owner(), query)
		if err != nil {
			return nil, err
		}
		all = append(all, found.Items...)
		if found.Next == "" {
			return all, nil
		}
		query.Cursor = found.Next
	}
}

// AccountFile is a file about the account itself, or of a credential.
type AccountFile struct {
	Name string
	Data []byte
	Read func() ([]byte, error) // in place of Data, for what should not be in memory at once
}

// WriteAccount writes the archive of WriteOwn with the account's files, and with each credential's description and hosted Open Badge.
// Files that cannot be read are listed in left-out.csv.
func (s *Service) WriteAccount(
	ctx context.Context, account []AccountFile, all []credentials.Credential, extra Extra, out io.Writer, progressed func(),
) error {
	archive := zip.NewWriter(out)
	var missing []LeftOut
	for _, f := range account {
		if f.Read != nil {
			progressed()
			data, err := f.Read()
			if err != nil {
				missing = append(missing, LeftOut{Reason: f.Name + ": " + ReasonFailed})
				continue
			}
			f.Data = data
		}
		if err := store(archive, f.Name, s.clock.Now(), f.Data); err != nil {
			return fmt.Errorf("archive an account: %w", err)
		}
	}
	return s.writeOwn(ctx, all, archive, extra, missing, progressed)
}

// fileNameIn returns the path of a file of a credential: a folder, and a name that somebody chose.
func fileNameIn(name string) string {
	folder, file := path.Split(name)
	return folder + printable(file)
}

// putExtra adds a credential's description, the files of it and, once achieved, its hosted Open Badge.
func (s *Service) putExtra(
	ctx context.Context, archive *zip.Writer, c credentials.Credential, extra Extra, missing []LeftOut, progressed func(),
) ([]LeftOut, error) {
	described, failed := extra(c)
	missing, err := putOwn(archive, c, "credential.json", documents.FileResult{Data: described.JSON, Err: failed}, missing)
	for _, f := range described.Files {
		if err != nil {
			return missing, err
		}
		progressed()
		data, failed := f.Read()
		missing, err = putOwn(archive, c, fileNameIn(f.Name), documents.FileResult{Data: data, Err: failed}, missing)
	}
	if err != nil || c.State == credentials.InProgress {
		return missing, err
	}
	assertion, failed := s.badges.Assertion(ctx, c)
	var hosted []byte
	if failed == nil {
		hosted, failed = json.Marshal(assertion)
	}
	return putOwn(archive, c, "open-badge-2.json", documents.FileResult{Data: hosted, Err: failed}, missing)
}
