package passes

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"laurel/internal/formats/pkpass"
	"laurel/internal/platform/googlewallet"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/passes/internal/db"
	"laurel/internal/trust/badges"
)

// genericObject is a pass in Google Wallet. Source: Google Wallet, Generic passes, REST, GenericObject.
type genericObject struct {
	ID         string       `json:"id"`
	ClassID    string       `json:"classId"`
	State      string       `json:"state"`
	CardTitle  localized    `json:"cardTitle"`
	Header     localized    `json:"header"`
	Subheader  *localized   `json:"subheader"`
	Background string       `json:"hexBackgroundColor"`
	Logo       *googleImage `json:"logo"`
	Barcode    *googleCode  `json:"barcode"`
	Texts      []textModule `json:"textModulesData"`
	Links      *googleLinks `json:"linksModuleData"`
	Interval   *interval    `json:"validTimeInterval"`
}

type localized struct {
	Default translated `json:"defaultValue"`
}

type translated struct {
	Language string `json:"language"`
	Value    string `json:"value"`
}

type googleImage struct {
	Source uri `json:"sourceUri"`
}

type uri struct {
	URI         string `json:"uri"`
	Description string `json:"description,omitempty"`
	ID          string `json:"id,omitempty"`
}

type googleCode struct {
	Type  string `json:"type"`
	Value string `json:"value"`
	Text  string `json:"alternateText"`
}

type textModule struct {
	ID     string `json:"id"`
	Header string `json:"header"`
	Body   string `json:"body"`
}

type googleLinks struct {
	URIs []uri `json:"uris"`
}

type interval struct {
	End moment `json:"end"`
}

type moment struct {
	Date string `json:"date"`
}

type genericClass struct {
	ID string `json:"id"`
}

// objectRef names an object that Google has.
type objectRef struct {
	ID      string `json:"id"`
	ClassID string `json:"classId"`
}

// classID is the class of all passes of a department.
func (s *Service) classID(departmentID int64) string {
	return s.Google.IssuerID + ".d" + strconv.FormatInt(departmentID, 10)
}

func (s *Service) objectID(serial uuid.UUID) string { return s.Google.IssuerID + "." + serial.String() }

// googleStates are the states of objects. Expired and inactive ones move to the past passes.
var googleStates = map[status]string{valid: "ACTIVE", expired: "EXPIRED"}

// object describes a pass, in the language of its owner.
func (s *Service) object(ctx context.Context, row db.PassReadRow) (genericObject, error) {
	c, err := s.content(ctx, row)
	if err != nil {
		return genericObject{}, err
	}
	language := pg.OrZero(row.Language)
	if !s.Texts.Speaks(language) {
		language = "en"
	}
	text := func(key string) string { return s.Texts.Text(language, "walletApp.pass."+key, nil) }
	in := func(value string) localized { return localized{translated{badges.LanguageTag(language), value}} }
	o := genericObject{
		ID: s.objectID(row.WalletPass.Serial), ClassID: s.classID(row.WalletPass.DepartmentID), State: googleStates[c.Status], CardTitle: in(c.Issuer),
		Background: pkpass.Hex(pkpass.ColorsOf(s.logo(ctx, c)).Background), Texts: []textModule{{"status", text("status"), text(string(c.Status))}},
	}
	if o.State == "" {
		o.State = "INACTIVE"
	}
	if logo := s.Links.File(c.Logo); strings.HasPrefix(logo, "https://") {
		o.Logo = &googleImage{uri{URI: logo}}
	}
	if c.Status == withdrawn {
		o.Header = in(text(string(withdrawn)))
		return o, nil
	}
	recipient := in(c.Recipient)
	o.Header, o.Subheader = in(c.Title), &recipient
	o.Barcode = &googleCode{"QR_CODE", c.Link, c.Ref}
	o.Links = &googleLinks{[]uri{{c.Link, text("link"), "link"}}}
	o.Texts = append(o.Texts, textModule{"issued", text("issued"), i18n.DateOf(language, c.IssuedOn)})
	if c.ExpiresOn != "" {
		o.Texts = append(o.Texts, textModule{"expires", text("expires"), i18n.DateOf(language, c.ExpiresOn)})
		o.Interval = &interval{moment{c.Ends.UTC().Format("2006-01-02T15:04:05Z")}}
	}
	if c.Description != "" {
		o.Texts = append(o.Texts, textModule{"description", text("description"), c.Description})
	}
	return o, nil
}

// saveToGoogle makes the object of a pass and returns the page that saves it. The object exists before the link does, so that a change
// reaches it even when its owner opens the link later, and so that the link stays short: browsers and Google cut long ones.
func (s *Service) saveToGoogle(ctx context.Context, serial uuid.UUID) (string, error) {
	row, err := s.read(ctx, serial)
	if err != nil {
		return "", err
	}
	object, err := s.object(ctx, row)
	if err != nil {
		return "", err
	}
	if err := s.Google.API.Put(ctx, googlewallet.Class, object.ClassID, genericClass{object.ClassID}); err != nil {
		return "", ErrUnreachable.Wrap(err)
	}
	if err := s.Google.API.Put(ctx, googlewallet.Object, object.ID, object); err != nil {
		return "", ErrUnreachable.Wrap(err)
	}
	claims, err := json.Marshal(map[string]any{
		"iss": s.Google.Email, "aud": "google", "typ": "savetowallet", "iat": s.Clock.Now().Unix(), "origins": []string{s.Links.Base()},
		"payload": map[string]any{"genericObjects": []objectRef{{object.ID, object.ClassID}}},
	})
	if err != nil {
		return "", fmt.Errorf("write link: %w", err)
	}
	token, err := s.Google.Sign(claims)
	if err != nil {
		return "", err
	}
	return s.Google.SaveURL + "/" + token, nil
}

// syncGoogle updates the object of a pass. One that Google doesn't have needs no update.
func (s *Service) syncGoogle(ctx context.Context, row db.PassReadRow) error {
	object, err := s.object(ctx, row)
	if err != nil {
		return err
	}
	return s.Google.API.Patch(ctx, googlewallet.Object, object.ID, object)
}
