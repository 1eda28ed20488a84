package apptest_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
	goclient "laurel/internal/edges/client/laurel"
)

// someone is a credential as the client for Go sends it.
func (i integrator) someone(name string) goclient.CredentialBody {
	return goclient.CredentialBody{Credential: goclient.CredentialInput{
		GroupID:   &i.group,
		Recipient: &goclient.CredentialInputRecipient{Name: &name, Email: goclient.Ptr(apptest.Email(name))},
	}}
}

func TestAProgramInGoIssuesReadsAndFinds(t *testing.T) {
	t.Parallel()
	in := integration(t)
	api, ctx := in.API(), t.Context()
	ada, err := api.CredentialCreate(goclient.WithIdempotencyKey(ctx, "order-17"), in.someone("ada"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := api.CredentialCreate(goclient.WithIdempotencyKey(ctx, "order-17"), in.someone("ada"))
	if err != nil || again.Credential.UUID != ada.Credential.UUID {
		t.Errorf("the same order makes %s and %s: %v", ada.Credential.UUID, again.Credential.UUID, err)
	}
	read, err := api.CredentialRead(ctx, ada.Credential.EncodedID)
	if err != nil || read.Credential.Recipient.Name != "ada" || fmt.Sprint(read.Credential.ID) != fmt.Sprint(read.Credential.AccredibleInternalID) {
		t.Errorf("%+v %v", read.Credential, err)
	}
	changed, err := api.CredentialUpdate(ctx, ada.Credential.UUID, goclient.CredentialBody{Credential: goclient.CredentialInput{
		Grade: goclient.Set(91.5), ExpiredOn: goclient.Set("2099-01-01"),
	}})
	if err != nil || *changed.Credential.Grade != 91.5 || *changed.Credential.ExpiredOn != "2099-01-01" {
		t.Errorf("%+v %v", changed.Credential, err)
	}
	changed, err = api.CredentialUpdate(ctx, ada.Credential.UUID, goclient.CredentialBody{Credential: goclient.CredentialInput{Grade: goclient.Null[float64]()}})
	if err != nil || changed.Credential.Grade != nil || changed.Credential.ExpiredOn == nil {
		t.Errorf("%+v %v", changed.Credential, err)
	}
	for _, name := range []string{"ben", "cy"} {
		if _, err := api.CredentialCreate(ctx, in.someone(name)); err != nil {
			t.Fatal(err)
		}
	}
	var found []string
	for credential, err := range api.CredentialSearchAll(ctx, goclient.CredentialQuery{PageSize: goclient.Ptr(int64(2)), Sort: goclient.Ptr("recipient_name")}) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, credential.Recipient.Name)
	}
	if strings.Join(found, " ") != "ada ben cy" {
		t.Errorf("it finds %v", found)
	}
}

func TestAProgramInGoIsToldWhatIsWrong(t *testing.T) {
	t.Parallel()
	in := integration(t)
	body := in.someone("ada")
	body.Credential.Recipient.Email = nil
	_, err := in.API(goclient.WithLanguage("de")).CredentialCreate(t.Context(), body)
	refused, ok := errors.AsType[*goclient.Error](err)
	if !ok || refused.Status != http.StatusUnprocessableEntity || len(refused.Fields["recipient.email"]) != 1 || refused.RequestID == "" {
		t.Fatalf("%v", err)
	}
	_, err = in.API().GroupRead(t.Context(), 999999999)
	if refused, ok = errors.AsType[*goclient.Error](err); !ok || refused.Code != "group.not_found" || refused.Message == "" || refused.Fields != nil {
		t.Errorf("%v", err)
	}
}

func TestAProgramInGoMakesKeysAndWebhooks(t *testing.T) {
	t.Parallel()
	in := integration(t)
	api, ctx := in.API(), t.Context()
	made, err := api.WebhookCreate(ctx, goclient.WebhookBody{Webhook: goclient.WebhookBodyWebhook{URL: goclient.Ptr("https://1.1.1.1/in"), Events: []string{"credential.published"}}})
	if err != nil {
		t.Fatal(err)
	}
	paused, err := api.WebhookUpdate(ctx, made.Webhook.ID, goclient.WebhookBody{Webhook: goclient.WebhookBodyWebhook{Description: goclient.Ptr("Ours")}})
	if err != nil || paused.Webhook.Description != "Ours" || len(paused.Webhook.Events) != 1 {
		t.Errorf("%+v %v", paused.Webhook, err)
	}
	for webhook, err := range api.WebhookListAll(ctx, goclient.WebhookListParams{PageSize: 1}) {
		if err != nil || webhook.ID != made.Webhook.ID {
			t.Errorf("%+v %v", webhook, err)
		}
	}
	keys, err := api.APIKeyList(ctx)
	if err != nil || len(keys.APIKeys) != 1 {
		t.Fatalf("%+v %v", keys, err)
	}
	in.owner.Delete(fmt.Sprint("/v1/issuer/api_keys/", keys.APIKeys[0].ID)).OK()
	_, err = api.APIKeyList(ctx)
	if refused, ok := errors.AsType[*goclient.Error](err); !ok || refused.Status != http.StatusUnauthorized {
		t.Errorf("a key that was revoked: %v", err)
	}
}

