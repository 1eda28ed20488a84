// Package importrows turns the rows of a spreadsheet into inputs for credentials: it maps columns, parses values, and validates rows
// against the department's data and each other.
package importrows

// Mode is what an import does with a row.
type Mode string

// The modes. Replace also clears the fields that the row does not set.
const (
	Create  Mode = "create"
	Update  Mode = "update"
	Upsert  Mode = "upsert"
	Replace Mode = "replace"
)

// Key is the field that identifies the credential of a row.
type Key string

// The keys.
const (
	ByID          Key = "id"
	ByUUID        Key = "uuid"
	ByLicenseID   Key = "license_id"
	ByRecipientID Key = "recipient_id"
	ByEmail       Key = "email"
)

// How an update treats the recipient's data.
const (
	LeaveRecipients = "leave"
	ChangeThese     = "change"
	ChangePast      = "change_past"
)

// Settings are the settings of an import.
type Settings struct {
	Mode          Mode   `json:"mode"`
	Key           Key    `json:"key"`
	GroupID       *int64 `json:"group_id"`
	CreateGroups  bool   `json:"create_groups"`
	RecipientData string `json:"recipient_data"`
}

// Column is one column of the file.
type Column struct {
	Index   int      `json:"index"`
	Name    string   `json:"name"`
	Samples []string `json:"samples"`
	Filled  int      `json:"filled"`
	Dates   string   `json:"dates"` // what its values are as dates: none, clear, dmy, mdy or ambiguous
}

// Mapping maps columns and constants to fields.
type Mapping struct {
	Columns   []MappedColumn `json:"columns"`
	Constants []Constant     `json:"constants"`
}

// MappedColumn maps a column to a field.
type MappedColumn struct {
	Index     int    `json:"index"`
	Target    string `json:"target"`
	DateOrder string `json:"date_order"` // "", "dmy" or "mdy"
}

// Constant is a value that applies to every row.
type Constant struct {
	Target string `json:"target"`
	Value  string `json:"value"`
}

// Problem is an error or a warning of a row.
type Problem struct {
	Code     string         `json:"code"`
	Severity string         `json:"severity"`
	Column   *int           `json:"column"`
	Field    string         `json:"field"`
	Params   map[string]any `json:"params,omitempty"`
}

// The severities.
const (
	Wrong   = "error"
	Warning = "warning"
)

// Notice is a remark about the whole file, or the reason why it cannot be read.
type Notice struct {
	Code   string         `json:"code"`
	Params map[string]any `json:"params,omitempty"`
	Detail string         `json:"detail,omitempty"` // for the operator alone
}

// Row is one row of the file and its outcome.
type Row struct {
	Number       int
	Cells        []string
	Excluded     bool
	Problems     []Problem
	Outcome      string // "" until it was worked
	Reason       *Notice
	CredentialID int64
}
