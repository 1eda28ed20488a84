package documents

import (
	"context"
	"encoding/json"

	"laurel/internal/design/fonts"
	"laurel/internal/documents/rendering"
)

// Fonts finds the fonts that a design names and that are not bundled; departmentID 0 knows those of the whole installation.
type Fonts interface {
	ForDesign(ctx context.Context, departmentID int64, document json.RawMessage) ([]fonts.Font, error)
}

// fontsOf tells the printer where the fonts of a design lie.
func (s *Service) fontsOf(ctx context.Context, departmentID int64, document json.RawMessage) ([]rendering.Font, error) {
	found, err := s.fonts.ForDesign(ctx, departmentID, document)
	if err != nil {
		return nil, err
	}
	var out []rendering.Font
	for _, f := range found {
		font := rendering.Font{Name: f.Name, Fallback: f.Fallback(), Scripts: f.Scripts()}
		for _, file := range f.Files {
			font.Faces = append(font.Faces, rendering.FontFace{
				Weight: file.Weight, Italic: file.Italic, Address: file.Address(), Range: file.Characters,
			})
		}
		out = append(out, font)
	}
	return out, nil
}
