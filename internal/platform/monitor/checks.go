package monitor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"laurel/internal/platform/doctor"
)

// lateAfter is how long due work may wait in a queue before it is reported.
const lateAfter = 10 * time.Minute

// CheckQueues reports queues that no process works on, and queues whose due work has been waiting for too long. While no process runs
// at all, as when `laurel doctor` examines a stopped installation, an empty queue without workers is only a warning.
func (s *Service) CheckQueues(queues []string, webhookQueue string) doctor.Check {
	return doctor.Check{Name: "queues", Run: func(ctx context.Context) doctor.Finding {
		st, err := s.Read(ctx, queues, webhookQueue)
		if err != nil {
			return doctor.Finding{Status: doctor.Fail, Detail: "the queues cannot be read: " + err.Error(), Mend: "fix the database first"}
		}
		return st.finding()
	}}
}

func (st State) finding() doctor.Finding {
	var unworked, names, late []string
	waiting := int64(0)
	for _, q := range st.Queues {
		switch {
		case q.Workers == 0:
			names, waiting = append(names, q.Name), waiting+q.Due
			unworked = append(unworked, q.Name+q.depth())
		case q.Oldest > lateAfter:
			late = append(late, q.Name+q.depth())
		}
	}
	start := "start `laurel work --queues " + strings.Join(names, ",") + "`, or add them to the --queues of a worker"
	switch {
	case len(unworked) > 0 && (st.Processes > 0 || waiting > 0):
		return doctor.Finding{Status: doctor.Fail, Detail: "queues without a worker: " + strings.Join(unworked, ", "), Mend: start}
	case len(unworked) > 0:
		return doctor.Finding{Status: doctor.Warn, Detail: "no Laurel process is running; no work is waiting", Mend: "start `laurel serve`"}
	case len(late) > 0:
		return doctor.Finding{Status: doctor.Warn, Detail: "work is late: " + strings.Join(late, ", "), Mend: "start more workers, and look in the log for jobs that fail"}
	}
	return doctor.Finding{Status: doctor.OK, Detail: fmt.Sprintf("all %d queues are worked; running processes: %d", len(st.Queues), st.Processes)}
}

// CheckDiscarded reports jobs that used up their attempts. River keeps them for seven days.
func (s *Service) CheckDiscarded() doctor.Check {
	return doctor.Check{Name: "jobs", Run: func(ctx context.Context) doctor.Finding {
		all, err := s.Discarded(ctx)
		if err != nil {
			return doctor.Finding{Status: doctor.Fail, Detail: "the state of jobs cannot be read: " + err.Error(), Mend: "fix the database first"}
		}
		var kinds []string
		for _, d := range all {
			kinds = append(kinds, fmt.Sprintf("%d %s", d.Jobs, d.Kind))
		}
		if len(kinds) > 0 {
			return doctor.Finding{
				Status: doctor.Warn, Detail: "jobs gave up in the last 7 days: " + strings.Join(kinds, ", "),
				Mend: "`laurel jobs` lists them with their errors, `laurel jobs --retry` runs them again",
			}
		}
		return doctor.Finding{Status: doctor.OK, Detail: "no job gave up in the last 7 days"}
	}}
}

// depth formats the number of due jobs in brackets, or returns "" if there are none.
func (q Queue) depth() string {
	if q.Due == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d due, the oldest for %s)", q.Due, q.Oldest)
}
