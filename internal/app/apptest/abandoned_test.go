package apptest_test

import (
	"testing"

	"laurel/internal/app/apptest"
)

func TestAPublicationWhoseJobGaveUpIsFinishedAfterAll(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	publication := owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{id}}).OK().Text("publication.uuid")
	w.Exec("update river_job set state = 'discarded', attempt = max_attempts, finalized_at = now() - interval '1 hour' where kind = 'operations.run'")
	w.Work()
	apptest.Eventually(t, "the publication to finish", func() bool {
		return owner.Get("/v1/publications/"+publication).OK().Text("publication.state") == "finished"
	})
}
