package sso

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/sso/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/saml"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

// ticketPrefix starts the state with which a browser comes from the page that received a response to the one that reads its cookie.
const ticketPrefix = "laurel_ticket_"

// answer is what a provider posted, until the browser that left for it comes with the ticket.
type answer struct {
	Person  Person `json:"person"`
	Problem string `json:"problem,omitempty"` // code of the error that the browser gets
	Details string `json:"details,omitempty"` // of the problem, for the log
}

// Receive takes a response that a browser posts. Such a request comes from the provider's site, without our cookie, so the response is checked
// here and whoever it is about is let in by Return, which sees the cookie. Receive returns the ticket for that. It returns ErrFlow for a
// response that was posted before, has expired or that nobody asked for; and ErrUnsolicited for one that says so itself.
func (s *Service) Receive(ctx context.Context, from access.Actor, connection uuid.UUID, state, response string) (string, error) {
	if err := s.Throttle.Allow(ctx, perAddress, throttle.Network(from.IP)); err != nil {
		return "", err
	}
	c, err := s.ofKind(ctx, connection, SAMLSignIn)
	if err != nil {
		return "", err
	}
	if !secrets.TokenShaped(statePrefix, state) {
		if read, err := saml.Read(response); err == nil && read.Unsolicited() {
			return "", ErrUnsolicited
		}
		return "", ErrFlow
	}
	ticket := secrets.NewToken(ticketPrefix)
	err = pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		flow, err := s.q.FlowReceive(ctx, tx, db.FlowReceiveParams{StateHash: secrets.HashToken(state), ConnectionID: c.ID, Now: s.Clock.Now()})
		if pg.NoRows(err) {
			return ErrFlow
		}
		if err != nil {
			return fmt.Errorf("find flow: %w", err)
		}
		found, err := s.read(c, flow, response)
		if err != nil {
			return err
		}
		plain, err := json.Marshal(found)
		if err != nil {
			return err
		}
		return s.q.FlowKeep(ctx, tx, db.FlowKeepParams{
			ID: flow.ID, StateHash: secrets.HashToken(ticket), Sealed: s.Keyring.Seal(plain, flowContext(flow.ID)),
		})
	})
	return ticket, err
}

func (s *Service) read(c Connection, flow db.SsoFlow, response string) (answer, error) {
	var kept secret
	if err := s.openFlow(flow, &kept); err != nil {
		return answer{}, err
	}
	who, err := s.check(c, kept, response)
	if known := new(errs.Error); errors.As(err, &known) {
		return answer{Problem: known.Code, Details: err.Error()}, nil
	}
	return answer{Person: who}, err
}

func (s *Service) check(c Connection, kept secret, response string) (Person, error) {
	read, err := saml.Read(response)
	if err != nil {
		return Person{}, err
	}
	who, err := read.Check(saml.Expectation{
		Issuer: c.IssuerURL, Audience: c.ClientID, Recipient: c.CallbackURL, RequestID: kept.RequestID, Certificates: parsed(c.SAML.Certificates),
		Now: s.Clock.Now(), Skew: skew,
	})
	if err != nil {
		return Person{}, err
	}
	return personOf(c, who), nil
}

// Return ends what Receive began, in the browser that left for the provider. It returns the errors of Arrive.
func (s *Service) Return(ctx context.Context, from access.Actor, connection uuid.UUID, browser, ticket string) (Arrived, error) {
	if err := s.Throttle.Allow(ctx, perAddress, throttle.Network(from.IP)); err != nil {
		return Arrived{}, err
	}
	c, err := s.ofKind(ctx, connection, SAMLSignIn)
	if err != nil {
		return Arrived{}, err
	}
	flow, err := s.use(ctx, c, ticketPrefix, ticket, browser)
	if err != nil {
		return Arrived{}, err
	}
	var found answer
	if err := s.openFlow(flow, &found); err != nil {
		return Arrived{}, err
	}
	var problem error
	if found.Problem != "" {
		problem = errs.New(errs.Invalid, found.Problem).Wrap(errors.New(found.Details))
	}
	return s.arrived(ctx, from, c, flow, found.Person, problem)
}

