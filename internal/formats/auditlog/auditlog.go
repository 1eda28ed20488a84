// Package auditlog chains the entries of an audit log, and verifies an exported log without the database that it came from.
//
// Each entry has a digest of what may be about a person (its details and IP address), with a salt. Its leaf is the SHA-256 of the
// canonical form (RFC 8785) of everything else and of the digest. Its head is the SHA-256 of the previous head and the leaf. What is
// about a person can therefore be erased, together with the salt, and the chain still holds.
package auditlog

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"laurel/internal/formats/dataintegrity"
)

// SaltSize is the size of a salt, in bytes.
const SaltSize = 16

// Hex is binary data that is written as hexadecimal digits.
type Hex []byte

// MarshalText encodes the data.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// UnmarshalText decodes the data.
func (h *Hex) UnmarshalText(text []byte) (err error) {
	*h, err = hex.AppendDecode(nil, text)
	return err
}

// Entry is one entry of a department's log, in its place in the chain.
type Entry struct {
	Position       int64     `json:"position"` // counts from 1
	ID             int64     `json:"id"`
	At             time.Time `json:"at"`
	Action         string    `json:"action"` // "design.updated"
	ObjectKind     string    `json:"object_kind"`
	ObjectID       string    `json:"object_id"`
	UserID         *int64    `json:"user_id"`
	APIKeyID       *int64    `json:"api_key_id"`
	EmbedSessionID *int64    `json:"embed_session_id"`
	RecipientID    *int64    `json:"recipient_id"`
	System         *string   `json:"system"`
	RequestID      string    `json:"request_id"`

	// What may be about a person. Salt is nil after it was erased.
	IP      string          `json:"ip"`
	Details json.RawMessage `json:"details"`
	Salt    Hex             `json:"salt"`

	Digest Hex `json:"digest"`
	Head   Hex `json:"head"`
}

// erased are the details of an erased entry.
var erased = []byte(`{"erased":true}`)

// Erased reports whether what was about a person has been removed from the entry.
func (e Entry) Erased() bool { return len(e.Salt) == 0 }

// Seal gives an entry its salt, digest and head. previous is the head before it; that before the first entry is empty.
func (e *Entry) Seal(departmentID int64, previous []byte) error {
	e.Salt = make([]byte, SaltSize)
	_, _ = rand.Read(e.Salt) // never fails
	digest, err := e.digest()
	if err != nil {
		return err
	}
	e.Digest = digest
	e.Head = e.head(departmentID, previous)
	return nil
}

// digest returns the salted digest of what may be about a person.
func (e Entry) digest() ([]byte, error) {
	var details any
	if err := json.Unmarshal(e.Details, &details); err != nil {
		return nil, fmt.Errorf("read details of audit entry %d: %w", e.ID, err)
	}
	text := dataintegrity.CanonicalJSON(map[string]any{"details": details, "ip": e.IP})
	sum := sha256.Sum256(append(bytes.Clone(e.Salt), text...))
	return sum[:], nil
}

// head returns the head of the chain after the entry.
func (e Entry) head(departmentID int64, previous []byte) []byte {
	leaf := sha256.Sum256(dataintegrity.CanonicalJSON(map[string]any{
		"department_id": departmentID, "position": e.Position, "id": e.ID, "at": e.At.UTC().Format(time.RFC3339Nano),
		"action": e.Action, "object_kind": e.ObjectKind, "object_id": e.ObjectID, "user_id": e.UserID, "api_key_id": e.APIKeyID,
		"embed_session_id": e.EmbedSessionID, "recipient_id": e.RecipientID, "system": e.System, "request_id": e.RequestID,
		"digest": hex.EncodeToString(e.Digest),
	}))
	sum := sha256.Sum256(append(bytes.Clone(previous), leaf[:]...))
	return sum[:]
}

// isErased reports whether details are those of an erased entry, whatever its white space.
func isErased(details json.RawMessage) bool {
	var compact bytes.Buffer
	return json.Compact(&compact, details) == nil && bytes.Equal(compact.Bytes(), erased)
}

// check reports how an entry differs from what was sealed, or "".
func (e Entry) check(departmentID int64, previous []byte) (Fault, error) {
	if e.Erased() {
		if !isErased(e.Details) {
			return Changed, nil
		}
	} else if digest, err := e.digest(); err != nil || !bytes.Equal(digest, e.Digest) {
		return Changed, err
	}
	if !bytes.Equal(e.head(departmentID, previous), e.Head) {
		return Broken, nil
	}
	return "", nil
}
