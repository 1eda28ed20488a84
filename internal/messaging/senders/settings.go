package senders

import (
	"context"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/senders/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// Read returns the settings of the actor's department.
func (s *Service) Read(ctx context.Context, by access.Actor) (Settings, error) {
	if err := by.Require(access.ManageEmails); err != nil {
		return Settings{}, err
	}
	var out Settings
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.ReadTx(ctx, tx, by.DepartmentID)
		return err
	})
	return out, err
}

// ReadTx returns the settings of a department, in one of its transactions or in one of the system.
func (s *Service) ReadTx(ctx context.Context, tx pg.DB, departmentID int64) (Settings, error) {
	row, err := s.q.SettingsRead(ctx, tx, departmentID)
	if err != nil {
		return Settings{}, fmt.Errorf("read email settings: %w", err)
	}
	out := Settings{
		DepartmentID: departmentID, FromName: row.FromName, AddressID: pg.OrZero(row.SenderAddressID), Address: row.FromEmail, Verified: row.FromVerified,
		ReplyTo: row.ReplyTo, CC: row.Cc, BCC: row.Bcc, Support: Contact{row.SupportName, row.SupportEmail, row.SupportPhone},
		DailyCap: int(pg.OrZero(row.DailyCap)), PerMinute: int(pg.OrZero(row.PerMinute)), Zone: row.TimeZone,
		Paused: row.SchedulesPaused, department: row.DepartmentName, language: row.Language,
	}
	for _, e := range row.SwitchedOff {
		out.Off = append(out.Off, Event(e))
	}
	if row.QuietFrom != nil {
		out.Quiet = &Quiet{int(*row.QuietFrom), int(*row.QuietUntil)}
	}
	if out.Verified {
		if out.Signature, err = s.signature(ctx, tx, departmentID, out.Address); err != nil {
			return out, err
		}
	}
	if out.Server, err = s.server(ctx, tx, departmentID); err != nil || out.Server == nil {
		return out, err
	}
	feedback, err := s.feedback(ctx, tx, departmentID)
	out.Feedback = feedbackOf(feedback)
	return out, err
}

// Update changes the settings. It returns the invalid fields. Emails that wait because of the former limits get another turn.
func (s *Service) Update(ctx context.Context, by access.Actor, in Input) (Settings, error) {
	if err := MayChange(by); err != nil {
		return Settings{}, err
	}
	var out Settings
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.q.SettingsLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock email settings: %w", err)
		}
		before, err := s.ReadTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		after, err := s.changed(ctx, tx, before, in)
		if err != nil {
			return err
		}
		if err := s.write(ctx, tx, after); err != nil {
			return err
		}
		if out, err = s.ReadTx(ctx, tx, by.DepartmentID); err != nil {
			return err
		}
		if !before.sameLimits(out) {
			if err := s.outbox.ReplanTx(ctx, tx, by.DepartmentID); err != nil {
				return err
			}
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "email_settings.updated", ObjectKind: "department", ObjectID: by.DepartmentID, Details: map[string]any{"before": before.audited(), "after": out.audited()},
		})
	})
	return out, err
}

func (s *Service) write(ctx context.Context, tx pgx.Tx, after Settings) error {
	p := db.SettingsWriteParams{
		DepartmentID: after.DepartmentID, FromName: after.FromName, SenderAddressID: pg.OrNull(after.AddressID), ReplyTo: after.ReplyTo,
		Cc: list(after.CC), Bcc: list(after.BCC), SupportName: after.Support.Name, SupportEmail: after.Support.Email, SupportPhone: after.Support.Phone,
		SwitchedOff: []string{}, DailyCap: pg.OrNull(int32(after.DailyCap)), PerMinute: pg.OrNull(int32(after.PerMinute)), Now: s.Clock.Now(), //nolint:gosec // see mostADay
	}
	for _, e := range after.Off {
		p.SwitchedOff = append(p.SwitchedOff, string(e))
	}
	if q := after.Quiet; q != nil {
		p.QuietFrom, p.QuietUntil = new(int16(q.From)), new(int16(q.Until)) //nolint:gosec // minutes of a day
	}
	if err := s.q.SettingsWrite(ctx, tx, p); err != nil {
		return fmt.Errorf("write email settings: %w", err)
	}
	return nil
}

// PauseTx pauses or resumes the scheduled emails of a department, in a transaction that checked the actor.
func (s *Service) PauseTx(ctx context.Context, tx pgx.Tx, departmentID int64, paused bool) error {
	if err := s.q.SettingsPause(ctx, tx, db.SettingsPauseParams{DepartmentID: departmentID, Paused: paused, Now: s.Clock.Now()}); err != nil {
		return fmt.Errorf("pause scheduled emails: %w", err)
	}
	return nil
}

func list(of []string) []string {
	if of == nil {
		return []string{}
	}
	return of
}

func (s Settings) sameLimits(other Settings) bool {
	sameQuiet := s.Quiet == nil && other.Quiet == nil || s.Quiet != nil && other.Quiet != nil && *s.Quiet == *other.Quiet
	return sameQuiet && s.DailyCap == other.DailyCap && s.PerMinute == other.PerMinute
}

