package senders

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/net/idna"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/senders/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

const (
	keyBits    = 2048
	keyUse     = 180 * 24 * time.Hour // how long a key signs before the next one does
	keyOverlap = 7 * 24 * time.Hour   // how long the record of a replaced key is still needed: emails may be on their way
)

// The states of keys.
const (
	KeyInUse   = "current"
	KeyNext    = "next"
	KeyRetired = "retired"
)

// Errors of domains.
var (
	ErrDomainNotFound = errs.New(errs.NotFound, "email_domain.not_found")
	ErrNotPublished   = errs.New(errs.Conflict, "email_domain.not_published")
)

// lookups limits how often somebody has us ask DNS.
var lookups = throttle.Rule{Name: "email_domain.check", Limit: 120, Window: time.Hour}

// Key is a key that emails from a domain are signed with, now or later.
type Key struct {
	Selector  string
	State     string
	PublicKey string     // base64
	SeenAt    *time.Time // nil: its record was not found
	UsedSince *time.Time
}

// Record is what the DNS record of a key says.
func (k Key) Record() string { return "v=DKIM1; k=rsa; p=" + k.PublicKey }

// Domain is a domain that emails of a department come from.
type Domain struct {
	Name  string
	InUse bool // emails come from it now
	Keys  []Key
}

// domainOf returns the domain of an address as it stands in DNS.
func domainOf(address string) string {
	domain := strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		return ascii
	}
	return domain
}

// Domains returns the domains of the verified sender addresses of the actor's department, with their keys.
func (s *Service) Domains(ctx context.Context, by access.Actor) ([]Domain, error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return nil, err
	}
	var out []Domain
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.domains(ctx, tx, by.DepartmentID)
		return err
	})
	return out, err
}

func (s *Service) domains(ctx context.Context, tx pgx.Tx, departmentID int64) ([]Domain, error) {
	all, err := s.addresses(ctx, tx, departmentID)
	if err != nil {
		return nil, err
	}
	keys, err := s.q.KeyList(ctx, tx, departmentID)
	if err != nil {
		return nil, fmt.Errorf("list DKIM keys: %w", err)
	}
	var out []Domain
	for _, a := range all {
		if a.VerifiedAt == nil {
			continue
		}
		name := domainOf(a.Email)
		at := slices.IndexFunc(out, func(d Domain) bool { return d.Name == name })
		if at < 0 {
			at = len(out)
			out = append(out, Domain{Name: name})
		}
		out[at].InUse = out[at].InUse || a.InUse
	}
	for i := range out {
		for _, k := range keys {
			if k.Domain == out[i].Name {
				out[i].Keys = append(out[i].Keys, Key{k.Selector, k.State, k.PublicKey, k.SeenAt, k.UsedSince})
			}
		}
	}
	return out, nil
}

func (s *Service) domain(ctx context.Context, tx pgx.Tx, departmentID int64, name string) (Domain, error) {
	all, err := s.domains(ctx, tx, departmentID)
	if err != nil {
		return Domain{}, err
	}
	at := slices.IndexFunc(all, func(d Domain) bool { return d.Name == strings.ToLower(strings.TrimSpace(name)) })
	if at < 0 {
		return Domain{}, ErrDomainNotFound
	}
	return all[at], nil
}

// withKeys returns a domain of a department after making its two keys, unless it has them.
func (s *Service) withKeys(ctx context.Context, departmentID int64, name string) (out Domain, settings Settings, err error) {
	err = pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) error {
		if err := s.q.SettingsLock(ctx, tx, departmentID); err != nil {
			return fmt.Errorf("lock email settings: %w", err)
		}
		if out, err = s.domain(ctx, tx, departmentID, name); err != nil {
			return err
		}
		for _, state := range []string{KeyInUse, KeyNext} {
			if slices.ContainsFunc(out.Keys, func(k Key) bool { return k.State == state }) {
				continue
			}
			if err := s.newKey(ctx, tx, departmentID, out.Name, state); err != nil {
				return err
			}
		}
		if settings, err = s.ReadTx(ctx, tx, departmentID); err != nil {
			return err
		}
		out, err = s.domain(ctx, tx, departmentID, name)
		return err
	})
	return out, settings, err
}

// newKey makes a key. Its selector is random, because several departments and installations may send from one domain.
func (s *Service) newKey(ctx context.Context, tx pgx.Tx, departmentID int64, domain, state string) error {
	key, err := rsa.GenerateKey(rand.Reader, keyBits)
	if err != nil {
		return fmt.Errorf("make DKIM key: %w", err)
	}
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return fmt.Errorf("write DKIM key: %w", err)
	}
	p := db.KeyInsertParams{
		DepartmentID: departmentID, Domain: domain, Selector: "laurel-" + strings.ToLower(rand.Text()[:8]), State: state,
		PublicKey: base64.StdEncoding.EncodeToString(public), Now: s.Clock.Now(),
	}
	if state == KeyInUse {
		p.UsedSince = &p.Now
	}
	p.SealedKey = s.Keyring.Seal(x509.MarshalPKCS1PrivateKey(key), keyContext(departmentID, p.Selector))
	if err := s.q.KeyInsert(ctx, tx, p); err != nil {
		return fmt.Errorf("add DKIM key: %w", err)
	}
	return nil
}

// keyContext binds a key to its department and selector.
func keyContext(departmentID int64, selector string) string {
	return "dkim_keys.sealed_key of " + strconv.FormatInt(departmentID, 10) + " " + selector
}

