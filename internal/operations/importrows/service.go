package importrows

import (
	"laurel/internal/design/attributes"
	"laurel/internal/issuing/authoring"
	"laurel/internal/operations/importrows/internal/db"
	"laurel/internal/platform/clock"
)

// Service validates rows.
type Service struct {
	q          *db.Queries
	clock      clock.Clock
	attributes *attributes.Service
	images     authoring.Images
}

// New returns a Service.
func New(c clock.Clock, known *attributes.Service, images authoring.Images) *Service {
	return &Service{db.New(), c, known, images}
}

// Sheet is a spreadsheet whose columns are mapped.
type Sheet struct {
	DepartmentID int64
	Columns      []Column
	Mapping      Mapping
	Settings     Settings
}

// SkippedColumns returns the indexes of the columns that are not mapped.
func (s Sheet) SkippedColumns() []int {
	mapped := map[int]bool{}
	for _, c := range s.Mapping.Columns {
		mapped[c.Index] = c.Target != ""
	}
	skipped := []int{}
	for _, c := range s.Columns {
		if !mapped[c.Index] {
			skipped = append(skipped, c.Index)
		}
	}
	return skipped
}
