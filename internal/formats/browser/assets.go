package browser

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
)

// pagePolicy lets the page load its own files and the job's images only.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"font-src 'self'; connect-src 'self' https://" + ImageHost + "; img-src 'self' data: https://" + ImageHost

// answerTimeout bounds how long one answer may wait for the pipe.
const answerTimeout = 10 * time.Second

// answer serves one request of the page from memory or fails it. Every
// request comes here, so nothing is left that could reach a network.
func (t *Tab) answer(params jsonv2.Value) {
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	var paused fetch.EventRequestPaused
	if err := jsonv2.Unmarshal(params, &paused); err != nil {
		return
	}
	asset, found := t.find(paused.Request)
	if !found {
		_, _ = call(ctx, t.session, fetch.FailRequest, fetch.FailRequestParams{
			RequestID: paused.RequestID, ErrorReason: network.ErrorReasonBlockedByClient,
		})
		return
	}
	headers := []*fetch.HeaderEntry{
		{Name: "Content-Type", Value: asset.ContentType},
		{Name: "X-Content-Type-Options", Value: "nosniff"},
		{Name: "Access-Control-Allow-Origin", Value: "https://" + PageHost},
		{Name: "Content-Security-Policy", Value: pagePolicy},
	}
	// A failure to answer ends as a missing file in the page, or the tab is
	// gone: both show in the job itself.
	_, _ = call(ctx, t.session, fetch.FulfillRequest, fetch.FulfillRequestParams{
		RequestID: paused.RequestID, ResponseCode: http.StatusOK,
		ResponseHeaders: headers, Body: asset.Body,
	})
}

func (t *Tab) find(request *network.Request) (Asset, bool) {
	address, err := url.Parse(request.URL)
	if err != nil || address.Scheme != "https" || request.Method != http.MethodGet {
		return Asset{}, false
	}
	switch address.Host {
	case PageHost:
		return t.assets(address.Path)
	case ImageHost:
		t.mu.Lock()
		defer t.mu.Unlock()
		asset, found := t.images[strings.TrimPrefix(address.Path, "/")]
		return asset, found
	}
	return Asset{}, false
}
