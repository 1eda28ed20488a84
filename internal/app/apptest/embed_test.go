package apptest_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

const (
	hostPage  = "https://host.example"
	allScopes = `["design.read","design.write","upload","attributes"]`
)

// embedder is an issuer whose department lets hostPage hold the design maker, with a key that may write.
type embedder struct {
	apptest.Issuer
	key    apptest.Client
	design int64
	origin int64
}

func newEmbedder(w *apptest.World, name string) embedder {
	e := embedderOf(w.Issuer(name))
	e.origin = e.Post("/v1/embed/origins", apptest.J{"origin": hostPage}).OK().Int("origin.id")
	return e
}

// embedderOf is an embedder that lists no page yet.
func embedderOf(owner apptest.Issuer) embedder {
	return embedder{Issuer: owner, key: owner.Key("write"), design: owner.Design("Mine")}
}

// mint asks for a code; designID is 0 for a new design.
func (e embedder) mint(designID int64, scopes string) apptest.Reply {
	return e.key.Post("/v1/embed/sessions", fmt.Sprintf(`{"design_id":%d,"allowed_origin":%q,"scopes":%s,"user_ref":"u-1"}`, designID, hostPage, scopes))
}

// maker opens a design maker and gives it as a client.
func (e embedder) maker(designID int64, scopes string) apptest.Client {
	reply := redeem(e.World, apptest.J{"code": e.mint(designID, scopes).OK().Text("code")}).OK()
	return e.World.With("Bearer " + reply.Header.Get("Authorization"))
}

func redeem(w *apptest.World, body apptest.J) apptest.Reply {
	return w.Nobody().Post("/v1/embed/exchange", body)
}

func TestAHostOpensTheDesignMakerAndItsUserSavesADesign(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e := newEmbedder(w, "owner")
	minted := e.mint(e.design, allScopes).OK()
	address, err := url.Parse(minted.Text("url"))
	if err != nil || address.Path != "/design-maker" || address.Query().Get("authorization") != minted.Text("code") {
		t.Fatalf("the address is %s, %v", address, err)
	}
	q := address.Query()
	if q.Get("department_id") != fmt.Sprint(e.Department) || q.Get("design_id") != fmt.Sprint(e.design) {
		t.Errorf("the address names %s", address)
	}
	page := w.Nobody().Get(address.RequestURI()).OK()
	if !strings.Contains(page.Header.Get("Content-Security-Policy"), "frame-ancestors "+hostPage) {
		t.Errorf("the page may be framed by %s", page.Header.Get("Content-Security-Policy"))
	}
	opened := redeem(w, apptest.J{
		"code": q.Get("authorization"), "department_id": q.Get("department_id"), "design_id": q.Get("design_id"), "parent_origin": hostPage,
	}).OK()
	if opened.Int("design_id") != e.design || opened.Text("parent_origins.0") != hostPage || opened.Text("kind") != "certificate" {
		t.Errorf("opened %s", opened.Body)
	}
	maker := w.With(opened.Header.Get("Authorization"))
	read := maker.Get(fmt.Sprint("/v1/certificate_designs/read?id=", e.design)).OK()
	saved := maker.Post("/v1/certificate_designs/update", apptest.J{"id": e.design, "version": read.Int("design.version"), "design": apptest.J{"name": "Anew"}}).OK()
	if saved.Text("design.name") != "Anew" {
		t.Errorf("saved %s", saved.Body)
	}
	if n := w.Number("select count(*) from audit_events where action = 'design.updated' and embed_session_id is not null"); n != 1 {
		t.Errorf("%d records name the maker", n)
	}
}

