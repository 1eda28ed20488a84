package sso

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/oauth2"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/identity"
	"laurel/internal/accounts/sso/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/saml"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

// Prefixes show what a leaked token is for.
const (
	browserPrefix = "laurel_browser_"
	statePrefix   = "laurel_state_"
)

// Offer is a connection that signs people of a domain in.
type Offer struct {
	UUID     uuid.UUID
	Kind     Kind
	Name     string
	Enforced bool
}

// Offers returns the connections for an email address. They depend on its domain alone, so they reveal nothing about accounts.
func (s *Service) Offers(ctx context.Context, from access.Actor, email string) ([]Offer, error) {
	if err := s.Throttle.Allow(ctx, perAddress, throttle.Network(from.IP)); err != nil {
		return nil, err
	}
	var rows []db.OfferedRow
	err := pg.SingleStatementSystem(ctx, s.Pool, func(tx pg.DB) (err error) {
		rows, err = s.q.Offered(ctx, tx, domainOf(email))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find connections of a domain: %w", err)
	}
	out := make([]Offer, len(rows))
	for i, row := range rows {
		out[i] = Offer{row.Uuid, OIDC, row.Name, row.Enforced}
		if row.IsSaml {
			out[i].Kind = SAMLSignIn
		}
	}
	return out, nil
}

// Departure is a browser that leaves for a provider.
type Departure struct {
	URL     string // at the provider
	Browser string // for the cookie that binds the flow to the browser
	ID      uuid.UUID
}

// Start begins a sign-in. It returns ErrNotFound for a connection that does not exist or is off, and ErrProvider.
func (s *Service) Start(ctx context.Context, from access.Actor, id uuid.UUID, email string) (Departure, error) {
	if err := s.Throttle.Allow(ctx, perAddress, throttle.Network(from.IP)); err != nil {
		return Departure{}, err
	}
	c, err := s.byUUID(ctx, id)
	if err != nil {
		return Departure{}, err
	}
	if !c.Enabled {
		return Departure{}, ErrNotFound
	}
	return s.depart(ctx, c, 0, email)
}

func (s *Service) depart(ctx context.Context, c Connection, testerID int64, email string) (Departure, error) {
	out := Departure{ID: uuid.New(), Browser: secrets.NewToken(browserPrefix)}
	state := secrets.NewToken(statePrefix)
	var kept secret
	var err error
	if c.Kind == SAMLSignIn {
		kept = secret{RequestID: saml.NewID()}
		out.URL, err = s.ask(c, state, kept, email)
	} else {
		kept = secret{Nonce: oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier()}
		out.URL, err = s.leave(ctx, c, state, kept, email)
	}
	if err != nil {
		return Departure{}, err
	}
	plain, err := json.Marshal(kept)
	if err != nil {
		return Departure{}, err
	}
	err = pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		return s.q.FlowInsert(ctx, tx, db.FlowInsertParams{
			ID: out.ID, DepartmentID: c.DepartmentID, ConnectionID: c.ID, BrowserHash: secrets.HashToken(out.Browser), StateHash: secrets.HashToken(state),
			Sealed: s.Keyring.Seal(plain, flowContext(out.ID)), TesterID: pg.OrNull(testerID), ExpiresAt: s.Clock.Now().Add(flowLifetime),
		})
	})
	if err != nil {
		return Departure{}, fmt.Errorf("keep flow: %w", err)
	}
	return out, nil
}

func flowContext(id uuid.UUID) string { return "sso_flows.sealed of " + id.String() }

func (s *Service) byUUID(ctx context.Context, id uuid.UUID) (Connection, error) {
	var row db.SsoConnection
	err := pg.SingleStatementSystem(ctx, s.Pool, func(tx pg.DB) (err error) {
		row, err = s.q.ConnectionByUUID(ctx, tx, id)
		return err
	})
	if pg.NoRows(err) {
		return Connection{}, ErrNotFound
	}
	if err != nil {
		return Connection{}, fmt.Errorf("find connection: %w", err)
	}
	return s.connectionOf(row)
}

// ofKind returns a connection of one kind, or ErrNotFound.
func (s *Service) ofKind(ctx context.Context, id uuid.UUID, k Kind) (Connection, error) {
	c, err := s.byUUID(ctx, id)
	if err == nil && c.Kind != k {
		err = ErrNotFound
	}
	return c, err
}

// Arrival is a browser that comes back from a provider.
type Arrival struct {
	Connection uuid.UUID
	Browser    string // of its cookie
	State      string
	Code       string
	Refusal    string // the provider's error code
}

// Arrived says what the arrival was: a sign-in, which Complete ends, or a test.
type Arrived struct {
	Test uuid.UUID // zero for a sign-in
}

