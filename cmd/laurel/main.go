// Command laurel is the whole product in one program: it serves the API and the web application and runs background jobs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"laurel/internal/app"
	"laurel/internal/platform/config"
	"laurel/internal/platform/doctor"
)

const usage = `Usage: laurel COMMAND

  serve     serve the API and the web application, and work the queues (--queues mail: only these; --no-work: none)
  work      work queues only (--queues mail: only these)
  migrate   bring the database to the newest schema
  demo      fill the demo department and print how to get in (--json: for programs)
  fonts     list all fonts, or add some for all departments: fonts install PLACE|FAMILY...
  verify    say whether a credential holds: a file, an address or an id, - for the standard input (--email ADDRESS: is it theirs? --json: for programs)
  export    write what a department issued as plain files that verify without Laurel: export --department N --to FOLDER
  blueprint write what a department is set up with as files, or follow such files: blueprint --department N --to|--from FOLDER
  audit     audit export --department N writes a department's audit log, audit verify FILE checks such a file (--head FILE: against a signed head that was kept), audit replay --credential N FILE tells what happened to a credential
  keys      list the signing keys of a department, or change them: keys [rotate | revoke KEY] --department N;
            after a change of LAUREL_SECRET_KEY, seal all stored secrets with the new one: keys reseal
  billing   list plans, or change plans, subscriptions and credits: billing [plan NAME | show | subscribe | grant | adjust | invoice ...] (--department N, --amount N, ...)
  spreadsheets list what could not be read of the last 30 days, and why; --to FOLDER fetches the files
  jobs      list the jobs of the last 7 days that gave up, and why; --retry runs them again (--retry ID...: only these)
  health    ask the process of this machine whether it is ready, for container health checks (ends with 1 when not)
  doctor    check database, store, mail, Chrome, fonts, keys and queues, and say how to mend what is wrong
  version   print the version

Settings come from environment variables; docs/configuration.md lists them.
`

// version is set by the build.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	if code, ok := errors.AsType[exitCode](err); ok {
		os.Exit(int(code))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "laurel:", err)
		os.Exit(1)
	}
}

var (
	errUnhealthy = errors.New("something needs mending")
	errArguments = errors.New("unexpected arguments")
)

func run(ctx context.Context, args []string, getenv func(string) string, out, errOut io.Writer) error {
	command := ""
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	o, err := read(command, args, errOut)
	if err != nil {
		return err
	}
	switch command {
	case "version":
		_, err := fmt.Fprintln(out, version)
		return err
	case "serve", "work", "migrate", "demo", "fonts", "verify", "export", "blueprint", "audit", "keys", "billing", "spreadsheets", "jobs", "health", "doctor":
	default:
		_, _ = fmt.Fprint(errOut, usage)
		return fmt.Errorf("unknown command %q", command)
	}
	cfg, err := config.Load(getenv)
	if err != nil {
		return err
	}
	for _, problem := range config.Unknown(os.Environ()) {
		_, _ = fmt.Fprintln(errOut, "laurel: warning:", problem)
	}
	if command == "fonts" {
		return fontsCommand(ctx, cfg.DataDir, o.args, out)
	}
	if command == "health" {
		return healthCommand(ctx, cfg)
	}
	if command == "audit" && len(o.args) > 0 && (o.args[0] == "verify" || o.args[0] == "replay") {
		return auditFileCommand(o, os.Stdin, out)
	}
	if command == "verify" {
		return verifyCommand(ctx, cfg, o, os.Stdin, out)
	}
	if command == "demo" && o.asJSON || command == "doctor" || command == "export" || command == "blueprint" || command == "audit" || command == "keys" || command == "billing" || command == "spreadsheets" || command == "jobs" {
		cfg.Log.Level = max(cfg.Log.Level, slog.LevelWarn) // the answer is what counts
	}
	started := time.Now()
	var opts []app.Option
	if command == "doctor" {
		opts = append(opts, app.Examining())
	}
	a, err := app.Open(ctx, cfg, logger(cfg.Log, errOut), opts...)
	if err != nil {
		return err
	}
	a.Version = version
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
		defer cancel()
		if err := a.Close(closing); err != nil {
			a.Log.Error("close", "error", err)
		}
	}()
	return o.do(ctx, a, command, started, out, errOut)
}

// options are the global options of the command line.
type options struct {
	noWork, asJSON, retry bool
	queues                string
	email                 string
	head                  string
	credential            int64
	blueprintOrder
	billingOrder
	args []string
}