func TestAMakerOfOneDesignMayDoThisAndNothingElse(t *testing.T) {
	t.Parallel()
	w := withEverything(t)
	e := embedderOf(w.Issuer("owner"))
	mine := possessions(e.Issuer)
	mine["design"] = fmt.Sprint(e.design)
	maker := e.maker(e.design, allScopes)
	may := map[string]bool{
		"fontList": true, "fontCoverage": true, "designVersionList": true, "designVersionRead": true, "designVersionRestore": true,
		"designBlank": true, "designList": true, "designRead": true, "designPreview": true, "designUpdate": true, "uploadPolicy": true,
		"attributeList": true, "attributeSearch": true, "attributeCreate": true, "attributeCreatePlain": true, "attributeUpdate": true,
		"attributeDelete": true, "attributeUsage": true, "designReadWhole": true, "designUpdateContent": true,
	}
	calls := apptest.Operations(t)
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(calls))) { // so that what is deleted was updated before
		o := operations[id]
		if o.who == anyone {
			continue
		}
		r := o.call(maker, calls[id], mine)
		if refused := r.Status == 401 || r.Status == 403 || r.Status == 404; refused == may[id] {
			t.Errorf("%s answers %d %.200s", id, r.Status, r.Body)
		}
	}
}

func TestAMakerSeesTheDesignItWasOpenedForAlone(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e, stranger := newEmbedder(w, "owner"), newEmbedder(w, "stranger")
	other := e.Design("Other")
	bound, free := e.maker(e.design, allScopes), e.maker(0, allScopes)
	if list := bound.Post("/v1/certificate_designs/all", apptest.J{}).OK(); list.Int("meta.total_count") != 1 || list.Int("designs.0.id") != e.design {
		t.Errorf("it lists %s", list.Body)
	}
	change := func(id int64) apptest.J { return apptest.J{"id": id, "design": apptest.J{"name": "Mine"}} }
	for _, id := range []int64{other, stranger.design, 999999999} {
		bound.Get(fmt.Sprint("/v1/certificate_designs/read?id=", id)).Refused(http.StatusNotFound, "design.not_found")
		bound.Post("/v1/certificate_designs/update", change(id)).Refused(http.StatusNotFound, "design.not_found")
		bound.Post(fmt.Sprintf("/v1/designs/%d/preview", id), apptest.J{}).Refused(http.StatusNotFound, "design.not_found")
	}
	bound.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{"name": "New"}}).Denied()
	made := free.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{"name": "New"}}).OK().Int("design.id")
	free.Post("/v1/certificate_designs/update", change(made)).OK()
	free.Post("/v1/certificate_designs/update", change(stranger.design)).Refused(http.StatusNotFound, "design.not_found")
	free.Post("/v1/certificate_designs/delete", apptest.J{"id": made}).Denied()
	bound.Department = stranger.Department
	bound.Get(fmt.Sprint("/v1/certificate_designs/read?id=", e.design)).Refused(http.StatusNotFound, "department.not_found")
}

func TestScopesCutWhatAMakerMayDo(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e := newEmbedder(w, "owner")
	read, save, upload, attribute := fmt.Sprint("/v1/certificate_designs/read?id=", e.design), "/v1/certificate_designs/update", "/v1/upload_policies/templates", "/v1/attribute_keys"
	for _, scope := range []string{"design.read", "design.write", "upload", "attributes"} {
		maker := e.maker(e.design, `["`+scope+`"]`)
		for call, c := range map[string]struct {
			reply apptest.Reply
			may   bool
		}{
			"read":   {maker.Get(read), strings.HasPrefix(scope, "design.")},
			"save":   {maker.Post(save, apptest.J{"id": e.design, "design": apptest.J{"name": "N"}}), scope == "design.write"},
			"upload": {maker.Post(upload, apptest.J{"file_name": "x.png", "content_type": "image/png"}), scope == "upload"},
			"define": {maker.Post(attribute, apptest.J{"attribute_key": apptest.J{"name": scope}}), scope == "attributes"},
		} {
			if want := map[bool]int{true: 200, false: 403}[c.may]; c.reply.Status != want {
				t.Errorf("%s may %s: %d %s", scope, call, c.reply.Status, c.reply.Body)
			}
		}
	}
}

