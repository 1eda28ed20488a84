package captcha

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// siteVerifyTimeout limits how long a form waits for the service.
const siteVerifyTimeout = 5 * time.Second

// SiteVerify uses a service with the reCAPTCHA protocol. While the service is unreachable, no response is accepted.
type SiteVerify struct {
	base    string
	siteKey string
	secret  string
	client  *http.Client
}

// NewSiteVerify returns a verifier for the service at base, which serves /api.js to browsers and accepts checks at /api/siteverify.
func NewSiteVerify(base, siteKey, secret string) *SiteVerify {
	return &SiteVerify{base: base, siteKey: siteKey, secret: secret, client: &http.Client{
		Timeout:       siteVerifyTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the secret goes nowhere else
	}}
}

// Offer returns the site key for the service's widget.
func (s *SiteVerify) Offer() Offer {
	return Offer{
		Kind: "recaptcha", SiteKey: s.siteKey, ScriptURL: s.base + "/api.js?render=" + url.QueryEscape(s.siteKey),
	}
}

// Verify forwards the response and the client's address.
func (s *SiteVerify) Verify(ctx context.Context, response, ip string) error {
	if response == "" {
		return ErrRequired
	}
	form := url.Values{"secret": {s.secret}, "response": {response}}
	if ip != "" {
		form.Set("remoteip", ip)
	}
	success, err := s.ask(ctx, form)
	if err != nil {
		return ErrUnreachable.Wrap(err)
	}
	if !success {
		return ErrWrong
	}
	return nil
}

func (s *SiteVerify) ask(ctx context.Context, form url.Values) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/api/siteverify", strings.NewReader(form.Encode()))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := s.client.Do(req)
	if err != nil {
		return false, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return false, fmt.Errorf("captcha service answered %d", res.StatusCode)
	}
	var reply struct {
		Success bool `json:"success"`
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&reply); err != nil {
		return false, fmt.Errorf("read captcha service's answer: %w", err)
	}
	return reply.Success, nil
}
