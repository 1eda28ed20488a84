package documents

import (
	"context"

	"github.com/google/uuid"

	"laurel/internal/design/designs"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/groups"
)

// GroupPicture renders a design version as a sample credential of a group: with the group's texts, its issuer and a made-up
// recipient. Versions of other departments do not exist for it. Values that are unknown before issue, such as a grade, are left
// out.
func (s *Service) GroupPicture(ctx context.Context, g groups.Public, version uuid.UUID, looks PictureOptions) ([]byte, error) {
	v, err := s.version(ctx, g.IssuerID, version)
	if err != nil {
		return nil, err
	}
	values := map[string]rendering.Value{}
	for tag, value := range designs.SampleValues(v.Language) {
		values[tag] = textValue(value)
	}
	for tag, value := range map[string]string{
		"group.course_name": g.CourseName, "group.course_description": g.CourseDescription, "issuer.name": g.IssuerName,
	} {
		values[tag] = rendering.Value{Kind: "text", Value: value}
	}
	if g.IssuerLogo != "" {
		values["issuer.logo"] = rendering.Value{Kind: "image", Value: g.IssuerLogo}
	}
	return s.paint(ctx, v.DepartmentID, v.Document, v.Language, values, looks)
}
