package apptest_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
)

var updateMatrix = flag.Bool("update", false, "write what each role may do to testdata/access_matrix.tsv")

const matrixFile = "testdata/access_matrix.tsv"

// scopedIssuer is a member whose one permission group is at the level issuer, for the group that the objects belong to.
const scopedIssuer = "member + issuer of the group"

// TestEachRoleMayMakeTheCallsOfTheMatrix makes every call for members as each built-in role, and as a member of a permission group. A cell
// is "yes", "hidden" for objects that do not exist for the caller, or the code of the refusal: a missing permission is refused in words. Write the file anew with -args -update.
func TestEachRoleMayMakeTheCallsOfTheMatrix(t *testing.T) {
	t.Parallel()
	var columns []string
	for _, r := range access.BuiltIn() {
		columns = append(columns, string(r))
	}
	columns = append(columns, scopedIssuer)
	calls := membersCalls(t)
	cells := map[string][]string{}
	for i, column := range columns {
		by, mine := colleagueFor(t, column, i)
		for _, id := range calls {
			op := apptest.Operations(t)[id]
			cells[id] = append(cells[id], outcome(operations[id].call(by.Client, op, mine)))
		}
	}
	var b strings.Builder
	fmt.Fprintln(&b, "call\t"+strings.Join(columns, "\t"))
	for _, id := range slices.Sorted(slices.Values(calls)) {
		fmt.Fprintln(&b, id+"\t"+strings.Join(cells[id], "\t"))
	}
	if *updateMatrix {
		if err := os.WriteFile(matrixFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(matrixFile)
	if err != nil {
		t.Fatal(err)
	}
	before := strings.Split(string(want), "\n")
	for _, line := range strings.Split(b.String(), "\n") {
		if !slices.Contains(before, line) {
			t.Errorf("not in %s: %s", matrixFile, line)
		}
	}
	if len(before) != strings.Count(b.String(), "\n")+1 {
		t.Errorf("%s has %d lines, want %d", matrixFile, len(before)-1, strings.Count(b.String(), "\n"))
	}
}

// membersCalls lists the calls for members of a department: what reads before what changes, and what deletes at the end.
func membersCalls(t *testing.T) []string {
	t.Helper()
	all := apptest.Operations(t)
	out := slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(id string) bool {
		who := operations[id].who
		return who == anyone || who == owners || who == people
	})
	turn := func(id string) int {
		switch method := all[id].Method; {
		case strings.HasPrefix(id, "departmentDelete"):
			return 4
		case method == "DELETE" || strings.Contains(id, "Delete") || strings.Contains(id, "Erase"):
			return 3
		case method == "GET":
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(turn(a), turn(b)) })
	return out
}

// colleagueFor returns a member with a role in a world of their own, and an object of each kind.
func colleagueFor(t *testing.T, column string, number int) (apptest.Issuer, objects) {
	t.Helper()
	w := withEverything(t)
	owner := w.Issuer(fmt.Sprint("owner", number))
	mine := possessions(owner)
	if column == string(access.Owner) {
		return owner, mine
	}
	by := owner.Viewer(fmt.Sprint("colleague", number))
	role := column
	if column == scopedIssuer {
		role = string(access.Member)
		permissionGroup(owner, "Scoped", "issuer", "groups", []string{mine["group"]}, by)
	}
	w.Exec("update memberships set role = $1 where department_id = $2 and user_id = $3", role, owner.Department, by.UserID)
	return by, mine
}

// withoutPermission are the codes of refusals for another reason than a missing permission: requests of one’s own or of others, groups, more than the caller’s own permissions,
// and calls for programs.
var withoutPermission = []string{"api_key.limited_to_groups", "role.exceeds_own", "sso.api_key_only", "approval.own", "approval.not_own"}

func outcome(r apptest.Reply) string {
	switch r.Status {
	case 403:
		if code := r.Text("code"); slices.Contains(withoutPermission, code) {
			return code
		}
		r.Denied()
		return r.Text("code")
	case 401:
		return r.Text("code")
	case 404:
		return "hidden"
	}
	return "yes"
}
