package documents

import (
	"context"
	"fmt"

	"laurel/internal/documents/rendering"
	"laurel/internal/formats/pdf"
	"laurel/internal/issuing/credentials"
	"laurel/internal/trust/badges"
)

// File is one of the downloadable files of a credential.
type File string

// The files. Certificates are PDFs; the badge is a PNG with the assertion baked in.
const (
	Certificate      File = "certificate"
	CertificatePrint File = "certificate_print"
	// CertificateMarked is CertificatePrint with crop marks.
	CertificateMarked File = "certificate_marked"
	Badge             File = "badge"
)

// Extension returns the file name extension.
func (f File) Extension() string {
	if f == Badge {
		return ".png"
	}
	return ".pdf"
}

// FileResult is the outcome for one file of several.
type FileResult struct {
	Data []byte
	Err  error
}

// Files renders one file for each of several credentials of a department with background priority. Each result has its own error,
// ErrNoDesign where the credential has no such document.
func (s *Service) Files(ctx context.Context, all []credentials.Credential, f File) []FileResult {
	if f == Badge {
		return s.badgeFiles(ctx, all)
	}
	out := s.printPDFs(ctx, all, f)
	for i, made := range out {
		if made.Err == nil {
			out[i].Data, out[i].Err = s.attachCredential(ctx, all[i], f, made.Data)
		}
	}
	return out
}

// printPDFs prints what is not stored yet.
func (s *Service) printPDFs(ctx context.Context, all []credentials.Credential, f File) []FileResult {
	out := make([]FileResult, len(all))
	var wanted []rendering.Job
	var places []int
	common := s.newAssembler()
	for i, c := range all {
		job, err := common.pdfJob(ctx, c, f)
		if err != nil {
			out[i].Err = err
			continue
		}
		job.Background = true
		wanted, places = append(wanted, job), append(places, i)
	}
	for i, printed := range s.printer.PDFs(ctx, wanted) {
		out[places[i]] = FileResult{printed.Document, printed.Err}
	}
	return out
}

// attachCredential attaches the current signed credential to a document for reading. Stored documents do not contain it. Files
// for print shops and credentials in progress get none.
func (s *Service) attachCredential(ctx context.Context, c credentials.Credential, f File, printed []byte) ([]byte, error) {
	if f != Certificate || c.State == credentials.InProgress {
		return printed, nil
	}
	signed, err := s.badges.Signed(ctx, c)
	if err != nil {
		return nil, err
	}
	document, err := pdf.Attach(printed, pdf.Attachment{
		Name: c.EncodedID + ".json", ContentType: badges.SignedType, Description: "Open Badges 3.0", Data: signed, Modified: c.IssuedOn,
	})
	if err != nil {
		return nil, fmt.Errorf("attach signed credential: %w", err)
	}
	return document, nil
}

func (s *Service) badgeFiles(ctx context.Context, all []credentials.Credential) []FileResult {
	out := make([]FileResult, len(all))
	common := s.newAssembler()
	for i, c := range all {
		job, err := common.job(ctx, c, c.Badge)
		if err != nil {
			out[i].Err = err
			continue
		}
		job.Background = true
		picture, err := s.printer.Picture(ctx, job, pictureWidth, rendering.PNG)
		if err == nil && c.State != credentials.InProgress {
			picture, err = s.badges.Bake(ctx, c, picture)
		}
		out[i] = FileResult{picture, err}
	}
	return out
}
