package sso

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"laurel/internal/platform/i18n"
	"laurel/internal/platform/secrets"
)

// algorithms are the signatures that are trusted. Those with a shared secret, and "none", are not among them.
var algorithms = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA}

// Person is who signed in at a provider.
type Person struct {
	Issuer        string
	Subject       string
	Email         string
	EmailVerified bool
	Name          string
	Groups        []string
	Claims        map[string]any
}

// secret is what a flow keeps from the browser and the provider.
type secret struct {
	Nonce     string `json:"nonce,omitempty"`
	Verifier  string `json:"verifier,omitempty"`
	RequestID string `json:"request_id,omitempty"` // with SAML
}

// provider discovers an issuer. It does so for each sign-in, so that keys and addresses are always those of the provider now.
func (s *Service) provider(ctx context.Context, c Connection) (context.Context, *oidc.Provider, oauth2.Config, error) {
	ctx = oidc.ClientContext(ctx, s.Fetch.HTTP())
	p, err := oidc.NewProvider(ctx, c.IssuerURL)
	if err != nil {
		return ctx, nil, oauth2.Config{}, ErrProvider.Wrap(err)
	}
	clientSecret, err := s.Keyring.Open(c.sealed, sealContext(c.UUID))
	if err != nil {
		return ctx, nil, oauth2.Config{}, fmt.Errorf("open client secret: %w", err)
	}
	return ctx, p, oauth2.Config{
		ClientID: c.ClientID, ClientSecret: string(clientSecret), Endpoint: p.Endpoint(), RedirectURL: c.CallbackURL,
		Scopes: []string{oidc.ScopeOpenID, "email", "profile"},
	}, nil
}

// leave returns the address at the provider that the browser opens.
func (s *Service) leave(ctx context.Context, c Connection, state string, kept secret, email string) (string, error) {
	_, _, config, err := s.provider(ctx, c)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{oidc.Nonce(kept.Nonce), oauth2.S256ChallengeOption(kept.Verifier)}
	if email != "" {
		options = append(options, oauth2.SetAuthURLParam("login_hint", email))
	}
	return config.AuthCodeURL(state, options...), nil
}

// redeem exchanges the code and checks what the provider says: its signature, issuer, audience, times and nonce.
func (s *Service) redeem(ctx context.Context, c Connection, code string, kept secret) (Person, error) {
	ctx, p, config, err := s.provider(ctx, c)
	if err != nil {
		return Person{}, err
	}
	answer, err := config.Exchange(ctx, code, oauth2.VerifierOption(kept.Verifier))
	if err != nil {
		if refused := new(oauth2.RetrieveError); errors.As(err, &refused) {
			return Person{}, ErrRefused.Wrap(err)
		}
		return Person{}, ErrProvider.Wrap(err)
	}
	raw, _ := answer.Extra("id_token").(string)
	// The times are checked below, with the same tolerance for all of them.
	check := p.VerifierContext(ctx, &oidc.Config{ClientID: c.ClientID, SupportedSigningAlgs: algorithms, SkipExpiryCheck: true})
	token, err := check.Verify(ctx, raw)
	if err != nil {
		return Person{}, ErrAnswer.Wrap(err)
	}
	claims := map[string]any{}
	if err := token.Claims(&claims); err != nil {
		return Person{}, ErrAnswer.Wrap(err)
	}
	if err := s.fresh(token, claims); err != nil {
		return Person{}, ErrAnswer.Wrap(err)
	}
	if !secrets.Equal(token.Nonce, kept.Nonce) || token.Subject == "" || len(token.Subject) > 255 {
		return Person{}, ErrAnswer.Wrap(errors.New("the nonce or the subject is wrong"))
	}
	if azp, ok := claims["azp"].(string); len(token.Audience) > 1 && (!ok || azp != c.ClientID) {
		return Person{}, ErrAnswer.Wrap(errors.New("the token is for several parties, and not authorized for this one"))
	}
	if err := s.complete(ctx, p, config, answer, token.Subject, claims); err != nil {
		return Person{}, err
	}
	return person(c, token.Issuer, token.Subject, claims), nil
}

// fresh checks the times of a token, which may differ by the skew.
func (s *Service) fresh(token *oidc.IDToken, claims map[string]any) error {
	now := s.Clock.Now()
	if !now.Before(token.Expiry.Add(skew)) {
		return errors.New("the token has expired")
	}
	if token.IssuedAt.After(now.Add(skew)) {
		return errors.New("the token is from the future")
	}
	if notBefore, ok := claims["nbf"].(float64); ok && time.Unix(int64(notBefore), 0).After(now.Add(skew)) {
		return errors.New("the token is not valid yet")
	}
	return nil
}

// complete adds what only the provider's UserInfo tells. The token's own claims win.
func (s *Service) complete(ctx context.Context, p *oidc.Provider, config oauth2.Config, answer *oauth2.Token, subject string, claims map[string]any) error {
	if _, there := claims["email"]; there || p.UserInfoEndpoint() == "" {
		return nil
	}
	info, err := p.UserInfo(ctx, config.TokenSource(ctx, answer))
	if err != nil {
		return ErrProvider.Wrap(err)
	}
	if info.Subject != subject {
		return ErrAnswer.Wrap(errors.New("the UserInfo is about somebody else"))
	}
	more := map[string]any{}
	if err := info.Claims(&more); err != nil {
		return ErrAnswer.Wrap(err)
	}
	maps.Copy(more, claims)
	maps.Copy(claims, more)
	return nil
}

func person(c Connection, issuer, subject string, claims map[string]any) Person {
	p := Person{Issuer: issuer, Subject: subject, Claims: claims}
	p.Email, _ = claims["email"].(string)
	switch verified := claims["email_verified"].(type) {
	case bool:
		p.EmailVerified = verified
	case string:
		p.EmailVerified = verified == "true" // some providers write it as text
	}
	name, _ := claims["name"].(string)
	if p.Name = i18n.OneLine(name); p.Name == "" {
		p.Name = p.Email
	}
	switch groups := claims[c.GroupsClaim].(type) {
	case string:
		p.Groups = []string{groups}
	case []any:
		for _, one := range groups {
			if name, ok := one.(string); ok && !slices.Contains(p.Groups, name) {
				p.Groups = append(p.Groups, name)
			}
		}
	}
	return p
}
