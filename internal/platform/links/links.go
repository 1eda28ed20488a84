// Package links builds the URLs of the installation. Public URLs must stay valid forever, so no other package builds them.
package links

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
)

// Links builds URLs under the installation's public URL.
type Links struct{ base, bucket string }

// New returns links under base, such as https://credentials.example.org.
func New(base string) Links { return Links{base: strings.TrimRight(base, "/")} }

// Base is the public URL without a trailing slash.
func (l Links) Base() string { return l.base }

// Host is the host of the public URL, including a port if there is one.
func (l Links) Host() string {
	_, host, _ := strings.Cut(l.base, "://")
	return host
}

// WithBucket returns links that know the bucket's URL, such as http://127.0.0.1:7070/files.
func (l Links) WithBucket(address string) Links {
	l.bucket = strings.TrimRight(address, "/") + "/"
	return l
}

// File is the permanent URL of a public file on the installation's own host. Early versions stored the bucket's URL, which may not be
// reachable from outside; it is translated. Other URLs are returned unchanged.
func (l Links) File(address string) string {
	if key, ours := strings.CutPrefix(address, l.bucket); ours && l.bucket != "" && strings.HasPrefix(key, "public/") {
		return l.base + "/files/" + key
	}
	return address
}

// Page is a URL of the web application.
func (l Links) Page(path string) string { return l.base + path }

// Credential is the public page of a credential. key is "" unless the credential is private.
func (l Links) Credential(ref, key string) string {
	return l.base + "/" + url.PathEscape(ref) + query("key", key)
}

// OwnCredential is the same page in an email to the recipient, whom the token lets become its owner. Without a token it is Credential.
func (l Links) OwnCredential(ref, key, token string) string {
	return l.base + "/" + url.PathEscape(ref) + query("key", key, "owner", token)
}

// RecipientLink is the page with which a recipient signs in once.
func (l Links) RecipientLink(token string) string { return l.base + "/r" + query("token", token) }

// SignOn is the same page in the form that client programs expect: they search for "&jwt=", so it must not be the first parameter.
// framed tells the page that it runs inside a frame.
func (l Links) SignOn(ref, token string, framed bool) string {
	embed := ""
	if framed {
		embed = "true"
	}
	return l.base + "/r" + query("for", ref, "jwt", token, "embed", embed)
}

// StopEmails is the page with which a person stops emails of one kind.
func (l Links) StopEmails(token string) string { return l.base + "/emails/" + url.PathEscape(token) }

// SharedCollection is the page of a collection that a recipient shares.
func (l Links) SharedCollection(token string) string { return l.base + "/c/" + url.PathEscape(token) }

// SharedPresentation is the signed presentation of such a collection.
func (l Links) SharedPresentation(token string) string {
	return l.base + "/v1/public/collections/" + url.PathEscape(token) + "/presentation"
}

// SharedPDF is such a collection as a PDF.
func (l Links) SharedPDF(token string) string {
	return l.base + "/v1/public/collections/" + url.PathEscape(token) + "/pdf"
}

// SharedImportPicture is the picture of an imported credential in such a collection. Another version has another URL.
func (l Links) SharedImportPicture(token, id, version string) string {
	return l.base + "/v1/public/collections/" + url.PathEscape(token) + "/imports/" + url.PathEscape(id) + "/picture?v=" + url.QueryEscape(version)
}

// CredentialIssuer identifies a department, or with 0 the installation, to wallet apps.
func (l Links) CredentialIssuer(department int64) string {
	if department == 0 {
		return l.base
	}
	return l.base + "/d/" + strconv.FormatInt(department, 10)
}

// WalletOffer is an offer of a credential to a wallet app.
func (l Links) WalletOffer(id string) string { return l.WalletEndpoint("offers/" + id) }

// AppleWallet is where Apple's devices ask for changed passes.
func (l Links) AppleWallet() string { return l.base + "/v1/apple_wallet" }

// WalletPass is the download of a pass for Apple Wallet.
func (l Links) WalletPass(token string) string {
	return l.AppleWallet() + "/downloads/" + url.PathEscape(token)
}

// WalletEndpoint is an endpoint for wallet apps.
func (l Links) WalletEndpoint(name string) string { return l.base + "/v1/oid4vci/" + name }

