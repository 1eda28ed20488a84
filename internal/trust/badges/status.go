package badges

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/trust/badges/internal/db"
)

// ErrNoStatusList means that the department has no such list.
var ErrNoStatusList = errs.New(errs.NotFound, "badge.no_status_list")

// Purpose is the meaning of a set bit in a status list. Source: W3C Bitstring Status List 1.0, section 2.1.
type Purpose string

// The purposes. Every badge refers to the revocation list, because that is the only one that all verifiers check. Older badges refer to
// the suspension list, which has the same bits and is still served.
const (
	Revocation Purpose = "revocation"
	Suspension Purpose = "suspension"
)

// StatusListTTL is how long verifiers may cache a status list, and listLifetime how long a signed list is valid. A list is signed again
// after half of its lifetime.
const (
	StatusListTTL = 15 * time.Second
	listLifetime  = 30 * 24 * time.Hour
)

// listLength is the length of a list in bits, one per credential. With shorter lists, requests of verifiers would reveal which
// credential they check. Source: Bitstring Status List 1.0, section 6.1.
const listLength = 131_072

// statusEntry refers to the bit of a credential.
type statusEntry struct {
	ID                   string `json:"id"`
	Type                 string `json:"type"`
	StatusPurpose        string `json:"statusPurpose"`
	StatusListIndex      string `json:"statusListIndex"`
	StatusListCredential string `json:"statusListCredential"`
}

// place is the position of a credential in a pair of lists.
type place struct{ list, position int32 }

func entryOf(c credentials.Credential, p place, l links.Links) *statusEntry {
	list := l.StatusList(c.DepartmentID, int(p.list), string(Revocation))
	index := strconv.Itoa(int(p.position))
	return &statusEntry{list + "#" + index, "BitstringStatusListEntry", string(Revocation), index, list}
}

// places returns the status entries of the credentials' current versions. A credential that was never signed, or was corrected since,
// has none.
func (s *Service) places(ctx context.Context, d pg.DB, departmentID int64, ids []int64) (map[int64]place, error) {
	rows, err := s.q.StatusEntriesRead(ctx, d, db.StatusEntriesReadParams{DepartmentID: departmentID, CredentialIds: ids})
	if err != nil {
		return nil, fmt.Errorf("read status entries: %w", err)
	}
	places := make(map[int64]place, len(ids))
	for _, r := range rows {
		places[r.CredentialID] = place{r.Number, r.Position}
	}
	return places, nil
}

// tries is how often random positions in a list are tried before a new list is started. In a half-full list, all of them are taken only
// once in 65,000 times, so lists get fuller than that.
const tries = 16

// assignTx assigns random positions to the current versions of credentials without one, and adds them to places. A position is never
// reused for another version. Test credentials need none.
func (s *Service) assignTx(ctx context.Context, tx pgx.Tx, departmentID int64, all []credentials.Credential, places map[int64]place) error {
	var open []int64
	for _, c := range all {
		if _, ok := places[c.ID]; !ok && !c.Test {
			open = append(open, c.ID)
		}
	}
	if len(open) == 0 {
		return nil
	}
	number, err := s.q.StatusListNewest(ctx, tx, departmentID)
	if err != nil {
		return fmt.Errorf("find status list: %w", err)
	}
	for try := 0; len(open) > 0; try++ {
		if number == 0 || try == tries {
			number, try = number+1, 0
			if err := s.q.StatusListInsert(ctx, tx, db.StatusListInsertParams{DepartmentID: departmentID, Number: number}); err != nil {
				return fmt.Errorf("begin status list: %w", err)
			}
		}
		assigned, err := s.q.StatusEntriesInsert(ctx, tx, db.StatusEntriesInsertParams{
			DepartmentID: departmentID, Number: number, CredentialIds: open, Positions: randomPositions(len(open)),
		})
		if err != nil {
			return fmt.Errorf("assign status entries: %w", err)
		}
		for _, a := range assigned {
			places[a.CredentialID] = place{number, a.Position}
		}
		open = slices.DeleteFunc(open, func(id int64) bool { _, ok := places[id]; return ok })
	}
	return nil
}

