// Package doctor checks the health of an installation and explains problems and their solutions in plain language.
package doctor

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// Status is the outcome of a check.
type Status string

// The outcomes: healthy; working, but not suitable for production; not working.
const (
	OK   Status = "ok"
	Warn Status = "warn"
	Fail Status = "fail"
)

// Finding is the result of a check's function. Mend is set unless the outcome is healthy.
type Finding struct {
	Status Status `json:"status"`
	Detail string `json:"detail"`
	Mend   string `json:"mend,omitempty"`
}

// Check examines one part of the installation.
type Check struct {
	Name string
	// Needed means that the program cannot serve anything without this part. Public pages and badges must work while other parts are
	// down.
	Needed bool
	Run    func(ctx context.Context) Finding
}

// Result is a finding with the name of its check.
type Result struct {
	Name   string `json:"name"`
	Needed bool   `json:"needed"`
	Finding
	Took time.Duration `json:"took_ns"`
}

// Report contains the results in the order of the checks.
type Report []Result

// limit is the time limit of each check, so that one that hangs cannot hide the others.
const limit = 4 * time.Second

// Examine runs all checks concurrently.
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

// Ready reports whether all needed parts work.
func (r Report) Ready() bool {
	for _, result := range r {
		if result.Needed && result.Status == Fail {
			return false
		}
	}
	return true
}

// Healthy reports whether no check fails.
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
