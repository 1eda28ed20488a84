package documents

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/documents/documentstore"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

// assembler builds the print jobs of credentials of one department. It loads shared data such as designs and their pictures once,
// so use one assembler for one list of jobs only.
type assembler struct {
	*Service
	kinds   map[string]attributes.Kind
	designs map[uuid.UUID]versionWithFonts
	files   map[string][]byte // pictures by URL; nil for a missing one
}

// versionWithFonts is a design version with the fonts that it uses.
type versionWithFonts struct {
	version designs.Version
	fonts   []rendering.Font
}

func (s *Service) newAssembler() *assembler {
	return &assembler{s, nil, map[uuid.UUID]versionWithFonts{}, map[string][]byte{}}
}

// job returns the print job of a credential for a design version. It returns ErrNoDesign when there is none.
func (g *assembler) job(ctx context.Context, c credentials.Credential, version uuid.UUID) (rendering.Job, error) {
	if version == uuid.Nil {
		return rendering.Job{}, ErrNoDesign
	}
	d, err := g.design(ctx, c.DepartmentID, version)
	if err != nil {
		return rendering.Job{}, err
	}
	if err := g.loadKinds(ctx, c); err != nil {
		return rendering.Job{}, err
	}
	design, err := withStatusOverlay(c, d.version)
	if err != nil {
		return rendering.Job{}, err
	}
	values := g.Values(c, g.kinds)
	job := rendering.Job{
		Design: design, Lang: d.version.Language, Title: c.Name() + " – " + c.Recipient.Name, Author: c.Issuer.Name, Issued: c.IssuedOn,
		Subject: c.Description(), Keywords: c.Group.LearningOutcomes, Address: g.links.Credential(c.UUID.String(), ""), Fonts: d.fonts,
		Pages: []rendering.Page{{Values: values}}, Owner: documentstore.Owner{DepartmentID: c.DepartmentID, CredentialID: c.ID},
	}
	job.Images, err = g.images(ctx, d.version.Document, values)
	return job, err
}

// pdfJob returns the job that prints one of the PDFs.
func (g *assembler) pdfJob(ctx context.Context, c credentials.Credential, f File) (rendering.Job, error) {
	job, err := g.job(ctx, c, c.Certificate)
	job.Mode = rendering.PDF
	if f != Certificate {
		job.Mode, job.CropMarks = rendering.Print, f == CertificateMarked
	}
	return job, err
}

func (g *assembler) design(ctx context.Context, departmentID int64, version uuid.UUID) (versionWithFonts, error) {
	if known, found := g.designs[version]; found {
		return known, nil
	}
	var d versionWithFonts
	var err error
	if d.version, err = g.version(ctx, departmentID, version); err != nil {
		return d, err
	}
	if d.fonts, err = g.fontsOf(ctx, departmentID, d.version.Document); err != nil {
		return d, err
	}
	g.designs[version] = d
	return d, nil
}

// versionKey is a design version as seen by one department.
type versionKey struct {
	departmentID int64
	version      uuid.UUID
}

// version reads a design version. Versions are immutable and therefore cached.
func (s *Service) version(ctx context.Context, departmentID int64, id uuid.UUID) (v designs.Version, err error) {
	key := versionKey{departmentID, id}
	if v, known := s.versionCache.Get(key); known {
		return v, nil
	}
	err = pg.SingleStatement(pg.WithGenericPlan(ctx), s.pool, departmentID, func(d pg.DB) error {
		v, err = s.designs.VersionByUUID(ctx, d, id)
		return err
	})
	if err == nil {
		s.versionCache.Put(key, v, len(v.Document))
	}
	return v, err
}

// loadKinds loads the kinds of the department's custom attributes if a credential uses any.
func (g *assembler) loadKinds(ctx context.Context, c credentials.Credential) error {
	if g.kinds != nil || len(c.CustomAttributes) == 0 {
		return nil
	}
	return pg.InDepartment(ctx, g.pool, c.DepartmentID, func(tx pgx.Tx) (err error) {
		g.kinds, err = g.attributes.KindsTx(ctx, tx, c.DepartmentID)
		return err
	})
}

// images returns the pictures of a page, reusing those of earlier pages.
func (g *assembler) images(ctx context.Context, document json.RawMessage, values map[string]rendering.Value) (map[string][]byte, error) {
	addresses, err := pictures(document, values)
	if err != nil {
		return nil, err
	}
	shown := map[string][]byte{}
	for _, address := range addresses {
		data, known := g.files[address]
		if !known {
			if data, err = g.picture(ctx, address); err != nil {
				return nil, err
			}
			g.files[address] = data
		}
		if data != nil {
			shown[address] = data
		}
	}
	return shown, nil
}
