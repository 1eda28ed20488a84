package imported

import (
	"slices"

	"laurel/internal/platform/errs"
	"laurel/internal/trust/verification"
)

// genuine are the verdicts under which the credential says what its issuer wrote.
var genuine = []verification.Verdict{
	verification.Valid, verification.IssuerUnknown, verification.Expired, verification.NotYetValid, verification.Suspended, verification.Revoked,
	verification.Superseded, verification.InProgress, verification.Test,
}

// accept returns the status with which a credential is imported, or a field error that says why it is not.
func accept(field string, r verification.Result, data []byte) (verification.Verdict, error) {
	named := r.Credential != nil && r.Credential.Name != ""
	kind := mediaType(data)
	switch {
	case r.Verdict == verification.NotACredential && (isRaster(data) || kind == typePDF) && !has(r, "malformed", "incomplete"):
		return Unverified, nil
	case has(r, "damaged"):
		return "", errs.Field(field, "imported.damaged")
	case has(r, "several"):
		return "", errs.Field(field, "imported.several")
	case has(r, "web_page"):
		return "", errs.Field(field, "imported.web_page")
	case has(r, "malformed"), has(r, "incomplete") && !named:
		return "", errs.Field(field, "imported.unreadable")
	case r.Verdict == verification.Changed:
		return "", errs.Field(field, "imported.changed")
	case r.Verdict == verification.NotACredential:
		return "", errs.Field(field, "imported.no_credential")
	case named:
		return r.Verdict, nil
	case r.Verdict == verification.Revoked, r.Verdict == verification.Deleted:
		return "", errs.Field(field, "imported.gone")
	case r.Verdict == verification.Unreachable && slow(r):
		return "", errs.Field(field, "imported.too_slow")
	case r.Verdict == verification.Unreachable:
		return "", errs.Field(field, "imported.unreachable")
	default:
		return "", errs.Field(field, "imported.unsupported")
	}
}

// conclusive reports whether a verification of an imported credential came to a result. Websites that no longer have the credential, or
// show a page in its place, are as good as unreachable: they do not say that it was revoked.
func conclusive(r verification.Result) bool {
	return r.Verdict != verification.Unreachable && r.Verdict != verification.NotACredential
}

func has(r verification.Result, codes ...verification.Code) bool {
	return slices.ContainsFunc(r.Steps, func(step verification.Step) bool { return slices.Contains(codes, step.Code) })
}

// slow reports whether a server did not answer in time.
func slow(r verification.Result) bool {
	return has(r, "out_of_time") || slices.ContainsFunc(r.Steps, func(step verification.Step) bool {
		return slices.ContainsFunc(step.Fetched, func(f verification.Fetched) bool { return f.Problem == "too_slow" })
	})
}