func randomPositions(n int) []int32 {
	raw := make([]byte, 4*n)
	_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
	positions := make([]int32, n)
	for i := range positions {
		positions[i] = int32(binary.LittleEndian.Uint32(raw[4*i:]) % listLength)
	}
	return positions
}

// A statusList is a Bitstring Status List credential before it is signed.
type statusList struct {
	Context   []string `json:"@context"`
	ID        string   `json:"id"`
	Type      []string `json:"type"`
	Issuer    string   `json:"issuer"`
	ValidFrom string   `json:"validFrom"`
	// ValidUntil is empty for the lists of an exit kit, which are never signed again.
	ValidUntil string      `json:"validUntil,omitempty"`
	Subject    listSubject `json:"credentialSubject"`
}

type listSubject struct {
	ID            string  `json:"id"`
	Type          string  `json:"type"`
	StatusPurpose Purpose `json:"statusPurpose"`
	EncodedList   string  `json:"encodedList"`
	TTL           int64   `json:"ttl,omitempty"` // in milliseconds
}

// bits is the content of a list. Bit 0 is the left-most.
type bits [listLength / 8]byte

func (b *bits) set(position int32) { b[position/8] |= 0x80 >> (position % 8) }

// encode encodes the bits as the standard requires: gzip, then base64url with the multibase prefix.
func (b *bits) encode() string {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	_, _ = w.Write(b[:]) // into memory
	_ = w.Close()
	return "u" + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// StatusList returns a signed status list. It may be cached for up to cacheTTL. It returns ErrNoStatusList.
func (s *Service) StatusList(ctx context.Context, departmentID int64, number int32, purpose Purpose) (Response, error) {
	return s.documentCache.serve(s.links.StatusList(departmentID, int(number), string(purpose)), func() ([]byte, error) {
		signed, err := s.signedLists(ctx, departmentID, number)
		if purpose == Revocation {
			return []byte(signed.revocation), err
		}
		return []byte(signed.suspension), err
	})
}

// StatusLists returns how many pairs of status lists a department has. Their numbers start at 1.
func (s *Service) StatusLists(ctx context.Context, departmentID int64) (int32, error) {
	var n int32
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) (err error) {
		n, err = s.q.StatusListNewest(ctx, tx, departmentID)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("count status lists: %w", err)
	}
	return n, nil
}

// signedPair is a pair of signed lists.
type signedPair struct{ revocation, suspension string }

// signedLists returns a pair of lists, and signs it again if a status changed since or half of its lifetime has passed.
func (s *Service) signedLists(ctx context.Context, departmentID int64, number int32) (signedPair, error) {
	var out signedPair
	current := false
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		row, err := s.q.StatusListRead(ctx, tx, db.StatusListReadParams{DepartmentID: departmentID, Number: number})
		out, current = signedPair{row.Revocation, row.Suspension}, s.isCurrent(db.StatusListLockRow(row))
		return err
	})
	if pg.NoRows(err) {
		return out, ErrNoStatusList
	}
	if err != nil || current {
		return out, err
	}
	key, _, err := s.key(ctx, departmentID)
	if err != nil {
		return out, err
	}
	err = pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) (err error) {
		out, err = s.signListsTx(ctx, tx, departmentID, number, key)
		return err
	})
	return out, err
}

// isCurrent reports whether a signed pair of lists is still current.
func (s *Service) isCurrent(row db.StatusListLockRow) bool {
	return row.Version == row.SignedVersion && row.ValidUntil != nil && s.clock.Now().Before(row.ValidUntil.Add(-listLifetime/2))
}