func (s Settings) audited() map[string]any {
	server := ""
	if s.Server != nil {
		server = fmt.Sprintf("%s@%s:%d %s", s.Server.User, s.Server.Host, s.Server.Port, s.Server.Security)
	}
	return map[string]any{
		"server": server, "own_server": s.Server != nil && s.Server.Enabled,
		"from_name": s.FromName, "from_email": s.Address, "reply_to": s.ReplyTo, "cc": list(s.CC), "bcc": list(s.BCC), "support": s.Support.Email,
		"off": s.Off, "daily_cap": s.DailyCap, "per_minute": s.PerMinute, "quiet_hours": s.Quiet,
	}
}

// changed returns settings with the given fields of in, or an error with all invalid fields.
func (s *Service) changed(ctx context.Context, tx pgx.Tx, to Settings, in Input) (Settings, error) {
	var wrong errs.Fields
	name(&wrong, "from_name", in.FromName, &to.FromName, longestName)
	name(&wrong, "support.name", in.Support.Name, &to.Support.Name, longestName)
	name(&wrong, "support.phone", in.Support.Phone, &to.Support.Phone, longestPhone)
	address(&wrong, "reply_to", in.ReplyTo, &to.ReplyTo)
	address(&wrong, "support.email", in.Support.Email, &to.Support.Email)
	copies(&wrong, "cc", in.CC, &to.CC)
	copies(&wrong, "bcc", in.BCC, &to.BCC)
	count(&wrong, "daily_cap", in.DailyCap, &to.DailyCap, mostADay)
	count(&wrong, "per_minute", in.PerMinute, &to.PerMinute, mostAMinute)
	if in.Quiet.Given {
		to.Quiet = in.Quiet.Value.parse(&wrong)
	}
	if known := Events(); in.Events != nil {
		for event := range in.Events {
			if !slices.Contains(known, Event(event)) {
				wrong.Add("events."+event, "not_one_of", "values", errs.Values(known))
			}
		}
		to.Off = slices.DeleteFunc(known, func(e Event) bool {
			on, given := in.Events[string(e)]
			return given && on || !given && !to.IsOff(e)
		})
	}
	if in.Server.Given {
		if err := s.setServer(ctx, tx, to.DepartmentID, to.Server, in.Server.Value, &wrong); err != nil {
			return to, err
		}
	}
	if in.AddressID.Given {
		to.AddressID = pg.OrZero(in.AddressID.Value)
		if to.AddressID != 0 {
			_, err := s.address(ctx, tx, to.DepartmentID, to.AddressID)
			if errs.KindOf(err) == errs.NotFound {
				wrong.Add("sender_address_id", "sender_address.not_found")
			} else if err != nil {
				return to, err
			}
		}
	}
	return to, wrong.Err()
}

// name takes a name that stands in a header.
func name(wrong *errs.Fields, field string, in optional.Value[string], to *string, longest int) {
	if !in.Given {
		return
	}
	if *to = i18n.OneLine(in.Value); utf8.RuneCountInString(*to) > longest {
		wrong.Add(field, "too_long", "max", longest)
	}
}

func address(wrong *errs.Fields, field string, in optional.Value[string], to *string) {
	if !in.Given {
		return
	}
	if *to = strings.TrimSpace(in.Value); *to != "" && !Mailable(*to) {
		wrong.Add(field, "invalid_email")
	}
}

func copies(wrong *errs.Fields, field string, in optional.Value[[]string], to *[]string) {
	if !in.Given {
		return
	}
	*to = nil
	for _, one := range in.Value {
		if one = strings.TrimSpace(one); one == "" || slices.Contains(*to, one) {
			continue
		}
		if *to = append(*to, one); !Mailable(one) {
			wrong.Add(field, "group.copy_no_address", "address", one)
		}
	}
	if len(*to) > mostCopies {
		wrong.Add(field, "too_many", "max", mostCopies)
	}
}

// count takes a limit; 0 and nil are none.
func count(wrong *errs.Fields, field string, in optional.Value[*int64], to *int, most int64) {
	switch n := pg.OrZero(in.Value); {
	case !in.Given:
	case n < 0:
		wrong.Add(field, "too_small", "min", 1)
	case n > most:
		wrong.Add(field, "too_large", "max", most)
	default:
		*to = int(n)
	}
}

func (in *QuietInput) parse(wrong *errs.Fields) *Quiet {
	if in == nil {
		return nil
	}
	from, known := clockTime(wrong, "quiet_hours.from", in.From)
	until, knownToo := clockTime(wrong, "quiet_hours.until", in.Until)
	if known && knownToo && from == until {
		wrong.Add("quiet_hours.until", "email_settings.quiet_all_day")
	}
	return &Quiet{from, until}
}

// clockTime returns the minutes since midnight of "22:30".
func clockTime(wrong *errs.Fields, field, text string) (minutes int, ok bool) {
	at, err := time.Parse("15:04", strings.TrimSpace(text))
	if err != nil {
		wrong.Add(field, "email_settings.not_a_time")
	}
	return at.Hour()*60 + at.Minute(), err == nil
}

// Mailable reports whether text is a single plain address that every mail server accepts and that adds no header.
func Mailable(text string) bool {
	if len(text) > 254 || strings.ContainsAny(text, " ,;<>\"()\\") || strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }) {
		return false
	}
	parsed, err := mail.ParseAddress(text)
	_, host, _ := strings.Cut(text, "@")
	return err == nil && parsed.Address == text && strings.Contains(host, ".")
}
