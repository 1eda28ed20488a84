// Package locales holds the texts of the product, one file per language, for the server and the browser alike.
package locales

import "embed"

// Files are the texts: {language}.json in the i18next format, version 4.
//
//go:embed *.json
var Files embed.FS
