package sso

import (
	"context"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/fetch"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/saml"
)

// SAML is what a connection knows about a SAML provider, and the certificates of the keys with which we sign requests.
type SAML struct {
	MetadataURL    string    `json:"metadata_url"` // "": the metadata were pasted
	SignInURL      string    `json:"sign_in_url"`
	Certificates   [][]byte  `json:"certificates"` // of the provider; any of them may sign
	EmailAttribute string    `json:"email_attribute"`
	NameAttribute  string    `json:"name_attribute"`
	Keys           [][]byte  `json:"keys"` // our certificates: the one in use, and the next one if there is one
	ReadAt         time.Time `json:"read_at"`
	TriedAt        time.Time `json:"tried_at"`
	Problem        string    `json:"problem"` // code of the error of the latest attempt to read the metadata; "": none
}

// SAMLInput is the fields of a SAML connection.
type SAMLInput struct {
	MetadataURL    optional.Value[string]
	Metadata       optional.Value[string] // instead of an address
	EmailAttribute optional.Value[string]
	NameAttribute  optional.Value[string]

	read *saml.Provider
	at   time.Time
}

// Certificate is one of a provider, or one of ours.
type Certificate struct {
	Subject     string
	Fingerprint string // SHA-256, in hexadecimal
	NotAfter    time.Time
	Raw         []byte // DER
}

// ProviderCertificates returns those that may sign the provider's responses.
func (m SAML) ProviderCertificates() []Certificate { return described(m.Certificates) }

// OwnCertificates returns ours: the one in use, and the next one if there is one.
func (m SAML) OwnCertificates() []Certificate { return described(m.Keys) }

func described(all [][]byte) []Certificate {
	out := []Certificate{}
	for _, c := range parsed(all) {
		sum := sha256.Sum256(c.Raw)
		out = append(out, Certificate{Subject: c.Subject.String(), Fingerprint: hex.EncodeToString(sum[:]), NotAfter: c.NotAfter, Raw: c.Raw})
	}
	return out
}

// parsed leaves out what is no certificate; none is stored.
func parsed(all [][]byte) []*x509.Certificate {
	var out []*x509.Certificate
	for _, raw := range all {
		if c, err := x509.ParseCertificate(raw); err == nil {
			out = append(out, c)
		}
	}
	return out
}

// asSAML makes a new connection one to a SAML provider, with a key of its own.
func (s *Service) asSAML(c Connection) (Connection, error) {
	c.Kind, c.ClientID, c.SAML = SAMLSignIn, s.address(SAMLSignIn, c.UUID, "metadata"), &SAML{Certificates: [][]byte{}, Keys: [][]byte{}}
	return c, s.addKey(&c)
}

// addKey adds a key that signs requests, behind those that there are.
func (s *Service) addKey(c *Connection) error {
	keys, err := s.keys(*c)
	if err != nil {
		return err
	}
	key, cert, err := saml.NewKey("Laurel "+c.UUID.String(), s.Clock.Now())
	if err != nil {
		return fmt.Errorf("make key: %w", err)
	}
	c.SAML.Keys = append(c.SAML.Keys, cert.Raw)
	return s.sealKeys(c, append(keys, x509.MarshalPKCS1PrivateKey(key)))
}

func (s *Service) keys(c Connection) (out [][]byte, err error) {
	if len(c.sealed) == 0 {
		return nil, nil
	}
	plain, err := s.Keyring.Open(c.sealed, sealContext(c.UUID))
	if err != nil {
		return nil, fmt.Errorf("open keys: %w", err)
	}
	return out, json.Unmarshal(plain, &out)
}

func (s *Service) sealKeys(c *Connection, keys [][]byte) error {
	plain, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	c.sealed = s.Keyring.Seal(plain, sealContext(c.UUID))
	return nil
}

// AddKey adds the next key of a SAML connection to its metadata. Requests are signed with the present one until UseNextKey. It returns
// ErrNotFound, ErrNotSAML or ErrKeyWaits.
func (s *Service) AddKey(ctx context.Context, by access.Actor, id int64) (Connection, error) {
	return s.change(ctx, by, "sso_connection.key_added", id, func(_ pgx.Tx, c *Connection) error {
		switch {
		case c.SAML == nil:
			return ErrNotSAML
		case len(c.SAML.Keys) > 1:
			return ErrKeyWaits
		}
		return s.addKey(c)
	})
}

// UseNextKey signs requests with the next key, and forgets the present one. It returns ErrNotFound, ErrNotSAML or ErrNoKeyWaits.
func (s *Service) UseNextKey(ctx context.Context, by access.Actor, id int64) (Connection, error) {
	return s.change(ctx, by, "sso_connection.key_switched", id, func(_ pgx.Tx, c *Connection) error {
		switch {
		case c.SAML == nil:
			return ErrNotSAML
		case len(c.SAML.Keys) < 2:
			return ErrNoKeyWaits
		}
		keys, err := s.keys(*c)
		if err != nil {
			return err
		}
		c.SAML.Keys = c.SAML.Keys[1:]
		return s.sealKeys(c, keys[1:])
	})
}

// readMetadata reads the metadata that an input names or contains, before the change begins.
func (s *Service) readMetadata(ctx context.Context, by access.Actor, in *Input) error {
	address, pasted := strings.TrimSpace(in.SAML.MetadataURL.Value), strings.TrimSpace(in.SAML.Metadata.Value)
	if address == "" && pasted == "" {
		return nil
	}
	if err := MayChange(by); err != nil {
		return err
	}
	if err := s.Throttle.Allow(ctx, checkPerScope, strconv.FormatInt(by.DepartmentID, 10)); err != nil {
		return err
	}
	var p saml.Provider
	var err error
	field := "metadata"
	if address == "" {
		p, err = saml.ParseProvider([]byte(pasted), s.Clock.Now())
	} else {
		field = "metadata_url"
		p, err = s.fetchMetadata(ctx, address)
	}
	if known := new(errs.Error); errors.As(err, &known) {
		return errs.Field(field, known.Code)
	}
	in.SAML.read, in.SAML.at = &p, s.Clock.Now()
	return err
}

