package app

import (
	"laurel/internal/accounts/audit"
	"laurel/internal/portability/blueprints"
)

// Blueprints exports and applies the configuration of departments as files.
func (a *App) Blueprints() *blueprints.Service {
	return blueprints.New(blueprints.Deps{
		Pool: a.Pool, Audit: audit.New(a.Clock), Attributes: a.Attributes, Uploads: a.Uploads, Designs: a.Designs, Groups: a.Groups, Texts: a.Texts,
	})
}
