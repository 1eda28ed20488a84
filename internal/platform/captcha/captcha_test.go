package captcha_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"laurel/internal/platform/captcha"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/throttle"
)

const easy = 8

// solve does the browser's part.
func solve(c captcha.Challenge) map[string]any {
	for n := 0; ; n++ {
		if sum := sha256.Sum256([]byte(c.Salt + c.Challenge + strconv.Itoa(n))); sum[0] == 0 {
			return map[string]any{"challenge": c.Challenge, "salt": c.Salt, "expires_at": c.ExpiresAt, "signature": c.Signature, "number": n}
		}
	}
}

func encode(answer map[string]any) string {
	data, _ := json.Marshal(answer)
	return base64.StdEncoding.EncodeToString(data)
}

func TestProofOfWork(t *testing.T) {
	t.Parallel()
	now := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	proof := captcha.NewProofOfWork(dbtest.Pool(t), now, []byte("secret"), easy)
	with := func(name string, value any) func(map[string]any) string {
		return func(a map[string]any) string { a[name] = value; return encode(a) }
	}
	// The solution is the first number that fits, so the one before does not.
	oneLess := func(a map[string]any) string { return with("number", a["number"].(int)-1)(a) }
	cases := []struct {
		name     string
		response func(map[string]any) string
		want     error
	}{
		{"a solved challenge passes", encode, nil},
		{"nothing is refused", func(map[string]any) string { return "" }, captcha.ErrRequired},
		{"what is no base64 is refused", func(map[string]any) string { return "%%%" }, captcha.ErrWrong},
		{"what is no JSON is refused", func(map[string]any) string { return "AAAA" }, captcha.ErrWrong},
		{"a wrong number is refused", oneLess, captcha.ErrWrong},
		{"another challenge is refused", with("challenge", "00"), captcha.ErrWrong},
		{"another salt is refused", with("salt", "00"), captcha.ErrWrong},
		{"a longer life is refused", with("expires_at", now.Now().Add(time.Hour)), captcha.ErrWrong},
		{"a foreign signature is refused", with("signature", "00"), captcha.ErrWrong},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if err := proof.Verify(t.Context(), c.response(solve(proof.Challenge())), ""); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestSolvedChallengeCountsOnceAndUntilItExpires(t *testing.T) {
	t.Parallel()
	now := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	proof := captcha.NewProofOfWork(dbtest.Pool(t), now, []byte("secret"), easy)
	used, late := encode(solve(proof.Challenge())), encode(solve(proof.Challenge()))
	if err := proof.Verify(t.Context(), used, ""); err != nil {
		t.Fatal(err)
	}
	if err := proof.Verify(t.Context(), used, ""); !errors.Is(err, captcha.ErrWrong) {
		t.Errorf("second use: %v", err)
	}
	now.Advance(11 * time.Minute)
	if err := proof.Verify(t.Context(), late, ""); !errors.Is(err, captcha.ErrWrong) {
		t.Errorf("after expiry: %v", err)
	}
	if n, err := proof.DeleteExpired(t.Context()); err != nil || n != 1 {
		t.Errorf("deleted %d, %v; want 1", n, err)
	}
}

func TestAPassCountsOnceAfterAWhileAndIsScarce(t *testing.T) {
	t.Parallel()
	now := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	proof := captcha.NewProofOfWork(dbtest.Pool(t), now, []byte("secret"), easy)
	verify := func(pass, ip string) error { return proof.Verify(t.Context(), pass, ip) }
	const here = "192.0.2.1"
	pass, late := proof.Pass(), proof.Pass()
	if err := verify(pass, here); !errors.Is(err, captcha.ErrWrong) {
		t.Errorf("at once: %v", err)
	}
	now.Advance(4 * time.Second)
	solved := solve(proof.Challenge())
	solved["pass"] = true
	if err := verify(encode(solved), here); !errors.Is(err, captcha.ErrWrong) {
		t.Errorf("a challenge as a pass: %v", err)
	}
	if err := verify(pass, here); err != nil {
		t.Errorf("after a while: %v", err)
	}
	if err := verify(pass, here); !errors.Is(err, captcha.ErrWrong) {
		t.Errorf("twice: %v", err)
	}
	for i := range 10 {
		more := proof.Pass()
		now.Advance(4 * time.Second)
		if err := verify(more, here); errors.Is(err, throttle.ErrTooMany) != (i >= 8) {
			t.Errorf("pass %d: %v", i, err)
		}
		if i == 9 {
			if err := verify(more, "198.51.100.7"); err != nil {
				t.Errorf("from another network: %v", err)
			}
		}
	}
	now.Advance(time.Hour)
	if err := verify(late, here); !errors.Is(err, captcha.ErrWrong) {
		t.Errorf("late: %v", err)
	}
}

func TestSiteVerify(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.PostFormValue("response") {
		case "good":
			ok := r.PostFormValue("secret") == "s" && r.PostFormValue("remoteip") == "192.0.2.1"
			_ = json.NewEncoder(w).Encode(map[string]bool{"success": ok})
		case "broken":
			w.WriteHeader(http.StatusInternalServerError)
		case "away":
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		case "noise":
			_, _ = w.Write([]byte("<html>"))
		default:
			_ = json.NewEncoder(w).Encode(map[string]bool{"success": false})
		}
	}))
	t.Cleanup(service.Close)
	verify := captcha.NewSiteVerify(service.URL, "site", "s")
	if offer := verify.Offer(); offer.Kind != "recaptcha" || offer.ScriptURL != service.URL+"/api.js?render=site" {
		t.Errorf("offer %+v", offer)
	}
	cases := []struct {
		response string
		want     error
	}{
		{"good", nil}, {"", captcha.ErrRequired}, {"bad", captcha.ErrWrong}, {"broken", captcha.ErrUnreachable},
		{"away", captcha.ErrUnreachable}, {"noise", captcha.ErrUnreachable},
	}
	for _, c := range cases {
		if err := verify.Verify(t.Context(), c.response, "192.0.2.1"); !errors.Is(err, c.want) {
			t.Errorf("%q: got %v, want %v", c.response, err, c.want)
		}
	}
}

func TestAServiceThatIsSilentIsNotWaitedForLong(t *testing.T) {
	t.Parallel()
	left := make(chan struct{})
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the server notices only then that the client leaves
		<-r.Context().Done()
		close(left)
	}))
	t.Cleanup(service.Close)
	if err := captcha.NewSiteVerify(service.URL, "site", "s").Verify(t.Context(), "good", ""); !errors.Is(err, captcha.ErrUnreachable) {
		t.Errorf("it ends with %v", err)
	}
	<-left
}