// Profile is the public page of a recipient.
func (l Links) Profile(slug string) string { return l.base + "/u/" + url.PathEscape(slug) }

// ProfilePhoto is the photo on such a page. Browsers keep it, so its address changes with its file.
func (l Links) ProfilePhoto(slug, key string) string {
	mark := sha256.Sum256([]byte(key))
	return l.base + "/v1/public/profiles/" + url.PathEscape(slug) + "/photo" + query("mark", hex.EncodeToString(mark[:6]))
}

// ProfilePicture is the picture that other sites show beside a link to a profile. They keep it, so its address changes with what it shows.
func (l Links) ProfilePicture(slug, mark string) string {
	return l.base + "/share/profile/" + url.PathEscape(slug) + query("mark", mark)
}

// GroupPage is the public page of a group.
func (l Links) GroupPage(id int64) string { return l.base + "/group/" + strconv.FormatInt(id, 10) }

// CertificatePDF is the PDF of a certificate. mode is "pdf" or "print".
func (l Links) CertificatePDF(uuid, mode, key string) string {
	return l.base + "/v1/credentials/generate_certificate_pdf" + query("credential_id", uuid, "mode", mode, "key", key)
}

// BakedBadge is the badge image with its assertion baked in. format is "svg", or "" for PNG.
func (l Links) BakedBadge(uuid, format, key string) string {
	return l.base + "/v1/credentials/generate_baked_badge" + query("credential_id", uuid, "format", format, "key", key)
}

// CertificatePicture is the image of a credential's certificate.
func (l Links) CertificatePicture(uuid, key string) string {
	return l.picture("certificate", uuid, key)
}

// BadgePicture is the image of a credential's badge.
func (l Links) BadgePicture(uuid, key string) string { return l.picture("badge", uuid, key) }

// SharePicture is the picture that other sites show beside a link to a credential. They keep it, so its address changes with the state.
func (l Links) SharePicture(uuid, state string) string {
	return l.base + "/share/" + uuid + query("state", state)
}

func (l Links) picture(kind, uuid, key string) string {
	return l.base + "/v1/frontend/credential_website_embed_image/" + kind + "/" + uuid + query("key", key)
}

// DesignPicture is the image of a design version.
func (l Links) DesignPicture(uuid string) string { return l.base + "/v1/frontend/design_image/" + uuid }

// GroupPicture is the image of a design version with the texts of the group that issues it. The image behind a URL never changes, so a
// hash of the texts is part of the URL.
func (l Links) GroupPicture(uuid string, group int64, texts ...string) string {
	mark := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return l.DesignPicture(uuid) + query("group_id", strconv.FormatInt(group, 10), "mark", hex.EncodeToString(mark[:6]))
}

// DesignSample is the image of a design version with sample values.
func (l Links) DesignSample(uuid string) string { return l.DesignPicture(uuid) + "?sample=true" }

// TemplatePicture is the image of a template.
func (l Links) TemplatePicture(slug string) string {
	return l.base + "/v1/frontend/template_image/" + slug
}

// DesignMaker is the page that other products embed in a frame. designID is 0 for a new design of the given kind.
func (l Links) DesignMaker(code string, departmentID, designID int64, kind, locale string) string {
	design := ""
	if designID != 0 {
		design, kind = strconv.FormatInt(designID, 10), ""
	}
	return l.base + "/design-maker" + query("authorization", code, "department_id", strconv.FormatInt(departmentID, 10),
		"design_id", design, "kind", kind, "locale", locale)
}

// ZipDownload is the URL where a browser downloads an archive with a token.
func (l Links) ZipDownload(token string) string {
	return l.base + "/v1/exports/download?token=" + url.QueryEscape(token)
}

// Certificates is the URL where anybody can download the certificates that a token grants.
func (l Links) Certificates(token string) string {
	return l.base + "/v1/credentials/generated_pdf?token=" + url.QueryEscape(token)
}

// Claim is the page where people request a credential.
func (l Links) Claim(token string) string { return l.base + "/claim/" + url.PathEscape(token) }

// ExportDownload is the URL where a browser downloads the rows of a list with a token.
func (l Links) ExportDownload(token string) string {
	return l.base + "/v1/data_exports/download?token=" + url.QueryEscape(token)
}