func TestMintingIsRefused(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e, stranger := newEmbedder(w, "owner"), newEmbedder(w, "stranger")
	body := func(change apptest.J) apptest.J {
		out := apptest.J{"design_id": e.design, "allowed_origin": hostPage, "scopes": []string{"design.read"}}
		for name, value := range change {
			out[name] = value
		}
		return out
	}
	for name, c := range map[string]struct {
		by     apptest.Client
		body   apptest.J
		status int
		code   string
	}{
		"nobody":             {w.Nobody(), body(nil), 401, "not_signed_in"},
		"a viewer":           {e.Viewer("viewer").Client, body(nil), 403, "open_design_maker"},
		"a key that reads":   {e.Key("read"), body(nil), 403, "api_key.scope_missing"},
		"a maker":            {e.maker(e.design, allScopes), body(nil), 403, "open_design_maker"},
		"a foreign design":   {e.key, body(apptest.J{"design_id": stranger.design}), 404, "design.not_found"},
		"another's key":      {stranger.key, body(nil), 404, "design.not_found"},
		"another department": {e.key, body(apptest.J{"department_id": stranger.Department}), 404, "department.not_found"},
		"an unlisted origin": {e.key, body(apptest.J{"allowed_origin": "https://evil.example"}), 422, "field:allowed_origin"},
		"every origin":       {e.key, body(apptest.J{"allowed_origin": "*"}), 422, "field:allowed_origin"},
		"no scope":           {e.key, body(apptest.J{"scopes": []string{}}), 422, "field:scopes"},
		"an unknown scope":   {e.key, body(apptest.J{"scopes": []string{"credentials"}}), 422, "field:scopes"},
		"too long a time":    {e.key, body(apptest.J{"ttl": 121}), 422, "field:ttl"},
	} {
		if r := c.by.Post("/v1/embed/sessions", c.body); !r.IsRefusal(c.status, c.code) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	e.Post("/v1/embed/sessions", body(nil)).OK()
}

func TestExchangeIsRefused(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e, stranger := newEmbedder(w, "owner"), newEmbedder(w, "stranger")
	code := e.mint(e.design, allScopes).OK().Text("code")
	for _, c := range []struct {
		body   apptest.J
		status int
		code   string
	}{
		{apptest.J{}, 422, "field:code"},
		{apptest.J{"code": "x"}, 401, "embed.over"},
		{apptest.J{"code": code + "x"}, 401, "embed.over"},
		{apptest.J{"code": code, "department_id": e.Department + 1}, 403, "embed.elsewhere"},
		{apptest.J{"code": code, "design_id": stranger.design}, 403, "embed.elsewhere"},
		{apptest.J{"code": code, "parent_origin": "https://evil.example"}, 403, "embed.parent_not_allowed"},
		{apptest.J{"code": code, "parent_origin": "null"}, 403, "embed.parent_not_allowed"},
	} {
		redeem(w, c.body).Refused(c.status, c.code)
	}
	w.Clock.Advance(2 * time.Minute)
	redeem(w, apptest.J{"code": code}).Refused(401, "embed.over")
}

func TestAReplayedCodeEndsTheMakerItOpened(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e := newEmbedder(w, "owner")
	code := e.mint(e.design, allScopes).OK().Text("code")
	opened := redeem(w, apptest.J{"code": code}).OK()
	maker := w.With(opened.Header.Get("Authorization"))
	maker.Post("/v1/certificate_designs/all", nil).OK()
	redeem(w, apptest.J{"token": code}).Refused(401, "embed.over")
	maker.Post("/v1/certificate_designs/all", nil).Refused(401, "not_signed_in")
	w.Nobody().Post("/v1/embed/refresh", apptest.J{"refresh_token": opened.Text("refresh_token")}).Refused(401, "embed.over")
}

func TestARefreshRotates(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e := newEmbedder(w, "owner")
	first := redeem(w, apptest.J{"code": e.mint(0, allScopes).OK().Text("code")}).OK()
	w.Clock.Advance(16 * time.Minute)
	w.With(first.Header.Get("Authorization")).Post("/v1/certificate_designs/all", nil).Refused(401, "not_signed_in")
	renew := apptest.J{"refresh_token": first.Text("refresh_token")}
	second := w.Nobody().Post("/v1/embed/refresh", renew).OK()
	maker := w.With(second.Header.Get("Authorization"))
	maker.Post("/v1/certificate_designs/all", nil).OK()
	w.Nobody().Post("/v1/embed/refresh", renew).Refused(401, "embed.over")
	maker.Post("/v1/certificate_designs/all", nil).Refused(401, "not_signed_in")
}

func TestAMakerIsOutOnTheNextRequestInEveryProcess(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(e embedder){
		"its origin was removed": func(e embedder) { e.Delete(fmt.Sprint("/v1/embed/origins/", e.origin)).OK() },
		"its key was revoked": func(e embedder) {
			e.Delete(fmt.Sprint("/v1/issuer/api_keys/", e.Get("/v1/issuer/api_keys").OK().Int("api_keys.0.id"))).OK()
		},
		"its department was closed": func(e embedder) { e.World.Exec("update departments set deleted_at = now()") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := apptest.New(t)
			e := newEmbedder(w, "owner")
			maker := e.maker(e.design, allScopes)
			maker.Post("/v1/certificate_designs/all", nil).OK()
			other := w.Another()
			end(e)
			maker.Post("/v1/certificate_designs/all", nil).Refused(401, "not_signed_in")
			if _, err := other.Embeds.Authenticate(t.Context(), maker.Authorization); err == nil {
				t.Error("the other process still takes it")
			}
		})
	}
}

