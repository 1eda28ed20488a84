package analytics

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics/internal/db"
)

// EventType is what somebody did with a credential, or what happened to it.
type EventType string

// What visitors and recipients do.
const (
	Viewed          EventType = "viewed"
	PDFDownloaded   EventType = "pdf_downloaded"
	PrintDownloaded EventType = "print_downloaded"
	BadgeDownloaded EventType = "badge_downloaded"
	WalletAdded     EventType = "wallet_added" // Detail is the kind of wallet
	Shared          EventType = "shared"       // Detail is the network
	AddedLinkedIn   EventType = "added_linkedin"
	LinkClicked     EventType = "link_clicked"     // Detail is the host
	ReferralClicked EventType = "referral_clicked" // to the website of the issuer or of the course; Detail is the host
	EmbedViewed     EventType = "embed_viewed"
	Verified        EventType = "verified"
)

// Actors. Visits of the issuer's own members are not recorded.
const (
	Owner = "owner" // the recipient, in a session that began with a sign-in or with a link of an email
	Other = "other"
)

// Visit is something that one person does with a credential. The address and the user agent never leave the process: only a hash of both,
// with a salt that is deleted after a day, is stored.
type Visit struct {
	CredentialID  int64
	Type          EventType
	Actor         string
	Detail        string // cut to maxDetail characters
	IP, UserAgent string
}

// maxDetail is the maximum length of a detail, in characters.
const maxDetail = 255

// recorded is a visit that waits to be written.
type recorded struct {
	Visit

	uuid uuid.UUID
	at   time.Time
}

// Record notes a visit. It takes no time: visits are written in batches, a second later.
func (s *Service) Record(v Visit) {
	s.visits.mu.Lock()
	defer s.visits.mu.Unlock()
	if len(s.visits.recorded) >= mostWaiting {
		return
	}
	s.visits.recorded = append(s.visits.recorded, recorded{v, uuid.New(), s.clock.Now()})
	s.visits.start(func() { _ = s.WriteVisits(context.Background()) })
}

// writeRecorded writes visits to the inbox.
func (s *Service) writeRecorded(ctx context.Context, all []recorded) error {
	if len(all) == 0 {
		return nil
	}
	p := db.InboxAddParams{}
	for _, r := range all {
		visitor, err := s.visitor(ctx, r.at, r.IP, r.UserAgent)
		if err != nil {
			return err
		}
		p.CredentialIds, p.Uuids, p.Types = append(p.CredentialIds, r.CredentialID), append(p.Uuids, r.uuid), append(p.Types, string(r.Type))
		p.Actors, p.Details, p.Visitors, p.Ats = append(p.Actors, r.Actor), append(p.Details, cut(r.Detail, maxDetail)), append(p.Visitors, visitor), append(p.Ats, r.at)
	}
	if err := pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) error { return s.q.InboxAdd(ctx, d, p) }); err != nil {
		return fmt.Errorf("record visits: %w", err)
	}
	return nil
}

// visitorBytes is the length of a visitor's hash.
const visitorBytes = 8

// visitor returns the hash of a visitor on the day of at, in UTC.
func (s *Service) visitor(ctx context.Context, at time.Time, ip, userAgent string) ([]byte, error) {
	salt, err := s.salts.of(ctx, s, at.UTC().Truncate(24*time.Hour))
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, salt)
	_, _ = mac.Write([]byte(ip + "\n" + userAgent))
	return mac.Sum(nil)[:visitorBytes], nil
}

// salts remembers the salt of one day.
type salts struct {
	mu   sync.Mutex
	day  time.Time
	salt []byte
}

// of returns the salt of a day, which all processes share.
func (c *salts) of(ctx context.Context, s *Service, day time.Time) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.day.Equal(day) && c.salt != nil {
		return c.salt, nil
	}
	fresh := make([]byte, sha256.Size)
	_, _ = rand.Read(fresh)
	var salt []byte
	err := pg.BatchSystem(ctx, s.pool,
		func(d pg.DB) error { return s.q.SaltAdd(ctx, d, db.SaltAddParams{Day: day, Salt: fresh}) },
		func(d pg.DB) (err error) {
			salt, err = s.q.SaltRead(ctx, d, day)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("read the salt of visitors: %w", err)
	}
	c.day, c.salt = day, salt
	return salt, nil
}

// siteOf returns the host of a web address without "www.", like the SQL function site_of, "" for anything else.
func siteOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
