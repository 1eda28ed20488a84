package wallets

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/formats/pkpass"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
	"laurel/internal/reach/analytics"
	"laurel/internal/reach/passes"
)

// mountApple adds the download of passes, and the web service with which devices keep them up to date. Devices add version and path to
// the address in the pass. Source: Apple, Wallet Passes, Adding a Web Service to Update Passes.
func (a api) mountApple(r chi.Router) {
	r.Get("/apple_wallet/downloads/{token}", a.downloadPass)
	r.Post("/apple_wallet/v1/devices/{device}/registrations/{type}/{serial}", a.registerDevice)
	r.Delete("/apple_wallet/v1/devices/{device}/registrations/{type}/{serial}", a.unregisterDevice)
	r.Get("/apple_wallet/v1/devices/{device}/registrations/{type}", a.changedPasses)
	r.Get("/apple_wallet/v1/passes/{type}/{serial}", a.latestPass)
	r.Post("/apple_wallet/v1/log", a.deviceLog)
}

// passRequest reads what a device says of a pass.
func passRequest(r *http.Request) passes.Request {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "ApplePass") {
		token = ""
	}
	return passes.Request{
		Device: chi.URLParam(r, "device"), PassType: chi.URLParam(r, "type"), Serial: chi.URLParam(r, "serial"), Token: strings.TrimSpace(token),
		IP: httpx.ClientIP(r.Context()),
	}
}

func writePass(w http.ResponseWriter, data []byte, changed time.Time) {
	h := w.Header()
	h.Set("Content-Type", pkpass.MediaType)
	h.Set("Cache-Control", "no-store")
	if !changed.IsZero() {
		h.Set("Last-Modified", changed.UTC().Format(http.TimeFormat))
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data) //nolint:gosec // a ZIP file, by its content type
}

func (a api) downloadPass(w http.ResponseWriter, r *http.Request) {
	data, err := a.Passes.Download(r.Context(), chi.URLParam(r, "token"))
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="credential.pkpass"`)
	writePass(w, data, time.Time{})
}

type registrationIn struct {
	PushToken string `json:"pushToken"`
}

func (a api) registerDevice(w http.ResponseWriter, r *http.Request) {
	var in registrationIn
	if problem := bodyOf(w, r, &in, "invalid_request"); problem != nil {
		fail(w, r, problem)
		return
	}
	out, err := a.Passes.Register(r.Context(), passRequest(r), in.PushToken)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	if out.First {
		a.Analytics.Engaged(out.CredentialID, credentials.PageUsed)
		a.Analytics.Record(analytics.Visit{CredentialID: out.CredentialID, Type: analytics.WalletAdded, Actor: analytics.Owner, Detail: "apple"})
	}
	w.Header().Set("Cache-Control", "no-store")
	if out.New {
		w.WriteHeader(http.StatusCreated)
	}
}

func (a api) unregisterDevice(w http.ResponseWriter, r *http.Request) {
	if err := a.Passes.Unregister(r.Context(), passRequest(r)); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
}

type changesReply struct {
	Serials     []string `json:"serialNumbers"`
	LastUpdated string   `json:"lastUpdated"`
}

func (a api) changedPasses(w http.ResponseWriter, r *http.Request) {
	in := passRequest(r)
	out, err := a.Passes.Changed(r.Context(), in.Device, in.PassType, r.URL.Query().Get("passesUpdatedSince"))
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	if len(out.Serials) == 0 {
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	httpx.Write(w, changesReply{out.Serials, out.Tag})
}

func (a api) latestPass(w http.ResponseWriter, r *http.Request) {
	since, _ := http.ParseTime(r.Header.Get("If-Modified-Since")) // without one, the device has none
	data, changed, err := a.Passes.Latest(r.Context(), passRequest(r), since)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	if data == nil {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	writePass(w, data, changed)
}

type logIn struct {
	Logs []string `json:"logs"`
}

// Limits of what a device may log in one request.
const (
	maxLogs    = 10
	maxLogLine = 500
)

func (a api) deviceLog(w http.ResponseWriter, r *http.Request) {
	var in logIn
	if problem := bodyOf(w, r, &in, "invalid_request"); problem != nil {
		fail(w, r, problem)
		return
	}
	for _, line := range in.Logs[:min(len(in.Logs), maxLogs)] {
		a.Log.InfoContext(r.Context(), "a wallet reports a problem with a pass", "message", line[:min(len(line), maxLogLine)])
	}
	w.Header().Set("Cache-Control", "no-store")
}
