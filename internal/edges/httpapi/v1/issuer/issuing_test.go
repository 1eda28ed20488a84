package issuer

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/design/uploads"
	"laurel/internal/edges/httpapi/v1/issuer/design"
	"laurel/internal/edges/httpapi/v1/issuer/issuing"
	"laurel/internal/edges/openapi"
	"laurel/internal/issuing/collections"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/reach/webhooks"
	"laurel/locales"
)

// issuingServer is a server with what is designed and grouped, for an owner and a viewer of one department and the owner of
// another. Who calls is said plainly; how that is found out, people tests.
type issuingServer struct {
	*people
	actors map[string]access.Actor
}

func newIssuing(t *testing.T) issuingServer {
	t.Helper()
	pool, now := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	contract, err := openapi.Documents()
	if err != nil {
		t.Fatal(err)
	}
	s := issuingServer{people: &people{contract: contract["/v1"], now: now, tokens: map[string]string{}}, actors: map[string]access.Actor{}}
	s.department, s.foreign = newDepartment(t, pool), newDepartment(t, pool)
	for name, by := range map[string]access.Actor{
		"owner": {APIKeyID: 1, DepartmentID: s.department, Role: access.Administrator}, "viewer": {APIKeyID: 2, DepartmentID: s.department, Role: access.Viewer},
		"read": {APIKeyID: 3, DepartmentID: s.department, Role: access.KeyRead}, "stranger": {APIKeyID: 4, DepartmentID: s.foreign, Role: access.Administrator},
		"nowhere": {APIKeyID: 5, Role: access.Administrator},
	} {
		s.actors[name], s.tokens[name] = by, name
	}
	s.router = chi.NewRouter()
	s.router.Use(httpx.Identify(nil, func(string) string { return "en" }), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(access.With(r.Context(), s.actors[r.Header.Get("Authorization")])))
		})
	})
	s.serve(pool)
	return s
}

func (s issuingServer) serve(pool *pgxpool.Pool) {
	log := audit.New(s.now)
	files := objects.New(objects.Config{Endpoint: "http://127.0.0.1:1", Bucket: "laurel", AccessKey: "access", SecretKey: "secret"})
	images := uploads.New(pool, s.now, files, throttle.New(pool, s.now))
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		panic(err)
	}
	queue, err := jobs.NewQueue(pool, slog.New(slog.DiscardHandler))
	if err != nil {
		panic(err)
	}
	issued := issuingtest.New(pool, s.now, nil)
	drawn := designs.New(pool, s.now, log, images, os.DirFS("../../../../../web/public"), issued.Credentials, webhooks.NewRecorder())
	keys := attributes.New(pool, s.now, log, drawn)
	address := links.New("https://laurel.example")
	design.Mount(s.router, design.Deps{Attributes: keys, Uploads: images, Designs: drawn, Files: files, Links: address})
	issuing.Mount(s.router, issuing.Deps{
		Groups: groups.New(pool, s.now, log, queue, issued.Lifecycle, texts, groups.CloneServices{Designs: drawn}), Collections: collections.New(pool, s.now, log),
		Links: address,
	})
}

func newDepartment(t *testing.T, pool *pgxpool.Pool) (id int64) {
	t.Helper()
	err := pg.InSystem(t.Context(), pool, func(tx pgx.Tx) error {
		return tx.QueryRow(context.WithoutCancel(t.Context()), "insert into departments (created_at, updated_at) values (now(), now()) returning id").Scan(&id)
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// ok calls and reads the answer's object under name; anything but 200 fails.
func (s issuingServer) ok(t *testing.T, as, method, path, body, name string) map[string]any {
	t.Helper()
	w := s.do(t, call{as, "", method, path, body})
	var answer map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s %s with %s: %d %s", method, path, body, w.Code, w.Body)
	}
	object, _ := answer[name].(map[string]any)
	return object
}

func idOf(object map[string]any) string { return fmt.Sprintf("%.0f", object["id"]) }
