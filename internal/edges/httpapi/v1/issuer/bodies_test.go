package issuer

import "laurel/internal/accounts/access"

// The replies of accounts, as far as these tests read them.
type (
	sessionReply struct {
		User struct {
			Email    string
			Verified bool
		}
		Department struct {
			ID   int64
			Name string
		}
		Departments       []struct{ ID int64 }
		VerificationToken *string `json:"verification_token"`
		Role              access.Role
		Permissions       []access.Permission
		Version           string
	}
	ssoKeyReply     struct{ Key string }
	departmentReply struct {
		Department departmentBody
	}
	departmentBody struct {
		ID                        int64
		Name, URL, Logo           string
		Description               string
		GeneratePrivateCredential bool           `json:"generate_private_credential"`
		LinkedinCompanyID         string         `json:"linkedin_company_id"`
		MetaData                  map[string]any `json:"meta_data"`
	}
	departmentsReply struct{ Departments []departmentBody }
	newAPIKeyReply   struct {
		APIKey struct{ ID int64 } `json:"api_key"`
		Secret string
	}
	apiKeysReply struct {
		APIKeys []struct{ ID int64 } `json:"api_keys"`
	}
	sessionsReply struct {
		Sessions []struct {
			ID      int64
			Current bool
		}
	}
)
