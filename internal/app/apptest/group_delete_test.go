package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"laurel/internal/app/apptest"
)

func TestAGroupWhoseCredentialsWereDeletedCanBeDeleted(t *testing.T) {
	t.Parallel()
	in := integration(t)
	path := fmt.Sprint("/v1/issuer/groups/", in.group)
	issued := in.Post("/v1/credentials", in.learner("ada")).OK().Text("credential.uuid")
	private := in.Post("/v1/credentials", in.learner("ben", apptest.J{"private": true})).OK()
	in.Delete(path).Refused(http.StatusConflict, "group.has_credentials")
	in.Delete("/v1/credentials/" + issued).OK()
	in.Delete(path).Refused(http.StatusConflict, "group.has_credentials")
	in.Delete("/v1/credentials/" + private.Text("credential.uuid")).OK()
	keyWith(in.owner, "trial", apptest.J{"mode": "test", "access": "write"}).Post("/v1/credentials", in.learner("cy")).OK()
	in.World.Work()
	if gone := in.Delete(path).OK(); gone.Text("group.name") != "Weaving" {
		t.Errorf("%s", gone.Body)
	}
	in.Get(path).Want(http.StatusNotFound)
	in.World.Nobody().Get("/v1/public/credentials/"+issued).Refused(http.StatusGone, "credential.gone")
	in.World.Nobody().Get("/v1/public/credentials/" + private.Text("credential.uuid")).Want(http.StatusNotFound)
	in.World.Nobody().Get("/v1/public/credentials/"+private.Text("credential.uuid")+"?key="+private.Text("credential.private_key")).Refused(http.StatusGone, "credential.gone")
	for what, n := range map[string]int64{
		"credentials": in.World.Number("select count(*) from credentials"),
		"mails":       in.World.Number("select count(*) from mails where recipient = 'ada@recipients.example'"),
		"tombstones":  in.World.Number("select count(*) from tombstones where length(hash) = 32 and issued") - 2,
	} {
		if n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
}
