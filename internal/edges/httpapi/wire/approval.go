package wire

import (
	"net/http"

	"laurel/internal/operations/approvals"
	"laurel/internal/platform/httpx"
)

// Approval is a request for the approval of a second person.
type Approval struct {
	UUID        string          `json:"uuid"`
	Action      string          `json:"action"`
	State       string          `json:"state"`
	Count       int             `json:"count"`
	Groups      []approvalGroup `json:"groups"`
	Design      *approvalDesign `json:"design"`
	SendEmail   bool            `json:"send_email"`
	Reason      *string         `json:"reason"` // of a revocation
	Note        *string         `json:"note"`   // of a revocation
	Comment     string          `json:"comment"`
	AskedBy     string          `json:"asked_by"`
	AskedAt     string          `json:"asked_at"`
	DecidedBy   string          `json:"decided_by"`
	DecidedAt   *string         `json:"decided_at"`
	Decision    string          `json:"decision_comment"`
	Outdated    *toldOut        `json:"outdated"`
	Operation   *string         `json:"operation_uuid"`
	CanDecide   bool            `json:"can_decide"`
	CanOverride bool            `json:"can_override"`
	CanWithdraw bool            `json:"can_withdraw"`
	Credentials []approvalItem  `json:"credentials"` // the first ones; in a single request only
}

type toldOut struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type approvalGroup struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Count   int      `json:"count"`
	Designs []string `json:"designs"`
}

type approvalDesign struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Version int    `json:"version"`
}

type approvalItem struct {
	ID        int64  `json:"id"`
	Recipient string `json:"recipient_name"`
	Group     string `json:"group_name"`
	State     string `json:"state"`
	Changed   bool   `json:"changed"`
}

// ApprovalOf converts a request.
func ApprovalOf(r *http.Request, texts httpx.Messages, a approvals.Approval) Approval {
	out := Approval{
		UUID: a.UUID.String(), Action: string(a.Action), State: string(a.State), Count: a.Count, Groups: make([]approvalGroup, len(a.Groups)),
		SendEmail: a.Params.SendEmail, Reason: Some(a.Params.Reason), Note: Some(a.Params.Note), Comment: a.Comment, AskedBy: a.AskedBy, AskedAt: Stamp(a.AskedAt),
		DecidedBy: a.DecidedBy, DecidedAt: Stamped(a.DecidedAt), Decision: a.Decision, CanDecide: a.CanDecide, CanOverride: a.CanOverride,
		CanWithdraw: a.CanWithdraw, Credentials: make([]approvalItem, len(a.Items)),
	}
	for i, g := range a.Groups {
		out.Groups[i] = approvalGroup{g.ID, g.Name, g.Count, append([]string{}, g.Designs...)}
	}
	if a.Design != nil {
		out.Design = &approvalDesign{a.Design.ID, a.Design.Name, a.Design.Version}
	}
	if a.Reason != "" {
		out.Outdated = &toldOut{a.Reason, texts.Message(Language(r), a.Reason, nil)}
	}
	if a.Operation != nil {
		out.Operation = new(a.Operation.String())
	}
	for i, c := range a.Items {
		out.Credentials[i] = approvalItem{c.CredentialID, c.RecipientName, c.GroupName, c.State, c.Changed}
	}
	return out
}

// Awaiting is the response to a call that waits for an approval, in place of its own: 202 with the request.
type Awaiting struct {
	Approval *Approval `json:"approval,omitempty"`
}

// Status returns 202 if the call waits.
func (a Awaiting) Status() int {
	if a.Approval != nil {
		return http.StatusAccepted
	}
	return http.StatusOK
}

// AwaitingOf returns the response to a call that waits for an approval.
func AwaitingOf(r *http.Request, texts httpx.Messages, a approvals.Approval) Awaiting {
	out := ApprovalOf(r, texts, a)
	return Awaiting{&out}
}
