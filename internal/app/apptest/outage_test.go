package apptest_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/publishing"
)

func TestKeysAndListsAreServedWhileStoreMailQueueAndChromeAreDown(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	healthy := open(t, settings)
	by := newDepartment(t, healthy)
	ids := draft(t, healthy, by, newGroup(t, healthy, by), 1)
	if _, err := healthy.Publishing.Start(t.Context(), by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}, SendEmail: false}); err != nil {
		t.Fatal(err)
	}
	workers, err := healthy.Workers(t.Context(), sendingQueues)
	if err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "it to be published", func() bool {
		return apptest.Number(t, healthy, "select count(*) from credentials where state = 'published'") == 1
	})
	if err := workers.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	issued, err := healthy.Credentials.ReadIssued(t.Context(), by.DepartmentID, ids)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := healthy.Badges.Signed(t.Context(), issued[0]); err != nil {
		t.Fatal(err)
	}

	down := maps.Clone(settings)
	maps.Copy(down, map[string]string{
		"S3_ENDPOINT": "http://127.0.0.1:1", "SMTP_URL": "smtp://127.0.0.1:1", "CHROME_PATH": "/nowhere/chrome", // and no queue is worked
	})
	server := httptest.NewServer(open(t, down).Handler(prometheus.NewRegistry()))
	t.Cleanup(server.Close)
	fetch := func(path string) []byte {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s answers %d %.200s, %v", path, res.StatusCode, body, err)
		}
		return body
	}
	fetch(fmt.Sprint("/d/", by.DepartmentID, "/did.json"))
	index := fmt.Sprint(apptest.Number(t, healthy, "select position from status_entries"))
	told := func() bool {
		return isSet(unpacked(t, fetch(fmt.Sprint("/d/", by.DepartmentID, "/status/1/revocation.json"))), index)
	}
	if told() {
		t.Fatal("it is revoked before anybody did so")
	}
	to := lifecycle.StatusChange{To: credentials.Revoked, Reason: string(credentials.OtherReason)}
	if _, err := healthy.Publishing.SetStatusMany(t.Context(), by, credentialsearch.Selection{IDs: ids}, to, true); err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "the list to tell the revocation", told)
}
