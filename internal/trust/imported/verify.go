package imported

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/imported/internal/db"
	"laurel/internal/trust/verification"
)

const (
	week     = 7 * 24 * time.Hour
	spread   = 12 * time.Hour   // by which checks of the same day drift apart
	firstTry = time.Hour        // after an issuer was unreachable; then twice as long each time
	claimed  = 30 * time.Minute // in which no other process verifies the same
	batch    = 5                // each takes 20 seconds at most, and a job may take two minutes
)

// perCheck limits verifications on request.
var perCheck = throttle.Rule{Name: "imports.verify", Limit: 30, Window: 10 * time.Minute}

// nextCheck returns when a credential is verified again: in a week, or when it expires, and never when there is nothing to verify.
func nextCheck(status verification.Verdict, expires *time.Time, now time.Time) *time.Time {
	if status == Unverified {
		return nil
	}
	if status == verification.Unreachable {
		return pointer(now.Add(firstTry))
	}
	next := now.Add(week + rand.N(spread)) //nolint:gosec // nobody gains by guessing it
	inForce := status == verification.Valid || status == verification.IssuerUnknown
	if inForce && expires != nil && expires.After(now) && expires.Before(next) {
		next = *expires
	}
	return &next
}

// backoff returns when to try again after a number of failures in a row.
func backoff(failures int32, now time.Time) *time.Time {
	return pointer(now.Add(min(week, firstTry<<min(failures, 10))))
}

// VerifyNow verifies an imported credential of the actor at their request. It returns recipients.ErrNotSignedIn, recipients.ErrLimited,
// ErrNotFound or throttle.ErrTooMany.
func (s *Service) VerifyNow(ctx context.Context, by recipients.Actor, id uuid.UUID) (Import, error) {
	row, err := s.row(ctx, by, id)
	if err != nil {
		return Import{}, err
	}
	if err := s.Throttle.Allow(ctx, perCheck, strconv.FormatInt(by.RecipientID, 10)); err != nil {
		return Import{}, err
	}
	if row, err = s.verify(ctx, row, by.Owner().Emails); err != nil {
		return Import{}, err
	}
	return fromRow(row)
}

// VerifyDue verifies some of the credentials whose verification is due, and returns their number. One that fails here is tried again
// later and does not hold up the others.
func (s *Service) VerifyDue(ctx context.Context) (int, error) {
	now := s.Clock.Now()
	var due []db.ImportedClaimRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		due, err = s.q.ImportedClaim(ctx, tx, db.ImportedClaimParams{Now: &now, Until: pointer(now.Add(claimed)), Most: batch})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("find imported credentials to verify: %w", err)
	}
	for _, each := range due {
		if _, err := s.verify(ctx, each.ImportedCredential, each.Emails); err != nil && !errors.Is(err, ErrNotFound) {
			slog.WarnContext(ctx, "could not verify an imported credential", "import", each.ImportedCredential.Uuid, "error", err)
		}
	}
	return len(due), ctx.Err()
}

// verify verifies a credential again and writes what that said. It returns ErrNotFound when it was deleted or replaced meanwhile.
func (s *Service) verify(ctx context.Context, row db.ImportedCredential, emails []string) (db.ImportedCredential, error) {
	if row.Status == string(Unverified) {
		return row, nil
	}
	result, err := s.run(ctx, row)
	if err != nil {
		return row, err
	}
	said, err := report(result)
	if err != nil {
		return row, fmt.Errorf("write report of an import: %w", err)
	}
	now, id := s.Clock.Now(), row.ID
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if !conclusive(result) {
			row, err = s.q.ImportedUnreachable(ctx, tx, db.ImportedUnreachableParams{
				ID: id, FileKey: row.FileKey, Attempt: said, Now: now, NextCheckAt: backoff(row.Failures, now),
			})
			return err
		}
		c, match := claimsOf(result.Credential), result.IssuedTo(emails)
		if !slices.Contains(genuine, result.Verdict) || c.title == "" { // such as a hosted badge that is gone
			c, match = former(row), ""
		}
		row, err = s.q.ImportedVerified(ctx, tx, db.ImportedVerifiedParams{
			ID: id, FileKey: row.FileKey, Status: string(result.Verdict), Title: c.title, Description: c.description, IssuerName: c.issuerName,
			IssuerUrl: c.issuerURL, IssuedAt: c.issued, ExpiresAt: c.expires, Skills: c.skills, RecipientMatch: string(match),
			Report: said, Now: now, NextCheckAt: nextCheck(result.Verdict, c.expires, now),
		})
		return err
	})
	if pg.NoRows(err) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("write verification of an import: %w", err)
	}
	return row, nil
}

// run verifies the original. A badge that is proven by being hosted is verified where it was imported from, because its issuer may extend
// or correct it there; a signed credential is proven by itself.
func (s *Service) run(ctx context.Context, row db.ImportedCredential) (verification.Result, error) {
	hosted := row.Standard == string(verification.OpenBadges1) || row.Standard == string(verification.OpenBadges2)
	if Source(row.Source) == Link && hosted {
		return s.Verify.VerifyAgain(ctx, verification.Input{Text: row.SourceUrl})
	}
	data, _, err := s.Files.Get(ctx, row.FileKey, verification.MaxInput)
	if err != nil {
		return verification.Result{}, fmt.Errorf("read imported file: %w", err)
	}
	return s.Verify.VerifyAgain(ctx, verification.Input{File: data})
}
