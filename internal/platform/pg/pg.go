// Package pg opens PostgreSQL, migrates it, and runs transactions that are scoped to one department by row-level security.
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

// Role is the role that every query of the product runs as. It owns nothing, so row-level security applies to it.
const Role = "laurel_app"

// maxConns is the pool size of one process. Requests and workers share the pool, and public pages must not wait behind slow work.
// pool_max_conns in the URL overrides it.
const maxConns = 20

// Open connects a pool whose connections use Role. The database must be migrated.
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
	// Data in memory or on flash is read randomly as fast as sequentially, so that counting via an index beats a sequential scan.
	cfg.ConnConfig.RuntimeParams["random_page_cost"] = "1.1"
	// Queries are many and short: starting parallel workers or compiling with JIT costs more than it saves.
	cfg.ConnConfig.RuntimeParams["max_parallel_workers_per_gather"], cfg.ConnConfig.RuntimeParams["jit"] = "0", "off"
	cfg.ConnConfig.ConnectTimeout, cfg.ConnConfig.DialFunc = deadlines.Connect, dial
	cfg.ConnConfig.Tracer = newWatchdog(deadlines, cfg.ConnConfig)
	// Idle connections are not pinged before use, which would cost a round trip: a connection closed by the server is detected
	// without one, and a statement to a vanished server has a deadline.
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

// connConfig parses the URL for a connection outside the pool, without the pool's settings.
func connConfig(url string) (*pgx.ConnConfig, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read database url: %w", err)
	}
	cfg.ConnConfig.ConnectTimeout, cfg.ConnConfig.DialFunc = DefaultDeadlines().Connect, dial
	return cfg.ConnConfig, nil
}

// connect opens one connection as the user in the URL, outside the pool.
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

// InDepartment runs fn in a transaction that reads and writes only rows of one department.
func InDepartment(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fn func(pgx.Tx) error) error {
	return inTx(ctx, pool, department(departmentID), fn)
}

// WithCustomPlan is InDepartment for bulk work. Every statement of fn is planned for its own parameters and the current table
// sizes, and rows listed by ID are found through indexes: a generic plan cached while the tables were empty would scan them in
// full once they are large. See customPlanTx.
func WithCustomPlan(ctx context.Context, pool *pgxpool.Pool, departmentID int64, fn func(pgx.Tx) error) error {
	scope := department(departmentID)
	scope.customPlan = true
	return inTx(ctx, pool, scope, fn)
}

// InSystem runs fn in a transaction with access to every department: sign-in, resolving a public link, workers looking for work.
// Work on behalf of an issuer then runs in InDepartment.
func InSystem(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	return inTx(ctx, pool, tenantScope{system: "on"}, fn)
}

// SetTenant restricts a transaction begun elsewhere, such as a job's, to one department.
func SetTenant(ctx context.Context, tx pgx.Tx, departmentID int64) error {
	_, err := tx.Exec(ctx, "select set_config('app.department', $1, true), set_config('app.system', '', true)",
		strconv.FormatInt(departmentID, 10))
	return err
}

// BeyondGroups runs fn in a transaction as if its actor saw all groups of the department. It is for rules that count what the actor doesn't see;
// the actor must not learn it.
func BeyondGroups(ctx context.Context, tx pgx.Tx, fn func() error) error {
	var groups string
	if err := tx.QueryRow(ctx, "select coalesce(current_setting('app.groups', true), '')").Scan(&groups); err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	if groups == "" {
		return fn()
	}
	set := func(ids string) error {
		_, err := tx.Exec(ctx, "select set_config('app.groups', $1, true)", ids)
		return err
	}
	if err := set(""); err != nil {
		return fmt.Errorf("leave groups: %w", err)
	}
	if err := fn(); err != nil { // the transaction ends with it
		return err
	}
	if err := set(groups); err != nil {
		return fmt.Errorf("return to groups: %w", err)
	}
	return nil
}

// tenantScope holds the settings that the row-level security policies of a transaction read.
type tenantScope struct {
	department, system, groups, test string
	customPlan                       bool // plan every statement for its parameters; ignored when joining a transaction
	genericPlan                      bool // use generic plans; ignored when joining a transaction
	noLockTimeout                    bool // wait for locks without lockTimeout; ignored when joining a transaction
}

func department(id int64) tenantScope { return tenantScope{department: strconv.FormatInt(id, 10)} }

type groupsKey struct{}

// WithGroups returns a context whose department transactions see only some groups, given as comma-separated IDs; "" means no
// limit.
func WithGroups(ctx context.Context, ids string) context.Context {
	return WithSight(ctx, func() string { return ids })
}

// WithSight is WithGroups for groups that become fewer: each transaction sees those that are returned when it begins. If there are fewer
// when its function has succeeded, it is rolled back and run again.
func WithSight(ctx context.Context, ids func() string) context.Context {
	return context.WithValue(ctx, groupsKey{}, ids)
}

