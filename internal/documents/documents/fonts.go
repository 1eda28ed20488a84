package documents

import (
	"context"
	"encoding/json"

	"laurel/internal/design/fonts"
	"laurel/internal/documents/rendering"
)

// Fonts finds the fonts of a design that are not bundled; departmentID 0 finds only those installed for all departments.
type Fonts interface {
	ForDesign(ctx context.Context, departmentID int64, document json.RawMessage) ([]fonts.Font, error)
}

// fontsOf returns the fonts of a design for the renderer.
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
