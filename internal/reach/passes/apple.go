package passes

import (
	"context"
	"encoding/base64"
	"image"
	"time"

	"github.com/google/uuid"

	"laurel/internal/design/designs"
	"laurel/internal/formats/pkpass"
	"laurel/internal/reach/passes/internal/db"
)

// texts are the keys under walletApp.pass that a pass for Apple Wallet shows in the language of its device.
var texts = []string{
	"title", "recipient", "issuer", "issued", "expires", "status", "description", "link", "id",
	"valid", "expired", "suspended", "revoked", "replaced", "withdrawn", "changed",
}

// word is a text of a pass that is translated on the device. The prefix keeps what people entered from being taken for a key.
func word(key string) string { return "laurel." + key }

// thumbnailWidth is that of the largest screens, in pixels.
const thumbnailWidth = 270

// build returns a pass as it is now, signed.
func (s *Service) build(ctx context.Context, row db.PassReadRow) ([]byte, error) {
	if err := s.apple(); err != nil {
		return nil, err
	}
	if err := s.Throttle.Allow(ctx, buildsPerPass, row.WalletPass.Serial.String()); err != nil {
		return nil, err
	}
	c, err := s.content(ctx, row)
	if err != nil {
		return nil, err
	}
	logo := s.logo(ctx, c)
	colors := pkpass.ColorsOf(logo)
	pictures, err := pkpass.Pictures(logo, s.thumbnail(ctx, c), colors)
	if err != nil {
		return nil, err
	}
	translations := pkpass.Translations{}
	for _, language := range s.Texts.Languages() {
		words := map[string]string{}
		for _, key := range texts {
			words[word(key)] = s.Texts.Text(language, "walletApp.pass."+key, nil)
		}
		translations[language] = words
	}
	p := s.pass(row.WalletPass.Serial, c, colors)
	if logo == nil {
		p.LogoText = c.Issuer
	}
	return s.Apple.Signer.Build(p, pictures, translations)
}

// pass describes a pass.
func (s *Service) pass(serial uuid.UUID, c content, colors pkpass.Colors) pkpass.Pass {
	p := pkpass.Pass{
		PassType: s.Apple.PassType, Serial: serial.String(), Team: s.Apple.Team, Organization: c.Issuer,
		Foreground: pkpass.CSS(colors.Text), Background: pkpass.CSS(colors.Background), Label: pkpass.CSS(colors.Label),
		WebService: s.Links.AppleWallet(), AuthenticationToken: s.authenticationTokens(serial)[0],
		Voided: c.Status != valid, SharingProhibited: c.Private,
	}
	state := pkpass.Field{Key: "status", Label: word("status"), Value: word(string(c.Status)), ChangeMessage: word("changed")}
	if c.Status == withdrawn {
		p.Description = c.Issuer
		issuer := pkpass.Field{Key: "issuer", Label: word("issuer"), Value: c.Issuer}
		p.Generic = pkpass.Fields{Primary: []pkpass.Field{state}, Back: []pkpass.Field{issuer}}
		return p
	}
	p.Description = c.Title + " (" + c.Issuer + ")"
	p.Barcodes = []pkpass.Barcode{pkpass.QR(c.Link, c.Ref)}
	if !c.Ends.IsZero() {
		p.Expiration = c.Ends.UTC().Format(time.RFC3339)
	}
	recipient := pkpass.Field{Key: "recipient", Label: word("recipient"), Value: c.Recipient}
	issuer := pkpass.Field{Key: "issuer", Label: word("issuer"), Value: c.Issuer}
	issued := pkpass.Date("issued", word("issued"), c.IssuedOn)
	dates := []pkpass.Field{issued}
	if c.ExpiresOn != "" {
		dates = append(dates, pkpass.Date("expires", word("expires"), c.ExpiresOn))
	}
	p.Generic = pkpass.Fields{
		Header:  []pkpass.Field{state},
		Primary: []pkpass.Field{{Key: "title", Label: word("title"), Value: c.Title}}, Secondary: []pkpass.Field{recipient}, Auxiliary: dates,
		Back: []pkpass.Field{back(issuer), {Key: "link", Label: word("link"), Value: c.Link}},
	}
	if c.Description != "" {
		p.Generic.Back = append(p.Generic.Back, pkpass.Field{Key: "description", Label: word("description"), Value: c.Description})
	}
	for _, date := range dates {
		p.Generic.Back = append(p.Generic.Back, back(date))
	}
	p.Generic.Back = append(p.Generic.Back, pkpass.Field{Key: "id", Label: word("id"), Value: c.Ref})
	return p
}

// back is a field on the back that the front has too. Keys are unique within a pass.
func back(f pkpass.Field) pkpass.Field {
	f.Key = "back_" + f.Key
	return f
}

// authenticationTokens returns the token with which devices ask for a pass, and those under older keys.
func (s *Service) authenticationTokens(serial uuid.UUID) []string {
	macs := s.Keyring.MACs("pass:" + serial.String())
	all := make([]string, len(macs))
	for i, mac := range macs {
		all[i] = base64.RawURLEncoding.EncodeToString(mac)
	}
	return all
}

// logo reads the issuer's logo. A pass without one is whole: what cannot be read is left out.
func (s *Service) logo(ctx context.Context, c content) image.Image {
	if c.Logo == "" {
		return nil
	}
	data, _, err := s.Files.Open(ctx, c.Logo)
	if err != nil {
		s.Log.WarnContext(ctx, "a pass is made without its logo", "error", err)
	}
	return pkpass.Decode(data)
}

func (s *Service) thumbnail(ctx context.Context, c content) image.Image {
	if c.Status == withdrawn {
		return nil
	}
	kind := designs.Badge
	if c.credential.Badge == uuid.Nil {
		kind = designs.Certificate
	}
	data, err := s.Pictures.Picture(ctx, c.credential, kind, thumbnailWidth)
	if err != nil {
		s.Log.WarnContext(ctx, "a pass is made without its picture", "error", err)
	}
	return pkpass.Decode(data)
}
