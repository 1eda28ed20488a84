package apptest_test

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// slice is a period and a part of a log that a report is about.
type slice struct {
	subjects []*subject
	log      []happened
	zone     *time.Location
	oldest   time.Time
	from, to string
	groups   []int64 // nil: all
}

func (s slice) has(group int64) bool { return s.groups == nil || slices.Contains(s.groups, group) }

func (s slice) within(at time.Time) bool {
	d := day(at, s.zone)
	return d >= s.from && d <= s.to
}

// shifted is the period before, of the same length.
func (s slice) shifted(t testing.TB) slice {
	t.Helper()
	from, err := time.Parse(time.DateOnly, s.from)
	if err != nil {
		t.Fatal(err)
	}
	to, err := time.Parse(time.DateOnly, s.to)
	if err != nil {
		t.Fatal(err)
	}
	length := int(to.Sub(from).Hours()/24) + 1
	s.from, s.to = from.AddDate(0, 0, -length).Format(time.DateOnly), from.AddDate(0, 0, -1).Format(time.DateOnly)
	return s
}

// totals counts the credentials of a slice by stage, and its events by kind, those of group 0 in all.
func (s slice) totals() (byStage map[int64]map[string]int, byKind map[int64]map[string]int) {
	byStage, byKind = map[int64]map[string]int{0: {}}, map[int64]map[string]int{0: {}}
	happened := firstsOf(s.log, s.oldest)
	for _, c := range s.subjects {
		if !s.has(c.group) || !s.within(c.published) {
			continue
		}
		if byStage[c.group] == nil {
			byStage[c.group] = map[string]int{}
		}
		for _, line := range []map[string]int{byStage[0], byStage[c.group]} {
			line["published"]++
			if c.email == "sent" || c.email == "bounced" || c.email == "uncertain" {
				line["emailed"]++
			}
			if c.email == "sent" {
				line["delivered"]++
			}
			for what := range happened[c.id] {
				line[what]++
			}
		}
	}
	for _, h := range s.log {
		if h.at.Before(s.oldest) || !s.has(h.of.group) || !s.within(h.at) {
			continue
		}
		if byKind[h.of.group] == nil {
			byKind[h.of.group] = map[string]int{}
		}
		for _, line := range []map[string]int{byKind[0], byKind[h.of.group]} {
			line[familyOf(h.kind)]++
			if h.kind == "referral_clicked" {
				line["referrals"]++
			}
			if familyOf(h.kind) == "shares" {
				line["shares "+h.detail]++
			}
		}
	}
	return byStage, byKind
}

func familyOf(kind string) string {
	switch kind {
	case "viewed":
		return "views"
	case "pdf_downloaded", "print_downloaded", "badge_downloaded", "wallet_added":
		return "downloads"
	case "shared", "added_linkedin":
		return "shares"
	case "link_clicked", "referral_clicked":
		return "clicks"
	case "verified":
		return "verifications"
	}
	return "others"
}

// rateOf is a rate as reports give it.
func rateOf(part, whole int) string {
	if whole < 20 {
		return "null"
	}
	return strconv.FormatFloat(float64(part)/float64(whole), 'f', 6, 64)
}

