package apptest_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/pg"
)

// arrival is one request that a receiver got.
type arrival struct {
	header http.Header
	body   string
	event  struct {
		ID         string                    `json:"id"`
		Type       string                    `json:"type"`
		Department int64                     `json:"department_id"`
		Data       map[string]map[string]any `json:"data"`
	}
}

// receiver is a program that webhooks are sent to.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	got    []arrival
	answer func(n int) int // the status of the nth request
}

func newReceiver(t testing.TB, answer func(n int) int) *receiver {
	t.Helper()
	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		data, _ := io.ReadAll(q.Body)
		a := arrival{header: q.Header, body: string(data)}
		_ = json.Unmarshal(data, &a.event)
		r.mu.Lock()
		r.got = append(r.got, a)
		n := len(r.got)
		r.mu.Unlock()
		w.WriteHeader(r.answer(n))
		_, _ = io.WriteString(w, "received")
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) arrivals() []arrival {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

func (r *receiver) types() (types []string) {
	for _, a := range r.arrivals() {
		types = append(types, a.event.Type)
	}
	return types
}

func always(status int) func(int) int { return func(int) int { return status } }

// hooked is a Laurel that may send webhooks to this machine.
func hooked(t testing.TB) *apptest.World {
	t.Helper()
	settings := apptest.Settings(t)
	settings["LAUREL_WEBHOOK_ALLOW"] = "127.0.0.0/8"
	return apptest.NewWith(t, settings)
}

func hook(by apptest.Client, url string, events ...string) (id int64, secret string) {
	r := by.Post("/v1/issuer/webhooks", apptest.J{"webhook": apptest.J{"url": url, "events": events}}).OK()
	return r.Int("webhook.id"), r.Text("secret")
}

// send sends what is due and reports how many attempts that took.
func send(t testing.TB, w *apptest.World) int {
	t.Helper()
	n, err := w.App.Webhooks.SendDue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// signedBy reports whether a secret signed the request, by the words of docs/webhooks.md alone.
func (a arrival) signedBy(secret string) bool {
	for _, part := range strings.Split(a.header.Get("Laurel-Signature"), ",") {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(a.header.Get("Laurel-Timestamp") + "." + a.body))
		if part == "v1="+hex.EncodeToString(mac.Sum(nil)) {
			return true
		}
	}
	return false
}

func TestWhatHappensToACredentialIsToldOnceAndSigned(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	r, theirs := newReceiver(t, always(204)), newReceiver(t, always(204))
	all := []string{
		"credential.published", "credential.updated", "credential.suspended", "credential.reinstated", "credential.revoked", "credential.deleted",
		"credential.expired", "credential.viewed", "credential.shared", "name_change.created", "name_change.decided", "design.updated", "evidence.submitted",
	}
	id, secret := hook(owner.Client, r.URL+"/in?token=x", all...)
	hook(stranger.Client, theirs.URL, all...)
	group := owner.Group("Weaving")
	owner.Draft(group, "bob")
	credential := owner.Issued(group, "ada")
	w.Work()
	path := "/v1/credentials/" + credential.Text("credential.uuid")
	owner.Put(path, apptest.J{"credential": apptest.J{"description": "Better"}}).OK()
	owner.Put(path, apptest.J{"credential": apptest.J{"description": "Better"}}).OK()
	for range 2 {
		w.Nobody().Post("/v1/frontend/log_frontend_analytics", apptest.J{"property": "public-credential", "path": "/" + credential.Text("credential.uuid")}).OK()
		owner.Post("/v1/frontend/log_frontend_analytics", apptest.J{"property": "public-credential", "path": "/" + credential.Text("credential.uuid")}).OK()
		w.Nobody().Post("/v1/frontend/log_frontend_analytics", apptest.J{
			"property": "share", "path": "/" + credential.Text("credential.encoded_id"), "data": apptest.J{"way": "link"},
		}).OK()
	}
	owner.Post(path+"/suspend", apptest.J{"reason": "Under review"}).OK()
	owner.Post(path+"/reinstate", apptest.J{}).OK()
	w.Clock.Advance(time.Second)
	w.Work()
	send(t, w)
	owner.Post(path+"/revoke", misconduct).OK()
	owner.Delete(path).OK()
	w.Work()
	send(t, w)
	want := []string{
		"credential.published", "credential.updated", "credential.viewed", "credential.shared", "credential.suspended", "credential.reinstated",
		"credential.revoked", "credential.deleted",
	}
	if got := r.types(); !sameSet(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
	if n := len(theirs.arrivals()); n != 0 {
		t.Errorf("another department heard of %d", n)
	}
	ids := map[string]bool{}
	for _, a := range r.arrivals() {
		ids[a.event.ID] = true
		if !a.signedBy(secret) || a.signedBy(secret+"x") {
			t.Errorf("%s is signed %s", a.event.Type, a.header.Get("Laurel-Signature"))
		}
		if a.header.Get("Laurel-Event") != a.event.Type || a.header.Get("Laurel-Delivery") == "" || a.event.Department != owner.Department {
			t.Errorf("%s came with %v", a.body, a.header)
		}
		if told := a.event.Data["credential"]; told["uuid"] != credential.Text("credential.uuid") || told["private_key"] != nil {
			t.Errorf("%s tells of %v", a.event.Type, told)
		}
	}
	if len(ids) != len(want) {
		t.Errorf("%d events have %d ids", len(want), len(ids))
	}
	base := fmt.Sprintf("/v1/issuer/webhooks/%d", id)
	if list := owner.Get(base + "/deliveries?state=delivered&type=credential.revoked&sort=created_at").OK(); list.Int("meta.total_count") != 1 {
		t.Errorf("the log says %s", list.Body)
	}
	last := owner.Get(base).OK()
	if last.Int("webhook.last_status") != 204 || last.At("webhook.failing_since") != nil {
		t.Errorf("the webhook says %s", last.Body)
	}
	owner.Delete(base).OK()
	owner.Get(base).Refused(404, "webhook.not_found")
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func TestNoEventLeavesWithoutItsChange(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	owner := w.Issuer("owner")
	r := newReceiver(t, always(200))
	hook(owner.Client, r.URL, "credential.deleted")
	id := owner.Draft(owner.Group("Weaving"), "ada").Int("credential.id")
	undo := errors.New("undo")
	err := pg.InDepartment(t.Context(), w.App.Pool, owner.Department, func(tx pgx.Tx) error {
		if _, err := w.App.Authoring.DeleteDraftsTx(t.Context(), tx, owner.Actor(), []int64{id}); err != nil {
			return err
		}
		return undo
	})
	w.Work()
	if n := w.Number("select count(*) from webhook_events"); !errors.Is(err, undo) || n != 0 {
		t.Errorf("%v: %d events of what never happened", err, n)
	}
	if send(t, w); len(r.arrivals()) != 0 {
		t.Error("something was sent")
	}
}

func TestAnEventKeepsItsIDUntilItArrives(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	owner := w.Issuer("owner")
	r := newReceiver(t, func(n int) int {
		if n < 4 {
			return 500
		}
		return 200
	})
	id, _ := hook(owner.Client, r.URL, "credential.deleted")
	base := fmt.Sprintf("/v1/issuer/webhooks/%d", id)
	delivery := owner.Post(base+"/test", nil).OK().Int("delivery.id")
	at := fmt.Sprintf("%s/deliveries/%d", base, delivery)
	owner.Post(at+"/replay", nil).Refused(409, "webhook.delivery_pending")
	send(t, w)
	if n := send(t, w); n != 0 {
		t.Errorf("%d attempts before the pause is over", n)
	}
	w.Clock.Advance(11 * time.Second)
	send(t, w)
	// A process takes it and is killed: its lease ends, and another sends it.
	w.Clock.Advance(2 * time.Minute)
	w.Exec("update webhook_deliveries set claimed_until = $1, attempts = attempts + 1", w.Clock.Now().Add(30*time.Second))
	if n := send(t, w); n != 0 {
		t.Errorf("%d attempts while another process has it", n)
	}
	w.Clock.Advance(31 * time.Second)
	send(t, w)
	if state := owner.Get(at).OK(); state.Text("delivery.state") != "pending" || state.Int("delivery.last_status") != 500 {
		t.Errorf("after three failures: %s", state.Body)
	}
	w.Clock.Advance(time.Hour)
	send(t, w)
	done := owner.Get(at).OK()
	if done.Text("delivery.state") != "delivered" || done.Text("delivery.tries.3.answer") != "received" || done.Int("delivery.tries.0.status") != 500 {
		t.Errorf("after it arrived: %s", done.Body)
	}
	owner.Post(at+"/replay", nil).OK()
	send(t, w)
	got := r.arrivals()
	for _, a := range got {
		if a.event.ID != done.Text("delivery.event_id") || a.body != done.Text("delivery.body") {
			t.Errorf("%s is not %s", a.body, done.Text("delivery.body"))
		}
	}
	if len(got) != 5 {
		t.Errorf("%d requests, want 5", len(got))
	}
}

func TestAReceiverThatIsDeadForThreeDaysRestsAndItsMakerIsToldOnce(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	owner := w.Issuer("owner")
	dead := newReceiver(t, always(503))
	id, _ := hook(owner.Client, dead.URL, "credential.deleted")
	base := fmt.Sprintf("/v1/issuer/webhooks/%d", id)
	for range 3 {
		owner.Post(base+"/test", nil).OK()
	}
	for range 80 {
		send(t, w)
		w.Clock.Advance(time.Hour)
	}
	w.Work()
	owner.SignIn()
	rests := owner.Get(base).OK()
	if rests.Text("webhook.state") != "paused" || rests.Text("webhook.paused_reason") != "failing" {
		t.Errorf("after three days: %s", rests.Body)
	}
	if n := len(w.Mail.To(owner.Email)); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
	owner.Post(base+"/test", nil).Refused(409, "webhook.paused")
	owner.Put(base, apptest.J{"webhook": apptest.J{"state": "active"}}).OK()
	dead.answer = always(200)
	owner.Post(base+"/replay", apptest.J{"since": w.Clock.Now().Add(-100 * time.Hour).Format(time.RFC3339)}).OK()
	send(t, w)
	if n := w.Number("select count(*) from webhook_deliveries where state = 'delivered'"); n != 3 {
		t.Errorf("%d arrived after all, want 3", n)
	}
	w.Clock.Advance(31 * 24 * time.Hour)
	if n, err := w.App.Webhooks.DeleteOld(t.Context()); n != 3 || err != nil {
		t.Errorf("%d old events deleted, %v", n, err)
	}
}

func TestWhileASecretIsReplacedBothSign(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	owner := w.Issuer("owner")
	r := newReceiver(t, always(200))
	id, first := hook(owner.Client, r.URL, "credential.deleted")
	api, ctx := owner.Key("write").API(), t.Context()
	rotated, err := api.WebhookRotate(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	second := rotated.Secret
	for _, both := range []bool{true, false} {
		if _, err := api.WebhookTest(ctx, id); err != nil {
			t.Fatal(err)
		}
		send(t, w)
		a := r.arrivals()[len(r.arrivals())-1]
		if !a.signedBy(second) || a.signedBy(first) != both {
			t.Errorf("signed %s", a.header.Get("Laurel-Signature"))
		}
		w.Clock.Advance(25 * time.Hour)
	}
	read, err := api.WebhookRead(ctx, id)
	kept := w.Text("select encode(sealed_secret, 'escape') || encode(sealed_previous, 'escape') from webhooks")
	if err != nil || strings.Contains(kept, first) || strings.Contains(kept, second) || strings.Contains(fmt.Sprint(read), second) {
		t.Error("a secret is readable")
	}
}

func TestWebhooksLeadNowhereInside(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	for address, code := range map[string]string{
		"": "required", "hooks.example": "webhook.not_a_url", "ftp://1.1.1.1/": "webhook.not_a_url", "https://u:p@1.1.1.1/": "webhook.not_a_url",
		"http://1.1.1.1/": "webhook.address_refused", "https://1.1.1.1:8443/": "webhook.address_refused", "https://127.0.0.1/": "webhook.address_refused",
		"https://10.0.0.7/x": "webhook.address_refused", "https://[::1]/": "webhook.address_refused", "https://169.254.169.254/": "webhook.address_refused",
		"https://localhost/": "webhook.address_refused", "http://nowhere.invalid/": "webhook.address_refused", "https://nowhere.invalid:22/": "webhook.address_refused",
	} {
		r := owner.Post("/v1/issuer/webhooks", apptest.J{"webhook": apptest.J{"url": address, "events": []string{"credential.deleted"}}})
		if r.Want(422); len(r.At("errors.url").([]any)) != 1 {
			t.Errorf("%s answers %s, want %s", address, r.Body, code)
		}
	}
	// An address that has come to lead inwards since is refused when something is sent.
	inside := newReceiver(t, always(200))
	id, _ := hook(owner.Client, "https://1.1.1.1/", "credential.deleted")
	w.Exec("update webhooks set url = $1", inside.URL)
	owner.Post(fmt.Sprintf("/v1/issuer/webhooks/%d/test", id), nil).OK()
	send(t, w)
	told := w.Text("select last_error from webhook_deliveries")
	if n := len(inside.arrivals()); n != 0 || told != "refused" {
		t.Errorf("%d requests went inside; the log says %q", n, told)
	}
	for range 19 {
		hook(owner.Client, "https://1.1.1.1/", "credential.deleted")
	}
	owner.Post("/v1/issuer/webhooks", apptest.J{"webhook": apptest.J{"url": "https://1.1.1.1/", "events": []string{"credential.deleted"}}}).
		Refused(409, "webhook.too_many")
}

func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	owner := w.Issuer("owner")
	elsewhere := newReceiver(t, always(200))
	moved := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	t.Cleanup(moved.Close)
	id, _ := hook(owner.Client, moved.URL, "credential.deleted")
	owner.Post(fmt.Sprintf("/v1/issuer/webhooks/%d/test", id), nil).OK()
	send(t, w)
	if n := w.Number("select last_status from webhook_deliveries where state = 'pending'"); n != 307 || len(elsewhere.arrivals()) != 0 {
		t.Errorf("status %d, %d requests elsewhere", n, len(elsewhere.arrivals()))
	}
}

// publishedEvents adds n events with their deliveries.
func publishedEvents(w *apptest.World, departmentID int64, n int) {
	w.Exec(`with event as (
			insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
			select $1, 'credential.published', 'credential', i, now() from generate_series(1, $2::int) i returning id, occurred_at
		)
		insert into webhook_deliveries (department_id, webhook_id, event_id, created_at)
		select $1, w.id, e.id, e.occurred_at from event e join webhooks w on w.department_id = $1 order by e.id, w.id`, departmentID, n)
}

// TestSlowAndDeadReceiversKeepNobodyWaiting counts, not seconds: all that goes to the quick receiver has arrived before the slow one
// has answered a second time.
func TestSlowAndDeadReceiversKeepNobodyWaiting(t *testing.T) {
	t.Parallel()
	w := hooked(t)
	owner := w.Issuer("owner")
	const each = 300
	quick, dead := newReceiver(t, always(200)), newReceiver(t, always(500))
	hold := make(chan struct{})
	slow := newReceiver(t, func(int) int { <-hold; return 200 })
	letGo := sync.OnceFunc(func() { close(hold) })
	t.Cleanup(letGo)                                   // before the receiver is closed, which waits for its requests
	for _, r := range []*receiver{slow, dead, quick} { // the slow one stands first everywhere
		hook(owner.Client, r.URL, "credential.published")
	}
	publishedEvents(w, owner.Department, each)
	done := make(chan error, 1)
	go func() { _, err := w.App.Webhooks.SendDue(t.Context()); done <- err }()
	apptest.Eventually(t, "everything to reach the quick receiver", func() bool { return len(quick.arrivals()) == each })
	apptest.Eventually(t, "16 requests to wait at the slow receiver", func() bool { return len(slow.arrivals()) >= 16 })
	if n := len(slow.arrivals()); n > 16 {
		t.Errorf("%d requests wait at the slow receiver; it has 16 places", n)
	}
	w.Exec("delete from webhooks where url = $1 or url = $2", slow.URL, dead.URL) // nobody wants the rest
	letGo()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, a := range quick.arrivals() {
		ids[a.event.ID] = true
	}
	if len(ids) != each {
		t.Errorf("%d different events of %d arrived", len(ids), each)
	}
}
