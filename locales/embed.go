// Package locales holds the texts of the product, a folder per language and a file per area, for the server and the browser
// alike.
package locales

import "embed"

// Files are the texts: {language}/{area}.json in the i18next format, version 4.
//
//go:embed */*.json
var Files embed.FS
