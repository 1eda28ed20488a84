package public

import (
	"html"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/design/designs"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
	"laurel/internal/trust/badges"
)

// network adds endpoints with which other sites read public credentials.
func (a api) network(r chi.Router) {
	r.Get("/frontend/credential_badge_image/{id}", a.badgePicture)
	r.Get("/frontend/credential_seo_image/{id}", a.mainPicture)
	r.Get("/credential-net/credentials/{id}", httpx.JSON(a.networkCredential))
	r.Get("/credential-net/credentials/{id}/events", httpx.JSON(a.networkEvents))
	r.Get("/credential-net/credentials/{id}/blockchain_transaction", httpx.JSON(a.chainTransaction))
	r.Get("/credential-net/users/{vanity}/user_wallet", httpx.JSON(a.userWallet))
	r.Get("/auth/invite", a.invite)
	r.Post("/recipient/groups/search", httpx.JSON(a.publicGroups))
	r.Get("/blockcerts/issuer/{id}", httpx.JSON(a.chainIssuer))
}

func (a api) badgePicture(w http.ResponseWriter, r *http.Request) {
	a.picture(w, r, func(credentials.Credential, pictureIn) designs.Kind { return designs.Badge })
}

// mainPicture serves the image that search engines show: the certificate, or else the badge.
func (a api) mainPicture(w http.ResponseWriter, r *http.Request) {
	a.picture(w, r, func(c credentials.Credential, _ pictureIn) designs.Kind {
		if c.Certificate == uuid.Nil {
			return designs.Badge
		}
		return designs.Certificate
	})
}

type networkIn struct {
	ID  string `json:"id" validate:"max=255"`
	Key string `json:"key" validate:"max=255"`
}

// public reads a credential and its public view.
func (a api) public(r *http.Request, in networkIn) (credentials.Credential, Credential, error) {
	c, err := a.Credentials.ReadPublic(r.Context(), in.ID, in.Key)
	if err != nil {
		return credentials.Credential{}, Credential{}, err
	}
	return c, View(c, a.Links, "", ViewerOf(r.Context(), c), a.Clock.Now()), nil
}

// networkCredential must keep the order of its fields: some clients extract names by their position in the text.
type networkCredential struct {
	UUID        string           `json:"uuid"`
	Name        string           `json:"name"`
	Description string           `json:"description"` // as HTML
	IssuedOn    string           `json:"issued_on"`
	ExpiredOn   *string          `json:"expired_on"`
	Expired     bool             `json:"expired"`
	RevokedAt   *time.Time       `json:"revoked_at"`
	Private     bool             `json:"private"`
	URL         string           `json:"url"`
	BadgeImage  *string          `json:"badge_image"`
	GroupID     int64            `json:"group_id"`
	Group       networkGroup     `json:"group"`
	Outcomes    []string         `json:"learning_outcomes"`
	Recipient   networkRecipient `json:"recipient"`
	Issuer      networkIssuer    `json:"issuer"`
	State       string           `json:"state"`
}

type networkGroup struct {
	CourseName string `json:"course_name"`
}

type networkRecipient struct {
	Email string `json:"email"` // masked
	Name  string `json:"name"`
}

type networkIssuer struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	URL   string `json:"url"`
	Image string `json:"image_url"`
}

type networkReply struct {
	Data networkCredential `json:"data"`
}

func (a api) networkCredential(r *http.Request, in networkIn) (networkReply, error) {
	c, shown, err := a.public(r, in)
	if err != nil {
		return networkReply{}, err
	}
	return networkReply{networkView(c, shown)}, nil
}

func networkView(c credentials.Credential, shown Credential) networkCredential {
	out := networkCredential{
		UUID: shown.UUID, Name: shown.Name, Description: paragraphs(shown.Description), IssuedOn: shown.IssuedOn, ExpiredOn: shown.ExpiredOn,
		Expired: c.State == credentials.Expired, Private: shown.Private, URL: shown.URL, GroupID: shown.Group.ID, Group: networkGroup{shown.Group.CourseName},
		Outcomes: shown.Outcomes, Recipient: networkRecipient{masked(c.Recipient.Email), shown.Recipient.Name},
		Issuer: networkIssuer{shown.Issuer.ID, shown.Issuer.Name, shown.Issuer.URL, shown.Issuer.Logo}, State: shown.State,
	}
	if shown.Revocation != nil {
		out.RevokedAt = &shown.Revocation.At
	}
	if shown.Badge != nil {
		out.BadgeImage = &shown.Badge.ImageURL
	}
	return out
}

