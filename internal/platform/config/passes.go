package config

import "strings"

// Passes are the settings of passes for the wallets of phones. Without them, no passes are offered.
type Passes struct {
	Apple  ApplePasses
	Google GooglePasses
}

// ApplePasses are the certificate that signs passes for Apple Wallet, its key, and Apple's intermediate certificate, as PEM.
type ApplePasses struct {
	Certificate  string
	Key          string
	Password     string // of the key
	Intermediate string
	PassType     string // "": that of the certificate
	Team         string // "": that of the certificate
	PushURL      string
}

// Configured reports whether passes for Apple Wallet are switched on.
func (a ApplePasses) Configured() bool { return a.Certificate != "" }

// GooglePasses are the account that makes passes for Google Wallet.
type GooglePasses struct {
	IssuerID string
	Account  string // the service account's JSON key
	APIURL   string
	SaveURL  string
}

// Configured reports whether passes for Google Wallet are switched on.
func (g GooglePasses) Configured() bool { return g.IssuerID != "" }

func (r *reader) passes() Passes {
	p := Passes{
		ApplePasses{
			Certificate: r.secret("LAUREL_APPLE_PASS_CERTIFICATE"), Intermediate: r.secret("LAUREL_APPLE_PASS_WWDR"),
			Key: r.secret("LAUREL_APPLE_PASS_KEY"), Password: r.secret("LAUREL_APPLE_PASS_PASSWORD"),
			PassType: r.text("LAUREL_APPLE_PASS_TYPE"), Team: r.text("LAUREL_APPLE_PASS_TEAM"), PushURL: r.httpURL("LAUREL_APPLE_PUSH_URL"),
		},
		GooglePasses{
			IssuerID: r.text("LAUREL_GOOGLE_WALLET_ISSUER"), Account: r.secret("LAUREL_GOOGLE_WALLET_ACCOUNT"),
			APIURL: r.httpURL("LAUREL_GOOGLE_WALLET_API_URL"), SaveURL: r.httpURL("LAUREL_GOOGLE_WALLET_SAVE_URL"),
		},
	}
	if a := p.Apple; (a.Certificate == "") != (a.Key == "") || (a.Certificate == "") != (a.Intermediate == "") {
		r.wrong("LAUREL_APPLE_PASS_CERTIFICATE", "is set without LAUREL_APPLE_PASS_KEY and LAUREL_APPLE_PASS_WWDR or the reverse",
			"set all three or none")
	}
	if (p.Google.IssuerID == "") != (p.Google.Account == "") {
		r.wrong("LAUREL_GOOGLE_WALLET_ISSUER", "is set without LAUREL_GOOGLE_WALLET_ACCOUNT or the reverse", "set both or neither")
	}
	if strings.Trim(p.Google.IssuerID, "0123456789") != "" {
		r.wrong("LAUREL_GOOGLE_WALLET_ISSUER", "is not a number", "copy the issuer ID from the Google Pay & Wallet Console")
	}
	return p
}
