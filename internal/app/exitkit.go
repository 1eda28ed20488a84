package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"laurel/internal/platform/fetch"
	"laurel/internal/portability/exitkit"
	"laurel/web"
)

// ExitKit exports issued credentials as static files. It requests served documents from this process itself.
func (a *App) ExitKit() *exitkit.Kit {
	return exitkit.New(exitkit.Deps{
		Clock: a.Clock, Credentials: a.Credentials, Departments: a.Departments, Groups: a.Groups, Documents: a.Documents, Badges: a.Badges, Evidence: a.Evidence,
		Served: fetch.New(fetch.Options{Own: a.Config.HTTP.PublicURL, Inside: a.Handler(prometheus.NewRegistry())}),
		Texts:  a.Texts, Links: a.Links, Web: web.Dist(),
	})
}
