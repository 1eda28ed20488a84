package downloads

import (
	"archive/zip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
)

// MostDirect is the maximum number of certificates that can be downloaded without a job.
const MostDirect = 100

// direct is the encrypted content of a token for certificates. They are rendered during the download and nothing is stored.
type direct struct {
	Department int64     `json:"d"`
	IDs        []int64   `json:"c"`
	Single     bool      `json:"s,omitempty"`
	Until      time.Time `json:"t"`
}

const directContext = "certificates link"

// Direct returns a token with which anybody can download the certificates of credentials for LinkLifetime: one as a PDF if single,
// otherwise a ZIP. It returns credentials.ErrNotFound if a reference is unknown, credentials.ErrNotPublished for a single draft,
// credentials.ErrNothingSelected if there are only drafts, or the error of credentials.RequireKeys.
func (s *Service) Direct(ctx context.Context, by access.Actor, refs []string, single bool) (string, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return "", err
	}
	if len(refs) == 0 {
		return "", errs.Field("credential_ids", "required")
	}
	if len(refs) > MostDirect {
		return "", errs.Field("credential_ids", "too_many", "max", MostDirect)
	}
	issued, err := s.credentials.ReadRefs(ctx, by, refs)
	if err == nil {
		err = credentials.RequireKeys(by, issued)
	}
	if err != nil {
		return "", err
	}
	pass := direct{Department: by.DepartmentID, IDs: make([]int64, len(issued)), Single: single, Until: s.clock.Now().Add(LinkLifetime)}
	for i, c := range issued {
		pass.IDs[i] = c.ID
	}
	switch {
	case single && len(issued) == 0:
		return "", credentials.ErrNotPublished
	case len(issued) == 0:
		return "", credentials.ErrNothingSelected
	}
	plain, err := json.Marshal(pass)
	if err != nil {
		return "", fmt.Errorf("write link to certificates: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(s.keyring.Seal(plain, directContext)), nil
}

// Bundle is the certificates of a token from Direct.
type Bundle struct {
	Single bool
	issued []credentials.Credential
}

// Name returns the file name for the download.
func (b Bundle) Name() string {
	if b.Single {
		return b.issued[0].EncodedID + ".pdf"
	}
	return "laurel-certificates.zip"
}

// OpenDirect returns the certificates of a token from Direct. It returns ErrLink if the token is invalid or expired.
func (s *Service) OpenDirect(ctx context.Context, token string) (Bundle, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return Bundle{}, ErrLink
	}
	plain, err := s.keyring.Open(sealed, directContext)
	if err != nil {
		return Bundle{}, ErrLink
	}
	var pass direct
	if err := json.Unmarshal(plain, &pass); err != nil || !s.clock.Now().Before(pass.Until) {
		return Bundle{}, ErrLink
	}
	issued, err := s.credentials.ReadIssued(ctx, pass.Department, pass.IDs)
	if err == nil && len(issued) == 0 {
		err = ErrLink
	}
	return Bundle{pass.Single, issued}, err
}

// PDF returns the certificate of a single-file bundle.
func (s *Service) PDF(ctx context.Context, b Bundle) ([]byte, error) {
	return s.documents.PDF(ctx, b.issued[0], documents.Certificate)
}

// WriteDirect writes the ZIP of a bundle in constant memory. It calls progressed after each batch of files.
func (s *Service) WriteDirect(ctx context.Context, b Bundle, out io.Writer, progressed func()) error {
	archive := zip.NewWriter(out)
	var missing []LeftOut
	for at := 0; at < len(b.issued); at += batch {
		some := b.issued[at:min(at+batch, len(b.issued))]
		for i, file := range s.documents.Files(ctx, some, documents.Certificate) {
			if file.Err != nil {
				missing = append(missing, LeftOut{some[i].ID, some[i].Recipient.Name, ReasonFailed})
				continue
			}
			if err := store(archive, fileName(some[i])+documents.Certificate.Extension(), some[i].IssuedOn, file.Data); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		progressed()
	}
	if _, err := listLeftOut(archive, nil, missing); err != nil {
		return err
	}
	return archive.Close()
}
