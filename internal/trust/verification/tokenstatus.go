package verification

import (
	"bytes"

	"laurel/internal/formats/jws"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/keys"
	"laurel/internal/trust/verification/internal/statuslist"
)

// The status values of a Token Status List. Issuers define the meaning of the others.
const (
	tokenValid     = 0
	tokenInvalid   = 1
	tokenSuspended = 2
)

const acceptStatusToken = "application/statuslist+jwt"

// tokenStatus checks whether the issuer of a token has revoked or suspended it. Source: IETF, Token Status List.
func (r *run) tokenStatus(status object, issuer string) error {
	if status == nil {
		r.note("status_none")
		return nil
	}
	entry := status.Child("status_list")
	if entry == nil || len(status) != 1 {
		return because("status_unsupported", "type", "status")
	}
	index, good := entry["idx"].(float64)
	if !good || index < 0 || index != float64(uint32(index)) {
		return because("status_wrong")
	}
	value, err := r.tokenStatusAt(entry.Text("uri"), uint64(index), issuer)
	if err != nil {
		return err
	}
	switch value {
	case tokenValid:
		r.note("status_good")
		return nil
	case tokenInvalid:
		return because("status_revoked")
	case tokenSuspended:
		return because("status_suspended")
	}
	return because("status_unsupported", "type", "status_list")
}

// tokenStatusAt fetches a list, checks that the issuer signed it for this URL and that it is currently valid, and returns one value.
func (r *run) tokenStatusAt(address string, index uint64, issuer string) (byte, error) {
	if keys.HostOf(address) == "" {
		return 0, because("status_wrong")
	}
	answer, ok := r.get(address, acceptStatusToken)
	if !ok || answer.Status != 200 {
		return 0, because("status_unreachable")
	}
	text := string(bytes.TrimSpace(answer.Body))
	if !jws.LooksLikeJWS(text) { // the CWT form
		return 0, because("status_unsupported", "type", "status_list")
	}
	m, err := jws.Parse(text)
	if err != nil {
		return 0, because("status_wrong")
	}
	o, err := document.Parse(m.Payload)
	if err != nil {
		return 0, because("status_wrong")
	}
	from, fromGood := o.Time("iat")
	until, untilGood := o.Time("exp")
	if by := o.Text("iss"); o.Text("sub") != address || by != "" && by != issuer || !fromGood || !untilGood || from.After(r.now.Add(leeway)) ||
		!until.IsZero() && !r.now.Before(until) {
		return 0, because("status_wrong")
	}
	key, err := r.selectiveKey(m, issuer)
	if err == nil {
		err = signedBy(m, key, issuer)
	}
	switch {
	case err == nil:
	case meaningOf(err) == Unreachable:
		return 0, because("status_unreachable")
	default:
		return 0, because("status_wrong")
	}
	list := o.Child("status_list")
	bits, _ := list["bits"].(float64)
	value, good := statuslist.Value(list.Text("lst"), bits, index)
	if !good {
		return 0, because("status_wrong")
	}
	return value, nil
}
