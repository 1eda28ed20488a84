package apptest

import (
	"net/http"
	"net/url"
)

// Mine is a signed-in recipient.
type Mine struct {
	Client
	secret string
}

// Call sends a request as the recipient.
func (m Mine) Call(method, path string, body any, headers ...string) Reply {
	m.World.t.Helper()
	return m.Client.Call(method, path, body, append(headers, "Recipient-Authorization", "Bearer "+m.secret)...)
}

// Get sends a GET request.
func (m Mine) Get(path string) Reply { m.World.t.Helper(); return m.Call(http.MethodGet, path, nil) }

// Post sends a POST request.
func (m Mine) Post(path string, body any) Reply {
	m.World.t.Helper()
	return m.Call(http.MethodPost, path, body)
}

// Put sends a PUT request.
func (m Mine) Put(path string, body any) Reply {
	m.World.t.Helper()
	return m.Call(http.MethodPut, path, body)
}

// Delete sends a DELETE request.
func (m Mine) Delete(path string) Reply {
	m.World.t.Helper()
	return m.Call(http.MethodDelete, path, nil)
}

// RecipientToken returns the token of a link that an issuer created for the recipient of a credential.
func (c Client) RecipientToken(ref string) string {
	c.World.t.Helper()
	link := c.Post("/v1/credentials/"+ref+"/recipient_link", nil).OK().Text("link")
	c.World.secrets.addLink(link)
	u, err := url.Parse(link)
	if err != nil || u.Path != "/r" {
		c.World.t.Fatalf("%s is no link for recipients", link)
	}
	return u.Query().Get("token")
}

// Enter signs a recipient in with the token of a link.
func (w *World) Enter(token string) Mine {
	w.t.Helper()
	return Mine{w.Nobody(), w.Nobody().Post("/v1/recipient/session", J{"token": token}).OK().Text("secret")}
}

// Recipient returns the recipient whose session has the secret.
func (w *World) Recipient(secret string) Mine { return Mine{w.Nobody(), secret} }

// In returns the recipient as a client of another process on the same database.
func (m Mine) In(w *World) Mine { return w.Recipient(m.secret) }

// Recipient signs the recipient of a credential in with a link of the issuer.
func (c Client) Recipient(ref string) Mine {
	c.World.t.Helper()
	return c.World.Enter(c.RecipientToken(ref))
}

// NameChange creates a pending request for another name.
func (c Client) NameChange(group int64) int64 {
	c.World.t.Helper()
	id := c.Issued(group, "grace").Text("credential.uuid")
	body := J{"requested_name": "Grace Hopper", "reason": "married"}
	return c.Recipient(id).Post("/v1/recipient/credentials/"+id+"/name_changes", body).OK().Int("name_change.id")
}