// signListsTx signs a pair of lists, unless another process already did.
func (s *Service) signListsTx(ctx context.Context, tx pgx.Tx, departmentID int64, number int32, key dataintegrity.Key) (signedPair, error) {
	row, err := s.q.StatusListLock(ctx, tx, db.StatusListLockParams{DepartmentID: departmentID, Number: number})
	if err != nil {
		return signedPair{}, fmt.Errorf("lock status list: %w", err)
	}
	if s.isCurrent(row) {
		return signedPair{row.Revocation, row.Suspension}, nil
	}
	// Read after taking the lock, when every transaction that incremented the version has committed.
	withheld, err := s.bitsTx(ctx, tx, departmentID, number)
	if err != nil {
		return signedPair{}, err
	}
	now := s.clock.Now()
	until := now.Add(listLifetime)
	var out signedPair
	if out.revocation, err = s.signList(departmentID, number, Revocation, withheld, key, until); err != nil {
		return out, err
	}
	if out.suspension, err = s.signList(departmentID, number, Suspension, withheld, key, until); err != nil {
		return out, err
	}
	return out, s.q.StatusListSetSigned(ctx, tx, db.StatusListSetSignedParams{
		SignedVersion: row.Version, ValidUntil: until, Revocation: out.revocation, Suspension: out.suspension, DepartmentID: departmentID, Number: number,
	})
}

// bitsTx returns the bits of a pair of lists, which are the same in both.
func (s *Service) bitsTx(ctx context.Context, tx pgx.Tx, departmentID int64, number int32) (*bits, error) {
	positions, err := s.q.StatusListBits(ctx, tx, db.StatusListBitsParams{DepartmentID: departmentID, Number: number})
	if err != nil {
		return nil, fmt.Errorf("read status list: %w", err)
	}
	var out bits
	for _, p := range positions {
		out.set(p)
	}
	return &out, nil
}

// KeptStatusList signs the current status list without an expiry, for an exit kit, whose copy is served when lists can no longer be
// signed. It returns ErrNoStatusList.
func (s *Service) KeptStatusList(ctx context.Context, departmentID int64, number int32, purpose Purpose) ([]byte, error) {
	key, _, err := s.key(ctx, departmentID)
	if err != nil {
		return nil, err
	}
	var withheld *bits
	err = pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		_, err := s.q.StatusListRead(ctx, tx, db.StatusListReadParams{DepartmentID: departmentID, Number: number})
		if pg.NoRows(err) {
			return ErrNoStatusList
		}
		if err != nil {
			return fmt.Errorf("read status list: %w", err)
		}
		withheld, err = s.bitsTx(ctx, tx, departmentID, number)
		return err
	})
	if err != nil {
		return nil, err
	}
	signed, err := s.signList(departmentID, number, purpose, withheld, key, time.Time{})
	return []byte(signed), err
}

// signList signs one list. A zero until means no expiry.
func (s *Service) signList(departmentID int64, number int32, purpose Purpose, b *bits, key dataintegrity.Key, until time.Time) (string, error) {
	address, now := s.links.StatusList(departmentID, int(number), string(purpose)), s.clock.Now()
	list := statusList{
		Context: contexts[:1], ID: address, Type: []string{"VerifiableCredential", "BitstringStatusListCredential"},
		Issuer: s.links.DID(departmentID), ValidFrom: now.UTC().Format(time.RFC3339),
		Subject: listSubject{ID: address + "#list", Type: "BitstringStatusList", StatusPurpose: purpose, EncodedList: b.encode()},
	}
	if !until.IsZero() {
		list.ValidUntil, list.Subject.TTL = until.UTC().Format(time.RFC3339), StatusListTTL.Milliseconds()
	}
	content, err := json.Marshal(list)
	if err != nil {
		return "", fmt.Errorf("write status list: %w", err)
	}
	signed, err := dataintegrity.Sign(content, key, now)
	if err != nil {
		return "", fmt.Errorf("sign status list: %w", err)
	}
	return string(signed), nil
}
