package wire

import (
	"net/http"

	"laurel/internal/operations/moves"
	"laurel/internal/platform/httpx"
)

// MoveProblem is a reason why a group cannot be moved.
type MoveProblem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// GroupMoveReply is what moving a group does.
type GroupMoveReply struct {
	Move struct {
		Name             string        `json:"name"`
		CredentialsCount int64         `json:"credentials_count"`
		DesignsCount     int64         `json:"designs_count"`
		CollectionsCount int64         `json:"collections_count"`
		TemplatesCount   int64         `json:"email_templates_count"`
		Problems         []MoveProblem `json:"problems"`
	} `json:"move"`
}

// GroupMove converts a preview.
func GroupMove(r *http.Request, texts httpx.Messages, p moves.Preview) (out GroupMoveReply) {
	m := &out.Move
	m.Name, m.CredentialsCount, m.DesignsCount, m.CollectionsCount, m.TemplatesCount = p.Name, p.Credentials, p.Designs, p.Collections, p.Templates
	m.Problems = []MoveProblem{}
	for _, e := range p.Problems {
		m.Problems = append(m.Problems, MoveProblem{e.Code, texts.Message(Language(r), e.Code, e.Params)})
	}
	return out
}
