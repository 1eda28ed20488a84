package badges

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"laurel/internal/access"
	"laurel/internal/audit"
	"laurel/internal/badges/internal/db"
	"laurel/internal/clock"
	"laurel/internal/credentials"
	"laurel/internal/dataintegrity"
	"laurel/internal/errs"
	"laurel/internal/evidence"
	"laurel/internal/jobs"
	"laurel/internal/links"
	"laurel/internal/pg"
	"laurel/internal/secrets"
)

// ErrInProgress says that a credential is in progress, so nothing is signed that says it was achieved.
var ErrInProgress = errs.New(errs.NotFound, "credential.in_progress")

// Sign is the job that signs credentials just issued.
type Sign struct {
	DepartmentID  int64   `json:"department_id"`
	CredentialIDs []int64 `json:"credential_ids"`
}

// SignBatch is how many credentials one Sign names.
const SignBatch = 100

// Kind names the job.
func (Sign) Kind() string { return "badges.sign" }

// InsertOpts puts signing where it slows down no publishing: who asks for a credential sooner has it signed then.
func (Sign) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 2}
}

// Credentials finds and reads what was issued.
type Credentials interface {
	SelectTx(ctx context.Context, tx pgx.Tx, by access.Actor, sel credentials.Selection) ([]int64, error)
	ReadIssued(ctx context.Context, departmentID int64, ids []int64) ([]credentials.Credential, error)
}

// Evidence tells what of the evidence of a credential stands in its badges.
type Evidence interface {
	ProofsTx(ctx context.Context, d pg.DB, departmentID, credentialID int64) ([]evidence.Item, error)
	Proofs(ctx context.Context, departmentID, credentialID int64) ([]evidence.Item, error)
}

// Service signs badges and keeps them.
type Service struct {
	pool        *pgxpool.Pool
	q           *db.Queries
	clock       clock.Clock
	keyring     *secrets.Keyring
	credentials Credentials
	evidence    Evidence
	links       links.Links
	audit       *audit.Log
	tokens      bool
	shelf       shelf
	signer      dataintegrity.Signer
}

// Deps are what badges need.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Keyring     *secrets.Keyring
	Credentials Credentials
	Evidence    Evidence
	Links       links.Links
	Audit       *audit.Log
	// Tokens says that signed credentials can also be had as tokens.
	Tokens bool
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{
		pool: d.Pool, q: db.New(), clock: d.Clock, keyring: d.Keyring, credentials: d.Credentials, evidence: d.Evidence, links: d.Links, audit: d.Audit, tokens: d.Tokens,
	}
}

// SignMany signs those of the credentials that recipients can see and that are not signed as they are now. It may run any
// number of times.
func (s *Service) SignMany(ctx context.Context, job Sign) error {
	issued, err := s.credentials.ReadIssued(ctx, job.DepartmentID, job.CredentialIDs)
	if err != nil {
		return err
	}
	for _, c := range issued {
		if c.State == credentials.InProgress {
			continue
		}
		if _, err := s.Signed(ctx, c); err != nil {
			return fmt.Errorf("credential %d: %w", c.ID, err)
		}
	}
	return nil
}

// Signed returns the signed form of an issued credential. It is signed once. A correction signs the same id again with a status entry of
// its own; the earlier form is kept, and its status entry says that it must not be accepted.
func (s *Service) Signed(ctx context.Context, c credentials.Credential) ([]byte, error) {
	if c.State == credentials.InProgress {
		return nil, ErrInProgress
	}
	document, err := s.stored(pg.Keyed(ctx), c)
	if err != nil || document != nil {
		return document, err
	}
	key, keyID, err := s.key(ctx, c.DepartmentID)
	if err != nil {
		return nil, err
	}
	err = pg.InDepartment(ctx, s.pool, c.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.SignedBadgeLock(ctx, tx, strconv.FormatInt(c.ID, 10)); err != nil {
			return fmt.Errorf("lock badge: %w", err)
		}
		p, ok, err := s.placeTx(ctx, tx, c)
		if err == nil && !ok && !c.Test {
			p, err = s.assignTx(ctx, tx, c)
		}
		if err != nil {
			return err
		}
		unsigned, err := s.unsignedTx(ctx, tx, c, p)
		if err != nil {
			return err
		}
		last, err := s.newest(ctx, tx, c)
		if err != nil {
			return err
		}
		if document, err = last.of(unsigned); err != nil || document != nil {
			return err
		}
		document, err = s.signTx(ctx, tx, c, unsigned, key, keyID)
		return err
	})
	return document, err
}

