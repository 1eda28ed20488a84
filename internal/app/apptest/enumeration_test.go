package apptest_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/platform/nettest"
	"laurel/internal/platform/secrets"
)

// What Laurel may know of an address. All names have the same length, so that the answers that repeat them do too.
const (
	unknownAddress  = "stranger"
	passiveAddress  = "received" // something was issued to it
	draftedAddress  = "drafting" // something will be
	passwordAddress = "password"
	mergedAddress   = "attached" // to the one with a password
	bouncedAddress  = "bouncing"
	claimedAddress  = "claiming" // has what the claim link issues
	waitingAddress  = "awaiting" // claimed something that is not yet confirmed
)

var addressesOfAllKinds = []string{
	unknownAddress, passiveAddress, draftedAddress, passwordAddress, mergedAddress, bouncedAddress, claimedAddress, waitingAddress,
}

// addresses is a Laurel that knows addresses of all kinds. A second process serves what is compared, through a proxy that counts.
type addresses struct {
	t         *testing.T
	serving   *apptest.World
	proxy     *nettest.Proxy
	passwords *secrets.Passwords
	mine      apptest.Mine // somebody who is signed in
	link      string       // the token of a claim link
}

const rightPassword = "a loom in the attic"

func newAddresses(t *testing.T) addresses {
	t.Helper()
	c := newClaiming(t, apptest.J{})
	w := c.w
	w.Mail.Refuse(apptest.Email(bouncedAddress))
	group := c.owner.Group("Dyeing")
	for _, name := range []string{passiveAddress, passwordAddress, mergedAddress, bouncedAddress, "somebody"} {
		c.owner.Issued(group, name)
	}
	c.owner.Draft(group, draftedAddress)
	w.Work()
	if n := w.Number("select count(*) from credentials where recipient_email = $1 and email_status not in ('sent', 'not_sent')", apptest.Email(bouncedAddress)); n != 1 {
		t.Fatalf("%d emails bounced, want 1", n)
	}
	holder := signedInAs(t, w, passwordAddress)
	holder = w.Recipient(holder.Put("/v1/recipient/account", apptest.J{"password": rightPassword}).OK().Text("secret"))
	holder.Post("/v1/recipient/merge", addressAsked(t, w, holder, mergedAddress)).OK()
	c.confirm(c.secret(claimedAddress)).OK()
	c.ask("Waiting", apptest.Email(waitingAddress)).OK()
	w.Work()
	a := addresses{t: t, mine: signedInAs(t, w, "somebody"), link: c.token, passwords: secrets.QuickPasswords()}
	through := maps.Clone(c.w.Settings())
	a.proxy, through["DATABASE_URL"] = nettest.Postgres(t, through["DATABASE_URL"])
	a.serving = apptest.NewWith(t, through, app.WithPasswords(a.passwords))
	a.serving.Clock.Advance(2 * time.Hour) // past the limits on what was mailed above
	a.mine = a.mine.In(a.serving)
	return a
}

// question is a call that takes an address. ready prepares what comes before the call and returns the call.
type question struct {
	ready  func(a addresses, email string) (call func() apptest.Reply)
	hash   int64 // how many passwords it hashes
	status int   // of its answer; 0 is 200
}

func asking(path string, more apptest.J) question {
	return question{ready: func(a addresses, email string) func() apptest.Reply {
		body := apptest.J{"email": email, "captcha_response": a.serving.Solved()}
		maps.Copy(body, more)
		return func() apptest.Reply { return a.serving.Nobody().Post(path, body) }
	}}
}

// plainly fills in a form as a browser without scripts does.
func plainly(path func(addresses) string, more url.Values) question {
	return question{ready: func(a addresses, email string) func() apptest.Reply {
		action, values := formOf(a.t, pageOf(a.serving, path(a)))
		maps.Copy(values, more)
		values.Set("email", email)
		a.serving.Clock.Advance(4 * time.Second) // as long as a person takes
		return func() apptest.Reply { return submit(a.serving, action, values) }
	}}
}

func questions() map[string]question {
	return map[string]question{
		"a code":         asking("/v1/recipient/codes", nil),
		"a retrieval":    asking("/v1/recipient/retrieve", nil),
		"a new password": asking("/v1/recipient/forget_password", nil),
		"a sign-in with a wrong password": {hash: 1, status: http.StatusUnauthorized, ready: func(a addresses, email string) func() apptest.Reply {
			return func() apptest.Reply {
				return a.serving.Nobody().Post("/v1/recipient/sign_in", apptest.J{"email": email, "password": "wrong"})
			}
		}},
		"options of a passkey": {ready: func(a addresses, _ string) func() apptest.Reply {
			return func() apptest.Reply {
				return a.serving.Nobody().Post("/v1/recipient/passkey_sign_in/options", nil)
			}
		}},
		"another address": {ready: func(a addresses, email string) func() apptest.Reply {
			return func() apptest.Reply { return a.mine.Post("/v1/recipient/emails", apptest.J{"email": email}) }
		}},
		"a claim": {ready: func(a addresses, email string) func() apptest.Reply {
			return asking("/v1/public/claim_links/"+a.link+"/claims", apptest.J{"name": "Ada", "language": "en"}).ready(a, email)
		}},
		"a retrieval without scripts": plainly(func(addresses) string { return "/retrieve" }, nil),
		"a claim without scripts":     plainly(func(a addresses) string { return "/claim/" + a.link }, url.Values{"name": {"Ada"}}),
	}
}

