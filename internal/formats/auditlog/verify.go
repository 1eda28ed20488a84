package auditlog

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"laurel/internal/formats/dataintegrity"
	"laurel/internal/formats/jws"
)

// An exported log has one JSON object per line. The first has the member "log", those of entries "entry", and those of signed heads
// "signed_head", which follows the entry that it is about.
type line struct {
	Log        *Origin `json:"log,omitempty"`
	Entry      *Entry  `json:"entry,omitempty"`
	SignedHead string  `json:"signed_head,omitempty"`
}

// Origin says whose log it is, and where in the chain an export begins.
type Origin struct {
	DepartmentID int64     `json:"department_id"`
	Issuer       string    `json:"issuer"` // the department's DID
	After        int64     `json:"after"`  // the position before the first entry
	Head         Hex       `json:"head"`   // the head after that position
	ExportedAt   time.Time `json:"exported_at"`
}

// HeadClaims are what a department signs about its log: a JSON Web Signature (RFC 7515) with its key, which the key ID contains.
type HeadClaims struct {
	Issuer       string    `json:"iss"`
	DepartmentID int64     `json:"department_id"`
	Position     int64     `json:"position"`
	Head         Hex       `json:"head"`
	At           time.Time `json:"at"`
}

// headType is the "typ" of a signed head, so that no other token of the department stands for one.
const headType = "laurel-audit-head+jwt"

// Sign signs the claims with a key whose ID is a DID URL that ends with the public key as Multikey.
func (c HeadClaims) Sign(key ed25519.PrivateKey, keyID string) (string, error) {
	payload, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("write head: %w", err)
	}
	return jws.SignEdDSA(payload, key, keyID, headType)
}

// maxLine is the maximum size of a line, in bytes.
const maxLine = 4 << 20

// Fault is why a log fails verification.
type Fault string

// The faults.
const (
	Changed   Fault = "changed"   // the details or the IP address of an entry are not what was sealed
	Broken    Fault = "broken"    // an entry does not fit the one before it: something was changed, removed, added or reordered
	Forked    Fault = "forked"    // a signed head is not on this chain
	Unsigned  Fault = "unsigned"  // the signature of a head is wrong, or of another issuer
	Truncated Fault = "truncated" // a head that was kept is about an entry after the last
	Malformed Fault = "malformed" // a line is not part of an exported log
)

// Invalid is the error for a log that fails verification.
type Invalid struct {
	Fault Fault
	Line  int
	// Position is that of the entry, or of the entry that the head is about; 0 for a malformed line.
	Position int64
}

// Error describes the fault.
func (e *Invalid) Error() string {
	what := map[Fault]string{
		Changed: "entry %d was changed after it was sealed", Broken: "entry %d does not follow the one before it",
		Forked: "the signed head at entry %d belongs to another log", Unsigned: "the signature of the head at entry %d is wrong",
		Truncated: "the log goes on to entry %d at least", Malformed: "not a line of an audit log",
	}[e.Fault]
	if strings.Contains(what, "%d") {
		what = fmt.Sprintf(what, e.Position)
	}
	return fmt.Sprintf("line %d: %s", e.Line, what)
}

// Report is what Verify found out about a valid log.
type Report struct {
	Origin  Origin
	Entries int64
	Erased  int64 // entries whose details were erased
	Head    Hex   // after the last entry
	Signed  []SignedHead
}

// SignedHead is a head with a valid signature.
type SignedHead struct {
	HeadClaims
	Key string // the public key, as Multikey
}

// Verify reads an exported log and checks that nothing in it was changed, removed, added or reordered since it was sealed. known are
// signed heads that were kept elsewhere: the chain must contain each that is about an entry after the export's first. It returns *Invalid for a log
// that fails. Whether the keys are those of the issuer is for the caller to compare with the issuer's DID document.
func Verify(r io.Reader, known ...string) (Report, error) { return verify(r, nil, known...) }

