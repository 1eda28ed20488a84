package pg

import "strings"

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing returns a LIKE pattern for text that contains a term literally.
func Containing(term string) string { return "%" + likeEscapes.Replace(term) + "%" }