// SignedBadge is the signed Open Badges 3.0 credential.
func (l Links) SignedBadge(uuid, key string) string {
	return l.base + "/v1/openbadges/credentials/" + uuid + query("key", key)
}

// BadgeToken is the signed credential as a JWT.
func (l Links) BadgeToken(uuid, key string) string {
	return l.base + "/v1/openbadges/credentials/" + uuid + "/token" + query("key", key)
}

// DID identifies a department to verifiers. Source: the did:web method, in which the colon before a port is written as %3A.
func (l Links) DID(departmentID int64) string {
	host := strings.TrimPrefix(strings.TrimPrefix(l.base, "https://"), "http://")
	return "did:web:" + strings.ReplaceAll(host, ":", "%3A") + ":d:" + strconv.FormatInt(departmentID, 10)
}

// Keys is the DID document with a department's keys. Source: the did:web method.
func (l Links) Keys(departmentID int64) string {
	return l.base + "/d/" + strconv.FormatInt(departmentID, 10) + "/did.json"
}

// Department returns the department that an issuer's ID identifies, and false if the ID is not one of ours.
func (l Links) Department(issuer string) (int64, bool) {
	for _, prefix := range []string{strings.TrimSuffix(l.DID(0), "0"), strings.TrimSuffix(l.Issuer(0), "0")} {
		number, ok := strings.CutPrefix(issuer, prefix)
		if id, err := strconv.ParseInt(number, 10, 64); ok && err == nil && id > 0 && strconv.FormatInt(id, 10) == number {
			return id, true
		}
	}
	return 0, false
}

// Record returns the URL of the current state of a credential, given the URL of its signed form, assertion or page. It returns false
// for any other URL.
func (l Links) Record(id, key string) (string, bool) {
	ref, ours := l.Ref(id)
	if !ours {
		return "", false
	}
	if _, rest, _ := strings.Cut(id, "?"); key == "" {
		values, _ := url.ParseQuery(rest)
		key = values.Get("key")
	}
	return l.base + "/v1/public/credentials/" + url.PathEscape(ref) + query("key", key), true
}

// Ref returns the UUID or encoded ID of a credential, given the URL of its signed form, assertion or page. It returns false for any other
// URL.
func (l Links) Ref(id string) (string, bool) {
	for _, prefix := range []string{l.SignedBadge("", ""), l.Assertion("", "")} {
		if rest, ours := strings.CutPrefix(id, prefix); ours {
			ref, _, _ := strings.Cut(rest, "?")
			return ref, ref != ""
		}
	}
	page, ours := strings.CutPrefix(id, l.base+"/")
	ref, _, _ := strings.Cut(strings.TrimPrefix(page, "embed/"), "?")
	return ref, ours && strings.ContainsAny(ref, "0123456789") && !strings.Contains(ref, "/")
}

// StatusList is the signed list of a department's credentials that are no longer valid. purpose is "revocation" or "suspension".
func (l Links) StatusList(departmentID int64, number int, purpose string) string {
	return l.base + "/d/" + strconv.FormatInt(departmentID, 10) + "/status/" + strconv.Itoa(number) + "/" + purpose + ".json"
}

// Assertion is the Open Badges 2.0 assertion of a credential.
func (l Links) Assertion(uuid, key string) string {
	return l.base + "/v1/obi/badge_assertions/" + uuid + query("key", key)
}

// BadgeClass is the Open Badges 2.0 class of a group.
func (l Links) BadgeClass(groupID int64) string {
	return l.base + "/v1/obi/issuer_badge_classes/" + strconv.FormatInt(groupID, 10)
}

// Issuer is the Open Badges 2.0 profile of a department.
func (l Links) Issuer(departmentID int64) string {
	return l.base + "/v1/obi/issuers/" + strconv.FormatInt(departmentID, 10)
}

// ChainIssuer is the Blockcerts profile of a department.
func (l Links) ChainIssuer(departmentID int64) string {
	return l.base + "/v1/blockcerts/issuer/" + strconv.FormatInt(departmentID, 10)
}

// query joins name, value pairs and omits empty values.
func query(pairs ...string) string {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			v.Set(pairs[i], pairs[i+1])
		}
	}
	if len(v) == 0 {
		return ""
	}
	return "?" + v.Encode()
}