// verify is Verify that passes each entry it has checked to a function, unless that is nil.
func verify(r io.Reader, each func(Entry) error, known ...string) (Report, error) {
	v := verifier{known: map[int64][]HeadClaims{}, each: each}
	for _, token := range known {
		claims, _, err := readHead(token)
		if err != nil {
			return v.Report, fmt.Errorf("read the signed head that was kept: %w", err)
		}
		v.known[claims.Position] = append(v.known[claims.Position], claims)
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		fault, err := v.take(lines.Bytes())
		if err != nil {
			return v.Report, err
		}
		if fault != "" {
			return v.Report, &Invalid{fault, n, v.at}
		}
	}
	if err := lines.Err(); err != nil {
		return v.Report, fmt.Errorf("read audit log: %w", err)
	}
	if v.Origin.Issuer == "" {
		return v.Report, &Invalid{Malformed, 1, 0}
	}
	if last := slices.Max(append(slices.Collect(maps.Keys(v.known)), 0)); last > v.at {
		return v.Report, &Invalid{Truncated, n, last}
	}
	return v.Report, nil
}

type verifier struct {
	Report
	known map[int64][]HeadClaims
	at    int64 // the position that was read last
	each  func(Entry) error
}

func (v *verifier) take(text []byte) (Fault, error) {
	l, valid := parse(text)
	switch first := v.Origin.Issuer == ""; {
	case !valid || first != (l.Log != nil):
		return Malformed, nil
	case l.Log != nil:
		v.Origin, v.Head, v.at = *l.Log, l.Log.Head, l.Log.After
		return v.compare(), nil
	case l.Entry != nil:
		return v.entry(*l.Entry)
	case l.SignedHead != "":
		return v.signed(l.SignedHead), nil
	}
	return Malformed, nil
}

func parse(text []byte) (l line, valid bool) {
	err := json.Unmarshal(text, &l)
	return l, err == nil
}

func (v *verifier) entry(e Entry) (Fault, error) {
	v.at++
	if e.Position != v.at {
		return Broken, nil
	}
	fault, err := e.check(v.Origin.DepartmentID, v.Head)
	if fault != "" || err != nil {
		return fault, err
	}
	v.Entries, v.Head = v.Entries+1, e.Head
	if e.Erased() {
		v.Erased++
	}
	if v.each != nil {
		if err := v.each(e); err != nil {
			return "", err
		}
	}
	return v.compare(), nil
}

// compare checks the heads that were kept elsewhere against the chain.
func (v *verifier) compare() Fault {
	for _, claims := range v.known[v.at] {
		if !v.fits(claims) {
			return Forked
		}
	}
	return ""
}

func (v *verifier) fits(c HeadClaims) bool {
	return c.DepartmentID == v.Origin.DepartmentID && c.Position == v.at && bytes.Equal(c.Head, v.Head)
}

func (v *verifier) signed(token string) Fault {
	claims, key, err := readHead(token)
	switch {
	case err != nil || claims.Issuer != v.Origin.Issuer:
		return Unsigned
	case !v.fits(claims):
		return Forked
	}
	v.Signed = append(v.Signed, SignedHead{claims, key})
	return ""
}

// readHead verifies a signed head with the key in its key ID, which is a DID URL such as "did:web:example.org:d:1#z6Mk…".
func readHead(token string) (HeadClaims, string, error) {
	var claims HeadClaims
	message, err := jws.Parse(strings.TrimSpace(token))
	if err != nil {
		return claims, "", err
	}
	issuer, multikey, _ := strings.Cut(message.KeyID, "#")
	key, err := dataintegrity.FromMultikey(multikey)
	if err != nil {
		return claims, "", err
	}
	if err := message.Verify(key); err != nil {
		return claims, "", err
	}
	if message.Type != headType {
		return claims, "", errors.New("not a signed head of an audit log")
	}
	if err := json.Unmarshal(message.Payload, &claims); err != nil {
		return claims, "", fmt.Errorf("read head: %w", err)
	}
	if claims.Issuer != issuer {
		return claims, "", errors.New("signed with the key of another issuer")
	}
	return claims, multikey, nil
}

// Writer writes a log in the form that Verify reads.
type Writer struct{ to *json.Encoder }

// NewWriter returns a Writer whose first line is the origin.
func NewWriter(w io.Writer, o Origin) (Writer, error) {
	out := Writer{json.NewEncoder(w)}
	out.to.SetEscapeHTML(false)
	return out, out.to.Encode(line{Log: &o})
}

// Entry writes an entry.
func (w Writer) Entry(e Entry) error { return w.to.Encode(line{Entry: &e}) }

// SignedHead writes the signed head after the entry that was written last.
func (w Writer) SignedHead(token string) error { return w.to.Encode(line{SignedHead: token}) }
