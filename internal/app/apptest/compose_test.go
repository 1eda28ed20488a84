package apptest_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"laurel/internal/app/apptest"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/optional"
	"laurel/internal/reach/webhooks"
)

// composeFile is what the tests read of docker-compose.yml.
type composeFile struct {
	Services map[string]composeService `yaml:"services"`
}

type composeService struct {
	Image           string            `yaml:"image"`
	Command         []string          `yaml:"command"`
	Environment     map[string]string `yaml:"environment"`
	Volumes         []string          `yaml:"volumes"`
	Healthcheck     map[string]any    `yaml:"healthcheck"`
	Init            bool              `yaml:"init"`
	StopGracePeriod string            `yaml:"stop_grace_period"`
	ShmSize         string            `yaml:"shm_size"`
	SecurityOpt     []string          `yaml:"security_opt"`
	CapDrop         []string          `yaml:"cap_drop"`
}

func readCompose(t *testing.T) composeFile {
	t.Helper()
	data, err := os.ReadFile("../../../docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var file composeFile
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

// program are the services that run Laurel, in the order of their names.
func (f composeFile) program() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(f.Services)) {
		if f.Services[name].Image == "laurel" {
			names = append(names, name)
		}
	}
	return names
}

func TestTheProcessesOfTheComposeFileDoTheWholeJob(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	file := readCompose(t)
	mail := newSink(t)
	hook := newReceiver(t, always(http.StatusNoContent))
	settings := apptest.Settings(t)
	settings["SMTP_URL"], settings["LAUREL_WEBHOOK_ALLOW"] = "smtp://"+mail.address, "127.0.0.0/8"
	onlooker := open(t, settings)
	by := newDepartment(t, onlooker)
	ids := draft(t, onlooker, by, newGroup(t, onlooker, by), 3)
	_, _, err := onlooker.Webhooks.Create(t.Context(), by, webhooks.Input{
		URL: optional.Set(hook.URL), Events: optional.Set([]string{"credential.published"}),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := onlooker.Publishing.Start(t.Context(), by, publishing.Request{Selection: credentialsearch.Selection{IDs: ids}, SendEmail: true}); err != nil {
		t.Fatal(err)
	}

	var address string
	for _, name := range file.program() {
		if p := run(t, settings, file.Services[name].Command...); p.url != "" {
			address = p.url
		}
	}
	apptest.Eventually(t, "credentials, mails, webhooks and documents", func() bool {
		return apptest.Number(t, onlooker, "select count(*) from credentials where state = 'published' and email_status = 'sent'") == 3 &&
			len(mail.received()) == 3 && len(hook.arrivals()) == 3 &&
			len(apptest.Files(t, settings, "pdf/"))+int(apptest.Number(t, onlooker, "select count(*) from kept_documents where pack_id is not null")) >= 3
	})
	ready := textOf(t, address+"/readyz")
	if !strings.Contains(ready, `"queues":"ok"`) {
		t.Errorf("readiness says %s", ready)
	}
}

// pinned is an image with a whole version, such as postgres:17.6-bookworm; Debian counts in two parts.
var pinned = regexp.MustCompile(`^(debian:\d+\.\d+|[a-z/]+:\d+\.\d+\.\d+|postgres:\d+\.\d+)-[a-z-]+$`)

func TestTheComposeFileLeavesAProcessWhatItNeeds(t *testing.T) {
	t.Parallel()
	file := readCompose(t)
	for _, name := range file.program() {
		s := file.Services[name]
		grace, err := time.ParseDuration(s.StopGracePeriod)
		if err != nil || grace < 40*time.Second {
			t.Errorf("%s is killed after %q; stopping takes up to 30 seconds", name, s.StopGracePeriod)
		}
		if !s.Init || s.Healthcheck == nil || s.ShmSize == "" {
			t.Errorf("%s lacks init, a health check or shared memory for Chrome: %+v", name, s)
		}
		if !slices.Contains(s.Volumes, "data:/var/lib/laurel/data") {
			t.Errorf("%s keeps its data folder nowhere: %v", name, s.Volumes)
		}
		if strings.Contains(s.Environment["DATABASE_URL"], "${") {
			t.Errorf("%s: a password with an @ or a / breaks %s", name, s.Environment["DATABASE_URL"])
		}
	}
	for _, path := range []string{"docker-compose.yml", "Dockerfile"} {
		data, err := os.ReadFile("../../../" + path)
		if err != nil {
			t.Fatal(err)
		}
		images := regexp.MustCompile(`(?m)^\s*(?:FROM|image:) (\S+)`).FindAllStringSubmatch(string(data), -1)
		for _, m := range images {
			if m[1] != "laurel" && !pinned.MatchString(m[1]) {
				t.Errorf("%s: %s is not pinned", path, m[1])
			}
		}
		if len(images) < 3 {
			t.Errorf("%s: the test sees %v", path, images)
		}
	}
}

func TestOperatorsAskForHealthAndForJobsThatGaveUp(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	settings := apptest.Settings(t)
	settings["LAUREL_PRIVATE_LISTEN"] = "127.0.0.1:0"
	worker := run(t, settings, "work", "--queues", "mail")
	settings["LAUREL_PRIVATE_LISTEN"] = strings.TrimPrefix(worker.privateAddress(), "http://")
	command := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), path, args...)
		for name, value := range settings {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := command("health"); err != nil {
		t.Errorf("of a worker that is well: %v: %s", err, out)
	}
	if out, err := command("jobs"); err != nil || !strings.Contains(out, "gave up") {
		t.Errorf("the list of jobs that gave up: %v: %s", err, out)
	}
	onlooker := open(t, settings)
	var ids [2]int64
	for i := range ids {
		ids[i] = apptest.Number(t, onlooker, `insert into river_job (kind, queue, state, args, attempt, max_attempts, finalized_at, errors)
			values ('documents.print', 'render', 'discarded', '{}', 12, 12, now(), array['{"error": "Chrome is out of memory"}'::jsonb]) returning id`)
	}
	if out, err := command("jobs"); err != nil || strings.Count(out, "documents.print (render), 12 attempts") != 2 || !strings.Contains(out, "Chrome is out of memory") {
		t.Errorf("the list of two jobs that gave up: %v: %s", err, out)
	}
	state := func(id int64) int64 {
		return apptest.Number(t, onlooker, "select count(*) from river_job where id = $1 and state = 'discarded'", id)
	}
	out, err := command("jobs", "--retry", strconv.FormatInt(ids[0], 10))
	if err != nil || state(ids[0]) != 0 || state(ids[1]) != 1 {
		t.Errorf("to retry one of them: %v: %s", err, out)
	}
	if out, err := command("jobs", "--retry"); err != nil || state(ids[1]) != 0 {
		t.Errorf("to retry all: %v: %s", err, out)
	}
	settings["LAUREL_PRIVATE_LISTN"] = "x"
	if out, err := command("jobs"); err != nil || !strings.Contains(out, "LAUREL_PRIVATE_LISTEN") {
		t.Errorf("a misspelt setting: %v: %s", err, out)
	}
	delete(settings, "LAUREL_PRIVATE_LISTN")
	worker.kill()
	if _, err := command("health"); err == nil {
		t.Error("a process that is gone is well")
	}
}

func TestTheComposeFileLetsChromeRunWithoutANetwork(t *testing.T) {
	t.Parallel()
	file := readCompose(t)
	for _, name := range file.program() {
		s := file.Services[name]
		if !slices.Contains(s.SecurityOpt, "seccomp=scripts/compose/seccomp.json") || !slices.Contains(s.SecurityOpt, "no-new-privileges:true") || !slices.Equal(s.CapDrop, []string{"ALL"}) {
			t.Errorf("%s runs with %v and without %v", name, s.SecurityOpt, s.CapDrop)
		}
	}
	data, err := os.ReadFile("../../../scripts/compose/seccomp.json")
	if err != nil {
		t.Fatal(err)
	}
	var profile struct {
		DefaultAction string `json:"defaultAction"`
		Syscalls      []struct {
			Names  []string `json:"names"`
			Action string   `json:"action"`
		} `json:"syscalls"`
	}
	if err := json.Unmarshal(data, &profile); err != nil {
		t.Fatal(err)
	}
	denied := map[string]bool{}
	for _, rule := range profile.Syscalls {
		for _, name := range rule.Names {
			denied[name] = rule.Action == "SCMP_ACT_ERRNO"
		}
	}
	for name, want := range map[string]bool{"clone": false, "clone3": false, "unshare": false, "chroot": false, "mount": true, "setns": true, "bpf": true, "keyctl": true} {
		if denied[name] != want {
			t.Errorf("%s denied: %t, want %t", name, denied[name], want)
		}
	}
	if profile.DefaultAction != "SCMP_ACT_ALLOW" {
		t.Errorf("what is not named: %s", profile.DefaultAction)
	}
}
