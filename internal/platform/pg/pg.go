// Package pg opens PostgreSQL, migrates it, and runs transactions that see one department only.
package pg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/deadline"
)

// Role is the role every query of the product runs as. It owns nothing, so row-level security binds it.
const Role = "laurel_app"

// maxConns is how many connections one process may hold: requests and workers share them, and public pages must not wait
// behind slow work. pool_max_conns in the URL overrides it.
const maxConns = 20

// Open connects a pool whose connections act as Role. The database has to be migrated.
func Open(ctx context.Context, url string) (*pgxpool.Pool, error) {
	return OpenWithin(ctx, url, DefaultDeadlines())
}

// OpenWithin is Open with other deadlines.
func OpenWithin(ctx context.Context, url string, deadlines Deadlines) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read database url: %w", err)
	}
	if !strings.Contains(url, "pool_max_conns") {
		cfg.MaxConns = maxConns
	}
	cfg.ConnConfig.RuntimeParams["application_name"] = "laurel"
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	cfg.ConnConfig.RuntimeParams["statement_timeout"] = strconv.FormatInt(statementTimeout.Milliseconds(), 10)
	cfg.ConnConfig.RuntimeParams["lock_timeout"] = strconv.FormatInt(lockTimeout.Milliseconds(), 10)
	cfg.ConnConfig.RuntimeParams["idle_in_transaction_session_timeout"] = strconv.FormatInt(idleInTransactionTimeout.Milliseconds(), 10)
	// What is in memory or on flash is read here and there as quickly as in a row: counting a list in an index beats reading the table.
	cfg.ConnConfig.RuntimeParams["random_page_cost"] = "1.1"
	// Questions are many and short: helpers that are started for one, and programs compiled for it, cost more than they save.
	cfg.ConnConfig.RuntimeParams["max_parallel_workers_per_gather"], cfg.ConnConfig.RuntimeParams["jit"] = "0", "off"
	cfg.ConnConfig.ConnectTimeout, cfg.ConnConfig.DialFunc = deadlines.Connect, dial
	cfg.ConnConfig.Tracer = newWatchdog(deadlines, cfg.ConnConfig)
	// A connection that was idle is not asked whether it lives, which would cost a round trip: that its server closed it can be seen
	// without one, and a statement that meets a server which vanished has a deadline.
	cfg.ShouldPing = func(_ context.Context, p pgxpool.ShouldPingParams) bool {
		return p.IdleDuration > time.Second && p.Conn.PgConn().CheckConn() != nil //nolint:staticcheck // deprecated in favour of that round trip
	}
	cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, "set role "+Role)
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	return pool, nil
}

// connConfig reads the URL for a connection outside of the pool, without the settings that are the pool's.
func connConfig(url string) (*pgx.ConnConfig, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read database url: %w", err)
	}
	cfg.ConnConfig.ConnectTimeout, cfg.ConnConfig.DialFunc = DefaultDeadlines().Connect, dial
	return cfg.ConnConfig, nil
}

// connect opens one connection as the user of the URL, outside of the pool.
func connect(ctx context.Context, url string) (*pgx.Conn, error) {
	cfg, err := connConfig(url)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	return conn, nil
}

// InDepartment runs fn in a transaction that sees and writes only the rows of one department.
func InDepartment(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fn func(pgx.Tx) error) error {
	return inTx(ctx, pool, department(departmentID), fn)
}

// InBulk is InDepartment for work on many rows at once. It has every statement planned for the values that it is given and for the
// size that the tables have by now, and has rows that are named found by their indexes: a plan that was made and kept when the
// tables were empty would read them whole once they are large.
func InBulk(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fn func(pgx.Tx) error) error {
	sees := department(departmentID)
	sees.bulk = true
	return inTx(ctx, pool, sees, fn)
}

// InSystem runs fn in a transaction that sees every department: signing in, resolving a public link, workers that look
// for work. Whatever it finds for an issuer is then handled by InDepartment.
func InSystem(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	return inTx(ctx, pool, sight{system: "on"}, fn)
}

// Enter narrows a transaction begun elsewhere (a job's) to one department.
func Enter(ctx context.Context, tx pgx.Tx, departmentID int64) error {
	_, err := tx.Exec(ctx, "select set_config('app.department', $1, true), set_config('app.system', '', true)",
		strconv.FormatInt(departmentID, 10))
	return err
}

// sight is what a transaction sees: the settings that the policies of the tables ask for.
type sight struct {
	department, system, groups, test string
	bulk                             bool // statements are planned anew; a transaction that is joined has its own way
	keyed                            bool // statements keep the plan that is good for all values; likewise
	patient                          bool // statements wait for locks as long as they may take; likewise
}

func department(id int64) sight { return sight{department: strconv.FormatInt(id, 10)} }

