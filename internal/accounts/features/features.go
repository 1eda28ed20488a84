// Package features says which parts of the product an installation has: what is built, and what its settings make available.
// It is the one place that decides it; nothing is stored.
package features

import (
	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
)

// Name is a feature as get_flipper_features calls it.
type Name string

// The features.
const (
	BadgeDesigns       Name = "badge_designs"
	PrintPDF           Name = "print_pdf"
	BakedBadges        Name = "baked_badges"
	PrivateCredentials Name = "private_credentials"
	APIKeys            Name = "api_keys"
	SingleSignOn       Name = "single_sign_on"
	SpreadsheetImport  Name = "spreadsheet_import"
	Evidence           Name = "evidence"
	MalwareScan        Name = "malware_scan" // of evidence files
	VCJWT              Name = "vc_jwt"       // signed credentials as tokens
	Analytics          Name = "analytics"
	Teams              Name = "teams"
	Billing            Name = "billing"
)

// Settings are what the operator decides about features.
type Settings struct {
	MalwareScan bool // a malware scanner is configured
	VCJWT       bool // signed credentials can be had as VC-JWT
	Billing     bool // credits are counted
}

// Service answers what is available.
type Service struct {
	settings Settings
}

// New makes the service.
func New(s Settings) *Service { return &Service{s} }

// All tells for each feature whether the department has it. Every department of an installation has the same. Only the actor's
// own department may be asked about: another one is refused with departments.ErrNotFound.
func (s *Service) All(by access.Actor, departmentID int64) (map[Name]bool, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	if departmentID != by.DepartmentID {
		return nil, departments.ErrNotFound
	}
	return map[Name]bool{
		BadgeDesigns: true, PrintPDF: true, BakedBadges: true, PrivateCredentials: true, APIKeys: true, SingleSignOn: true,
		SpreadsheetImport: true, Evidence: true, MalwareScan: s.settings.MalwareScan, VCJWT: s.settings.VCJWT,
		Billing: s.settings.Billing, Analytics: false, Teams: false, // not built
	}, nil
}