// signature returns what emails from an address are signed with; nil until the record of a key was seen.
func (s *Service) signature(ctx context.Context, tx pg.DB, departmentID int64, address string) (*mailer.Signature, error) {
	domain := domainOf(address)
	row, err := s.q.KeyCurrent(ctx, tx, db.KeyCurrentParams{DepartmentID: departmentID, Domain: domain})
	if pg.NoRows(err) {
		return nil, nil //nolint:nilnil // most departments publish no key
	}
	if err != nil {
		return nil, fmt.Errorf("read DKIM key: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	signer, ok := s.signers[row.ID]
	if !ok {
		der, err := s.Keyring.Open(row.SealedKey, keyContext(departmentID, row.Selector))
		if err != nil {
			return nil, fmt.Errorf("open DKIM key %s: %w", row.Selector, err)
		}
		if signer, err = x509.ParsePKCS1PrivateKey(der); err != nil {
			return nil, fmt.Errorf("read DKIM key %s: %w", row.Selector, err)
		}
		s.signers[row.ID] = signer
	}
	return &mailer.Signature{Domain: domain, Selector: row.Selector, Key: signer}, nil
}

// Check makes the keys of a domain unless it has them, and tells which of its records are in DNS. Emails are signed from when the record
// of the key in use was seen. It returns ErrDomainNotFound or throttle.ErrTooMany.
func (s *Service) Check(ctx context.Context, by access.Actor, name string) (Checked, error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return Checked{}, err
	}
	if by.Unverified {
		return Checked{}, access.ErrNotVerified
	}
	if err := s.Throttle.Allow(ctx, lookups, strconv.FormatInt(by.DepartmentID, 10)); err != nil {
		return Checked{}, err
	}
	return s.check(ctx, by.DepartmentID, name)
}

func (s *Service) check(ctx context.Context, departmentID int64, name string) (Checked, error) {
	domain, settings, err := s.withKeys(ctx, departmentID, name)
	if err != nil {
		return Checked{}, err
	}
	out := s.lookUp(ctx, domain, settings)
	p := db.KeySeenParams{DepartmentID: departmentID, Domain: domain.Name, Now: s.Clock.Now(), Found: []string{}, Asked: []string{}}
	for _, k := range out.Keys {
		if k.Problem == ProblemLookup {
			continue // nobody answered, so nothing is known
		}
		p.Asked = append(p.Asked, k.Selector)
		if k.Problem == "" {
			p.Found = append(p.Found, k.Selector)
		}
	}
	err = pg.InDepartment(ctx, s.Pool, departmentID, func(tx pgx.Tx) error { return s.q.KeySeen(ctx, tx, p) })
	if err != nil {
		return Checked{}, fmt.Errorf("note which DKIM keys were seen: %w", err)
	}
	return out, nil
}

// Rotate has emails from a domain signed with the next key from now on, and makes another next one. It returns ErrDomainNotFound, or
// ErrNotPublished if the record of the next key is not in DNS.
func (s *Service) Rotate(ctx context.Context, by access.Actor, name string) (Checked, error) {
	if err := MayChange(by); err != nil {
		return Checked{}, err
	}
	if err := s.Throttle.Allow(ctx, lookups, strconv.FormatInt(by.DepartmentID, 10)); err != nil {
		return Checked{}, err
	}
	checked, err := s.check(ctx, by.DepartmentID, name)
	if err != nil {
		return Checked{}, err
	}
	if !checked.published(KeyNext) {
		return Checked{}, ErrNotPublished
	}
	if err := s.rotate(ctx, by, checked.Domain); err != nil {
		return Checked{}, err
	}
	return s.check(ctx, by.DepartmentID, name)
}

func (s *Service) rotate(ctx context.Context, by access.Actor, domain string) error {
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.SettingsLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock email settings: %w", err)
		}
		now := s.Clock.Now()
		if err := s.q.KeyDeleteRetired(ctx, tx, db.KeyDeleteRetiredParams{DepartmentID: by.DepartmentID, Before: now.Add(-keyOverlap)}); err != nil {
			return fmt.Errorf("delete DKIM keys: %w", err)
		}
		if err := s.q.KeyRetire(ctx, tx, db.KeyRetireParams{DepartmentID: by.DepartmentID, Domain: domain}); err != nil {
			return fmt.Errorf("retire DKIM key: %w", err)
		}
		n, err := s.q.KeyUseNext(ctx, tx, db.KeyUseNextParams{DepartmentID: by.DepartmentID, Domain: domain, Now: now})
		if err != nil {
			return fmt.Errorf("use next DKIM key: %w", err)
		}
		if n == 0 {
			return ErrNotPublished
		}
		if err := s.newKey(ctx, tx, by.DepartmentID, domain, KeyNext); err != nil {
			return err
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "email_domain.key_rotated", ObjectKind: "department", ObjectID: by.DepartmentID, Details: map[string]any{"domain": domain},
		})
	})
}

// RotateDue replaces keys that have been in use for half a year, where the record of the next one is in DNS.
func (s *Service) RotateDue(ctx context.Context) error {
	var due []db.KeysToRotateRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		due, err = s.q.KeysToRotate(ctx, tx, s.Clock.Now().Add(-keyUse))
		return err
	})
	if err != nil {
		return fmt.Errorf("list old DKIM keys: %w", err)
	}
	for _, d := range due {
		checked, err := s.check(ctx, d.DepartmentID, d.Domain)
		if errs.KindOf(err) == errs.NotFound { // its last sender address was removed
			continue
		}
		if err != nil {
			return err
		}
		if !checked.published(KeyNext) {
			continue
		}
		if err := s.rotate(ctx, access.Actor{DepartmentID: d.DepartmentID, System: "schedule"}, d.Domain); err != nil {
			return err
		}
	}
	return nil
}
