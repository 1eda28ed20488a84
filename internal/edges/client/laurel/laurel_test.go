package laurel_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"laurel/internal/edges/client/laurel"
)

// server answers requests with statuses in turn, and notes the keys under which they came.
func server(t *testing.T, retryAfter string, statuses ...int) (client *laurel.Client, keys *[]string) {
	t.Helper()
	keys = &[]string{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := statuses[min(len(*keys), len(statuses)-1)]
		*keys = append(*keys, r.Header.Get("Idempotency-Key"))
		if status != http.StatusOK && retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"errors":"Later","code":"later"}`)
	}))
	t.Cleanup(s.Close)
	client, err := laurel.New(s.URL+"/", "key", laurel.WithAttempts(3, 2*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return client, keys
}

func TestACallIsTriedAgainWhereThatDoesNoHarm(t *testing.T) {
	t.Parallel()
	create := func(ctx context.Context, c *laurel.Client) error {
		_, err := c.GroupCreate(ctx, laurel.GroupBody{})
		return err
	}
	search := func(ctx context.Context, c *laurel.Client) error {
		_, err := c.GroupSearch(ctx, laurel.GroupSearchBody{})
		return err
	}
	past := time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat)
	for name, c := range map[string]struct {
		call       func(context.Context, *laurel.Client) error
		retryAfter string
		statuses   []int
		tried      int
		fails      bool
	}{
		"too many":                    {create, past, []int{429, 200}, 2, false},
		"a search that is too many":   {search, "0", []int{429, 200}, 2, false},
		"down":                        {create, past, []int{503, 502, 200}, 3, false},
		"down for good":               {create, past, []int{503}, 3, true},
		"down without a key to it":    {search, past, []int{503, 200}, 1, true},
		"a wait that is too long":     {create, "3", []int{429, 200}, 1, true},
		"wrong":                       {create, past, []int{422, 200}, 1, true},
		"failed where nobody foresaw": {create, past, []int{500, 200}, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, keys := server(t, c.retryAfter, c.statuses...)
			err := c.call(t.Context(), client)
			if len(*keys) != c.tried || (err != nil) != c.fails {
				t.Errorf("tried %d times: %v", len(*keys), err)
			}
			if len(slices.Compact(slices.Clone(*keys))) != 1 {
				t.Errorf("the attempts have the keys %v", *keys)
			}
		})
	}
}

func TestNobodyWaitsForACallThatWasGivenUp(t *testing.T) {
	t.Parallel()
	client, keys := server(t, "1", http.StatusTooManyRequests)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := client.GroupCreate(ctx, laurel.GroupBody{})
	var refused *laurel.Error
	if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &refused) || refused.RetryAfter != time.Second || len(*keys) != 1 {
		t.Errorf("tried %d times: %v", len(*keys), err)
	}
}

func TestAFieldIsLeftOutSetOrNull(t *testing.T) {
	t.Parallel()
	sent, err := json.Marshal(laurel.CredentialInput{Grade: laurel.Null[float64](), Name: laurel.Set("N")})
	if err != nil || string(sent) != `{"grade":null,"name":"N"}` {
		t.Errorf("%s %v", sent, err)
	}
}

func TestAnAddressThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "laurel.example", "ftp://laurel.example", "https://"} {
		if _, err := laurel.New(base, "key"); !errors.Is(err, laurel.ErrAddress) {
			t.Errorf("%q: %v", base, err)
		}
	}
}
