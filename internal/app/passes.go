package app

import (
	"crypto/x509"
	"errors"
	"fmt"

	"laurel/internal/formats/jws"
	"laurel/internal/formats/pkpass"
	"laurel/internal/platform/applepush"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/config"
	"laurel/internal/platform/doctor"
	"laurel/internal/platform/googlewallet"
	"laurel/internal/reach/passes"
)

// applePasses returns what passes for Apple Wallet are made with, or nil if they are off. An error says what is wrong with the settings;
// Laurel works without passes then.
func applePasses(cfg config.ApplePasses, roots *x509.CertPool) (*passes.AppleSetup, error) {
	if !cfg.Configured() {
		return nil, nil //nolint:nilnil // off is a way to run, not a fault
	}
	signer, err := pkpass.NewSigner(cfg.Certificate, cfg.Key, cfg.Intermediate, cfg.Password)
	if err != nil {
		return nil, err
	}
	setup := &passes.AppleSetup{Signer: signer, PassType: or(cfg.PassType, signer.PassType()), Team: or(cfg.Team, signer.Team())}
	switch {
	case setup.PassType == "":
		return nil, errors.New("the certificate names no pass type, and LAUREL_APPLE_PASS_TYPE is not set")
	case signer.PassType() != "" && signer.PassType() != setup.PassType:
		return nil, fmt.Errorf("the certificate is for the pass type %s, and LAUREL_APPLE_PASS_TYPE is %s", signer.PassType(), setup.PassType)
	case setup.Team == "":
		return nil, errors.New("the certificate names no team, and LAUREL_APPLE_PASS_TEAM is not set")
	}
	setup.Push = applepush.New(cfg.PushURL, setup.PassType, signer.TLS(), roots)
	return setup, nil
}

// googlePasses is applePasses for Google Wallet.
func googlePasses(cfg config.GooglePasses, c clock.Clock) (*passes.GoogleSetup, error) {
	if !cfg.Configured() {
		return nil, nil //nolint:nilnil // likewise
	}
	account, err := googlewallet.ParseAccount(cfg.Account)
	if err != nil {
		return nil, err
	}
	sign := func(claims []byte) (string, error) { return jws.Sign(claims, account.Key, account.KeyID) }
	return &passes.GoogleSetup{
		IssuerID: cfg.IssuerID, Email: account.Email, Sign: sign, API: googlewallet.New(cfg.APIURL, account, sign, c.Now), SaveURL: cfg.SaveURL,
	}, nil
}

// passDeps adds the platforms to the dependencies of passes.
func (a *App) passDeps(d passes.Deps, roots *x509.CertPool) passes.Deps {
	if a.Config.Passes.Apple.Configured() {
		d.Configured = append(d.Configured, passes.Apple)
	}
	if a.Config.Passes.Google.Configured() {
		d.Configured = append(d.Configured, passes.Google)
	}
	var err error
	if d.Apple, err = applePasses(a.Config.Passes.Apple, roots); err != nil {
		a.Log.Warn("passes for Apple Wallet are off", "error", err)
	}
	if d.Google, err = googlePasses(a.Config.Passes.Google, a.Clock); err != nil {
		a.Log.Warn("passes for Google Wallet are off", "error", err)
	}
	return d
}

// passChecks returns the checks of both platforms.
func (a *App) passChecks() []doctor.Check {
	apple, appleErr := applePasses(a.Config.Passes.Apple, nil)
	google, googleErr := googlePasses(a.Config.Passes.Google, a.Clock)
	one := doctor.Account{
		Off: "set LAUREL_APPLE_PASS_CERTIFICATE, LAUREL_APPLE_PASS_KEY and LAUREL_APPLE_PASS_WWDR to offer them",
		Err: appleErr, Mend: "correct the LAUREL_APPLE_PASS_ settings; docs/wallet-passes.md shows how to make them",
	}
	if apple != nil {
		one.On, one.ExpiresAt = fmt.Sprintf("%s, team %s", apple.Signer.Subject(), apple.Team), apple.Signer.ExpiresAt()
		if one.Err = apple.Signer.Valid(a.Clock.Now()); one.Err == nil && a.Config.HTTP.PublicURL.Scheme != "https" {
			one.Warning = "devices don't ask for changes over plain HTTP"
		}
	}
	other := doctor.Account{
		Off: "set LAUREL_GOOGLE_WALLET_ISSUER and LAUREL_GOOGLE_WALLET_ACCOUNT to offer them",
		Err: googleErr, Mend: "correct the LAUREL_GOOGLE_WALLET_ settings; docs/wallet-passes.md shows how to make them",
	}
	if google != nil {
		other.On = fmt.Sprintf("issuer %s, account %s", google.IssuerID, google.Email)
	}
	return []doctor.Check{
		doctor.Passes("applepass", "Apple Wallet", one, a.Clock.Now), doctor.Passes("googlepass", "Google Wallet", other, a.Clock.Now),
	}
}