type groupsKey struct{}

// WithGroups returns a context whose transactions in a department see some of its groups only, given as numbers with commas
// between them; none is no limit.
func WithGroups(ctx context.Context, ids string) context.Context {
	return context.WithValue(ctx, groupsKey{}, ids)
}

// Mode says whether the credentials that count are meant, those of a test, or all.
type Mode string

// The modes.
const (
	All  Mode = ""
	Live Mode = "off"
	Test Mode = "on"
)

type modeKey struct{}

// WithMode returns a context whose transactions in a department see the credentials of a mode only. What they add is of a test
// where the mode is.
func WithMode(ctx context.Context, m Mode) context.Context {
	return context.WithValue(ctx, modeKey{}, m)
}

type keyedKey struct{}

// Keyed returns a context whose transactions work on rows that are named by their keys. How to find those is the same for all values,
// so no time goes into planning it again, which for tables of many indexes takes several times as long as the work.
func Keyed(ctx context.Context) context.Context { return context.WithValue(ctx, keyedKey{}, true) }

// limited narrows the sight of a department to the groups and the mode of the context.
func (s sight) limited(ctx context.Context) sight {
	s.keyed, _ = ctx.Value(keyedKey{}).(bool)
	s.patient = deadline.UseOf(ctx) == deadline.Job
	if s.system != "" {
		return s
	}
	if ids, ok := ctx.Value(groupsKey{}).(string); ok && ids != "" {
		s.groups = "{" + ids + "}"
	}
	if m, ok := ctx.Value(modeKey{}).(Mode); ok {
		s.test = string(m)
	}
	return s
}

// walls is what a sight lets see, without how its transaction works.
func (s sight) walls() sight {
	return sight{department: s.department, system: s.system, groups: s.groups, test: s.test}
}

// set is the statement that opens the sight until the transaction ends. No value comes from outside.
func (s sight) set() string {
	return "set local app.department = '" + s.department + "'; set local app.system = '" + s.system + "'; set local app.groups = '" + s.groups +
		"'; set local app.test = '" + s.test + "'"
}

// begin opens a transaction with the sight. Nothing is set outside of transactions, so what is empty needs no word.
func (s sight) begin() string {
	begin := "begin"
	if s.bulk {
		begin += "; set local plan_cache_mode = force_custom_plan"
	} else if s.keyed {
		begin += "; set local plan_cache_mode = force_generic_plan"
	}
	if s.patient {
		begin += "; set local lock_timeout = 0"
	}
	for _, each := range [][2]string{{"department", s.department}, {"system", s.system}, {"groups", s.groups}, {"test", s.test}} {
		if each[1] != "" {
			begin += "; set local app." + each[0] + " = '" + each[1] + "'"
		}
	}
	return begin
}

// attempts bounds the retries of transactions that PostgreSQL ended for another's sake, or that never reached it.
const attempts = 4

func inTx(ctx context.Context, pool *pgxpool.Pool, sees sight, fn func(pgx.Tx) error) error {
	sees = sees.limited(ctx)
	if whole, joins := ctx.Value(wholeKey{}).(*whole); joins && whole.pool == pool {
		return again(ctx, func(err error) bool { return retryable(err) && !pgconn.SafeToRetry(err) }, // a lost connection is lost to the whole
			func() error { return whole.join(ctx, sees, fn) })
	}
	return again(ctx, retryable, func() error { // the settings travel with BEGIN, so a transaction costs no extra round trip for them
		return pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{BeginQuery: sees.begin()}, fn)
	})
}

// again does once more what ended for a reason that may be over.
func again(ctx context.Context, over func(error) bool, do func() error) error {
	for attempt := 1; ; attempt++ {
		err := do()
		if err == nil || attempt == attempts || !over(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(attempt*attempt) * 5 * time.Millisecond):
		}
	}
}

func retryable(err error) bool {
	if pgconn.SafeToRetry(err) { // the connection was dead before anything of this attempt reached the server
		return true
	}
	switch Code(err) {
	case "40001", "40P01": // serialization failure, deadlock
		return true
	}
	return false
}

// Code is the SQLSTATE of err, or "".
func Code(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Violates tells whether err is the refusal of the named constraint or unique index.
func Violates(err error, constraint string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.ConstraintName == constraint
}

// NoRows tells whether a query found nothing.
func NoRows(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// Unreachable tells whether err says that the database cannot answer now, so that the caller should try again later.
func Unreachable(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.ErrUnexpectedEOF) {
		return true
	}
	code := Code(err)
	if len(code) < 2 {
		return false
	}
	switch code[:2] {
	case "08", "53", "57": // connection, resources, operator intervention
		return true
	}
	return code == "25006" || code == "55P03" // read-only after a failover; locked for too long
}
