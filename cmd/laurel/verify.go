package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"

	"laurel/internal/app"
	"laurel/internal/edges/httpapi/v1/public/trust"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/config"
	"laurel/internal/platform/i18n"
	"laurel/internal/trust/verification"
	"laurel/locales"
)

var (
	errVerifyUsage = errors.New("usage: laurel verify [--json] [--email ADDRESS] FILE|URL|ID|-")
	errVerifyEmail = errors.New("--email takes one address like name@example.com")
)

// exitCode ends the program with a status and no message.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// verdictCodes are the exit codes of the verdicts, for scripts. 1 means any other error.
var verdictCodes = map[verification.Verdict]exitCode{
	verification.Valid: 0, verification.Changed: 10, verification.Revoked: 11, verification.Suspended: 12, verification.Expired: 13,
	verification.NotYetValid: 14, verification.IssuerUnknown: 15, verification.Unreachable: 16, verification.Unsupported: 17,
	verification.NotACredential: 18, verification.Private: 20, verification.Test: 21, verification.InProgress: 22,
	verification.Superseded: 23, verification.Deleted: 24, verification.KeyRevoked: 25,
}

// wrongRecipient is the exit code for a valid credential that was issued to another email address.
const wrongRecipient exitCode = 19

// verifyCommand verifies a credential. It needs neither database nor store.
func verifyCommand(ctx context.Context, cfg config.Config, o options, in io.Reader, out io.Writer) error {
	if len(o.args) != 1 {
		return errVerifyUsage
	}
	if o.email != "" && !verification.ValidEmail(o.email) {
		return errVerifyEmail
	}
	input, err := verifyInput(o.args[0], in)
	if err != nil {
		return err
	}
	input.Email = o.email
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		return err
	}
	words := func(key string, params map[string]string) string {
		all := make(map[string]any, len(params))
		for name, value := range params {
			all[name] = value
		}
		return texts.Text("en", "verification."+key, all)
	}
	result := app.Verifier(cfg, clock.System{}, nil).Verify(ctx, input)
	view := trust.VerificationView(result, words)
	if o.asJSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(view)
	} else {
		_, err = io.WriteString(out, plainly(view, result, words))
	}
	if code := verdictCodes[result.Verdict]; err == nil && code != 0 {
		return code
	}
	if err == nil && o.email != "" && result.EmailMatch != verification.EmailMatches {
		return wrongRecipient
	}
	return err
}

// verifyInput reads a file or the standard input; what is no file is an address or an id.
func verifyInput(what string, in io.Reader) (verification.Input, error) {
	if what != "-" {
		f, err := os.Open(what) //nolint:gosec // whoever runs the program names their own file
		if errors.Is(err, fs.ErrNotExist) {
			return verification.Input{Text: what}, nil
		}
		if err != nil {
			return verification.Input{}, err
		}
		defer func() { _ = f.Close() }()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, verification.MaxInput+1))
	return verification.Input{File: append([]byte{}, data...)}, err
}

var stateWords = map[string]string{"passed": "ok", "failed": "NO", "warning": "note", "unchecked": "??"}

// plainly writes what was found out for people.
func plainly(view trust.Verification, result verification.Result, words func(string, map[string]string) string) string {
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "%s\n%s\n", printable(view.Text), words("verdict."+view.Verdict+".text", nil))
	if c := result.Credential; c != nil {
		b.WriteString("\n")
		for _, fact := range [][2]string{{"credential", c.Name}, {"recipient", c.Recipient}, {"grade", c.Grade}, {"issuer", c.Issuer.Name}, {"", c.Issuer.ID}} {
			if fact[1] != "" {
				_, _ = fmt.Fprintf(&b, "  %-12s %s\n", fact[0], printable(fact[1]))
			}
		}
		if d := c.Issuer.Domain; d != nil {
			_, _ = fmt.Fprintf(&b, "  %-12s %s\n", "domain", printable(words("domain."+string(d.State), map[string]string{"domain": d.Name})))
		}
		for _, a := range c.Attributes {
			_, _ = fmt.Fprintf(&b, "  %-12s %s\n", printable(a.Name), printable(a.Value))
		}
		if !c.IssuedAt.IsZero() {
			_, _ = fmt.Fprintf(&b, "  %-12s %s\n", "issued", c.IssuedAt.Format("2006-01-02"))
		}
		if !c.ValidUntil.IsZero() {
			_, _ = fmt.Fprintf(&b, "  %-12s %s\n", "valid until", c.ValidUntil.Format("2006-01-02"))
		}
	}
	b.WriteString("\n")
	for _, step := range view.Steps {
		_, _ = fmt.Fprintf(&b, "  %-5s %s\n", stateWords[step.State], printable(step.Text))
		if step.Signer != nil {
			_, _ = fmt.Fprintf(&b, "        key %s\n", printable(*step.Signer))
		}
		for _, f := range step.Fetched {
			_, _ = fmt.Fprintf(&b, "        %s: %s\n", printable(f.URL), answered(f.Status, f.Problem, words))
		}
	}
	return b.String()
}

func answered(status *int, problem *string, words func(string, map[string]string) string) string {
	if status != nil {
		return fmt.Sprintf("%d %s", *status, http.StatusText(*status))
	}
	if problem != nil {
		return words("problems."+*problem, nil)
	}
	return ""
}

// printable leaves out what would steer the terminal: the texts are a stranger's.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, text)
}