// wantFigures are the figures of the reports, with those of the period before behind a slash.
func (s slice) wantFigures(t testing.TB, report string) tally {
	t.Helper()
	now, kinds := s.totals()
	before, kindsBefore := s.shifted(t).totals()
	a, b, k, l := now[0], before[0], kinds[0], kindsBefore[0]
	out := tally{}
	rate := func(name, part, whole string) {
		out[name] = rateOf(a[part], a[whole]) + "/" + rateOf(b[part], b[whole])
	}
	count := func(name string) { out[name] = fmt.Sprint(a[name], "/", b[name]) }
	sum := func(name string) { out[name] = fmt.Sprint(k[name], "/", l[name]) }
	rate("share_rate", "shared", "published")
	switch report {
	case "overview":
		count("published")
		rate("delivery_rate", "delivered", "emailed")
		rate("visit_rate", "opened", "published")
		rate("referral_rate", "referred", "published")
		for _, name := range []string{"views", "downloads", "shares", "verifications"} {
			sum(name)
		}
	case "engagement":
		delete(out, "share_rate")
		rate("visit_rate", "opened", "published")
		rate("view_rate", "viewed", "published")
		rate("use_rate", "used", "published")
		rate("click_rate", "clicked", "published")
	case "email":
		delete(out, "share_rate")
		count("emailed")
		count("delivered")
		out["undelivered"] = fmt.Sprint(a["emailed"]-a["delivered"], "/", b["emailed"]-b["delivered"])
		rate("delivery_rate", "delivered", "emailed")
		rate("visit_rate", "opened", "published")
	case "sharing":
		rate("referral_rate", "referred", "published")
		sum("shares")
		sum("clicks")
		sum("referrals")
	case "verification":
		delete(out, "share_rate")
		sum("verifications")
		count("verified")
		rate("verified_rate", "verified", "published")
	case "groups":
		count("published")
		rate("visit_rate", "opened", "published")
	case "designs":
		count("published")
		rate("download_rate", "downloaded", "published")
	}
	return out
}

// numeral is a number of a report as text.
func numeral(value any) string {
	f, ok := value.(float64)
	if !ok {
		return "null"
	}
	if f == float64(int64(f)) {
		return fmt.Sprint(int64(f))
	}
	return strconv.FormatFloat(f, 'f', 6, 64)
}

// ratio is numeral of a rate, whose 0 and 1 are rates as well.
func ratio(value any, rate bool) string {
	f, ok := value.(float64)
	if !ok || !rate {
		return numeral(value)
	}
	return strconv.FormatFloat(f, 'f', 6, 64)
}

func figures(reply apptest.Reply) tally {
	out := tally{}
	for _, f := range reply.At("analytics.figures").([]any) {
		f := f.(map[string]any)
		rate := f["rate"].(bool)
		out[f["name"].(string)] = ratio(f["value"], rate) + "/" + ratio(f["previous"], rate)
	}
	return out
}

var allReports = []string{"overview", "engagement", "email", "sharing", "verification", "groups", "designs"}

// sameReports compares every report of a slice with the log.
func sameReports(t testing.TB, by apptest.Client, s slice, more string) {
	t.Helper()
	query := "?start_date=" + s.from + "&end_date=" + s.to + more
	what := s.from + " to " + s.to + more
	for _, report := range allReports {
		reply := by.Get("/v1/analytics/" + report + query).OK()
		figures(reply).same(t, report+" "+what, s.wantFigures(t, report))
	}
	s.sameSeries(t, by.Get("/v1/analytics/overview"+query).OK(), what)
	s.sameRows(t, by, query, what)
}

// sameSeries compares the lines of the overview with the log, day by day.
func (s slice) sameSeries(t testing.TB, reply apptest.Reply, what string) {
	t.Helper()
	want, got := tally{}, tally{}
	for _, h := range s.log {
		if family := familyOf(h.kind); !h.at.Before(s.oldest) && s.has(h.of.group) && s.within(h.at) && family != "others" && family != "clicks" {
			key := day(h.at, s.zone) + " " + family
			n, _ := strconv.Atoi(want[key])
			want[key] = fmt.Sprint(n + 1)
		}
	}
	for _, c := range s.subjects {
		if s.has(c.group) && s.within(c.published) {
			key := day(c.published, s.zone) + " published"
			n, _ := strconv.Atoi(want[key])
			want[key] = fmt.Sprint(n + 1)
		}
	}
	times := reply.At("analytics.times").([]any)
	for _, line := range reply.At("analytics.series").([]any) {
		line := line.(map[string]any)
		for i, n := range line["values"].([]any) {
			if n.(float64) > 0 {
				got[fmt.Sprint(times[i], " ", line["name"])] = numeral(n)
			}
		}
	}
	got.same(t, "lines of the overview "+what, want)
}