// The reasons why metadata cannot be fetched.
var (
	errMetadataRefused     = errs.New(errs.Invalid, "sso_connection.issuer_refused")
	errMetadataUnreachable = errs.New(errs.Invalid, "sso_connection.metadata_unreachable")
)

func (s *Service) fetchMetadata(ctx context.Context, address string) (saml.Provider, error) {
	if len(address) > longestText {
		return saml.Provider{}, errMetadataRefused
	}
	answer, err := s.Fetch.Get(ctx, address, "application/samlmetadata+xml, application/xml, text/xml")
	switch {
	case errors.Is(err, fetch.ErrRefused):
		return saml.Provider{}, errMetadataRefused.Wrap(err)
	case err != nil:
		return saml.Provider{}, errMetadataUnreachable.Wrap(err)
	case answer.Status != 200:
		return saml.Provider{}, errMetadataUnreachable.Wrap(fmt.Errorf("it answers with %d", answer.Status))
	}
	return saml.ParseProvider(answer.Body, s.Clock.Now())
}

func prepareSAML(wrong *errs.Fields, in SAMLInput, c *Connection) {
	m := *c.SAML
	if p := in.read; p != nil {
		c.IssuerURL, m.SignInURL, m.Certificates, m.ReadAt, m.TriedAt, m.Problem = p.EntityID, p.SignInURL, raw(p.Certificates), in.at, in.at, ""
		m.MetadataURL = strings.TrimSpace(in.MetadataURL.Value)
	}
	if c.IssuerURL == "" {
		wrong.Add("metadata_url", "required")
	}
	set(in.EmailAttribute.Given, strings.TrimSpace(in.EmailAttribute.Value), &m.EmailAttribute)
	set(in.NameAttribute.Given, strings.TrimSpace(in.NameAttribute.Value), &m.NameAttribute)
	for field, value := range map[string]string{"email_attribute": m.EmailAttribute, "name_attribute": m.NameAttribute} {
		if len(value) > longestGroup {
			wrong.Add(field, "too_long", "max", longestGroup)
		}
	}
	c.SAML = &m
}

func raw(all []*x509.Certificate) [][]byte {
	out := make([][]byte, len(all))
	for i, c := range all {
		out[i] = c.Raw
	}
	return out
}

// Metadata returns our metadata for the provider of a connection. It returns ErrNotFound.
func (s *Service) Metadata(ctx context.Context, id uuid.UUID) ([]byte, error) {
	c, err := s.ofKind(ctx, id, SAMLSignIn)
	if err != nil {
		return nil, err
	}
	return saml.Metadata(saml.Service{EntityID: c.ClientID, ACS: c.CallbackURL, Certificates: parsed(c.SAML.Keys)})
}

// ask returns the address at the provider, with a request that the present key signs.
func (s *Service) ask(c Connection, state string, kept secret, email string) (string, error) {
	keys, err := s.keys(c)
	if err != nil {
		return "", err
	}
	if len(keys) == 0 {
		return "", errors.New("the connection has no key")
	}
	key, err := x509.ParsePKCS1PrivateKey(keys[0])
	if err != nil {
		return "", fmt.Errorf("read key: %w", err)
	}
	return request(c, state, kept, email, key, s.Clock.Now())
}

func request(c Connection, state string, kept secret, email string, key *rsa.PrivateKey, now time.Time) (string, error) {
	return saml.Request{
		ID: kept.RequestID, EntityID: c.ClientID, ACS: c.CallbackURL, SignInURL: c.SAML.SignInURL, RelayState: state, Email: email, Now: now,
	}.URL(key)
}

const (
	metadataAge = 24 * time.Hour
	staleBatch  = 20
)

// RefreshMetadata reads the metadata of providers again that were read more than a day ago, so that a provider can change its certificates.
// It reports whether there may be more. Another entity ID is another provider: such metadata are left unread.
func (s *Service) RefreshMetadata(ctx context.Context) (bool, error) {
	var found []Connection
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err := s.q.ConnectionsStale(ctx, tx, s.staleParams())
		for _, row := range rows {
			c, err := s.connectionOf(row)
			if err != nil {
				return err
			}
			found = append(found, c)
		}
		return err
	})
	if err != nil {
		return false, fmt.Errorf("list connections: %w", err)
	}
	for _, c := range found {
		if err := s.refresh(ctx, c); err != nil {
			return false, err
		}
	}
	return len(found) == staleBatch, nil
}

func (s *Service) refresh(ctx context.Context, c Connection) error {
	m, now := *c.SAML, s.Clock.Now()
	p, err := s.fetchMetadata(ctx, m.MetadataURL)
	if err == nil && p.EntityID != c.IssuerURL {
		err = saml.ErrIssuer
	}
	known := new(errs.Error)
	changed := false
	switch {
	case errors.As(err, &known):
		m.Problem = known.Code
	case err != nil:
		return err
	default:
		changed = !slices.EqualFunc(m.Certificates, raw(p.Certificates), slices.Equal) || m.SignInURL != p.SignInURL
		m.SignInURL, m.Certificates, m.ReadAt, m.Problem = p.SignInURL, raw(p.Certificates), now, ""
	}
	m.TriedAt = now
	return s.keepMetadata(ctx, c, m, changed)
}