// masked returns the first letter of an email address. It reveals neither the length nor the domain.
func masked(email string) string {
	first, size := utf8.DecodeRuneInString(email)
	if size == 0 {
		return ""
	}
	return string(first) + "***@***"
}

// paragraphs converts text to HTML.
func paragraphs(text string) string {
	if text == "" {
		return ""
	}
	return "<p>" + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") + "</p>"
}

type networkEvent struct {
	Type string         `json:"type"`
	Data map[string]any `json:"data"`
}

type networkEventsReply struct {
	Events []networkEvent `json:"events"`
}

// networkEvents returns the history of a credential as far as its public page shows it. Other events are only visible to the issuer.
func (a api) networkEvents(r *http.Request, in networkIn) (networkEventsReply, error) {
	c, shown, err := a.public(r, in)
	if err != nil {
		return networkEventsReply{}, err
	}
	events := []networkEvent{{"issued", map[string]any{"date": shown.IssuedOn}}}
	if c.State == credentials.InProgress {
		events[0].Type = "in_progress"
	}
	if shown.CorrectedOn != nil {
		events = append(events, networkEvent{"corrected", map[string]any{"date": *shown.CorrectedOn}})
	}
	if shown.Suspension != nil {
		events = append(events, networkEvent{"suspended", map[string]any{"at": shown.Suspension.At}})
	}
	if c.State == credentials.Expired && shown.ExpiredOn != nil {
		events = append(events, networkEvent{"expired", map[string]any{"date": *shown.ExpiredOn}})
	}
	if shown.Revocation != nil {
		events = append(events, networkEvent{"revoked", map[string]any{"at": shown.Revocation.At, "reason": shown.Revocation.Reason}})
	}
	if shown.SupersededBy != nil {
		events = append(events, networkEvent{"renewed", map[string]any{"url": shown.SupersededBy.URL}})
	}
	return networkEventsReply{events}, nil
}

// chainTransactionReply contains the credential in the format of a blockchain transaction that clients expect. There is never a
// transaction.
type chainTransactionReply struct {
	Verify  bool       `json:"verify"`
	Address *string    `json:"block_credential_address"`
	Proof   chainProof `json:"blockcerts_proof"`
}

type chainProof struct {
	ID       string       `json:"id"`
	IssuedOn string       `json:"issuanceDate"`
	Expires  *string      `json:"expirationDate"`
	Subject  chainSubject `json:"credentialSubject"`
}

type chainSubject struct {
	Name  string     `json:"name"`
	Claim chainClaim `json:"claim"`
}

type chainClaim struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

func (a api) chainTransaction(r *http.Request, in networkIn) (chainTransactionReply, error) {
	_, shown, err := a.public(r, in)
	if err != nil {
		return chainTransactionReply{}, err
	}
	if shown.SignedURL == nil {
		return chainTransactionReply{}, badges.ErrInProgress
	}
	return chainTransactionReply{Proof: chainProof{
		ID: *shown.SignedURL, IssuedOn: shown.IssuedOn, Expires: shown.ExpiredOn,
		Subject: chainSubject{shown.Recipient.Name, chainClaim{shown.Name, shown.Description}},
	}}, nil
}

// chainIssuerReply is a department as a Blockcerts 2 issuer. Nothing is anchored in a blockchain, so there are no public keys.
type chainIssuerReply struct {
	Context   []string   `json:"@context"`
	Type      string     `json:"type"`
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	URL       string     `json:"url"`
	Image     string     `json:"image,omitempty"`
	PublicKey []struct{} `json:"publicKey"`
}

// The contexts of a Blockcerts 2 issuer.
var chainContexts = []string{"https://w3id.org/openbadges/v2", "https://w3id.org/blockcerts/v2"}

type chainIssuerIn struct {
	ID httpx.Int `json:"id"`
}

func (a api) chainIssuer(r *http.Request, in chainIssuerIn) (chainIssuerReply, error) {
	d, err := a.Departments.ReadPublic(r.Context(), int64(in.ID))
	if err != nil {
		return chainIssuerReply{}, err
	}
	p := badges.IssuerOf(credentials.Issuer{ID: d.ID, Name: d.Name, URL: d.URL, Logo: d.Logo}, "", a.Links)
	return chainIssuerReply{
		Context: chainContexts, Type: "Profile", ID: a.Links.ChainIssuer(d.ID), Name: p.Name, URL: p.URL, Image: p.Image, PublicKey: []struct{}{},
	}, nil
}