// sameRows compares the tables of groups and networks with the log.
func (s slice) sameRows(t testing.TB, by apptest.Client, query, what string) {
	t.Helper()
	byStage, byKind := s.totals()
	want, got := tally{}, tally{}
	for group, line := range byStage {
		if group != 0 {
			k := byKind[group]
			want[fmt.Sprint(group)] = fmt.Sprint(line["published"], " ", rateOf(line["delivered"], line["emailed"]), " ", rateOf(line["opened"], line["published"]), " ",
				rateOf(line["shared"], line["published"]), " ", rateOf(line["referred"], line["published"]), " ", k["views"], " ", k["downloads"], " ", k["shares"], " ", k["verifications"])
		}
	}
	reply := by.Get("/v1/analytics/groups" + query).OK()
	columns := reply.At("analytics.columns").([]any)
	for _, row := range reply.At("analytics.rows").([]any) {
		row := row.(map[string]any)
		text := ""
		for i, value := range row["values"].([]any) {
			text += " " + ratio(value, columns[i].(map[string]any)["rate"].(bool))
		}
		got[numeral(row["id"])] = text[1:]
	}
	got.same(t, "groups "+what, want)
	for _, row := range by.Get("/v1/analytics/sharing" + query).OK().At("analytics.rows").([]any) {
		row := row.(map[string]any)
		if n, want := numeral(row["values"].([]any)[0]), byKind[0]["shares "+row["label"].(string)]; n != fmt.Sprint(want) {
			t.Errorf("shares on %s %s: %s, want %d", row["label"], what, n, want)
		}
	}
}

// sameBehind compares the number of credentials behind some figures with the figures.
func sameBehind(t testing.TB, by apptest.Client, s slice) {
	t.Helper()
	byStage, _ := s.totals()
	for _, stage := range []string{"published", "delivered", "opened", "shared", "verified"} {
		n := 0
		for page := 1; ; page++ {
			reply := by.Get(fmt.Sprint("/v1/analytics/credentials?page_size=100&page=", page, "&stage=", stage, "&start_date=", s.from, "&end_date=", s.to)).OK()
			n += len(reply.At("credentials").([]any))
			if !reply.At("more").(bool) {
				break
			}
		}
		if want := byStage[0][stage]; n != want {
			t.Errorf("%d credentials are behind %s, want %d", n, stage, want)
		}
	}
}

// reportsAreTheLog compares reports of several periods, groups, tags and members with a log.
func reportsAreTheLog(t *testing.T, w *apptest.World, owner apptest.Issuer, groups []int64, s slice) {
	t.Helper()
	ago := func(days int) string { return w.Clock.Now().AddDate(0, 0, -days).In(s.zone).Format(time.DateOnly) }
	s.from, s.to = ago(89), ago(0)
	sameReports(t, owner.Client, s, "")
	sameBehind(t, owner.Client, s)
	whole := s
	whole.from, whole.to = ago(390), ago(0) // with both days of another length
	sameReports(t, owner.Client, whole, "")
	one := s
	one.groups = groups[:1]
	sameReports(t, owner.Client, one, fmt.Sprint("&group_id=", groups[0]))
	w.Exec("update groups set tags = '{looms}' where id = any($1)", groups[1:])
	tagged := s
	tagged.groups = groups[1:]
	sameReports(t, owner.Client, tagged, "&tag="+url.QueryEscape("looms"))
	member := owner.Viewer("mia")
	owner.Put(fmt.Sprint("/v1/team_members/", member.UserID), apptest.J{"team_member": apptest.J{
		"department_permissions": []apptest.J{{"department_id": owner.Department, "permissions": apptest.J{"role": "viewer", "analytics": true, "groups": groups[:1]}}},
	}}).OK()
	sameReports(t, member.Client, one, "")
	sameBehind(t, member.Client, one)
	few := s
	few.from, few.to = ago(12), ago(3) // of so few there are no rates
	sameReports(t, owner.Client, few, "")
}

func TestReportsRefuseWhatTheyCannotRead(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	for _, report := range append([]string{"sharers", "team"}, allReports...) {
		for query, field := range map[string]string{
			"?start_date=2026-02-30": "start_date", "?end_date=x": "end_date", "?start_date=2026-03-02&end_date=2026-03-01": "end_date",
			"?start_date=2020-01-01&end_date=2026-01-01": "start_date",
		} {
			owner.Get("/v1/analytics/"+report+query).Refused(422, "field:"+field)
		}
		w.Nobody().Get("/v1/analytics/" + report).Want(401)
	}
	owner.Get("/v1/analytics/credentials?stage=liked").Refused(422, "field:stage")
	owner.Get("/v1/analytics/credentials").Refused(422, "field:stage")
	if got := owner.Get("/v1/analytics/overview?start_date=2026-03-29&end_date=2026-03-29").OK().Text("analytics.interval"); got != "hour" {
		t.Errorf("one day has the interval %s", got)
	}
}

