package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"laurel/internal/accounts/access"
	"laurel/internal/app"
	"laurel/internal/formats/auditlog"
)

var errAuditUsage = errors.New("usage: laurel audit export --department N, or laurel audit verify [--json] [--head FILE] FILE|-")

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

// auditVerifyCommand verifies an exported audit log. It needs neither database nor store.
func auditVerifyCommand(o options, in io.Reader, out io.Writer) error {
	if len(o.args) != 2 {
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
	report, err := auditlog.Verify(in, known...)
	invalid, failed := errors.AsType[*auditlog.Invalid](err)
	if err != nil && !failed {
		return err
	}
	if o.asJSON {
		err = json.NewEncoder(out).Encode(auditResult(report, invalid))
	} else {
		_, err = io.WriteString(out, auditWords(report, invalid))
	}
	if err == nil && failed {
		return invalidLog
	}
	return err
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
