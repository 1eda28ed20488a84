package apptest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/doctor"
)

// privateAddress is where a process serves its health and metrics.
func (p *process) privateAddress() (address string) {
	p.t.Helper()
	apptest.Eventually(p.t, "it to name its private address", func() bool {
		for line := range strings.Lines(p.log.String()) {
			var entry struct{ Msg, Address string }
			if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == "health and metrics are served" {
				address = "http://" + entry.Address
			}
		}
		return address != ""
	})
	return address
}

func TestAWorkerTellsOfItsHealthAndItsWork(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	settings["LAUREL_PRIVATE_LISTEN"] = "127.0.0.1:0"
	address := run(t, settings, "work", "--queues", "mail,webhook").privateAddress()
	if ready := textOf(t, address+"/readyz"); !strings.Contains(ready, `"ready":true`) || !strings.Contains(ready, `"queues":"fail"`) {
		t.Errorf("it says %s", ready)
	}
	metrics := textOf(t, address+"/metrics")
	for _, want := range []string{
		`laurel_queue_workers{queue="mail"} 1`, `laurel_queue_workers{queue="render"} 0`, `laurel_queue_due{queue="webhook"} 0`,
		`laurel_queue_oldest_seconds{queue="default"}`, `laurel_mails{state="failed"} 0`, `laurel_database_connections{state="most"} 20`,
		`laurel_chrome_jobs_total{outcome="failed"} 0`, `laurel_check_status{check="writes"} 0`, `laurel_check_status{check="queues"} 2`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}

func TestAProcessThatIsToldToStopSaysSoWhileItStillAnswers(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	settings["LAUREL_STOP_DELAY"] = "50s"
	p := serve(t, settings, "--no-work")
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "readiness to fail", func() bool { return strings.Contains(textOf(t, p.url+"/readyz"), `"ready":false`) })
	if got := textOf(t, p.url+"/healthz"); got != `{"status":"ok"}`+"\n" && got != `{"status":"ok"}` {
		t.Errorf("it answers %q", got)
	}
}

func TestADatabaseThatIsReadOnlyIsReported(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	w.Exec(`do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`)
	w.App.Pool.Reset()
	report := doctor.Examine(t.Context(), w.App.Checks())
	for _, result := range report {
		if want := map[string]doctor.Status{"database": doctor.OK, "writes": doctor.Fail}[result.Name]; want != "" && result.Status != want {
			t.Errorf("%+v", result)
		}
	}
	if !report.Ready() {
		t.Error("public pages could be served, and it is not ready")
	}
}

// ticks is the processor time that a process has used, in hundredths of a second.
func (p *process) ticks() int {
	p.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+2:]))
	sum := 0
	for _, i := range []int{11, 12} {
		n, err := strconv.Atoi(fields[i])
		if err != nil {
			p.t.Fatal(err)
		}
		sum += n
	}
	return sum
}

func TestTheFirstRequestToTheAPICostsNoMoreThanOthers(t *testing.T) {
	t.Parallel()
	p := serve(t, apptest.Settings(t), "--no-work")
	textOf(t, p.url+"/healthz")
	before := p.ticks()
	if res, err := http.Get(p.url + "/v1/issuer/groups"); err != nil || res.StatusCode != http.StatusUnauthorized {
		t.Fatalf("%v %v", res, err)
	}
	if used := time.Duration(p.ticks()-before) * 10 * time.Millisecond; used > 100*time.Millisecond {
		t.Errorf("it took %v of processor time", used)
	}
}