// Attributes that providers send unless they are told otherwise.
var (
	emailAttributes = []string{
		"email", "mail", "emailAddress", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress", "urn:oid:0.9.2342.19200300.100.1.3",
	}
	nameAttributes = []string{
		"displayName", "name", "http://schemas.microsoft.com/identity/claims/displayname", "urn:oid:2.16.840.1.113730.3.1.241", "cn", "urn:oid:2.5.4.3",
	}
	givenNames = []string{"givenName", "firstName", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname", "urn:oid:2.5.4.42"}
	surnames   = []string{"surname", "sn", "lastName", "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname", "urn:oid:2.5.4.4"}
)

// microsoftGroups is how Microsoft's providers name the groups.
const microsoftGroups = "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups"

// personOf reads an identity. SAML does not say that an address is verified: the provider vouches for what it sends.
func personOf(c Connection, who saml.Identity) Person {
	p := Person{Issuer: c.IssuerURL, Subject: who.NameID, EmailVerified: true, Claims: map[string]any{"NameID": who.NameID, "NameIDFormat": who.Format}}
	for name, values := range who.Attributes {
		if p.Claims[name] = values; len(values) == 1 {
			p.Claims[name] = values[0]
		}
	}
	p.Email = first(who, c.SAML.EmailAttribute, emailAttributes)
	if p.Email == "" && c.SAML.EmailAttribute == "" && who.IsEmail() {
		p.Email = who.NameID
	}
	if p.Name = i18n.OneLine(first(who, c.SAML.NameAttribute, nameAttributes)); p.Name == "" {
		p.Name = i18n.OneLine(first(who, "", givenNames) + " " + first(who, "", surnames))
	}
	if p.Name == "" {
		p.Name = p.Email
	}
	groups, there := who.Attributes[c.GroupsClaim]
	if !there && c.GroupsClaim == "groups" {
		groups = who.Attributes[microsoftGroups]
	}
	for _, one := range groups {
		if one = strings.TrimSpace(one); one != "" && !slices.Contains(p.Groups, one) {
			p.Groups = append(p.Groups, one)
		}
	}
	return p
}

// first returns the attribute with the chosen name, or if none was chosen, the first of the usual ones.
func first(who saml.Identity, chosen string, usual []string) string {
	if chosen != "" {
		usual = []string{chosen}
	}
	for _, name := range usual {
		if values := who.Attributes[name]; len(values) > 0 && strings.TrimSpace(values[0]) != "" {
			return strings.TrimSpace(values[0])
		}
	}
	return ""
}

func (s *Service) staleParams() db.ConnectionsStaleParams {
	return db.ConnectionsStaleParams{Before: s.Clock.Now().Add(-metadataAge), MaxRows: staleBatch}
}

// keepMetadata keeps what a provider's metadata say now, and notes it in the audit log if that is something else.
func (s *Service) keepMetadata(ctx context.Context, c Connection, m SAML, changed bool) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.q.ConnectionMetadata(ctx, tx, db.ConnectionMetadataParams{ID: c.ID, DepartmentID: c.DepartmentID, UpdatedAt: c.updatedAt, Saml: data})
		if err != nil {
			return fmt.Errorf("keep metadata: %w", err)
		}
		if n == 0 || !changed {
			return nil
		}
		return s.Audit.RecordTx(ctx, tx, access.SignIn.In(c.DepartmentID), audit.Event{
			Action: "sso_connection.certificates_changed", ObjectKind: "sso_connection", ObjectID: c.ID,
			Details: map[string]any{"name": c.Name, "certificates": fingerprints(m)},
		})
	})
}

func fingerprints(m SAML) []string {
	var out []string
	for _, c := range m.ProviderCertificates() {
		out = append(out, c.Fingerprint)
	}
	return out
}