// Arrive checks what the provider says about the person. It returns ErrFlow for a state that was used, has expired, or that another browser
// left with; ErrRefused, ErrProvider and ErrAnswer; and for a sign-in the errors of letting somebody in. Those of a test are its outcome.
func (s *Service) Arrive(ctx context.Context, from access.Actor, in Arrival) (Arrived, error) {
	if err := s.Throttle.Allow(ctx, perAddress, throttle.Network(from.IP)); err != nil {
		return Arrived{}, err
	}
	c, err := s.ofKind(ctx, in.Connection, OIDC)
	if err != nil {
		return Arrived{}, err
	}
	flow, err := s.use(ctx, c, statePrefix, in.State, in.Browser)
	if err != nil {
		return Arrived{}, err
	}
	who, err := s.identify(ctx, c, flow, in)
	return s.arrived(ctx, from, c, flow, who, err)
}

// arrived ends a test, or lets the person in whom the provider named. The audit log tells why somebody was refused.
func (s *Service) arrived(ctx context.Context, from access.Actor, c Connection, flow db.SsoFlow, who Person, problem error) (Arrived, error) {
	if flow.TesterID != nil {
		return Arrived{Test: flow.ID}, s.keepOutcome(ctx, c, flow, who, problem)
	}
	if problem == nil {
		problem = s.admit(ctx, from, c, flow, who)
	}
	if known := new(errs.Error); errors.As(problem, &known) {
		if err := s.refuse(ctx, from, c, known.Code); err != nil {
			return Arrived{}, err
		}
	}
	return Arrived{}, problem
}

func (s *Service) refuse(ctx context.Context, from access.Actor, c Connection, code string) error {
	return pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		by := access.Actor{DepartmentID: c.DepartmentID, IP: from.IP, RequestID: from.RequestID}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "sso_sign_in.refused", ObjectKind: "sso_connection", ObjectID: c.ID, Details: map[string]any{"name": c.Name, "reason": code},
		})
	})
}

func (s *Service) admit(ctx context.Context, from access.Actor, c Connection, flow db.SsoFlow, who Person) error {
	if !c.Enabled {
		return errConnectionIsOff
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		userID, err := s.enterTx(ctx, tx, from, c, who)
		if err != nil {
			return err
		}
		return s.q.FlowArrive(ctx, tx, db.FlowArriveParams{ID: flow.ID, UserID: &userID, ExpiresAt: s.Clock.Now().Add(returnLifetime)})
	})
}

// use uses the state up, whatever comes of it.
func (s *Service) use(ctx context.Context, c Connection, prefix, state, browser string) (flow db.SsoFlow, err error) {
	if !secrets.TokenShaped(prefix, state) || !secrets.TokenShaped(browserPrefix, browser) {
		return flow, ErrFlow
	}
	err = pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		flow, err = s.q.FlowReturn(ctx, tx, db.FlowReturnParams{
			StateHash: secrets.HashToken(state), BrowserHash: secrets.HashToken(browser), Now: s.Clock.Now(),
		})
		return err
	})
	if pg.NoRows(err) || err == nil && flow.ConnectionID != c.ID {
		return flow, ErrFlow
	}
	if err != nil {
		return flow, fmt.Errorf("use state: %w", err)
	}
	return flow, nil
}

func (s *Service) identify(ctx context.Context, c Connection, flow db.SsoFlow, in Arrival) (Person, error) {
	if in.Refusal != "" || in.Code == "" {
		return Person{}, ErrRefused
	}
	var kept secret
	if err := s.openFlow(flow, &kept); err != nil {
		return Person{}, err
	}
	return s.redeem(ctx, c, in.Code, kept)
}

func (s *Service) openFlow(flow db.SsoFlow, into any) error {
	plain, err := s.Keyring.Open(flow.Sealed, flowContext(flow.ID))
	if err != nil {
		return fmt.Errorf("open flow: %w", err)
	}
	if err := json.Unmarshal(plain, into); err != nil {
		return fmt.Errorf("read flow: %w", err)
	}
	return nil
}

// Complete opens the session of the sign-in that a browser came back with, or returns the second step. It returns ErrFlow.
func (s *Service) Complete(ctx context.Context, from access.Actor, browser, userAgent string) (identity.SignedIn, error) {
	if err := s.Throttle.Allow(ctx, perAddress, throttle.Network(from.IP)); err != nil {
		return identity.SignedIn{}, err
	}
	if !secrets.TokenShaped(browserPrefix, browser) {
		return identity.SignedIn{}, ErrFlow
	}
	var out identity.SignedIn
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		flow, err := s.q.FlowComplete(ctx, tx, db.FlowCompleteParams{BrowserHash: secrets.HashToken(browser), Now: s.Clock.Now()})
		if pg.NoRows(err) {
			return ErrFlow
		}
		if err != nil {
			return fmt.Errorf("end flow: %w", err)
		}
		row, err := s.q.ConnectionRead(ctx, tx, db.ConnectionReadParams{DepartmentID: flow.DepartmentID, ID: flow.ConnectionID})
		if err != nil {
			return fmt.Errorf("read connection: %w", err)
		}
		out, err = s.Identity.AdmitCompanyTx(ctx, tx, from, identity.CompanySignIn{
			UserID: *flow.UserID, DepartmentID: flow.DepartmentID, BothFactors: row.TrustsMfa, UserAgent: userAgent,
		})
		if errors.Is(err, identity.ErrToken) {
			return ErrFlow
		}
		return err
	})
	return out, err
}
