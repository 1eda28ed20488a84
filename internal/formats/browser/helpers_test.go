package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

const plainPage = `<!doctype html><meta charset="utf-8"><title>plain</title>
<style>@page { size: 120mm 80mm; margin: 0 } body { margin: 0 }</style>
<h1>Hello</h1><script src="/page.js"></script>`

const plainScript = `window.count = 0; window.ready = true`

// plainAssets is the smallest page that a pool can keep.
func plainAssets(path string) (Asset, bool) {
	switch path {
	case "/print.html":
		return Asset{ContentType: "text/html", Body: []byte(plainPage)}, true
	case "/page.js":
		return Asset{ContentType: "text/javascript", Body: []byte(plainScript)}, true
	}
	return Asset{}, false
}

func newPool(t *testing.T, change func(*Options)) *Pool {
	t.Helper()
	opts := Options{
		Assets: plainAssets, Page: "/print.html", Ready: "window.ready", Tabs: 1, TempDir: sharedTemp(t),
		JobTimeout: time.Minute, StartTimeout: 2 * time.Minute, // on a busy machine
	}
	if change != nil {
		change(&opts)
	}
	p := New(opts)
	t.Cleanup(p.Close)
	return p
}

// sharedTemp is a temporary folder that another user may enter, too.
func sharedTemp(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "browser-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	return dir
}

func mustDo(t *testing.T, p *Pool, job func(ctx context.Context, tab *Tab) error) {
	t.Helper()
	if err := p.Do(t.Context(), Interactive, job); err != nil {
		t.Fatal(err)
	}
}

// eventually waits until done is true.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	limit := time.After(10 * time.Second)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-limit:
			t.Fatal("never happened: " + what)
		case <-tick.C:
		}
	}
}

// processes returns the ids of all processes, living or zombie, whose command
// line names the folder, and of all their descendants of the given type.
func processes(t *testing.T, folder, kind string) []int {
	t.Helper()
	parents := map[int]int{}
	lines := map[int]string{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		stat, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		var state string
		var parent int
		_, rest, _ := strings.Cut(string(stat), ") ")
		if _, err := fmt.Sscan(rest, &state, &parent); err != nil {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
		parents[pid], lines[pid] = parent, string(line)
	}
	var found []int
	for pid := range parents {
		for up := pid; up > 1; up = parents[up] {
			if strings.Contains(lines[up], folder) && strings.Contains(lines[pid], kind) {
				found = append(found, pid)
				break
			}
		}
	}
	return found
}
