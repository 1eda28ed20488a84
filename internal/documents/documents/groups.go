package documents

import (
	"context"

	"github.com/google/uuid"

	"laurel/internal/design/designs"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/groups"
)

// GroupPicture paints a version of a design as it looks when a group issues it to somebody: with the group's own words and its issuer, and a
// recipient who is made up. It refuses versions of other departments as if there were none. What nobody can know before somebody
// earned it, such as a grade, is left out, as on a credential that has none.
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
