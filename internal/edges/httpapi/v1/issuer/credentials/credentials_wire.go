package credentials

import "laurel/internal/edges/httpapi/wire"

type credentialReply struct {
	Credential wire.CredentialOut `json:"credential"`
	wire.Warned
}

// foundMeta is the metadata of a list whose total is capped and whose further pages use a cursor.
type foundMeta struct {
	wire.Meta
	Capped bool   `json:"total_is_capped"`
	Next   string `json:"next_cursor"`
}

type credentialsReply struct {
	Credentials []wire.CredentialOut `json:"credentials"`
	Meta        foundMeta            `json:"meta"`
}

type deletedReply struct {
	DeletedCount int `json:"deleted_count"`
}
