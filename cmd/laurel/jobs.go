package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"laurel/internal/app"
)

// mostJobs is the maximum number of discarded jobs that one run lists or retries.
const mostJobs = 1000

// jobsCommand lists discarded jobs, or retries those with the given IDs, or all.
func jobsCommand(ctx context.Context, a *app.App, retry bool, ids []string, out io.Writer) error {
	if retry && len(ids) > 0 {
		for _, text := range ids {
			id, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return fmt.Errorf("%q is no job id", text)
			}
			if err := retryJob(ctx, a, id, out); err != nil {
				return err
			}
		}
		return nil
	}
	all, err := a.Queue.Discarded(ctx, mostJobs)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		_, err := fmt.Fprintln(out, "No job of the last 7 days gave up.")
		return err
	}
	for _, j := range all {
		if retry {
			if err := retryJob(ctx, a, j.ID, out); err != nil {
				return err
			}
			continue
		}
		_, err := fmt.Fprintf(out, "%d  %s  %s (%s), %d attempts  %.200s\n  %s\n", j.ID, j.At.UTC().Format(time.DateTime), j.Kind, j.Queue, j.Attempts, j.Args, j.Error)
		if err != nil {
			return err
		}
	}
	return nil
}

func retryJob(ctx context.Context, a *app.App, id int64, out io.Writer) error {
	if err := a.Queue.Retry(ctx, id); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "job %d runs again\n", id)
	return err
}
