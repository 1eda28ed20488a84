// Package web carries the built web application inside the binary.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist is the built application: index.html, print.html, assets, fonts and art. Before the first build it is nearly empty.
func Dist() fs.FS {
	sub, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // the folder is part of the repository
	}
	return sub
}