func read(command string, args []string, errOut io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("laurel "+command, flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.BoolVar(&o.noWork, "no-work", false, "serve: leave the queues to `laurel work`")
	flags.StringVar(&o.queues, "queues", strings.Join(app.AllQueues(), ","), "serve, work: which queues")
	flags.BoolVar(&o.asJSON, "json", false, "demo, verify, audit verify, audit replay: print JSON")
	flags.StringVar(&o.email, "email", "", "verify: compare this email address with the recipient of the credential")
	flags.StringVar(&o.head, "head", "", "audit verify, audit replay: a file with signed heads that were kept, one per line")
	flags.BoolVar(&o.retry, "retry", false, "jobs: run them again")
	flags.Int64Var(&o.credential, "credential", 0, "audit replay: the number of the credential")
	flags.Int64Var(&o.department, "department", 0, "export, blueprint, audit, keys, billing: the number of the department")
	flags.StringVar(&o.to, "to", "", "export: a folder that is empty or not there yet; blueprint: the same, or one that holds a blueprint; spreadsheets: any")
	flags.StringVar(&o.from, "from", "", "blueprint: a folder to follow; what would change is shown; billing subscribe: the first day of the billing year")
	flags.BoolVar(&o.apply, "apply", false, "blueprint: make the changes, after a question")
	flags.BoolVar(&o.yes, "yes", false, "blueprint: without the question")
	flags.BoolVar(&o.prune, "prune", false, "blueprint: remove what no file describes")
	o.billingFlags(flags)
	o.args, err = parseFlags(flags, args)
	if err == nil && len(o.args) > 0 && !slices.Contains([]string{"fonts", "verify", "audit", "keys", "billing", "jobs"}, command) {
		err = fmt.Errorf("%w: %s", errArguments, strings.Join(o.args, " "))
	}
	return o, err
}

// parseFlags parses flags before, between or after the arguments, and returns the arguments. Everything after "--" is an argument. The
// flag package alone stops at the first argument.
func parseFlags(flags *flag.FlagSet, args []string) (arguments []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		if len(rest) == 0 {
			return arguments, nil
		}
		if end := len(args) - len(rest); end > 0 && args[end-1] == "--" {
			return append(arguments, rest...), nil
		}
		arguments, args = append(arguments, rest[0]), rest[1:]
	}
}

// do runs a command that needs the whole product.
func (o options) do(ctx context.Context, a *app.App, command string, started time.Time, out, errOut io.Writer) error {
	worked := slices.DeleteFunc(strings.Split(o.queues, ","), func(s string) bool { return s == "" })
	if o.noWork {
		worked = nil
	}
	switch command {
	case "serve":
		return a.Run(ctx, a.Config.HTTP.Listen, worked, func(address string) { announce(out, a, address, time.Since(started)) })
	case "work":
		return a.Run(ctx, "", worked, func(string) {
			_, _ = fmt.Fprintf(out, "Laurel %s is working the queues %s after %.1f s\n", version, strings.Join(worked, ", "), time.Since(started).Seconds())
		})
	case "demo":
		return demoCommand(ctx, a, out, o.asJSON)
	case "export":
		return exportCommand(ctx, a, o.department, o.to, out, errOut)
	case "blueprint":
		return blueprintCommand(ctx, a, o.blueprintOrder, os.Stdin, out)
	case "audit":
		return auditExportCommand(ctx, a, o, out)
	case "keys":
		return keysCommand(ctx, a, o.department, o.args, out)
	case "billing":
		return billingCommand(ctx, a, o, out)
	case "spreadsheets":
		return spreadsheetsCommand(ctx, a, o.to, out)
	case "jobs":
		return jobsCommand(ctx, a, o.retry, o.args, out)
	case "doctor":
		report := doctor.Examine(ctx, a.Checks())
		if err := report.Write(out); err != nil {
			return err
		}
		if !report.Healthy() {
			return errUnhealthy
		}
	}
	return nil // migrate: opening the app has done it
}

// announce prints the address of Laurel once it responds.
func announce(out io.Writer, a *app.App, address string, took time.Duration) {
	_, _ = fmt.Fprintf(out, "Laurel %s is ready after %.1f s: %s\n", version, took.Seconds(), a.Links.Base())
	if port, err := netip.ParseAddrPort(address); err == nil {
		_, _ = fmt.Fprintf(out, "  listening on %s\n", port)
	}
	if config.Local(a.Links.Base()) {
		_, _ = fmt.Fprintln(out, "  this address works on this machine alone, and credentials carry it for ever: set LAUREL_PUBLIC_URL before you issue")
	}
	if a.Config.Dev {
		_, _ = fmt.Fprintf(out, "  mail that went out: %s\n", a.Links.Page("/dev/mail"))
		if kept, err := keptDemo(a); err == nil && kept.Password != "" {
			_, _ = fmt.Fprintf(out, "  demo sign-in: %s  %s\n", kept.Email, kept.Password)
		}
	}
}
