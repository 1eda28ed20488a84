package app

import (
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"laurel/internal/platform/clock"
	"laurel/internal/platform/config"
	"laurel/internal/platform/doctor"
	"laurel/internal/platform/nettest"
)

func TestTheDoctorExplainsPasses(t *testing.T) {
	t.Parallel()
	now := time.Now()
	authority := nettest.NewAuthority(t, "WWDR")
	good := authority.PassType("pass.example", "TEAM", now.AddDate(1, 0, 0))
	set := func(c nettest.Certificate, wwdr string) config.ApplePasses {
		return config.ApplePasses{Certificate: c.PEM, Key: c.Key, Intermediate: wwdr, PushURL: "https://push.example"}
	}
	other := set(good, authority.PEM)
	other.PassType = "pass.other"
	swapped := set(good, authority.PEM)
	swapped.Key = authority.PassType("pass.example", "TEAM", now.AddDate(1, 0, 0)).Key
	account := fmt.Sprintf(`{"type":"service_account","client_email":"a@example.org","token_uri":"https://x","private_key":%q}`, good.Key)
	for name, row := range map[string]struct {
		passes config.Passes
		scheme string
		check  string
		status doctor.Status
		detail string
	}{
		"Apple off":         {config.Passes{}, "https", "applepass", doctor.OK, "are off; set LAUREL_APPLE_PASS_CERTIFICATE"},
		"Apple on":          {config.Passes{Apple: set(good, authority.PEM)}, "https", "applepass", doctor.OK, "Pass Type ID: pass.example, team TEAM; the certificate expires in 36"},
		"Apple soon over":   {config.Passes{Apple: set(authority.PassType("pass.example", "TEAM", now.AddDate(0, 0, 9)), authority.PEM)}, "https", "applepass", doctor.Warn, "expires in 8 days"},
		"Apple over":        {config.Passes{Apple: set(authority.PassType("pass.example", "TEAM", now.AddDate(0, 0, -9)), authority.PEM)}, "https", "applepass", doctor.Fail, "is valid from"},
		"Apple other key":   {config.Passes{Apple: swapped}, "https", "applepass", doctor.Fail, "the key does not belong to the certificate"},
		"Apple other WWDR":  {config.Passes{Apple: set(good, nettest.NewAuthority(t, "Other").PEM)}, "https", "applepass", doctor.Fail, "the WWDR certificate did not issue"},
		"Apple other type":  {config.Passes{Apple: other}, "https", "applepass", doctor.Fail, "is for the pass type pass.example"},
		"Apple over HTTP":   {config.Passes{Apple: set(good, authority.PEM)}, "http", "applepass", doctor.Warn, "plain HTTP"},
		"Google off":        {config.Passes{}, "https", "googlepass", doctor.OK, "are off; set LAUREL_GOOGLE_WALLET_ISSUER"},
		"Google on":         {config.Passes{Google: config.GooglePasses{IssuerID: "3388", Account: account}}, "https", "googlepass", doctor.OK, "issuer 3388, account a@example.org"},
		"Google no account": {config.Passes{Google: config.GooglePasses{IssuerID: "3388", Account: "{}"}}, "https", "googlepass", doctor.Fail, "not the key of a service account"},
	} {
		a := &App{Config: config.Config{Passes: row.passes, HTTP: config.HTTP{PublicURL: &url.URL{Scheme: row.scheme, Host: "x.example"}}}, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)}
		for _, result := range doctor.Examine(t.Context(), a.passChecks()) {
			if result.Name == row.check && (result.Status != row.status || !strings.Contains(result.Detail, row.detail) || (result.Mend == "") != (row.status == doctor.OK)) {
				t.Errorf("%s: %s %s", name, result.Status, result.Detail)
			}
		}
	}
}