func TestVisitsOfACredentialAreCounted(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("guild")
	w.Exec("update departments set url = 'https://www.guild.example/about' where id = $1", owner.Department)
	ref := owner.Issued(owner.Group("Weaving"), "ada").Text("credential.uuid")
	person, nobody := owner.Recipient(ref), w.Nobody()
	page := "/v1/public/credentials/" + ref
	nobody.Get(page).OK()
	person.Get(page).OK()
	person.Get(page).OK()
	share := func(way string, headers ...string) {
		nobody.Call("POST", "/v1/frontend/log_frontend_analytics", apptest.J{"property": "share", "path": "/" + ref, "data": apptest.J{"way": way}}, headers...).OK()
	}
	click := func(to string, headers ...string) {
		nobody.Call("POST", "/v1/analytics/track_link", apptest.J{"from": apptest.Origin + "/" + ref, "to": to}, headers...).OK()
	}
	share("linkedin")
	share("linkedin_profile")
	click("https://guild.example/courses")
	click("https://shop.example/")
	nobody.Post("/v1/verify", apptest.J{"input": apptest.Origin + "/" + ref}).OK()
	// The issuer, programs and people who opt out are not counted.
	owner.Get(page).OK()
	for _, header := range [][]string{{"DNT", "1"}, {"Sec-GPC", "1"}, {"User-Agent", "curl/8.1"}, {"User-Agent", "Slackbot-LinkExpanding 1.0"}, {"User-Agent", ""}} {
		nobody.Call("GET", page, nil, header...).OK()
		share("x", header...)
		click("https://guild.example/", header...)
	}
	w.Written()
	w.Work()
	report := owner.Get("/v1/analytics/sharing").OK()
	figures(report).same(t, "sharing", tally{"share_rate": "null/null", "referral_rate": "null/null", "shares": "2/0", "clicks": "2/0", "referrals": "1/0"})
	overview := owner.Get("/v1/analytics/overview?compare=false").OK()
	figures(overview).same(t, "overview", tally{
		"published": "1/null", "delivery_rate": "null/null", "visit_rate": "null/null", "share_rate": "null/null", "referral_rate": "null/null", "views": "3/null",
		"downloads": "0/null", "shares": "2/null", "verifications": "1/null",
	})
	for _, stage := range []string{"opened", "shared", "referred", "verified", "delivered"} {
		if got := len(owner.Get("/v1/analytics/credentials?stage=" + stage).OK().At("credentials").([]any)); got != 1 {
			t.Errorf("%d credentials are %s, want 1", got, stage)
		}
	}
	if n := w.Number("select count(*) from analytics_events where visitor is null and type in ('viewed', 'shared')"); n != 0 {
		t.Errorf("%d visits have no visitor", n)
	}
	// A deleted credential counts no longer.
	owner.Delete("/v1/credentials/" + ref).OK()
	w.Work()
	if got := figures(owner.Get("/v1/analytics/overview?compare=false").OK())["published"]; got != "0/null" {
		t.Errorf("after its deletion, published is %s", got)
	}
	// Its purge leaves counts only.
	w.Exec("update credentials set deleted_at = now() - interval '32 days'")
	if n, err := w.App.Lifecycle.PurgeDue(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d purged, %v", n, err)
	}
	if n := w.Number("select (select count(*) from analytics_events) + (select count(*) from analytics_inbox) + (select count(*) from analytics_credentials)"); n != 0 {
		t.Errorf("%d events of a purged credential are left", n)
	}
	figures(owner.Get("/v1/analytics/sharing?compare=false").OK()).same(t, "sharing after the purge", tally{
		"share_rate": "null/null", "referral_rate": "null/null", "shares": "2/null", "clicks": "2/null", "referrals": "1/null",
	})
}
