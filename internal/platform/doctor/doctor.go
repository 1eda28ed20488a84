// Package doctor checks whether an installation is well and says in plain words what is wrong and how to mend it.
package doctor

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// Status is the outcome of one check.
type Status string

// The outcomes: all is well; it works, but not as in production; it does not work.
const (
	OK   Status = "ok"
	Warn Status = "warn"
	Fail Status = "fail"
)

// Finding is what a check found. Mend is set unless all is well.
type Finding struct {
	Status Status `json:"status"`
	Detail string `json:"detail"`
	Mend   string `json:"mend,omitempty"`
}

// Check looks at one part.
type Check struct {
	Name string
	// Needed: without this part the program cannot serve at all. Public pages and badges have to answer while the rest is down.
	Needed bool
	Run    func(ctx context.Context) Finding
}

// Result is the finding of one check.
type Result struct {
	Name   string `json:"name"`
	Needed bool   `json:"needed"`
	Finding
	Took time.Duration `json:"took_ns"`
}

// Report holds the results in the order of the checks.
type Report []Result

// limit bounds each check, so that one part that hangs cannot hide the others.
const limit = 4 * time.Second

// Examine runs all checks at once.
func Examine(ctx context.Context, checks []Check) Report {
	report := make(Report, len(checks))
	var wg sync.WaitGroup
	for i, c := range checks {
		wg.Go(func() { report[i] = examine(ctx, c) })
	}
	wg.Wait()
	return report
}

func examine(ctx context.Context, c Check) Result {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	begin := time.Now()
	found := make(chan Finding, 1)
	go func() { found <- c.Run(ctx) }()
	r := Result{Name: c.Name, Needed: c.Needed}
	select {
	case r.Finding = <-found:
	case <-ctx.Done():
		r.Finding = Finding{Fail, "no answer within " + limit.String(), "check whether it is overloaded or behind a firewall"}
	}
	r.Took = time.Since(begin)
	return r
}

// Ready tells whether everything needed works.
func (r Report) Ready() bool {
	for _, result := range r {
		if result.Needed && result.Status == Fail {
			return false
		}
	}
	return true
}

// Healthy tells whether nothing fails.
func (r Report) Healthy() bool {
	for _, result := range r {
		if result.Status == Fail {
			return false
		}
	}
	return true
}

// Write prints the report for people.
func (r Report) Write(w io.Writer) error {
	for _, result := range r {
		if _, err := fmt.Fprintf(w, "%-5s %-10s %s\n", result.Status, result.Name, result.Detail); err != nil {
			return err
		}
		if result.Mend == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%16s -> %s\n", "", result.Mend); err != nil {
			return err
		}
	}
	return nil
}
