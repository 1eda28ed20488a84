package oid4vci

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/trust/badges"
	"laurel/internal/trust/oid4vci/internal/db"
)

// CredentialRequest is a request for the credential. Source: OpenID4VCI 1.0, section 8.2.
type CredentialRequest struct {
	Configuration string          `json:"credential_configuration_id"`
	Identifier    string          `json:"credential_identifier"`
	Proofs        proofs          `json:"proofs"`
	Encryption    json.RawMessage `json:"credential_response_encryption"`

	// What wallets of earlier drafts send instead.
	Format string `json:"format"`
	Proof  struct {
		JWT string `json:"jwt"`
	} `json:"proof"`
}

type proofs struct {
	JWT []string `json:"jwt"`
}

// CredentialReply is the issued credential. Source: OpenID4VCI 1.0, section 8.3.
type CredentialReply struct {
	Credentials  []issued        `json:"credentials"`
	Notification string          `json:"notification_id"`
	Credential   json.RawMessage `json:"credential,omitempty"` // for wallets of earlier drafts
}

type issued struct {
	Credential json.RawMessage `json:"credential"`
}

// Delivered is what a wallet received. First is false when it only asked again.
type Delivered struct {
	CredentialReply
	CredentialID int64
	First        bool
}

// ticket finds the offer of an access token, or returns errToken.
func (s *Service) ticket(ctx context.Context, token string) (row db.WalletOfferByTokenRow, err error) {
	if !secrets.TokenShaped(tokenPrefix, token) {
		return row, errToken
	}
	err = pg.SingleStatementSystem(ctx, s.Pool, func(d pg.DB) (err error) {
		row, err = s.q.WalletOfferByToken(ctx, d, db.WalletOfferByTokenParams{TokenHash: secrets.HashToken(token), Now: s.Clock.Now()})
		return err
	})
	if pg.NoRows(err) {
		return row, errToken
	}
	if err != nil {
		return row, fmt.Errorf("find offer: %w", err)
	}
	return row, nil
}

// Issue signs the credential of an access token for the key that the wallet proves to have. The first key gets it; asking again with the
// same key gives it again. It returns a Problem.
func (s *Service) Issue(ctx context.Context, token string, in CredentialRequest, ip string) (Delivered, error) {
	row, err := s.ticket(ctx, token)
	if err != nil {
		return Delivered{}, err
	}
	out, err := s.issue(ctx, row, in, ip)
	var problem *Problem
	if errors.As(err, &problem) && (problem.Code == "invalid_proof" || problem.Code == "invalid_nonce") {
		again := *problem
		again.Nonce = s.Nonce()
		return Delivered{}, &again
	}
	return out, err
}

func (s *Service) issue(ctx context.Context, row db.WalletOfferByTokenRow, in CredentialRequest, ip string) (Delivered, error) {
	if err := s.Throttle.Allow(ctx, deliveriesPerTicket, row.WalletOffer.Uuid.String()); err != nil {
		return Delivered{}, err
	}
	configuration, err := s.configuration(row.WalletOffer, in)
	if err != nil {
		return Delivered{}, err
	}
	proof, err := in.proof()
	if err != nil {
		return Delivered{}, err
	}
	wallet, err := s.prove(proof, s.Links.CredentialIssuer(row.DepartmentID))
	if err != nil {
		return Delivered{}, err
	}
	c, err := s.read(ctx, row)
	if err != nil {
		return Delivered{}, err
	}
	if err := s.bind(ctx, row.WalletOffer, wallet); err != nil {
		return Delivered{}, err
	}
	signed, err := s.sign(ctx, c, configuration, wallet.DID)
	if err != nil {
		return Delivered{}, err
	}
	out := Delivered{CredentialReply{Credentials: []issued{{signed}}, Notification: row.WalletOffer.Uuid.String()}, c.ID, false}
	if in.Proof.JWT != "" {
		out.Credential = signed
	}
	out.First, err = s.deliver(ctx, row, c, configuration, ip)
	return out, err
}

