// Package googlewallet keeps generic passes in Google Wallet up to date through Google's REST API.
package googlewallet

import (
	"bytes"
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// timeout limits how long a call waits for the service.
const timeout = 10 * time.Second

// scope is what the access tokens are for.
const scope = "https://www.googleapis.com/auth/wallet_object.issuer"

// Account is a service account.
type Account struct {
	Email    string
	KeyID    string
	Key      *rsa.PrivateKey
	TokenURL string
}

// ParseAccount reads the JSON key of a service account.
func ParseAccount(text string) (Account, error) {
	var in struct {
		Type     string `json:"type"`
		Email    string `json:"client_email"`
		KeyID    string `json:"private_key_id"`
		Key      string `json:"private_key"`
		TokenURL string `json:"token_uri"`
	}
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return Account{}, fmt.Errorf("it is not JSON: %w", err)
	}
	if in.Type != "service_account" || in.Email == "" || in.TokenURL == "" {
		return Account{}, errors.New("it is not the key of a service account")
	}
	block, _ := pem.Decode([]byte(in.Key))
	if block == nil {
		return Account{}, errors.New("its private_key is not PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return Account{}, fmt.Errorf("its private_key cannot be read: %w", err)
	}
	private, ok := key.(*rsa.PrivateKey)
	if !ok {
		return Account{}, errors.New("its private_key is not an RSA key")
	}
	return Account{in.Email, in.KeyID, private, in.TokenURL}, nil
}

// Client calls the API as a service account.
type Client struct {
	base    string
	account Account
	sign    func(claims []byte) (string, error)
	now     func() time.Time
	client  *http.Client

	mu    sync.Mutex
	token string
	until time.Time
}

// New returns a client of the API at base. sign signs JWTs with the account's key.
func New(base string, account Account, sign func(claims []byte) (string, error), now func() time.Time) *Client {
	return &Client{base: base, account: account, sign: sign, now: now, client: &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the token goes nowhere else
	}}
}

// Kind is a kind of resource.
type Kind string

// The kinds.
const (
	Class  Kind = "genericClass"
	Object Kind = "genericObject"
)

// Put makes a resource, or updates the one with its ID.
func (c *Client) Put(ctx context.Context, kind Kind, id string, resource any) error {
	status, err := c.call(ctx, http.MethodPost, "/walletobjects/v1/"+string(kind), resource)
	if err == nil && status == http.StatusConflict { // it is there already
		status, err = c.call(ctx, http.MethodPatch, "/walletobjects/v1/"+string(kind)+"/"+url.PathEscape(id), resource)
	}
	return settled(status, err)
}

// Patch updates a resource. Nothing happens if there is none.
func (c *Client) Patch(ctx context.Context, kind Kind, id string, resource any) error {
	status, err := c.call(ctx, http.MethodPatch, "/walletobjects/v1/"+string(kind)+"/"+url.PathEscape(id), resource)
	if err == nil && status == http.StatusNotFound {
		return nil
	}
	return settled(status, err)
}

func settled(status int, err error) error {
	if err == nil && status != http.StatusOK {
		return fmt.Errorf("call Google Wallet: it answered %d", status)
	}
	return err
}

func (c *Client) call(ctx context.Context, method, path string, resource any) (int, error) {
	token, err := c.accessToken(ctx)
	if err != nil {
		return 0, err
	}
	body, err := json.Marshal(resource)
	if err != nil {
		return 0, fmt.Errorf("write pass: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, fmt.Errorf("call Google Wallet: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	res, err := c.client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("call Google Wallet: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection is used again
	if res.StatusCode == http.StatusUnauthorized {
		c.mu.Lock()
		c.token = ""
		c.mu.Unlock()
	}
	return res.StatusCode, nil
}

// accessToken returns an access token, a new one when the last expires soon. Source: RFC 7523.
func (c *Client) accessToken(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if c.token != "" && now.Before(c.until) {
		return c.token, nil
	}
	claims, err := json.Marshal(map[string]any{
		"iss": c.account.Email, "scope": scope, "aud": c.account.TokenURL, "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
	})
	if err != nil {
		return "", fmt.Errorf("write assertion: %w", err)
	}
	assertion, err := c.sign(claims)
	if err != nil {
		return "", err
	}
	form := url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"}, "assertion": {assertion}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.account.TokenURL, strings.NewReader(form.Encode()))
	if err != nil {
		return "", fmt.Errorf("ask Google for a token: %w", err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := c.client.Do(req)
	if err != nil {
		return "", fmt.Errorf("ask Google for a token: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	var reply struct {
		Token   string `json:"access_token"`
		Seconds int    `json:"expires_in"`
	}
	if res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("ask Google for a token: it answered %d", res.StatusCode)
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&reply); err != nil {
		return "", fmt.Errorf("read Google's token: %w", err)
	}
	c.token, c.until = reply.Token, now.Add(time.Duration(reply.Seconds)*time.Second-time.Minute)
	return c.token, nil
}
