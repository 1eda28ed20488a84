package authoring

import (
	"fmt"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

func duplicateRefusal() error {
	var fields errs.Fields
	fields.Add("credential", "credential.duplicate")
	fields.Add("recipient.email", "credential.duplicate")
	return fields.Err()
}

// refusal maps a constraint violation to an error. A duplicate is also reported for the credential as a whole, where plug-ins expect
// it.
func refusal(doing string, err error) error {
	switch {
	case pg.Violates(err, "credentials_duplicate_key"):
		return duplicateRefusal()
	case pg.Violates(err, "credentials_renewal_key"):
		return credentials.ErrRenewed
	case pg.Violates(err, "credentials_license_key"):
		return errLicenseTaken()
	}
	return fmt.Errorf("%s: %w", doing, err)
}

func errLicenseTaken() error {
	var fields errs.Fields
	fields.Add("credential", "credential.license_taken")
	fields.Add("license_id", "credential.license_taken")
	return fields.Err()
}