// Mode selects live credentials, test credentials, or both.
type Mode string

// The modes.
const (
	All  Mode = ""
	Live Mode = "off"
	Test Mode = "on"
)

type modeKey struct{}

// WithMode returns a context whose department transactions see credentials of one mode only. Credentials inserted in test mode
// are test credentials.
func WithMode(ctx context.Context, m Mode) context.Context {
	return context.WithValue(ctx, modeKey{}, m)
}

type genericPlanKey struct{}

// WithGenericPlan returns a context whose transactions use generic plans. It suits work on rows found by primary key, where
// planning a statement on a table with many indexes takes several times as long as running it.
func WithGenericPlan(ctx context.Context) context.Context {
	return context.WithValue(ctx, genericPlanKey{}, true)
}

// narrowed restricts the scope of a department to the groups and the mode of the context.
func (s tenantScope) narrowed(ctx context.Context) tenantScope {
	s.genericPlan, _ = ctx.Value(genericPlanKey{}).(bool)
	s.noLockTimeout = deadline.UseOf(ctx) == deadline.Job
	if s.system != "" {
		return s
	}
	if sight, ok := ctx.Value(groupsKey{}).(func() string); ok {
		if ids := sight(); ids != "" {
			s.groups = "{" + ids + "}"
		}
	}
	if m, ok := ctx.Value(modeKey{}).(Mode); ok {
		s.test = string(m)
	}
	return s
}

// policies returns the part of the scope that row-level security reads, without planning and locking options.
func (s tenantScope) policies() tenantScope {
	return tenantScope{department: s.department, system: s.system, groups: s.groups, test: s.test}
}

// set returns the statement that applies the scope until the transaction ends. It contains no external input.
func (s tenantScope) set() string {
	return "set local app.department = '" + s.department + "'; set local app.system = '" + s.system + "'; set local app.groups = '" + s.groups +
		"'; set local app.test = '" + s.test + "'"
}

// begin opens a transaction with the scope. Empty settings are left out because nothing is ever set outside a transaction.
func (s tenantScope) begin() string {
	begin := "begin"
	if s.genericPlan && !s.customPlan {
		begin += "; set local plan_cache_mode = force_generic_plan"
	}
	if s.noLockTimeout {
		begin += "; set local lock_timeout = 0"
	}
	for _, each := range [][2]string{{"department", s.department}, {"system", s.system}, {"groups", s.groups}, {"test", s.test}} {
		if each[1] != "" {
			begin += "; set local app." + each[0] + " = '" + each[1] + "'"
		}
	}
	return begin
}

// attempts limits retries of transactions that PostgreSQL aborted because of others, or that never reached it.
const attempts = 4

// errNarrowed means that a transaction began with more groups than its context shows at its end. It is run again with the rest.
var errNarrowed = errors.New("the transaction sees groups that it no longer may")

// kept returns errNarrowed if the context shows other groups by now than when the transaction began.
func (s tenantScope) kept(ctx context.Context) error {
	if s.narrowed(ctx).groups != s.groups {
		return errNarrowed
	}
	return nil
}

func inTx(ctx context.Context, pool *pgxpool.Pool, scope tenantScope, fn func(pgx.Tx) error) error {
	if whole, joins := ctx.Value(ambientTxKey{}).(*ambientTx); joins && whole.pool == pool {
		return retry(ctx, func(err error) bool { return retryable(err) && !pgconn.SafeToRetry(err) }, // a lost connection ends the ambient transaction as well
			func() error { return whole.join(ctx, scope.narrowed(ctx), fn) })
	}
	return retry(ctx, retryable, func() error { // the settings are sent with BEGIN and cost no extra round trip
		scope := scope.narrowed(ctx)
		return pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{BeginQuery: scope.begin()}, func(tx pgx.Tx) error {
			if scope.customPlan {
				tx = customPlanTx{tx}
			}
			if err := fn(tx); err != nil {
				return err
			}
			return scope.kept(ctx)
		})
	})
}

// retry runs fn again after a transient error.
func retry(ctx context.Context, over func(error) bool, do func() error) error {
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
	if pgconn.SafeToRetry(err) { // the connection was dead before any statement was sent
		return true
	}
	if errors.Is(err, errNarrowed) {
		return true
	}
	switch Code(err) {
	case "40001", "40P01": // serialization failure, deadlock
		return true
	}
	return false
}

// Code returns the SQLSTATE of err, or "".
func Code(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Violates reports whether err is a violation of the named constraint or unique index.
func Violates(err error, constraint string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.ConstraintName == constraint
}

// NoRows reports whether a query returned no row.
func NoRows(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// Unreachable reports whether err means that the database is temporarily unavailable and the caller should retry later.
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
