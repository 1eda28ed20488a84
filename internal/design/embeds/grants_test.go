package embeds_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
	"laurel/internal/design/embeds"
	"laurel/internal/platform/errs"
)

func TestACodeOpensItsDesignWithItsScopes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	design := w.design(t, by, "badge")
	in := everything(design)
	in.Scopes = []string{"design.write", "design.read"}
	g, err := w.Code(t.Context(), w.key(t, by), in)
	if err != nil || g.DesignID != design || g.Kind != "badge" || !g.ExpiresAt.Equal(w.now.Now().Add(2*time.Minute)) {
		t.Fatalf("%+v, %v", g, err)
	}
	o := w.open(t, g.Secret)
	if o.DepartmentID != by.DepartmentID || o.DesignID != design || o.Kind != "badge" || o.Locale != "de" ||
		strings.Join(o.Scopes, " ") != "design.read design.write" || strings.Join(o.ParentOrigins, " ") != host {
		t.Errorf("opened %+v", o)
	}
	if !o.ExpiresAt.Equal(w.now.Now().Add(15 * time.Minute)) {
		t.Errorf("until %v", o.ExpiresAt)
	}
	maker, err := w.Authenticate(t.Context(), "Bearer "+o.Bearer)
	want := access.Actor{
		EmbedID: maker.EmbedID, DepartmentID: by.DepartmentID, DesignID: design, Role: access.EmbeddedMaker, Scopes: "design.read design.write",
	}
	if err != nil || maker != want || maker.EmbedID == 0 {
		t.Errorf("%+v, %v; want %+v", maker, err, want)
	}
}

func TestCodesAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.administrator(t), w.administrator(t)
	mine, theirs := w.design(t, by, "certificate"), w.design(t, other, "certificate")
	w.origin(t, other, "https://theirs.example")
	as := func(role access.Role) access.Actor { a := by; a.Role = role; return a }
	scopes, _ := access.NewScopes(access.AllScopes()...)
	cases := map[string]struct {
		by     access.Actor
		change func(*embeds.Request)
		want   errs.Kind
		field  string
	}{
		"for nobody":                   {access.Actor{}, nil, errs.Unauthorized, ""},
		"for a viewer":                 {as(access.Viewer), nil, errs.Forbidden, ""},
		"for a key that only reads":    {access.Actor{APIKeyID: 1, DepartmentID: by.DepartmentID, Role: access.KeyRead}, nil, errs.Forbidden, ""},
		"for a maker":                  {access.Actor{EmbedID: 1, DepartmentID: by.DepartmentID, Role: access.EmbeddedMaker, Scopes: scopes}, nil, errs.Forbidden, ""},
		"of a foreign design":          {by, func(r *embeds.Request) { r.DesignID = theirs }, errs.NotFound, ""},
		"of no design there is":        {by, func(r *embeds.Request) { r.DesignID = 99999999 }, errs.NotFound, ""},
		"of a design of another kind":  {by, func(r *embeds.Request) { r.DesignID, r.Kind = mine, "badge" }, errs.NotFound, ""},
		"for no page":                  {by, func(r *embeds.Request) { r.AllowedOrigin = "" }, errs.Invalid, "allowed_origin"},
		"for every page":               {by, func(r *embeds.Request) { r.AllowedOrigin = "*" }, errs.Invalid, "allowed_origin"},
		"for a page that is not ours":  {by, func(r *embeds.Request) { r.AllowedOrigin = "https://theirs.example" }, errs.Invalid, "allowed_origin"},
		"for our page on another port": {by, func(r *embeds.Request) { r.AllowedOrigin = host + ":8443" }, errs.Invalid, "allowed_origin"},
		"for nothing":                  {by, func(r *embeds.Request) { r.Scopes = nil }, errs.Invalid, "scopes"},
		"for more than there is":       {by, func(r *embeds.Request) { r.Scopes = []string{"design.read", "credentials"} }, errs.Invalid, "scopes"},
		"of an unknown kind":           {by, func(r *embeds.Request) { r.DesignID, r.Kind = 0, "poster" }, errs.Invalid, "kind"},
		"of a negative design":         {by, func(r *embeds.Request) { r.DesignID = -1 }, errs.Invalid, "design_id"},
		"in an unknown language":       {by, func(r *embeds.Request) { r.Locale = "xx" }, errs.Invalid, "locale"},
		"for a long name":              {by, func(r *embeds.Request) { r.UserRef = strings.Repeat("é", 256) }, errs.Invalid, "user_ref"},
		"that lasts too long":          {by, func(r *embeds.Request) { r.TTL = 121 }, errs.Invalid, "ttl"},
		"that never lasts":             {by, func(r *embeds.Request) { r.TTL = -1 }, errs.Invalid, "ttl"},
	}
	for name, c := range cases {
		in := everything(mine)
		if c.change != nil {
			c.change(&in)
		}
		_, err := w.Code(t.Context(), c.by, in)
		var refusal *errs.Error
		if !errors.As(err, &refusal) || refusal.Kind != c.want || c.field != "" && len(refusal.Fields[c.field]) != 1 {
			t.Errorf("a code %s: %v", name, err)
		}
	}
}

