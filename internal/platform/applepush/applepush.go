// Package applepush tells devices through Apple's push service that a pass in their wallet has changed.
package applepush

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// timeout limits how long a push waits for the service.
const timeout = 10 * time.Second

// ErrGone means that the device removed its passes, or that the token never belonged to one.
var ErrGone = errors.New("applepush: no device has the token")

// Client pushes with the certificate of a pass type, as Apple demands for passes.
type Client struct {
	base   string
	topic  string
	client *http.Client
}

// New returns a client of the service at base. The topic is the pass type identifier. Roots are trusted instead of the system's unless
// they are nil.
func New(base, topic string, certificate tls.Certificate, roots *x509.CertPool) *Client {
	transport := &http.Transport{
		TLSClientConfig:   &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{certificate}, RootCAs: roots},
		ForceAttemptHTTP2: true,
		IdleConnTimeout:   time.Minute,
		Proxy:             http.ProxyFromEnvironment,
	}
	return &Client{base, topic, &http.Client{
		Timeout: timeout, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// goneReasons are the refusals with which a token never works again. Source: Apple, Handling notification responses from APNs.
var goneReasons = map[string]bool{"BadDeviceToken": true, "DeviceTokenNotForTopic": true, "Unregistered": true, "ExpiredToken": true}

// Push tells a device to ask for changes. id names the push: the service shows equal ones once. It returns ErrGone.
func (c *Client) Push(ctx context.Context, token, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/3/device/"+url.PathEscape(token), strings.NewReader(`{"aps":{}}`))
	if err != nil {
		return fmt.Errorf("push to device: %w", err)
	}
	req.Header.Set("Apns-Topic", c.topic)
	req.Header.Set("Apns-Push-Type", "background")
	req.Header.Set("Apns-Priority", "5")
	req.Header.Set("Apns-Collapse-Id", id)
	res, err := c.client.Do(req)
	if err != nil {
		return fmt.Errorf("push to device: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode == http.StatusOK {
		return nil
	}
	var refusal struct {
		Reason string `json:"reason"`
	}
	_ = json.NewDecoder(io.LimitReader(res.Body, 4<<10)).Decode(&refusal) // says more than the status, where it is there
	if res.StatusCode == http.StatusGone || goneReasons[refusal.Reason] {
		return ErrGone
	}
	return fmt.Errorf("push to device: the service answered %d %s", res.StatusCode, refusal.Reason)
}
