package apptest_test

import (
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func TestAKeyThatSetsTheLastDayToTodayEndsACredentialAtOnce(t *testing.T) {
	t.Parallel()
	in := integration(t)
	today, tomorrow := in.World.Clock.Now().Format(time.DateOnly), in.World.Clock.Now().AddDate(0, 0, 1).Format(time.DateOnly)
	standing := func(when, uuid, want string) {
		t.Helper()
		public := in.World.Nobody().Get("/v1/public/credentials/" + uuid).OK()
		if got := public.Text("credential.verdict.status"); got != want {
			t.Errorf("%s: its page says %s, want %s", when, got, want)
		}
		if got := public.Text("credential.expired_on"); got != today && got != tomorrow {
			t.Errorf("%s: the date has become %s", when, got)
		}
		signed := in.World.Nobody().Get("/v1/openbadges/credentials/" + uuid).OK().Body
		if got := verified(in.World, string(signed)).Text("verdict"); got != want {
			t.Errorf("%s: verification of its badge says %s, want %s", when, got, want)
		}
	}
	set := func(by apptest.Client, uuid string, fields apptest.J) {
		by.Put("/v1/credentials/"+uuid, apptest.J{"credential": fields}).OK()
	}
	ada := in.owner.Issued(in.group, "ada").Text("credential.uuid")
	set(in.owner.Client, ada, apptest.J{"expired_on": today})
	standing("a person sets today", ada, "valid")
	set(in.Client, ada, apptest.J{"expired_on": tomorrow})
	standing("a key sets tomorrow", ada, "valid")
	set(in.Client, ada, apptest.J{"expired_on": today})
	standing("a key sets today", ada, "expired")
	set(in.owner.Client, ada, apptest.J{"description": "Better", "expired_on": today})
	standing("a person edits it and leaves the date", ada, "expired")
	set(in.Client, ada, apptest.J{"grade": 90})
	standing("a key edits another field", ada, "expired")
	if got := in.Get("/v1/credentials/" + ada).OK().Text("credential.state"); got != "expired" {
		t.Errorf("its state is %s", got)
	}
	set(in.Client, ada, apptest.J{"expired_on": tomorrow})
	standing("a key sets tomorrow again", ada, "valid")
	set(in.owner.Client, ada, apptest.J{"expired_on": today})
	standing("a person sets today again", ada, "valid")
	set(in.Client, ada, apptest.J{"expired_on": today})
	standing("a key sets the date that it has", ada, "expired")

	standing("a key issues with today", in.Post("/v1/credentials", in.learner("ben", apptest.J{"expired_on": today})).OK().Text("credential.uuid"), "expired")
	standing("a person issues with today", in.owner.Issued(in.group, "cy", apptest.J{"expired_on": today}).Text("credential.uuid"), "valid")
	draft := in.Post("/v1/credentials", in.learner("dee", apptest.J{"expired_on": today, "approve": false})).OK().Text("credential.uuid")
	in.owner.Post("/v1/credentials/publish", apptest.J{"credential_ids": []int64{in.Get("/v1/credentials/" + draft).OK().Int("credential.accredible_internal_id")}}).OK()
	in.World.Work()
	standing("what a key ended as a draft is published", draft, "expired")
}

func TestAKeyThatSetsTheLastDayOfManyToTodayEndsThemAtOnce(t *testing.T) {
	t.Parallel()
	in := integration(t)
	today := in.World.Clock.Now().Format(time.DateOnly)
	for _, c := range []struct {
		by   apptest.Client
		name string
		want string
	}{{in.owner.Client, "ada", "published"}, {in.Client, "ben", "expired"}} {
		issued := in.owner.Issued(in.group, c.name)
		c.by.Post("/v1/actions", apptest.J{"kind": "expiry", "expired_on": today, "credential_ids": []int64{issued.Int("credential.accredible_internal_id")}, "send_email": false}).OK()
		in.World.Work()
		if got := in.Get("/v1/credentials/" + issued.Text("credential.uuid")).OK(); got.Text("credential.state") != c.want || got.Text("credential.expired_on") != today {
			t.Errorf("%s is %s", c.name, got.At("credential.state"))
		}
	}
}

func TestTheDayOfAKeyIsThatOfItsDepartment(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.World.Exec("update departments set time_zone = 'Pacific/Kiritimati'") // 14 hours ahead of UTC
	zone, err := time.LoadLocation("Pacific/Kiritimati")
	if err != nil {
		t.Fatal(err)
	}
	in.World.Clock.Advance(time.Duration(36-in.World.Clock.Now().Hour()) * time.Hour) // noon: the day after there
	in.owner.SignIn()
	today := in.World.Clock.Now().In(zone).Format(time.DateOnly)
	uuid := in.owner.Issued(in.group, "ada").Text("credential.uuid")
	in.Put("/v1/credentials/"+uuid, apptest.J{"credential": apptest.J{"expired_on": today}}).OK()
	if got := in.World.Nobody().Get("/v1/public/credentials/" + uuid).OK().Text("credential.verdict.status"); got != "expired" {
		t.Errorf("with today's date there, %s, it is %s", today, got)
	}
}

func TestACredentialExpiresWhenItsLastDayEndsInTheDepartmentsZone(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/Berlin"} {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			w := apptest.New(t)
			owner := w.Issuer("owner")
			w.Exec("update departments set time_zone = $1", zone)
			location, err := time.LoadLocation(zone)
			if err != nil {
				t.Fatal(err)
			}
			// The last day is the next on which the clocks of Berlin change, so that it has 23 or 25 hours there.
			last := w.Clock.Now().In(location).AddDate(0, 0, 2)
			for berlin := location; zone == "Europe/Berlin"; last = last.AddDate(0, 0, 1) {
				begin := time.Date(last.Year(), last.Month(), last.Day(), 0, 0, 0, 0, berlin)
				if begin.AddDate(0, 0, 1).Sub(begin) != 24*time.Hour {
					break
				}
			}
			end := time.Date(last.Year(), last.Month(), last.Day()+1, 0, 0, 0, 0, location)
			uuid := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"expired_on": last.Format(time.DateOnly)}).Text("credential.uuid")
			w.Work()
			signed := w.Nobody().Get("/v1/openbadges/credentials/" + uuid).OK()
			until, err := time.Parse(time.RFC3339, signed.Text("validUntil"))
			if err != nil || !until.Equal(end.Add(-time.Second)) {
				t.Errorf("the badge is valid until %v, %v; want the last second before %v", until, err, end.UTC())
			}
			want := func(status, state string) {
				t.Helper()
				if n, err := w.App.Lifecycle.ExpireDue(t.Context()); err != nil {
					t.Fatal(n, err)
				}
				if got := w.Nobody().Get("/v1/public/credentials/" + uuid).OK().Text("credential.verdict.status"); got != status {
					t.Errorf("at %v its page says %s, want %s", w.Clock.Now(), got, status)
				}
				if got := apptest.Number(t, w.App, "select count(*) from credentials where state = $1", state); got != 1 {
					t.Errorf("at %v the stored state is not %s", w.Clock.Now(), state)
				}
				if got := verified(w, string(signed.Body)).Text("verdict"); got != status {
					t.Errorf("at %v its badge is %s, want %s", w.Clock.Now(), got, status)
				}
			}
			w.Clock.Advance(end.Sub(w.Clock.Now()) - time.Minute)
			want("valid", "published")
			w.Clock.Advance(2 * time.Minute)
			want("expired", "expired")
		})
	}
}