func TestInitializeMintsATokenOfTwoParts(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e, stranger := newEmbedder(w, "owner"), newEmbedder(w, "stranger")
	blank := e.key.Post("/v1/designers/badge/initialize", apptest.J{}).OK()
	if strings.Count(blank.Text("token"), ":") != 1 || blank.At("design_id") != nil {
		t.Errorf("minted %s", blank.Body)
	}
	if opened := redeem(w, apptest.J{"token": "Bearer " + blank.Text("token")}).OK(); opened.Text("kind") != "badge" || opened.At("design_id") != nil {
		t.Errorf("opened %s", opened.Body)
	}
	begin := "/v1/designers/certificate/initialize"
	first := e.key.Post(begin, apptest.J{"design_id": e.design}).OK()
	redeem(w, apptest.J{"token": first.Text("token"), "design_id": first.Int("design_id")}).OK()
	w.Clock.Advance(4*time.Hour - time.Second)
	redeem(w, apptest.J{"token": first.Text("token")}).OK()
	e.key.Post(begin, apptest.J{"design_id": e.design}).OK()
	redeem(w, apptest.J{"token": first.Text("token")}).Refused(401, "embed.over")
	e.key.Post(begin, apptest.J{"design_id": stranger.design}).Refused(404, "design.not_found")
	e.key.Post(begin, apptest.J{"department_id": stranger.Department}).Refused(404, "department.not_found")
	e.key.Post(begin, apptest.J{"department_id": e.Department}).OK()
	e.key.Post("/v1/designers/poster/initialize", nil).Refused(422, "field:kind")
}

func TestALongLivedAuthorizationOpensTheMakerOnlyWhereItIsAllowed(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e, stranger := newEmbedder(w, "owner"), newEmbedder(w, "stranger")
	in := func(authorization string) apptest.J {
		return apptest.J{"code": authorization, "department_id": e.Department, "design_id": e.design}
	}
	redeem(w, in(e.Authorization)).Refused(403, "embed.plain_off")
	redeem(w, in(e.key.Authorization)).Refused(403, "embed.plain_off")
	e.Put("/v1/embed/settings", apptest.J{"plain_contract": true}).OK()
	for _, authorization := range []string{e.Authorization, "Bearer " + e.Authorization, e.key.Authorization} {
		maker := w.With(redeem(w, in(authorization)).OK().Header.Get("Authorization"))
		maker.Get(fmt.Sprint("/v1/certificate_designs/read?id=", e.design)).OK()
		maker.Post("/v1/upload_policies/templates", apptest.J{"file_name": "x.png", "content_type": "image/png"}).Denied()
	}
	redeem(w, in(e.Viewer("viewer").Authorization)).Denied()
	redeem(w, in(stranger.Authorization)).Refused(404, "department.not_found")
	redeem(w, in(stranger.key.Authorization)).Refused(404, "department.not_found")
	maker := w.With(redeem(w, in(e.Authorization)).OK().Header.Get("Authorization"))
	e.Delete("/v1/issuer_login/sign_out").OK()
	maker.Post("/v1/certificate_designs/all", nil).Refused(401, "not_signed_in")
}

