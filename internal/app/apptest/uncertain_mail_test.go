package apptest_test

import (
	"fmt"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/jobs"
)

func TestAMailThatMayNotHaveArrivedIsShownCountedAndSentAgain(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Botany")
	ids := []int64{owner.Draft(group, "ada").Int("credential.id"), owner.Draft(group, "ben").Int("credential.id")}
	owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": ids}).OK()
	writers, err := w.App.Workers(t.Context(), []string{jobs.Default})
	if err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "the mails to be written", func() bool { return w.Number("select count(*) from mails") == 2 })
	if err := writers.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	// A process was killed between the end of the message and the server's answer.
	w.Exec("update mails set state = 'sending', attempts = 1 where credential_id = $1", ids[0])
	w.Work()

	listed := func(statuses string) apptest.Reply {
		return owner.Post("/v1/credentials/search", apptest.J{"email_status": statuses}).OK()
	}
	for statuses, want := range map[string]int64{"uncertain": 1, "bounced,uncertain": 1, "sent,uncertain": 2, "bounced": 0} {
		if r := listed(statuses); r.Int("meta.total_count") != want {
			t.Errorf("%s: %s", statuses, r.Body)
		}
	}
	log := owner.Get(fmt.Sprint("/v1/credentials/", ids[0], "/mails")).OK()
	if log.Text("mails.0.state") != "uncertain" {
		t.Errorf("the mail log says %s", log.Body)
	}
	owner.Post(fmt.Sprint("/v1/credentials/", ids[0], "/mails/", log.Int("mails.0.id"), "/retry"), nil).OK()
	w.Work()
	if r := listed("uncertain"); r.Int("meta.total_count") != 0 {
		t.Errorf("after it was sent again: %s", r.Body)
	}
	if n := w.Number("select count(*) from mails where state = 'sent'"); n != 2 {
		t.Errorf("%d mails were sent", n)
	}
}
