package spreadsheets

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"
)

// childVariable tells a copy of the running program to read a spreadsheet from standard input.
const childVariable = "LAUREL_SHEETS_CHILD"

// The limits of the child: memory beyond what the program itself needs, and time.
const (
	childMemory  = 768 << 20
	childTarget  = 384 << 20 // from here on memory is collected eagerly
	childTime    = 60 * time.Second
	childTrouble = 4 << 10 // of its last words
)

// line is a line of the child's output. Exactly one of its fields is set.
type line struct {
	Book    *Book    `json:"book,omitempty"`
	Row     *Row     `json:"row,omitempty"`
	Problem *Problem `json:"problem,omitempty"`
	End     bool     `json:"end,omitempty"`
}

// init runs the child before main starts when this process is such a copy.
func init() { //nolint:gochecknoinits // the copy must not run its own main, nor any test
	if os.Getenv(childVariable) == "" {
		return
	}
	if err := childMain(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// childMain reads an order and a file, and writes its output line by line.
func childMain(in io.Reader, out io.Writer) error {
	debug.SetMemoryLimit(childTarget)
	if err := confine(); err != nil {
		return err
	}
	from := bufio.NewReader(in)
	order, err := from.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("read what to do: %w", err)
	}
	var choice Choice
	if err := json.Unmarshal(order, &choice); err != nil {
		return fmt.Errorf("understand what to do: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(from, MaxBytes+1))
	if err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	answer := bufio.NewWriterSize(out, 64<<10)
	lines := json.NewEncoder(answer)
	lines.SetEscapeHTML(false)
	err = read(data, choice, func(b Book) error { return lines.Encode(line{Book: &b}) }, func(r Row) error { return lines.Encode(line{Row: &r}) })
	last := line{End: true}
	if p, ok := errors.AsType[*Problem](err); ok {
		last = line{Problem: p}
	} else if err != nil {
		return err
	}
	if err := lines.Encode(last); err != nil {
		return err
	}
	return answer.Flush()
}

// readers read the formats.
var readers = map[Format]func([]byte, Choice, func(Book) error, *gate) error{CSV: readText, TXT: readText, XLS: readXLS, XLSX: readXLSX}

// read reads a file in this process.
func read(data []byte, choice Choice, head func(Book) error, row func(Row) error) error {
	g := &gate{emit: row}
	reader, ok := readers[choice.Format]
	switch {
	case !ok:
		return problem(Unreadable)
	case len(data) > MaxBytes:
		return problem(TooLarge, "max", MaxBytes>>20)
	case len(data) == 0:
		return problem(Empty)
	}
	if err := reader(data, choice, head, g); err != nil {
		return err
	}
	if g.rows == 0 {
		return problem(Empty)
	}
	return nil
}

// Read reads a sheet of a file: it calls head with what was detected, and then row for each row. It returns a *Problem for an
// unreadable file, possibly after some rows. An error of head or row ends the reading.
func Read(ctx context.Context, data []byte, choice Choice, head func(Book) error, row func(Row) error) error {
	return readWithin(ctx, childTime, data, choice, head, row)
}

func readWithin(ctx context.Context, limit time.Duration, data []byte, choice Choice, head func(Book) error, row func(Row) error) error {
	order, err := json.Marshal(choice)
	if err != nil {
		return fmt.Errorf("order the reading of a spreadsheet: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, problem(TooSlow, "seconds", int(limit.Seconds())))
	defer cancel()
	var out io.ReadCloser
	var trouble tail
	cmd, err := startChild(func(cmd *exec.Cmd) (err error) {
		cmd.Stdin = io.MultiReader(bytes.NewReader(append(order, '\n')), bytes.NewReader(data))
		cmd.Stderr = &trouble
		out, err = cmd.StdoutPipe()
		return err
	})
	if err != nil {
		return fmt.Errorf("start the reading of a spreadsheet: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { kill(cmd) })
	err = follow(out, head, row)
	if err != nil {
		kill(cmd)
	}
	_, _ = io.Copy(io.Discard, out)
	ended := cmd.Wait()
	stop()
	slow, _ := errors.AsType[*Problem](context.Cause(ctx))
	switch {
	case err == nil:
		return nil
	case slow != nil:
		return slow
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errBroken):
		return &Problem{Code: Crashed, Detail: strings.TrimSpace(fmt.Sprint(ended, ": ", trouble.String()))}
	}
	return err
}

// errBroken means that the child's output is incomplete.
var errBroken = errors.New("the answer is not whole")

// follow parses the child's output as it arrives.
func follow(out io.Reader, head func(Book) error, row func(Row) error) error {
	lines := json.NewDecoder(bufio.NewReaderSize(out, 64<<10))
	for {
		var l line
		if err := lines.Decode(&l); err != nil {
			return errBroken
		}
		var err error
		switch {
		case l.Problem != nil:
			return l.Problem
		case l.End:
			return nil
		case l.Book != nil:
			err = head(*l.Book)
		case l.Row != nil:
			err = row(*l.Row)
		}
		if err != nil {
			return err
		}
	}
}

// tail keeps the first part of the error output.
type tail struct{ bytes.Buffer }

func (t *tail) Write(p []byte) (int, error) {
	t.Buffer.Write(p[:min(len(p), max(0, childTrouble-t.Len()))])
	return len(p), nil
}

// startChild starts a copy of this program with the strongest isolation that the system supports and an empty environment.
func startChild(connect func(*exec.Cmd) error) (*exec.Cmd, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find own program: %w", err)
	}
	var all []error
	for _, attr := range isolations() {
		cmd := exec.Command(exe) //nolint:gosec,noctx // G204: ourselves; it is killed when the context ends
		cmd.Env, cmd.Dir, cmd.SysProcAttr = []string{childVariable + "=1", "TMPDIR=/nonexistent"}, "/", attr
		if err := connect(cmd); err != nil {
			return nil, err
		}
		err := cmd.Start()
		if err == nil {
			return cmd, nil
		}
		all = append(all, err)
	}
	return nil, errors.Join(all...)
}
