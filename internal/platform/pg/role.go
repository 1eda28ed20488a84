package pg

import (
	"context"
	"fmt"
	"strings"
)

// RoleError says why the user of the database URL cannot act as Role. No query of the product would work.
type RoleError struct {
	Problem string
	Fix     string // what to do, with the statements to run
}

func (e *RoleError) Error() string { return e.Problem + "; " + e.Fix }

// CheckRole connects as the user in the URL and switches to Role. It returns a *RoleError when the role is missing, is not
// granted to the user, or lacks privileges on the tables, for example after an incomplete restore. Any other error means that the
// database is unreachable.
func CheckRole(ctx context.Context, url string) error {
	conn, err := connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var user string
	var exists, member bool
	var closed []string
	// The privilege functions fail for a missing role, so they are called only when it exists.
	err = conn.QueryRow(ctx, `with role as materialized (select oid from pg_roles where rolname = $1)
		select quote_ident(current_user), exists (select from role),
			coalesce((select pg_has_role(current_user, oid, 'member') from role), false),
			array(select c.relname::text from pg_class c, role r where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
				and c.relname <> 'schema_migrations' and not c.relispartition and not (has_schema_privilege(r.oid, c.relnamespace, 'usage') and has_table_privilege(r.oid, c.oid, 'select'))
				order by 1)`, Role).Scan(&user, &exists, &member, &closed)
	if err != nil {
		return fmt.Errorf("look up the role %s: %w", Role, err)
	}
	switch {
	case !exists:
		return &RoleError{
			"the role " + Role + " does not exist in this PostgreSQL",
			fmt.Sprintf("run `create role %s nologin; grant %s to %s;`, then restore the dump again, which holds the role's privileges", Role, Role, user),
		}
	case !member:
		return &RoleError{
			fmt.Sprintf("the user %s may not act as the role %s", user, Role), fmt.Sprintf("run `grant %s to %s;` as a user that may", Role, user),
		}
	case len(closed) > 0:
		return &RoleError{
			fmt.Sprintf("the role %s may not read %d tables (%s)", Role, len(closed), strings.Join(closed[:min(3, len(closed))], ", ")),
			"restore the dump again, without --no-privileges and with the role made before",
		}
	}
	return nil
}