// unsignedTx returns what is signed.
func (s *Service) unsignedTx(ctx context.Context, d pg.DB, c credentials.Credential, p place) (Credential3, error) {
	proofs, err := s.evidence.ProofsTx(ctx, d, c.DepartmentID, c.ID)
	if err != nil {
		return Credential3{}, err
	}
	return s.unsigned(c, proofs, p), nil
}

func (s *Service) unsigned(c credentials.Credential, proofs []evidence.Item, p place) Credential3 {
	out := OpenBadge(c, proofs, s.links)
	if !c.Test { // it holds for no moment, so there is nothing to ask
		out.CredentialStatus = entryOf(c, p, s.links)
	}
	return out
}

// stored returns the signed form where there is one of the credential as it is, in one round trip; nil otherwise.
func (s *Service) stored(ctx context.Context, c credentials.Credential) ([]byte, error) {
	var p place
	var placed bool
	var proofs []evidence.Item
	var last signedForm
	err := pg.Gather(ctx, s.pool, c.DepartmentID, func(d pg.DB) (err error) {
		p, placed, err = s.placeTx(ctx, d, c)
		return err
	}, func(d pg.DB) (err error) {
		proofs, err = s.evidence.ProofsTx(ctx, d, c.DepartmentID, c.ID)
		return err
	}, func(d pg.DB) (err error) {
		last, err = s.newest(ctx, d, c)
		return err
	})
	if err != nil || !placed && !c.Test {
		return nil, err
	}
	return last.of(s.unsigned(c, proofs, p))
}

// signTx signs a form and keeps it.
func (s *Service) signTx(
	ctx context.Context, tx pgx.Tx, c credentials.Credential, unsigned Credential3, key dataintegrity.Key, keyID int64,
) ([]byte, error) {
	hash, err := unsigned.hash()
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	content, err := json.Marshal(unsigned)
	if err != nil {
		return nil, fmt.Errorf("write badge: %w", err)
	}
	document, err := s.signer.Sign(content, key, now)
	if err != nil {
		return nil, fmt.Errorf("sign badge: %w", err)
	}
	return document, s.q.SignedBadgeInsert(ctx, tx, db.SignedBadgeInsertParams{
		DepartmentID: c.DepartmentID, CredentialID: c.ID, KeyID: keyID, ContentHash: hash[:], Document: string(document), CreatedAt: now,
	})
}

// signedForm is what was signed last; the zero one where nothing was.
type signedForm struct {
	document   []byte
	hash       [sha256.Size]byte
	keyRevoked bool
}

// of returns the document if it is the signed form of this, by a key that may be trusted; nil otherwise.
func (f signedForm) of(unsigned Credential3) ([]byte, error) {
	if f.document == nil || f.keyRevoked {
		return nil, nil
	}
	hash, err := unsigned.hash()
	if err != nil || hash != f.hash {
		return nil, err
	}
	return f.document, nil
}

// newest reads what was signed last.
func (s *Service) newest(ctx context.Context, d pg.DB, c credentials.Credential) (signedForm, error) {
	row, err := s.q.SignedBadgeNewest(ctx, d, db.SignedBadgeNewestParams{DepartmentID: c.DepartmentID, CredentialID: c.ID})
	if pg.NoRows(err) {
		return signedForm{}, nil
	}
	if err != nil {
		return signedForm{}, fmt.Errorf("read signed badge: %w", err)
	}
	return signedForm{[]byte(row.Document), [sha256.Size]byte(row.ContentHash), row.KeyRevoked}, nil
}

// hash tells two forms apart.
func (c Credential3) hash() ([sha256.Size]byte, error) {
	content, err := json.Marshal(c)
	if err != nil {
		return [sha256.Size]byte{}, fmt.Errorf("write badge: %w", err)
	}
	return sha256.Sum256(content), nil
}

// Assertion writes the hosted assertion of an issued credential.
func (s *Service) Assertion(ctx context.Context, c credentials.Credential) (Assertion, error) {
	proofs, err := s.evidence.Proofs(ctx, c.DepartmentID, c.ID)
	if err != nil {
		return Assertion{}, err
	}
	return Of(c, proofs, s.links), nil
}

// Bake puts both forms of a credential into its badge picture.
func (s *Service) Bake(ctx context.Context, c credentials.Credential, picture []byte) ([]byte, error) {
	signed, err := s.Signed(ctx, c)
	if err != nil {
		return nil, err
	}
	hosted, err := s.Assertion(ctx, c)
	if err != nil {
		return nil, err
	}
	assertion, err := json.Marshal(hosted)
	if err != nil {
		return nil, fmt.Errorf("write assertion: %w", err)
	}
	return Bake(picture, Text{Keyword3, signed}, Text{Keyword2, assertion})
}
