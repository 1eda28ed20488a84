package browser

import (
	"context"
	"encoding/json"
	"net"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
)

// hostile tries the ways out of a page. It waits for each to end, or for two
// seconds: an attempt that gets no answer may hang.
const hostile = `async (tcp, udp) => {
	const limit = promise => Promise.race([
		Promise.resolve().then(promise).then(value => String(value), error => "failed: " + error),
		new Promise(resolve => setTimeout(resolve, 2000, "hung")),
	])
	const element = (tag, fields) => () => new Promise((resolve, reject) => {
		const e = Object.assign(document.createElement(tag), fields)
		e.onload = () => resolve("loaded"); e.onerror = () => reject("error")
		document.body.append(e)
	})
	const results = {}
	const ways = {
		fetch: () => fetch("http://" + tcp + "/fetch", { mode: "no-cors" }),
		localhost: () => fetch("http://localhost:" + tcp.split(":")[1] + "/localhost", { mode: "no-cors" }),
		file: () => fetch("file:///etc/passwd").then(r => r.text()),
		image: element("img", { src: "http://" + tcp + "/img" }),
		frame: element("iframe", { src: "http://" + tcp + "/frame" }),
		fileFrame: element("iframe", { src: "file:///etc/passwd" }),
		script: element("script", { src: "http://" + tcp + "/script.js" }),
		style: element("link", { rel: "stylesheet", href: "http://" + tcp + "/style.css" }),
		prefetch: element("link", { rel: "prefetch", href: "http://" + tcp + "/prefetch" }),
		preconnect: element("link", { rel: "preconnect", href: "http://" + tcp }),
		object: element("object", { data: "http://" + tcp + "/object" }),
		beacon: () => navigator.sendBeacon("http://" + tcp + "/beacon", "x"),
		socket: () => new Promise((resolve, reject) => {
			const s = new WebSocket("ws://" + tcp + "/ws"); s.onopen = resolve; s.onerror = reject
		}),
		events: () => new Promise((resolve, reject) => {
			const s = new EventSource("http://" + tcp + "/events"); s.onopen = resolve; s.onerror = reject
		}),
		worker: () => new Promise((resolve, reject) => {
			const w = new Worker(URL.createObjectURL(new Blob(["fetch('http://" + tcp + "/worker')"])))
			w.onmessage = resolve; w.onerror = reject
		}),
		popup: () => { window.open("http://" + tcp + "/popup") },
		stun: async () => {
			const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:" + udp }, { urls: "stun:" + tcp + "?transport=tcp" }] })
			c.createDataChannel("x")
			await c.setLocalDescription(await c.createOffer())
			await new Promise(resolve => setTimeout(resolve, 1500))
		},
	}
	await Promise.all(Object.entries(ways).map(async ([name, way]) => { results[name] = await limit(way) }))
	return results
}`

func TestHostilePageReachesNothing(t *testing.T) {
	t.Parallel()
	path, err := Find("")
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range isolations() {
		for name, policy := range map[string]bool{"with the page policy": true, "policy bypassed": false} {
			t.Run(way.name+", "+name, func(t *testing.T) {
				t.Parallel()
				tcp, udp, hits := canary(t)
				ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
				defer cancel()
				p, err := launch(ctx, path, sharedTemp(t), way, true)
				if err != nil {
					t.Fatal(err)
				}
				defer p.stop()
				tab, err := openTab(ctx, p.conn, plainAssets)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := call(ctx, tab.session, page.SetBypassCSP, page.SetBypassCSPParams{Enabled: !policy}); err != nil {
					t.Fatal(err)
				}
				if err := tab.load(ctx, Options{Page: "/print.html", Ready: "window.ready"}); err != nil {
					t.Fatal(err)
				}
				results := map[string]string{}
				if err := tab.Evaluate(ctx, hostile, &results, tcp, udp); err != nil {
					t.Fatal(err)
				}
				if n := hits.Load(); n != 0 {
					t.Errorf("%d connections or packets reached the machine: %v", n, results)
				}
				if _, err := net.Dial("tcp", tcp); err != nil {
					t.Fatal(err)
				}
				eventually(t, "the listener counts", func() bool { return hits.Load() > 0 })
				if all, _ := json.Marshal(results); strings.Contains(string(all), "root:") {
					t.Error("the page read a file of the machine")
				}
			})
		}
	}
}

// canary listens on the machine's loopback and counts who comes.
func canary(t *testing.T) (tcp, udp string, hits *atomic.Int64) {
	t.Helper()
	hits = new(atomic.Int64)
	stream, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	packets, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stream.Close(); _ = packets.Close() })
	go func() {
		for {
			c, err := stream.Accept()
			if err != nil {
				return
			}
			hits.Add(1)
			_ = c.Close()
		}
	}()
	go func() {
		for {
			if _, _, err := packets.ReadFrom(make([]byte, 1500)); err != nil {
				return
			}
			hits.Add(1)
		}
	}()
	return stream.Addr().String(), packets.LocalAddr().String(), hits
}

func TestStopLeavesNothingInAnyIsolation(t *testing.T) {
	t.Parallel()
	path, err := Find("")
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range isolations() {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			dir := sharedTemp(t)
			p, err := launch(t.Context(), path, dir, way, true)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := openTab(t.Context(), p.conn, plainAssets); err != nil {
				t.Fatal(err)
			}
			p.stop()
			eventually(t, "no process left", func() bool { return len(processes(t, dir, "")) == 0 })
			if left, _ := filepath.Glob(dir + "/*"); len(left) > 0 {
				t.Errorf("files left: %v", left)
			}
		})
	}
}
