// Package blueprints exports the configuration of a department (attributes, designs and groups) as files that people can review
// and keep in a repository, and applies such files to a department.
package blueprints

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/design/uploads"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/i18n"
)

// Deps are the dependencies of a Service.
type Deps struct {
	Pool       *pgxpool.Pool
	Audit      *audit.Log
	Attributes *attributes.Service
	Uploads    *uploads.Service
	Designs    *designs.Service
	Groups     *groups.Service
	Texts      *i18n.Bundle
}

// Service writes and applies blueprints.
type Service struct{ Deps }

// New returns a Service.
func New(d Deps) *Service { return &Service{d} }

// The folders of a blueprint. Each file describes one object, except for images.
const (
	attributeFolder = "attributes"
	designFolder    = "designs"
	groupFolder     = "groups"
	pictureFolder   = "pictures"
)

// markerFile identifies a folder as a blueprint and holds its format version.
const markerFile = "blueprint.json"

const format = 1

// attribute is the file of a custom attribute, identified by its key.
type attribute struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// design is the file of a design, identified by its kind and name. The images of its document are files of the blueprint.
type design struct {
	Name     string         `json:"name"`
	MetaData map[string]any `json:"meta_data,omitempty"`
	Document map[string]any `json:"document"`
}

func (d design) kind() string {
	kind, _ := d.Document["kind"].(string)
	return kind
}

// group is the file of a group, identified by its name. It refers to designs and other groups by name.
type group struct {
	Name                     string             `json:"name"`
	State                    string             `json:"state"`
	CourseName               string             `json:"course_name"`
	CourseDescription        string             `json:"course_description"`
	CourseLink               string             `json:"course_link"`
	SignupURL                string             `json:"signup_url"`
	Language                 string             `json:"language"`
	CertificateDesign        *string            `json:"certificate_design"`
	BadgeDesign              *string            `json:"badge_design"`
	PrimaryDesign            string             `json:"primary_design"` // certificate or badge
	AchievementType          string             `json:"achievement_type"`
	Criteria                 string             `json:"criteria"`
	CriteriaURL              string             `json:"criteria_url"`
	Skills                   []string           `json:"skills"`
	SkillCategory            *int64             `json:"skill_category"`
	Alignments               []groups.Alignment `json:"alignments"`
	Tags                     []string           `json:"tags"`
	AutoExpiry               *expiry            `json:"auto_expiry"`
	GeneratePrivate          *bool              `json:"generate_private"`
	AllowDuplicateRecipients bool               `json:"allow_duplicate_recipients"`
	AttachPDF                bool               `json:"attach_pdf"`
	SendEmails               bool               `json:"send_emails"`
	Settings                 groups.Settings    `json:"settings"`
	Prerequisites            []string           `json:"prerequisites"`
	PrerequisitesAfter       string             `json:"prerequisites_after"` // a date; "" is none
	PrerequisitesLost        string             `json:"prerequisites_lost"`
	MetaData                 map[string]any     `json:"meta_data"`
}

type expiry struct {
	Amount int    `json:"amount"`
	Unit   string `json:"unit"`
}

// FileError is a problem in a file.
type FileError struct {
	File, Field string // the field may be unknown
	Text        string
}

// ValidationError lists all problems of the first invalid file. Nothing was changed.
type ValidationError struct{ Wrong []FileError }

// Error returns one line per problem.
func (r *ValidationError) Error() string {
	lines := make([]string, len(r.Wrong))
	for i, w := range r.Wrong {
		lines[i] = w.File + ": " + w.Text
		if w.Field != "" {
			lines[i] = w.File + ": " + w.Field + ": " + w.Text
		}
	}
	return strings.Join(lines, "\n")
}

func refuse(file, field, text string, values ...any) error {
	return &ValidationError{[]FileError{{file, field, fmt.Sprintf(text, values...)}}}
}

// ErrPlanChanged means that the department changed after the plan was shown.
var ErrPlanChanged = errors.New("the department or the files changed since the plan was shown: look at it again")

// ErrNoBlueprint means that a folder is not a blueprint, or has an unknown format version.
var ErrNoBlueprint = errors.New("the folder holds no blueprint of this version: its blueprint.json lacks or says otherwise")

// ErrNotEmpty means that the target folder contains other files.
var ErrNotEmpty = errors.New("the folder is not empty and holds no blueprint")
