package badges

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/supplements/evidence"
	"laurel/internal/trust/badges/internal/db"
)

// ErrInProgress means that a credential is in progress, so nothing is signed that claims an achievement.
var ErrInProgress = errs.New(errs.NotFound, "credential.in_progress")

// Sign is the job that signs newly issued credentials.
type Sign struct {
	DepartmentID  int64   `json:"department_id"`
	CredentialIDs []int64 `json:"credential_ids"`
}

// SignBatch is how many credentials one Sign job contains.
const SignBatch = 100

// Kind implements river.JobArgs.
func (Sign) Kind() string { return "badges.sign" }

// InsertOpts uses a separate queue, so that signing does not slow down publishing. A credential that is requested before its job runs
// is signed on demand.
func (Sign) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 2}
}

// Search resolves selections.
type Search interface {
	SelectTx(ctx context.Context, tx pgx.Tx, by access.Actor, sel credentialsearch.Selection) ([]int64, error)
}

// Credentials reads issued credentials.
type Credentials interface {
	ReadIssued(ctx context.Context, departmentID int64, ids []int64) ([]credentials.Credential, error)
}

// Evidence returns the evidence to include in badges.
type Evidence interface {
	ProofsTx(ctx context.Context, d pg.DB, departmentID int64, credentialIDs []int64) (map[int64][]evidence.Item, error)
	Proofs(ctx context.Context, departmentID, credentialID int64) ([]evidence.Item, error)
}

// Service signs badges and stores them.
type Service struct {
	pool          *pgxpool.Pool
	q             *db.Queries
	clock         clock.Clock
	keyring       *secrets.Keyring
	credentials   Credentials
	search        Search
	evidence      Evidence
	links         links.Links
	audit         *audit.Log
	tokens        bool
	documentCache documentCache
	signer        dataintegrity.Signer
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Keyring     *secrets.Keyring
	Credentials Credentials
	Search      Search
	Evidence    Evidence
	Links       links.Links
	Audit       *audit.Log
	// Tokens enables signed credentials as tokens.
	Tokens bool
}

// New returns a Service.
func New(d Deps) *Service {
	return &Service{
		pool: d.Pool, q: db.New(), clock: d.Clock, keyring: d.Keyring, credentials: d.Credentials, search: d.Search, evidence: d.Evidence, links: d.Links, audit: d.Audit, tokens: d.Tokens,
	}
}

// SignMany signs the visible credentials whose current version is not signed yet. It is idempotent.
func (s *Service) SignMany(ctx context.Context, job Sign) error {
	issued, err := s.credentials.ReadIssued(ctx, job.DepartmentID, job.CredentialIDs)
	if err != nil {
		return err
	}
	issued = slices.DeleteFunc(issued, func(c credentials.Credential) bool { return c.State == credentials.InProgress })
	if len(issued) == 0 {
		return nil
	}
	_, err = s.sign(ctx, job.DepartmentID, issued)
	return err
}

// Signed returns the signed form of an issued credential. It is signed once. A correction signs the same id again with a status entry of
// its own; the earlier form is kept, and its status entry says that it must not be accepted.
func (s *Service) Signed(ctx context.Context, c credentials.Credential) ([]byte, error) {
	if c.State == credentials.InProgress {
		return nil, ErrInProgress
	}
	var k known
	err := pg.Batch(pg.WithGenericPlan(ctx), s.pool, c.DepartmentID, s.queries(ctx, &k, c.DepartmentID, []int64{c.ID})...)
	if err != nil {
		return nil, err
	}
	if _, placed := k.places[c.ID]; placed || c.Test {
		content, err := json.Marshal(s.unsigned(c, k))
		if err != nil {
			return nil, fmt.Errorf("write badge: %w", err)
		}
		if document := k.signed[c.ID].of(content); document != nil {
			return document, nil
		}
	}
	documents, err := s.sign(ctx, c.DepartmentID, []credentials.Credential{c})
	return documents[c.ID], err
}

// sign returns the signed forms of a department's credentials, and signs those whose current content is not signed yet. A credential
// that cannot be signed does not block the others; its error is returned with their documents.
func (s *Service) sign(ctx context.Context, departmentID int64, all []credentials.Credential) (documents map[int64][]byte, err error) {
	key, keyID, err := s.key(ctx, departmentID)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(all))
	for i, c := range all {
		ids[i] = c.ID
	}
	slices.Sort(ids) // two that sign the same credentials wait for each other in this order
	var failed error
	err = pg.WithCustomPlan(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		if err := s.q.SignedBadgeLock(ctx, tx, ids); err != nil {
			return fmt.Errorf("lock badges: %w", err)
		}
		var k known
		for _, query := range s.queries(ctx, &k, departmentID, ids) {
			if err := query(tx); err != nil {
				return err
			}
		}
		if err := s.assignTx(ctx, tx, departmentID, all, k.places); err != nil {
			return err
		}
		documents, failed, err = s.signTx(ctx, tx, all, k, key, keyID)
		return err
	})
	return documents, errors.Join(err, failed)
}

