package oid4vci

// Problem is an error response for a wallet, with a code of OAuth 2.0 or OpenID4VCI. Source: OpenID4VCI 1.0, sections 6.3, 8.3.1 and 11.3.
type Problem struct {
	Code        string
	Description string // in English, for developers of wallets
	Nonce       string // with invalid_proof and invalid_nonce: a fresh one, for wallets of earlier drafts
}

// Error implements error.
func (p *Problem) Error() string { return p.Code + ": " + p.Description }

func refuse(code, description string) *Problem { return &Problem{Code: code, Description: description} }

// InvalidToken is the code for an access token that is missing, unknown or expired. Source: RFC 6750, section 3.1.
const InvalidToken = "invalid_token"

var errToken = refuse(InvalidToken, "The access token is missing, invalid or expired")
