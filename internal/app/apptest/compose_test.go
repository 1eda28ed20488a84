package apptest_test

import (
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"laurel/internal/app/apptest"
	"laurel/internal/credentials"
	"laurel/internal/optional"
	"laurel/internal/publishing"
	"laurel/internal/webhooks"
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
	if _, err := onlooker.Publishing.Start(t.Context(), by, publishing.Request{Selection: credentials.Selection{IDs: ids}, SendEmail: true}); err != nil {
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
