package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"laurel/internal/accounts/access"
	"laurel/internal/app"
	"laurel/internal/formats/auditlog"
)

var errAuditUsage = errors.New("usage: laurel audit export --department N, laurel audit verify [--json] [--head FILE] FILE|-, or laurel audit replay --credential N [--json] [--head FILE] FILE|-")

// invalidLog is the exit code for an audit log that fails verification. 1 means any other error.
const invalidLog exitCode = 10

// auditExportCommand writes the sealed audit log of a department.
func auditExportCommand(ctx context.Context, a *app.App, o options, out io.Writer) error {
	if len(o.args) != 1 || o.args[0] != "export" || o.department <= 0 {
		return errAuditUsage
	}
	if _, err := a.Departments.Read(ctx, access.Console.In(o.department), 0); err != nil {
		return errNoDepartment
	}
	for more := true; more; {
		var err error
		if more, err = a.AuditChain.Seal(ctx); err != nil {
			return fmt.Errorf("seal the audit log: %w", err)
		}
	}
	return a.AuditChain.Export(ctx, access.Console.In(o.department), 0, func() io.Writer { return out })
}

// auditFileCommand verifies an exported audit log, and with replay follows a credential through it. It needs neither database nor store.
func auditFileCommand(o options, in io.Reader, out io.Writer) error {
	if len(o.args) != 2 || (o.args[0] == "replay") != (o.credential > 0) {
		return errAuditUsage
	}
	var known []string
	if o.head != "" {
		kept, err := os.ReadFile(o.head)
		if err != nil {
			return err
		}
		known = strings.Fields(string(kept))
	}
	if name := o.args[1]; name != "-" {
		f, err := os.Open(name) //nolint:gosec // whoever runs the program names their own file
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		in = f
	}
	var followed auditlog.Replayed
	var report auditlog.Report
	var err error
	if o.credential > 0 {
		followed, report, err = auditlog.Replay(in, o.credential, known...)
	} else {
		report, err = auditlog.Verify(in, known...)
	}
	invalid, failed := errors.AsType[*auditlog.Invalid](err)
	if err != nil && !failed {
		return err
	}
	result, words := auditResult(report, invalid), auditWords(report, invalid)
	if o.credential > 0 && !failed {
		result["credential"], words = followed, words+replayWords(followed)
	}
	if o.asJSON {
		err = json.NewEncoder(out).Encode(result)
	} else {
		_, err = io.WriteString(out, words)
	}
	if err == nil && failed {
		return invalidLog
	}
	return err
}

// replayWords describes for people what happened to a credential.
func replayWords(r auditlog.Replayed) string {
	var b strings.Builder
	for _, s := range r.Steps {
		_, _ = fmt.Fprintf(&b, "\n%d  %s  %s by %s\n", s.Position, s.At.UTC().Format("2006-01-02 15:04:05"), printable(s.Action), actorOf(s.Entry))
		for _, c := range s.Changes {
			_, _ = fmt.Fprintf(&b, "    %s: ", printable(c.Field))
			if c.Before != nil {
				_, _ = fmt.Fprintf(&b, "%s -> ", inJSON(c.Before))
			}
			_, _ = fmt.Fprintf(&b, "%s\n", inJSON(c.After))
		}
	}
	if len(r.Steps) == 0 {
		return "\nThe log has no entry about this credential.\n"
	}
	b.WriteString("\nFinal values\n")
	for _, field := range slices.Sorted(maps.Keys(r.Values)) {
		_, _ = fmt.Fprintf(&b, "    %s: %s\n", printable(field), inJSON(r.Values[field]))
	}
	if r.Erased {
		b.WriteString("    Some details were erased, so values may be missing.\n")
	}
	return b.String()
}

func inJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error() // it was read from JSON
	}
	return printable(string(text))
}

func actorOf(e auditlog.Entry) string {
	for _, a := range []struct {
		kind string
		id   *int64
	}{{"user", e.UserID}, {"API key", e.APIKeyID}, {"embedded session", e.EmbedSessionID}, {"recipient", e.RecipientID}} {
		if a.id != nil {
			return fmt.Sprintf("%s %d", a.kind, *a.id)
		}
	}
	if e.System != nil {
		return printable(*e.System)
	}
	return "Laurel"
}

func auditResult(r auditlog.Report, invalid *auditlog.Invalid) map[string]any {
	result := map[string]any{
		"valid": invalid == nil, "issuer": r.Origin.Issuer, "department_id": r.Origin.DepartmentID, "after": r.Origin.After, "entries": r.Entries,
		"erased": r.Erased, "head": r.Head, "signed_heads": r.Signed,
	}
	if invalid != nil {
		result["fault"], result["line"], result["position"] = invalid.Fault, invalid.Line, invalid.Position
	}
	return result
}

// auditWords describes the result for people.
func auditWords(r auditlog.Report, invalid *auditlog.Invalid) string {
	if invalid != nil {
		return fmt.Sprintf("Not valid: %s. %d entries before it are.\n", invalid, r.Entries)
	}
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "Valid: nothing was changed, removed or added.\n\n  issuer   %s\n  entries  %d to %d", printable(r.Origin.Issuer), r.Origin.After+1, r.Origin.After+r.Entries)
	if r.Erased > 0 {
		_, _ = fmt.Fprintf(&b, ", %d of them with erased details", r.Erased)
	}
	_, _ = fmt.Fprintf(&b, "\n  head     %x\n", []byte(r.Head))
	for _, h := range r.Signed {
		_, _ = fmt.Fprintf(&b, "  signed   entry %d on %s with %s\n", h.Position, h.At.Format("2006-01-02"), printable(h.Key))
	}
	if len(r.Signed) == 0 {
		b.WriteString("  no signed head yet: anyone with write access to the database could have forged the whole log\n")
	}
	return b.String()
}
