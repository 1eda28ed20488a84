package downloads

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/page"
	"laurel/internal/recipients/recipients"
)

// Extra describes a credential, with what its recipient added to it, as JSON.
type Extra func(credentials.Credential) ([]byte, error)

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

// AccountFile is a file about the account itself.
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

// putExtra adds a credential's description and, once achieved, its hosted Open Badge.
func (s *Service) putExtra(
	ctx context.Context, archive *zip.Writer, c credentials.Credential, extra Extra, missing []LeftOut,
) ([]LeftOut, error) {
	described, failed := extra(c)
	missing, err := putOwn(archive, c, "credential.json", documents.FileResult{Data: described, Err: failed}, missing)
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