// known is the stored data about credentials to sign, by credential ID.
type known struct {
	places map[int64]place
	proofs map[int64][]evidence.Item
	signed map[int64]signedForm
}

// queries returns the queries that fill k.
func (s *Service) queries(ctx context.Context, k *known, departmentID int64, ids []int64) []func(pg.DB) error {
	return []func(pg.DB) error{func(d pg.DB) (err error) {
		k.places, err = s.places(ctx, d, departmentID, ids)
		return err
	}, func(d pg.DB) (err error) {
		k.proofs, err = s.evidence.ProofsTx(ctx, d, departmentID, ids)
		return err
	}, func(d pg.DB) (err error) {
		k.signed, err = s.newest(ctx, d, departmentID, ids)
		return err
	}}
}

// unsigned returns the content to sign.
func (s *Service) unsigned(c credentials.Credential, k known) Credential3 {
	out := OpenBadge(c, k.proofs[c.ID], s.links)
	if !c.Test { // it holds for no moment, so there is nothing to ask
		out.CredentialStatus = entryOf(c, k.places[c.ID], s.links)
	}
	return out
}

// signTx signs the forms that are not signed yet and stores them. It returns all forms, and in failed why some could not be signed.
func (s *Service) signTx(
	ctx context.Context, tx pgx.Tx, all []credentials.Credential, k known, key dataintegrity.Key, keyID int64,
) (documents map[int64][]byte, failed, err error) {
	documents = make(map[int64][]byte, len(all))
	p := db.SignedBadgeInsertManyParams{DepartmentID: all[0].DepartmentID, KeyID: keyID, CreatedAt: s.clock.Now()}
	for _, c := range all {
		content, err := json.Marshal(s.unsigned(c, k))
		document := k.signed[c.ID].of(content)
		if err == nil && document == nil {
			if document, err = s.signer.Sign(content, key, p.CreatedAt); err == nil {
				hash := sha256.Sum256(content)
				p.CredentialIds = append(p.CredentialIds, c.ID)
				p.ContentHashes = append(p.ContentHashes, hash[:])
				p.Documents = append(p.Documents, string(document))
			}
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("sign credential %d: %w", c.ID, err))
			continue
		}
		documents[c.ID] = document
	}
	if len(p.CredentialIds) > 0 {
		if err := s.q.SignedBadgeInsertMany(ctx, tx, p); err != nil {
			return nil, nil, fmt.Errorf("store signed badges: %w", err)
		}
	}
	return documents, failed, nil
}

// signedForm is the latest signed form of a credential, or the zero value if there is none.
type signedForm struct {
	document   []byte
	hash       [sha256.Size]byte
	keyRevoked bool
}

// of returns the document if it was signed for this content with a key that is not revoked, and nil otherwise.
func (f signedForm) of(content []byte) []byte {
	if f.document == nil || f.keyRevoked || sha256.Sum256(content) != f.hash {
		return nil
	}
	return f.document
}

// newest returns the latest signed forms by credential ID.
func (s *Service) newest(ctx context.Context, d pg.DB, departmentID int64, ids []int64) (map[int64]signedForm, error) {
	rows, err := s.q.SignedBadgesNewest(ctx, d, db.SignedBadgesNewestParams{DepartmentID: departmentID, CredentialIds: ids})
	if err != nil {
		return nil, fmt.Errorf("read signed badges: %w", err)
	}
	signed := make(map[int64]signedForm, len(rows))
	for _, r := range rows {
		signed[r.CredentialID] = signedForm{[]byte(r.Document), [sha256.Size]byte(r.ContentHash), r.KeyRevoked}
	}
	return signed, nil
}

// Assertion returns the hosted assertion of an issued credential.
func (s *Service) Assertion(ctx context.Context, c credentials.Credential) (Assertion, error) {
	proofs, err := s.evidence.Proofs(ctx, c.DepartmentID, c.ID)
	if err != nil {
		return Assertion{}, err
	}
	return Of(c, proofs, s.links), nil
}

// Bake bakes both forms of a credential into its badge picture.
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
