package apptest_test

import (
	"net/http"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func TestRefusedCallsStandInTheRecordOnceAMinute(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	viewer, reader := owner.Viewer("viewer"), owner.Key("read")
	recorded := func(call, code string) int64 {
		return w.Number(`select count(*) from audit_events where action = 'access.refused' and department_id = $1 and object_id = $2 and details->>'code' = $3
			and (user_id is not null or api_key_id is not null)`, owner.Department, call, code)
	}
	attempt := func() {
		viewer.Delete("/v1/credentials/1").Denied()
		reader.Delete("/v1/credentials/1").Refused(http.StatusForbidden, "api_key.scope_missing")
	}
	attempt()
	attempt()
	const call = "DELETE /v1/credentials/{id}"
	if people, keys := recorded(call, "manage_credentials"), recorded(call, "api_key.scope_missing"); people != 1 || keys != 1 {
		t.Errorf("%d of a person and %d of a key", people, keys)
	}
	w.Clock.Advance(time.Minute + time.Second)
	attempt()
	if people := recorded(call, "manage_credentials"); people != 2 {
		t.Errorf("a minute later there are %d", people)
	}
	owner.Get("/v1/issuer/groups").OK()
	if n := w.Number("select count(*) from audit_events where action = 'access.refused'"); n != 4 {
		t.Errorf("%d refusals are recorded", n)
	}
}
