package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// Tab is one loaded page. It is used by one job at a time.
type Tab struct {
	session *session
	target  target.ID
	assets  func(path string) (Asset, bool)
	global  runtime.RemoteObjectID
	loaded  chan struct{}
	prints  int

	mu     sync.Mutex
	images map[string]Asset
}

// openTab opens an empty tab whose requests are served from assets.
func openTab(ctx context.Context, c *conn, assets func(string) (Asset, bool)) (*Tab, error) {
	// In one window only the tab in front is sure to draw: a picture of another may wait for a frame that never comes.
	window := true
	made, err := call(ctx, c.root(), target.CreateTarget, target.CreateTargetParams{URL: "about:blank", NewWindow: &window})
	if err != nil {
		return nil, err
	}
	flat := true
	attached, err := call(ctx, c.root(), target.AttachToTarget,
		target.AttachToTargetParams{TargetID: made.TargetID, Flatten: &flat})
	if err != nil {
		return nil, err
	}
	t := &Tab{target: made.TargetID, assets: assets, loaded: make(chan struct{})}
	t.session = c.attach(attached.SessionID, t.handle)
	return t, nil
}

// load opens the page and waits until it is ready.
func (t *Tab) load(ctx context.Context, opts Options) error {
	if _, err := call(ctx, t.session, inspector.Enable, cdp.Empty{}); err != nil {
		return err
	}
	if _, err := call(ctx, t.session, fetch.Enable, fetch.EnableParams{}); err != nil {
		return err
	}
	if _, err := call(ctx, t.session, page.Enable, page.EnableParams{}); err != nil {
		return err
	}
	address := "https://" + PageHost + opts.Page
	opened, err := call(ctx, t.session, page.Navigate, page.NavigateParams{URL: address})
	if err != nil {
		return err
	}
	if opened.ErrorText != "" {
		return fmt.Errorf("open %s: %s", address, opened.ErrorText)
	}
	if err := t.awaitLoad(ctx); err != nil {
		return err
	}
	if _, err := call(ctx, t.session, page.Disable, cdp.Empty{}); err != nil {
		return err
	}
	global, err := call(ctx, t.session, runtime.Evaluate, runtime.EvaluateParams{Expression: "globalThis"})
	if err != nil {
		return err
	}
	t.global = global.Result.ObjectID
	return t.Evaluate(ctx, `async () => {
		while (!(`+opts.Ready+`)) await new Promise(resolve => setTimeout(resolve, 5))
	}`, nil)
}

func (t *Tab) awaitLoad(ctx context.Context) error {
	select {
	case <-t.loaded:
		return nil
	case <-t.session.dead:
		return ErrCrashed
	case <-t.session.conn.gone:
		return errGone
	case <-ctx.Done():
		return fmt.Errorf("load page: %w", ctx.Err())
	}
}

// handle sees every event of the tab on the reading goroutine, one by one.
func (t *Tab) handle(method cdproto.MethodType, params jsonv2.Value) {
	switch string(method) {
	case fetch.RequestPaused.Method:
		go t.answer(params)
	case inspector.TargetCrashed.Method:
		closeOnce(t.session.dead)
	case page.LoadEventFired.Method:
		closeOnce(t.loaded)
	}
}

// closeOnce is only called from the reading goroutine, so it cannot race.
func closeOnce(c chan struct{}) {
	select {
	case <-c:
	default:
		close(c)
	}
}

// close closes the tab; an error means that the browser does not respond.
func (t *Tab) close(ctx context.Context) error {
	t.session.detach()
	_, err := call(ctx, t.session.conn.root(), target.CloseTarget, target.CloseTargetParams{TargetID: t.target})
	return err
}

// SetImages replaces the files of https://assets.invalid/<name>. The page may cache an image, so a name must always stand for the
// same bytes.
func (t *Tab) SetImages(images map[string]Asset) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.images = images
}

// Evaluate calls a JavaScript function, given as source, with args as JSON, awaits its promise and decodes the result into out
// (nil to discard it). It returns a *ScriptError when the function throws.
func (t *Tab) Evaluate(ctx context.Context, function string, out any, args ...any) error {
	result, err := t.call(ctx, function, args...)
	if err != nil || out == nil {
		return err
	}
	if err := json.Unmarshal(result, out); err != nil {
		return fmt.Errorf("decode script result: %w", err)
	}
	return nil
}

// call is Evaluate that returns the result as JSON.
func (t *Tab) call(ctx context.Context, function string, args ...any) ([]byte, error) {
	yes := true
	params := runtime.CallFunctionOnParams{
		FunctionDeclaration: function, ObjectID: t.global,
		AwaitPromise: &yes, ReturnByValue: &yes, Silent: &yes,
	}
	for _, arg := range args {
		value, err := json.Marshal(arg)
		if err != nil {
			return nil, fmt.Errorf("encode script argument: %w", err)
		}
		params.Arguments = append(params.Arguments, &runtime.CallArgument{Value: value})
	}
	result, err := call(ctx, t.session, runtime.CallFunctionOn, params)
	if err != nil {
		return nil, err
	}
	if result.ExceptionDetails != nil {
		return nil, &ScriptError{Message: message(result.ExceptionDetails)}
	}
	return result.Result.Value, nil
}

// message is the text of a thrown error without its name and its stack.
func message(details *runtime.ExceptionDetails) string {
	if details.Exception == nil || details.Exception.Description == "" {
		return details.Text
	}
	text, _, _ := strings.Cut(details.Exception.Description, "\n    at ")
	return strings.TrimPrefix(text, "Error: ")
}

// crashed reports whether the renderer or the whole browser is gone.
func (t *Tab) crashed() bool {
	select {
	case <-t.session.dead:
		return true
	case <-t.session.conn.gone:
		return true
	default:
		return false
	}
}