func TestATokenStandsForFourHoursOrUntilTheDesignGetsAnother(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	w.origin(t, by, "https://second.example")
	design := w.design(t, by, "certificate")
	mint := func(designID int64) string {
		g, err := w.Token(t.Context(), by, "certificate", designID)
		if err != nil {
			t.Fatal(err)
		}
		if parts := strings.Split(g.Secret, ":"); len(parts) != 2 || parts[0] == "" || len(parts[1]) < 43 {
			t.Fatalf("the token %q has not two parts", g.Secret)
		}
		return g.Secret
	}
	first, blank := mint(design), mint(0)
	o := w.open(t, first)
	if again := w.open(t, first); len(o.ParentOrigins) != 2 || len(o.Scopes) != 4 || again.DesignID != design {
		t.Errorf("opened %+v", o)
	}
	second := mint(design)
	if _, err := w.Open(t.Context(), access.Actor{}, embeds.Exchange{Secret: first}); !errors.Is(err, embeds.ErrOver) {
		t.Errorf("the earlier token: %v", err)
	}
	if !w.alive(t, o.Bearer) {
		t.Error("what the earlier token opened has ended")
	}
	w.now.Advance(4*time.Hour - time.Second)
	w.open(t, second)
	w.open(t, blank)
	w.now.Advance(time.Second)
	for _, token := range []string{second, blank} {
		if _, err := w.Open(t.Context(), access.Actor{}, embeds.Exchange{Secret: token}); !errors.Is(err, embeds.ErrOver) {
			t.Errorf("after four hours: %v", err)
		}
	}
}

func TestTokensAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.administrator(t), w.administrator(t)
	viewer := by
	viewer.Role = access.Viewer
	mine := w.design(t, by, "certificate")
	for name, c := range map[string]struct {
		by     access.Actor
		kind   string
		design int64
		want   errs.Kind
	}{
		"for a viewer":        {viewer, "certificate", mine, errs.Forbidden},
		"of a foreign design": {by, "certificate", w.design(t, other, "certificate"), errs.NotFound},
		"of the wrong kind":   {by, "badge", mine, errs.NotFound},
		"of an unknown kind":  {by, "poster", 0, errs.Invalid},
	} {
		if _, err := w.Token(t.Context(), c.by, c.kind, c.design); errs.KindOf(err) != c.want {
			t.Errorf("a token %s: %v", name, err)
		}
	}
	if _, err := w.Token(t.Context(), by, "badge", 99999999); !errors.Is(err, designs.ErrNotFound) {
		t.Errorf("a token of no design: %v", err)
	}
}

func TestOnlyHashesAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	code := w.code(t, by, everything(0))
	o := w.open(t, code)
	w.exec(t, by, func(tx pgx.Tx) error {
		var rows string
		err := tx.QueryRow(t.Context(), `select (select string_agg(g::text, '') from embed_grants g) || (select string_agg(x::text, '') from embed_tokens x)
			|| (select string_agg(a::text, '') from audit_events a)`).Scan(&rows)
		for _, secret := range []string{code, o.Bearer, o.Refresh} {
			if strings.Contains(rows, secret[13:40]) {
				t.Errorf("the rows give %s away", secret)
			}
		}
		return err
	})
}

func TestWhatHappenedIsOnRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.administrator(t)
	code := w.code(t, by, everything(0))
	w.open(t, code)
	_, _ = w.Open(t.Context(), access.Actor{IP: "192.0.2.1"}, embeds.Exchange{Secret: code})
	w.exec(t, by, func(tx pgx.Tx) error {
		var actions, reference string
		err := tx.QueryRow(t.Context(), `select string_agg(action || case when embed_session_id is null then '' else '*' end, ' ' order by id),
			max(details ->> 'user_ref') from audit_events where action like 'embed.%'`).Scan(&actions, &reference)
		if want := "embed.origin_added embed.code_created embed.opened* embed.code_replayed"; actions != want || reference != "u-1" {
			t.Errorf("on record: %s of %s; want %s", actions, reference, want)
		}
		return err
	})
}
