package embedded_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"laurel/internal/platform/embedded"
)

// crashVariable makes the test program a process that runs both parts on the folder it names, until it is killed.
const crashVariable = "LAUREL_TEST_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashVariable); dir != "" {
		runUntilKilled(dir)
	}
	os.Exit(m.Run())
}

func runUntilKilled(dir string) {
	url, _, err := embedded.StartPostgres(context.Background(), dir, quiet)
	if err != nil {
		panic(err)
	}
	endpoint, _, err := embedded.StartS3(context.Background(), dir, "access", "secret-secret", quiet)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n%s\n", url, endpoint)
	select {}
}

func TestAKilledProcessIsFollowedByTheNext(t *testing.T) {
	dir := dataDir(t)
	for round := range 3 {
		victim := exec.Command(os.Args[0])
		victim.Env = append(os.Environ(), crashVariable+"="+dir)
		out, err := victim.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := victim.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		lines.Scan()
		url := lines.Text()
		lines.Scan()
		endpoint := lines.Text()
		execute(t, url, fmt.Sprintf("create table round_%d as select 1 as n", round))
		if err := victim.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = victim.Wait()

		again, stop, err := embedded.StartPostgres(t.Context(), dir, quiet)
		if err != nil {
			t.Fatal(err)
		}
		if got := query(t, again, fmt.Sprintf("select 'rows ' || count(*) from round_%d", round)); got != "rows 1" {
			t.Errorf("round %d: %s", round, got)
		}
		sameEndpoint, stopStore, err := embedded.StartS3(t.Context(), dir, "access", "secret-secret", quiet)
		if err != nil {
			t.Fatal(err)
		}
		if sameEndpoint != endpoint || !refuses(endpoint) {
			t.Errorf("the store moved from %s to %s", endpoint, sameEndpoint)
		}
		if err := stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := stopStore(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