// customer is what a customer's program in TypeScript does; it prints what it saw.
const customer = `
import { Laurel, LaurelError } from 'laurel-client';
const [baseUrl, key, group] = process.argv.slice(2);
const laurel = new Laurel({ baseUrl, key });
const credential = (name) => ({ credential: { group_id: Number(group), recipient: { name, email: name + '@recipients.example' } } });
const seen = [];
for (const name of ['ada', 'ben', 'cy']) await laurel.credentialCreate(credential(name), { idempotencyKey: name });
const again = await laurel.credentialCreate(credential('ada'), { idempotencyKey: 'ada' });
seen.push((await laurel.credentialRead(again.credential.uuid)).credential.recipient.name);
for await (const one of laurel.credentialSearchAll({ page_size: 2, sort: 'recipient_name' })) seen.push(one.recipient.name);
for await (const one of laurel.credentialSearchV2All({ page: { size: 2 }, sort: { recipient_name: 'desc' } })) seen.push(one.recipient_name);
for await (const one of laurel.groupListAll()) seen.push(one.name);
try {
  await laurel.groupRead(999999999);
} catch (error) {
  seen.push(error instanceof LaurelError, error.status, error.code, error.requestId !== '');
}
let asked = 0;
const refusing = async (url, init) => (asked++ < 2 ? new Response('{"errors":"Later","code":"unavailable"}', { status: 503, headers: { 'Retry-After': '0.001' } }) : fetch(url, init));
await new Laurel({ baseUrl, key, fetch: refusing }).groupList();
seen.push(asked);
console.log(seen.join(' '));
`

func TestAProgramInTypeScriptRunsWithTheClientThatTheServerHandsOut(t *testing.T) {
	t.Parallel()
	in := integration(t)
	packed := in.World.Nobody().Get("/docs/api/laurel-typescript.zip").OK()
	if packed.Header.Get("Content-Type") != "application/zip" {
		t.Errorf("%v", packed.Header)
	}
	dir := t.TempDir()
	unpack(t, packed.Body, filepath.Join(dir, "node_modules"))
	if err := os.Rename(filepath.Join(dir, "node_modules", "laurel"), filepath.Join(dir, "node_modules", "laurel-client")); err != nil {
		t.Fatal(err)
	}
	main := filepath.Join(dir, "main.mjs")
	if err := os.WriteFile(main, []byte(customer), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", main, in.World.Address(), in.secret(), fmt.Sprint(in.group)).CombinedOutput()
	if want := "ada ada ben cy cy ben ada Weaving true 404 group.not_found true 3\n"; err != nil || string(out) != want {
		t.Errorf("%v: it prints %s", err, out)
	}
}

func TestTheClientForGoThatTheServerHandsOutIsAModule(t *testing.T) {
	t.Parallel()
	packed := apptest.New(t).Nobody().Get("/docs/api/laurel-go.zip").OK()
	dir := t.TempDir()
	unpack(t, packed.Body, dir)
	for _, name := range []string{"go.mod", "README.md", "LICENSE", "laurel.go", "calls.gen.go"} {
		if _, err := os.Stat(filepath.Join(dir, "laurel", name)); err != nil {
			t.Error(err)
		}
	}
	listed := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
	listed.Dir = filepath.Join(dir, "laurel")
	listed.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := listed.CombinedOutput(); err != nil || string(out) != "laurel\n" {
		t.Errorf("%v: it needs %s", err, out)
	}
}

// unpack writes the files of a ZIP below a folder.
func unpack(t *testing.T, data []byte, dir string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		place := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err = errors.Join(err, in.Close(), os.MkdirAll(filepath.Dir(place), 0o750), os.WriteFile(place, content, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}
