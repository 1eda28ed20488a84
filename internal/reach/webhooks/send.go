package webhooks

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/webhooks/internal/db"
)

const (
	sendTimeout = 10 * time.Second
	maxAnswer   = 1 << 10 // bytes of an answer that are kept
	maxTries    = 20      // attempts that are kept
	slowAfter   = 2 * time.Second
	agent       = "Laurel-webhooks/1"
)

// pauses are how long to wait after each failed attempt; after the last one a delivery has failed. Together they are three days.
var pauses = []time.Duration{
	10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 8 * time.Hour, 12 * time.Hour, 18 * time.Hour,
	27 * time.Hour,
}

// send sends one claimed delivery and writes down what came of it.
func (s *Service) send(ctx context.Context, c db.DeliveriesClaimRow) error {
	var d db.DeliveryLoadRow
	err := pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) (err error) {
		d, err = s.q.DeliveryLoad(ctx, tx, db.DeliveryLoadParams{DepartmentID: c.DepartmentID, ID: c.ID})
		return err
	})
	if pg.NoRows(err) {
		return nil // the webhook was deleted
	}
	if err != nil {
		return fmt.Errorf("read delivery: %w", err)
	}
	try, err := s.try(ctx, c, d)
	if err != nil {
		return err
	}
	if try.Error == "" {
		return s.arrived(ctx, c, try)
	}
	return s.missed(ctx, c, try)
}

// try makes one attempt.
func (s *Service) try(ctx context.Context, c db.DeliveriesClaimRow, d db.DeliveryLoadRow) (Attempt, error) {
	now := s.Clock.Now()
	keys, err := s.secrets(d, now)
	if err != nil {
		return Attempt{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	begun := time.Now()
	answer, err := s.Fetch.Post(ctx, d.Url, map[string]string{
		"Content-Type": "application/json; charset=utf-8", "User-Agent": agent, "Laurel-Event": d.Type,
		"Laurel-Delivery": strconv.FormatInt(c.ID, 10), "Laurel-Timestamp": strconv.FormatInt(now.Unix(), 10),
		"Laurel-Signature": Sign(keys, now, d.Body),
	}, d.Body, maxAnswer)
	t := Attempt{At: now.UTC(), MS: int(time.Since(begun).Milliseconds()), Error: fetch.FailureReason(err)}
	if err == nil {
		t.Status, t.Answer = &answer.Status, readable(answer.Body)
		if answer.Status < 200 || answer.Status > 299 {
			t.Error = "status"
		}
	}
	return t, nil
}

// secrets are what signs at a time: two while one takes over from the other.
func (s *Service) secrets(d db.DeliveryLoadRow, now time.Time) ([]string, error) {
	sealed := [][]byte{d.SealedSecret}
	if d.PreviousUntil != nil && now.Before(*d.PreviousUntil) {
		sealed = append(sealed, d.SealedPrevious)
	}
	keys := make([]string, len(sealed))
	for i, one := range sealed {
		plain, err := s.Keyring.Open(one, sealContext(d.Uuid))
		if err != nil {
			return nil, fmt.Errorf("open secret of a webhook: %w", err)
		}
		keys[i] = string(plain)
	}
	return keys, nil
}

// readable is the beginning of an answer as text that the database can keep.
func readable(answer []byte) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(string(answer), "\uFFFD"), "\x00", "\uFFFD")
	for len(text) > maxAnswer {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// arrived and missed take the webhook before its delivery, as deleting a webhook does: the other way round, each would wait for the other.
func (s *Service) arrived(ctx context.Context, c db.DeliveriesClaimRow, t Attempt) error {
	slow := time.Duration(t.MS)*time.Millisecond > slowAfter
	return pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.WebhookArrived(ctx, tx, db.WebhookArrivedParams{Slow: slow, ID: c.WebhookID, DepartmentID: c.DepartmentID}); err != nil {
			return fmt.Errorf("note arrival: %w", err)
		}
		_, err := s.note(ctx, tx, c, t, Delivered, t.At)
		return err
	})
}

// missed has a delivery wait for its next attempt, or gives it up, and gives its webhook a rest that nothing has reached for long.
func (s *Service) missed(ctx context.Context, c db.DeliveriesClaimRow, t Attempt) error {
	state, next := Failed, t.At
	if n := int(c.Attempts); n <= len(pauses) {
		state, next = Pending, t.At.Add(pauses[n-1])
	}
	return pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		w, err := s.q.WebhookLock(ctx, tx, db.WebhookLockParams{DepartmentID: c.DepartmentID, ID: c.WebhookID})
		if pg.NoRows(err) {
			return nil // it was deleted
		}
		if err != nil {
			return fmt.Errorf("lock webhook: %w", err)
		}
		noted, err := s.note(ctx, tx, c, t, state, next)
		if err != nil || !noted { // it arrived by another process meanwhile
			return err
		}
		since := t.At
		if w.FailingSince != nil {
			since = *w.FailingSince
		}
		if err := s.q.WebhookMissed(ctx, tx, db.WebhookMissedParams{Since: since, ID: c.WebhookID, DepartmentID: c.DepartmentID}); err != nil {
			return fmt.Errorf("note failure: %w", err)
		}
		if t.At.Sub(since) < Patience {
			return nil
		}
		return s.pauseTx(ctx, tx, c.DepartmentID, c.WebhookID, since)
	})
}

func (s *Service) note(ctx context.Context, tx pgx.Tx, c db.DeliveriesClaimRow, t Attempt, state DeliveryState, next time.Time) (bool, error) {
	written, err := json.Marshal(t)
	if err != nil {
		return false, fmt.Errorf("write attempt: %w", err)
	}
	p := db.DeliveryNoteParams{
		State: string(state), NextAt: next, LastError: t.Error, LastMs: int32(t.MS), TriedAt: t.At, Most: maxTries, Try: written, //nolint:gosec // bounded by sendTimeout
		DepartmentID: c.DepartmentID, ID: c.ID,
	}
	if t.Status != nil {
		p.LastStatus = new(int32(*t.Status)) //nolint:gosec // three digits
	}
	n, err := s.q.DeliveryNote(ctx, tx, p)
	if err != nil {
		return false, fmt.Errorf("note attempt: %w", err)
	}
	return n > 0, nil
}

// pauseTx pauses a webhook and writes to whoever made it, once.
func (s *Service) pauseTx(ctx context.Context, tx pgx.Tx, departmentID, id int64, since time.Time) error {
	n, err := s.q.WebhookPause(ctx, tx, db.WebhookPauseParams{Now: s.Clock.Now(), ID: id, DepartmentID: departmentID})
	if err != nil {
		return fmt.Errorf("pause webhook: %w", err)
	}
	maker, err := s.q.WebhookMaker(ctx, tx, db.WebhookMakerParams{DepartmentID: departmentID, ID: id})
	if n == 0 || pg.NoRows(err) { // paused before, or by somebody who is gone
		return nil
	}
	if err != nil {
		return fmt.Errorf("find who made the webhook: %w", err)
	}
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: "webhook_paused", To: maker.Email, Language: maker.Language, DepartmentID: departmentID,
		DedupeKey: fmt.Sprintf("webhook_paused:%d:%d", id, since.Unix()),
		Params:    map[string]string{"issuer": maker.Department, "host": host(maker.Url), "link": s.Links.Base() + "/settings/webhooks/" + strconv.FormatInt(id, 10)},
	}})
}