var (
	randomValue = regexp.MustCompile(`laurel_[a-z]+_\w+|"challenge":"[^"]+"|name="pass" value="[^"]*"|nonce(?:-|="|" content=")[\w+/-]+=*`)
	anyMoment   = regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`)
)

func masked(random string) string { return fmt.Sprintf("RANDOM(%d)", len(random)) }

// shape is all that an answer tells: its status, headers and body, with random values replaced by their lengths, and moments by when
// they are after now.
func shape(a addresses, email string, r apptest.Reply) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Status)
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		if name != "Date" && name != "X-Request-Id" && name != "Etag" {
			fmt.Fprintln(&b, name, randomValue.ReplaceAllStringFunc(strings.Join(r.Header[name], ", "), masked))
		}
	}
	body := bytes.ReplaceAll(r.Body, []byte(email), []byte("ADDRESS"))
	body = bytes.ReplaceAll(body, []byte(r.Header.Get("X-Request-Id")), []byte("REQUEST"))
	body = []byte(randomValue.ReplaceAllStringFunc(string(body), masked))
	body = anyMoment.ReplaceAllFunc(body, func(found []byte) []byte {
		at, err := time.Parse(time.RFC3339, string(found))
		if err != nil {
			return found
		}
		return fmt.Append(nil, "NOW+", at.Sub(a.serving.Clock.Now()))
	})
	b.Write(body)
	return b.String()
}

func TestNoCallTellsWhetherAnAddressIsKnown(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	a := newAddresses(t)
	for name, q := range questions() {
		trips, shapes := map[string]int{}, map[string]string{}
		equal := func() bool {
			return !slices.ContainsFunc(addressesOfAllKinds, func(who string) bool { return trips[who] != trips[unknownAddress] })
		}
		// A connection learns each statement once, in the first round. What the program does by itself may fall into a request, so
		// the fewest round trips count, of as many rounds as it takes.
		for round := 0; round < 3 || round < 40 && !equal(); round++ {
			for _, who := range addressesOfAllKinds {
				a.serving.Clock.Advance(16 * time.Minute) // so that the limits are not met
				email := apptest.Email(who)
				call := q.ready(a, email)
				asked, hashed := a.proxy.RoundTrips(), a.passwords.Computed()
				got := call()
				asked, hashed = a.proxy.RoundTrips()-asked, a.passwords.Computed()-hashed
				if hashed != q.hash {
					t.Errorf("%s: %d passwords are hashed for %s, want %d", name, hashed, who, q.hash)
				}
				if got.Status != cmp.Or(q.status, http.StatusOK) {
					t.Fatalf("%s: %d %s", name, got.Status, got.Body)
				}
				if round == 0 {
					trips[who], shapes[who] = math.MaxInt, shape(a, email, got)
					continue
				}
				trips[who] = min(trips[who], asked)
				if again := shape(a, email, got); again != shapes[who] {
					t.Errorf("%s: %s is answered\n%s\nand again\n%s", name, who, shapes[who], again)
				}
			}
		}
		t.Logf("%s: %v", name, trips)
		if !equal() {
			t.Errorf("%s: the round trips tell addresses apart: %v", name, trips)
		}
		for _, who := range addressesOfAllKinds[1:] {
			if shapes[who] != shapes[unknownAddress] {
				t.Errorf("%s: %s is answered\n%s\nan unknown address\n%s", name, who, shapes[who], shapes[unknownAddress])
			}
		}
	}
}

func TestTheLimitsOfAllAddressesAreTheSame(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	a := newAddresses(t)
	const tries = 12 // beyond what an address may ask for in an hour
	for name, q := range questions() {
		answers := map[string][]string{}
		for _, who := range addressesOfAllKinds {
			a.serving.Clock.Advance(61 * time.Minute)
			for range tries {
				got := q.ready(a, apptest.Email(who))()
				answers[who] = append(answers[who], fmt.Sprint(got.Status, got.Header["Retry-After"]))
			}
		}
		t.Logf("%s: %v", name, answers[unknownAddress])
		for _, who := range addressesOfAllKinds[1:] {
			if !slices.Equal(answers[who], answers[unknownAddress]) {
				t.Errorf("%s: %s is answered %v, an unknown address %v", name, who, answers[who], answers[unknownAddress])
			}
		}
		if limited := slices.ContainsFunc(answers[unknownAddress], func(answer string) bool { return strings.HasPrefix(answer, fmt.Sprint(http.StatusTooManyRequests)) }); q.hash > 0 && !limited {
			t.Errorf("%s is never limited: the test sees nothing", name)
		}
	}
}