func TestTheSessionOfAPersonOpensAMakerWithTheOtherDesigns(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e := newEmbedder(w, "owner")
	other := e.Post("/v1/certificate_designs/copy", apptest.J{"id": e.design}).OK().Int("design.id")
	e.Put("/v1/embed/settings", apptest.J{"plain_contract": true}).OK()
	for _, c := range []struct {
		authorization string
		signedIn      bool
		status        int
	}{{e.Authorization, true, 200}, {e.key.Authorization, false, 404}} {
		opened := redeem(w, apptest.J{"code": c.authorization, "department_id": e.Department, "design_id": e.design}).OK()
		if told := fmt.Sprintf(`"signed_in":%t`, c.signedIn); !strings.Contains(string(opened.Body), told) || opened.Int("design_id") != e.design {
			t.Errorf("%s", opened.Body)
		}
		maker := w.With(opened.Header.Get("Authorization"))
		if read := maker.Get(fmt.Sprint("/v1/certificate_designs/read?id=", other)); read.Status != c.status {
			t.Errorf("signed in %t: %d", c.signedIn, read.Status)
		}
	}
}

func TestAMakerIsOpenAsLongAsItsMemberMayOpenIt(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e := newEmbedder(w, "owner")
	e.Put("/v1/embed/settings", apptest.J{"plain_contract": true}).OK()
	designer := e.Viewer("dora")
	role := func(id string) {
		e.Put(fmt.Sprint("/v1/team_members/", designer.UserID), apptest.J{"team_member": apptest.J{"role_id": id}}).OK()
	}
	open := apptest.J{"code": designer.Authorization, "department_id": e.Department, "design_id": e.design}
	redeem(w, open).Denied()
	role("designer")
	maker := w.With(redeem(w, open).OK().Header.Get("Authorization"))
	maker.Get(fmt.Sprint("/v1/certificate_designs/read?id=", e.design)).OK()
	role("viewer")
	maker.Get(fmt.Sprint("/v1/certificate_designs/read?id=", e.design)).Refused(http.StatusUnauthorized, "not_signed_in")
}

func TestOnlyTheListedPagesMayHoldTheDesignMaker(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	e, stranger := newEmbedder(w, "owner"), w.Issuer("stranger")
	e.Post("/v1/embed/origins", apptest.J{"origin": "http://localhost:3000"}).OK()
	code, token := e.mint(0, allScopes).OK().Text("code"), e.key.Post("/v1/designers/badge/initialize", nil).OK().Text("token")
	mine := "http://localhost:3000 " + hostPage
	for address, want := range map[string]string{
		fmt.Sprint("?department_id=", e.Department):                                 "'none'", // who knows the number alone learns no origins
		fmt.Sprint("?department_id=", e.Department, "&authorization=something"):     "'none'",
		fmt.Sprint("?department_id=", e.Department, "&authorization=", code):        mine,
		"?authorization=" + code:                                                    mine,
		"?issuer_token=" + url.QueryEscape("Bearer "+token):                         mine,
		fmt.Sprint("?department_id=", stranger.Department, "&authorization=", code): "'none'",
		"":                            "'none'",
		"?authorization=x":            "'none'",
		"?department_id=999999999":    "'none'",
		"?department_id=*":            "'none'",
		"?department_id=-1":           "'none'",
		"?department_id=1%0d%0ax:%20": "'none'",
	} {
		page := w.Nobody().Get("/design-maker" + address).OK()
		policy := page.Header.Get("Content-Security-Policy")
		if _, frames, _ := strings.Cut(policy, "frame-ancestors "); frames != want {
			t.Errorf("%s may be held by %q, want %q", address, frames, want)
		}
		framed := w.Nobody().Call(http.MethodGet, "/design-maker"+address, nil, "Referer", hostPage+"/page").Header.Get("Content-Security-Policy")
		if _, frames, _ := strings.Cut(framed, "frame-ancestors "); strings.Contains(frames, "localhost") && !strings.Contains(address, "?authorization") && !strings.Contains(address, "?issuer") {
			t.Errorf("%s tells one page of others: %q", address, frames)
		}
		for header, want := range map[string]string{"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Frame-Options": ""} {
			if got := page.Header.Get(header); got != want {
				t.Errorf("%s answers %s %q", address, header, got)
			}
		}
	}
	if log := w.Log.String(); !strings.Contains(log, `"path":"/design-maker"`) || strings.Contains(log, "design-maker?") {
		t.Error("the log holds addresses of the design maker with what stands behind the question mark")
	}
}
