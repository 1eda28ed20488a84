package mailer

import (
	"context"
	"errors"
	"time"

	"github.com/emersion/go-smtp"
)

// The steps of handing a message over, in order. Which a server needs depends on its settings.
const (
	StepConnect   = "connect"
	StepTLS       = "tls" // with STARTTLS, the greeting too
	StepGreeting  = "greeting"
	StepSignIn    = "sign_in"
	StepSender    = "sender"
	StepRecipient = "recipient"
	StepMessage   = "message"
)

// ErrNoSignIn means that a server does not offer a way to sign in that we know.
var ErrNoSignIn = errNoSignIn

// Step is what happened in one step.
type Step struct {
	Name  string
	Err   error // nil: it worked
	Code  int   // of the server's refusal; 0: none
	Reply string
	Took  time.Duration
}

// Try hands a message over and tells each step up to the first that failed.
func (s *SMTP) Try(ctx context.Context, m Message) []Step {
	var steps []Step
	var begun time.Time
	end := func(err error) {
		if len(steps) == 0 {
			return
		}
		last := &steps[len(steps)-1]
		if last.Took, last.Err = time.Since(begun), err; err != nil {
			var answer *smtp.SMTPError
			if errors.As(err, &answer) {
				last.Code, last.Reply = answer.Code, answer.Message
			}
		}
	}
	begin := func(step string) {
		end(nil)
		steps, begun = append(steps, Step{Name: step}), time.Now()
	}
	end(s.try(ctx, m, begin))
	return steps
}

func (s *SMTP) try(ctx context.Context, m Message, begin func(step string)) error {
	body, err := BuildMIME(m)
	if err != nil {
		return err
	}
	from, err := parseAddress("From", m.From)
	if err != nil {
		return err
	}
	to, err := parseAddress("To", m.To)
	if err != nil {
		return err
	}
	c, err := s.connectNoting(ctx, begin)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = c.conn.Close() })()
	defer func() { _ = c.conn.Close() }()
	if err := deliver(c.Client, from.Address, []string{to.Address}, body, func() error { return nil }, begin); err != nil {
		return err
	}
	_ = c.Quit() // the message is accepted, whatever comes now
	return nil
}
