// Package web carries the built web application inside the binary.
package web

import (
	"embed"
	"encoding/json"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

//go:embed routes.json
var routes []byte

// Routes lists the paths of the application's pages, with :name for a segment that varies and :name? for one that may be missing. A test of
// the application compares them with its router.
func Routes() []string {
	var paths []string
	if err := json.Unmarshal(routes, &paths); err != nil {
		panic(err) // the file is part of the repository
	}
	return paths
}

// Dist is the built application: index.html, print.html, assets, fonts and art. Before the first build it is nearly empty.
func Dist() fs.FS {
	sub, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // the folder is part of the repository
	}
	return sub
}