// configuration returns the name of the configuration that a request is for.
func (s *Service) configuration(row db.WalletOffer, in CredentialRequest) (string, error) {
	all := s.configurations()
	switch {
	case len(in.Encryption) > 0 && string(in.Encryption) != "null":
		return "", refuse("invalid_encryption_parameters", "Encrypted responses are not supported")
	case in.Configuration != "" && in.Identifier != "":
		return "", refuse("invalid_credential_request", "credential_configuration_id and credential_identifier exclude each other")
	case in.Configuration != "":
		if slices.Contains(all, in.Configuration) {
			return in.Configuration, nil
		}
		return "", refuse("unknown_credential_configuration", "There is no such credential configuration")
	case in.Identifier != "":
		for _, name := range all {
			if identifier(name, row.Uuid) == in.Identifier {
				return name, nil
			}
		}
		return "", refuse("unknown_credential_identifier", "The access token is for another credential")
	case in.Format == formatEmbedded:
		return Embedded, nil
	case in.Format == formatToken && slices.Contains(all, Token):
		return Token, nil
	case in.Format != "":
		return "", refuse("unknown_credential_configuration", "The format is not supported")
	}
	return "", refuse("invalid_credential_request", "credential_configuration_id is required")
}

// proof returns the one key proof of a request.
func (in CredentialRequest) proof() (string, error) {
	all := in.Proofs.JWT
	if len(all) == 0 && in.Proof.JWT != "" {
		all = []string{in.Proof.JWT}
	}
	switch len(all) {
	case 0:
		return "", badProof("A key proof of type jwt is required")
	case 1:
		return all[0], nil
	}
	return "", badProof("One key proof at a time is supported")
}

var errDenied = refuse("credential_request_denied", "The credential is no longer valid, or no longer the owner's")

// read returns the credential if it may still be issued to the person who made the offer.
func (s *Service) read(ctx context.Context, row db.WalletOfferByTokenRow) (credentials.Credential, error) {
	c, err := s.Credentials.ReadOwn(ctx, credentials.Owner{Emails: row.Emails}, row.Credential.String())
	switch kind := errs.KindOf(err); {
	case kind == errs.NotFound, kind == errs.Gone:
		return c, errDenied
	case err != nil:
		return c, err
	case !offerable(c):
		return c, errDenied
	}
	return c, nil
}

// bind uses the nonce up and binds the offer to the key of a wallet.
func (s *Service) bind(ctx context.Context, row db.WalletOffer, wallet holder) error {
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := s.spendTx(ctx, tx, wallet.nonce, wallet.until); err != nil {
			return err
		}
		n, err := s.q.WalletOfferBind(ctx, tx, db.WalletOfferBindParams{ID: row.ID, Holder: wallet.key})
		if err != nil {
			return fmt.Errorf("bind offer: %w", err)
		}
		if n == 0 {
			return refuse("credential_request_denied", "The credential was issued to another key")
		}
		return nil
	})
}

func (s *Service) sign(ctx context.Context, c credentials.Credential, configuration, did string) (json.RawMessage, error) {
	if configuration == Embedded {
		signed, err := s.Badges.SignedFor(ctx, c, did)
		return signed, denied(err)
	}
	token, err := s.Badges.TokenFor(ctx, c, did)
	if err != nil {
		return nil, denied(err)
	}
	return json.Marshal(token)
}

func denied(err error) error {
	if errors.Is(err, badges.ErrInProgress) {
		return errDenied
	}
	return err
}

// deliver notes a delivery, and in the department's audit log the first one.
func (s *Service) deliver(ctx context.Context, row db.WalletOfferByTokenRow, c credentials.Credential, configuration, ip string) (first bool, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := s.q.WalletOfferDeliver(ctx, tx, db.WalletOfferDeliverParams{ID: row.WalletOffer.ID, Now: s.Clock.Now()})
		if err != nil {
			return fmt.Errorf("note delivery: %w", err)
		}
		if first = n > 0; !first {
			return nil
		}
		by := access.Actor{RecipientID: row.WalletOffer.RecipientID, DepartmentID: c.DepartmentID, IP: ip}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "credential.added_to_wallet", ObjectKind: "credential", ObjectID: c.ID, Details: map[string]any{"configuration": configuration},
		})
	})
	return first, err
}
