package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// outbound are the places that open connections to other servers or wait for other programs: the file and what opens the connection, and
// the test that shows that nobody waits there for ever. A place without such a test says in brackets what bounds it.
var outbound = map[string]string{
	"internal/platform/pg/pg.go pgxpool.NewWithConfig":               "TestFrozenServerCancelsWaitsAndPoolRecovers",
	"internal/platform/pg/pg.go pgx.ConnectConfig":                   "(3 s to connect; then the context of CheckRole and Versions, 4 s in checks)",
	"internal/platform/pg/deadlines.go net.Dialer":                   "TestFrozenServerCancelsWaitsAndPoolRecovers",
	"internal/platform/pg/advisorylocks.go pgx.ConnectConfig":        "TestTryLockFailsWhileTheServerIsFrozen",
	"internal/platform/pg/watchdog.go pgx.ConnectConfig":             "TestFrozenServerCancelsWaitsAndPoolRecovers",
	"internal/platform/pg/migrate.go pgx.ConnectConfig":              "(3 s to connect; migrating has no limit, see ADR 65)",
	"internal/platform/pg/migrate.go stdlib.OpenDB":                  "(3 s to connect; migrating has no limit, see ADR 65)",
	"internal/platform/jobs/liveness.go pgx.ConnectConfig":           "TestAWorkerGoesOnAfterAFreezeOfTheDatabase",
	"internal/platform/embedded/postgres.go pgx.Connect":             "(30 s in all)",
	"internal/platform/embedded/cluster.go pgx.Connect":              "(1 s)",
	"internal/platform/embedded/s3.go http.Client":                   "(1 s)",
	"internal/platform/embedded/s3.go http.Transport":                "(1 s by its client)",
	"internal/platform/objects/deadlines.go http.Client":             "TestEveryCallEndsWhileTheStoreIsFrozenAndWorksAfterwards",
	"internal/platform/objects/deadlines.go http.Transport":          "TestEveryCallEndsWhileTheStoreIsFrozenAndWorksAfterwards",
	"internal/platform/objects/deadlines.go net.Dialer":              "TestEveryCallEndsWhileTheStoreIsFrozenAndWorksAfterwards",
	"internal/app/parts.go net.DefaultResolver":                      "(10 s in all, a context of its own)",
	"internal/app/parts.go net.Dialer":                               "(5 s to connect; 10 s in all, a context of its own)",
	"internal/platform/mailer/smtp.go net.Dialer":                    "TestServersThatHangOrBreakAreTemporary",
	"internal/platform/mailer/smtp.go smtp.NewClient":                "TestServersThatHangOrBreakAreTemporary",
	"internal/platform/mailer/smtp.go smtp.NewClientStartTLS":        "TestServersThatHangOrBreakAreTemporary",
	"internal/platform/clamd/clamd.go net.Dialer":                    "TestADaemonThatIsDownOrSilentIsAnError",
	"internal/platform/collector/collector.go http.Client":           "TestACollectorThatIsSilentIsAnError",
	"internal/platform/collector/collector.go http.DefaultTransport": "TestACollectorThatIsSilentIsAnError",
	"internal/platform/collector/collector.go net.Dialer":            "TestACollectorThatIsSilentIsAnError",
	"internal/platform/collector/collector.go tls.Dialer":            "TestACollectorThatIsSilentIsAnError",
	"internal/platform/fetch/fetch.go http.Transport":                "TestAServerThatAnswersNothingIsNotWaitedForLong",
	"internal/platform/fetch/fetch.go net.DefaultResolver":           "TestAServerThatAnswersNothingIsNotWaitedForLong",
	"internal/platform/fetch/http.go http.Client":                    "TestAServerThatAnswersNothingIsNotWaitedForLong",
	"internal/accounts/sso/flows.go oauth2.GenerateVerifier":         "(opens nothing)",
	"internal/accounts/sso/oidc.go oauth2.AuthCodeOption":            "(opens nothing)",
	"internal/accounts/sso/oidc.go oauth2.Config":                    "TestAProviderThatIsSilentIsNotWaitedForLong",
	"internal/accounts/sso/oidc.go oauth2.RetrieveError":             "(opens nothing)",
	"internal/accounts/sso/oidc.go oauth2.S256ChallengeOption":       "(opens nothing)",
	"internal/accounts/sso/oidc.go oauth2.SetAuthURLParam":           "(opens nothing)",
	"internal/accounts/sso/oidc.go oauth2.Token":                     "(opens nothing)",
	"internal/accounts/sso/oidc.go oauth2.VerifierOption":            "(opens nothing)",
	"internal/platform/captcha/siteverify.go http.Client":            "TestAServiceThatIsSilentIsNotWaitedForLong",
	"internal/platform/applepush/applepush.go http.Client":           "TestAPushServiceThatIsSilentIsNotWaitedForLong",
	"internal/platform/applepush/applepush.go http.Transport":        "TestAPushServiceThatIsSilentIsNotWaitedForLong",
	"internal/platform/googlewallet/googlewallet.go http.Client":     "TestAWalletServiceThatIsSilentIsNotWaitedForLong",
	"internal/platform/stripepay/stripepay.go http.Client":           "TestStripeThatIsSilentIsNotWaitedForLong",
	"internal/formats/browser/process.go exec.Command":               "TestABrowserThatHangsIsReplacedAndItsJobRunsAgain",
	"internal/formats/browser/probe.go exec.CommandContext":          "TestAPartThatHangsIsReportedWithTheOthers",
	"internal/platform/doctor/checks.go exec.CommandContext":         "TestAPartThatHangsIsReportedWithTheOthers",
	"internal/formats/spreadsheets/child.go exec.Command":            "(killed at the end of its context, two minutes at most)",
	"internal/platform/embedded/child.go exec.Command":               "(the embedded store, which runs as long as the program)",
	"internal/platform/embedded/cluster.go exec.Command":             "(the embedded database, which runs as long as the program)",
	"internal/platform/embedded/cluster.go exec.CommandContext":      "(initdb, which works on a folder of this machine alone)",
	"internal/platform/embedded/binaries.go exec.CommandContext":     "(a program that prints its version)",
	"internal/platform/embedded/orphan.go exec.CommandContext":       "(ps)",
	"cmd/laurel/health.go http.DefaultClient":                        "(8 s, a context of its own)",
	"cmd/laurel/fonts.go exec.CommandContext":                        "(somebody at the command line waits for npm)",
}

// helpers are packages for tests and for programs of others.
var helpers = []string{"internal/app/apptest", "internal/platform/dbtest", "internal/platform/nettest", "internal/formats/printtest", "internal/platform/stripetest", "internal/edges/client"}

// openers are what opens connections, by the path of its package.
var openers = map[string]*regexp.Regexp{
	"net/http":                              regexp.MustCompile(`^(Client|Transport|DefaultClient|DefaultTransport|Get|Post|PostForm|Head)$`),
	"net":                                   regexp.MustCompile(`^(Dial\w*|Dialer|Lookup\w+|DefaultResolver)$`),
	"crypto/tls":                            regexp.MustCompile(`^Dial`),
	"net/smtp":                              regexp.MustCompile(`^(Dial|NewClient|SendMail)`),
	"net/rpc":                               regexp.MustCompile(`^Dial`),
	"os/exec":                               regexp.MustCompile(`^Command`),
	"database/sql":                          regexp.MustCompile(`^Open`),
	"github.com/emersion/go-smtp":           regexp.MustCompile(`^(Dial|NewClient|SendMail)`),
	"github.com/jackc/pgx/v5":               regexp.MustCompile(`^Connect`),
	"github.com/jackc/pgx/v5/stdlib":        regexp.MustCompile(`^OpenDB`),
	"github.com/jackc/pgx/v5/pgconn":        regexp.MustCompile(`^Connect(Config)?$`),
	"github.com/jackc/pgx/v5/pgxpool":       regexp.MustCompile(`^New`),
	"github.com/aws/aws-sdk-go-v2/config":   regexp.MustCompile(`^LoadDefaultConfig`),
	"github.com/coder/websocket":            regexp.MustCompile(`^Dial`),
	"github.com/gorilla/websocket":          regexp.MustCompile(`^(DefaultDialer|Dialer)`),
	"github.com/hashicorp/go-retryablehttp": regexp.MustCompile(`.`),
	"golang.org/x/oauth2":                   regexp.MustCompile(`.`),
	"google.golang.org/grpc":                regexp.MustCompile(`^(Dial|NewClient)`),
}

// opened lists what a file uses of openers.
func opened(t *testing.T, set *token.FileSet, path string) (uses []string) {
	t.Helper()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]string{}
	for _, spec := range file.Imports {
		at, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(filepath.Base(at), "go-")
		if regexp.MustCompile(`^v\d+$`).MatchString(name) {
			name = filepath.Base(filepath.Dir(at))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imported[name] = at
	}
	constructed := map[ast.Expr]bool{} // types that are only named, as in a field, open nothing
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			constructed[n.Type] = true
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "new" && len(n.Args) == 1 {
				constructed[n.Args[0]] = true
			}
		case *ast.SelectorExpr:
			id, ok := n.X.(*ast.Ident)
			if !ok {
				return true
			}
			pattern := openers[imported[id.Name]]
			if pattern == nil || !pattern.MatchString(n.Sel.Name) {
				return true
			}
			if slices.Contains([]string{"Client", "Transport", "Dialer"}, n.Sel.Name) && !constructed[n] {
				return true
			}
			uses = append(uses, id.Name+"."+n.Sel.Name)
		}
		return true
	})
	return uses
}

func TestEveryOutboundCallHasADeadline(t *testing.T) {
	t.Parallel()
	set := token.NewFileSet()
	found := map[string]string{}
	tests := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, top := range []string{"internal", "cmd", "migrations", "locales"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			name := filepath.ToSlash(strings.TrimPrefix(path, root+"/"))
			if strings.HasSuffix(name, "_test.go") {
				source, err := os.ReadFile(path)
				for _, m := range declared.FindAllSubmatch(source, -1) {
					tests[string(m[1])] = true
				}
				return err
			}
			if strings.Contains(name, "/testdata/") || slices.ContainsFunc(helpers, func(h string) bool { return strings.HasPrefix(name, h+"/") }) {
				return nil
			}
			for _, use := range opened(t, set, path) {
				found[name+" "+use] = path
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(found)) {
		if outbound[place] == "" {
			t.Errorf("%s: give it a deadline, and add it here with the test that shows it (ADR 64)", place)
		}
	}
	for place, shown := range outbound {
		if found[place] == "" {
			t.Errorf("%s is listed and not there", place)
		}
		if !strings.HasPrefix(shown, "(") && !tests[shown] {
			t.Errorf("%s: there is no test %s", place, shown)
		}
	}
}

func TestTheSearchForOutboundCallsFindsEachKind(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.go")
	source := `package x
import ("net"; "net/http"; mail "github.com/emersion/go-smtp"; "github.com/jackc/pgx/v5")
type named struct { d net.Dialer; c *http.Client }
var a, b = &http.Client{}, new(net.Dialer)
func f() { http.Get("x"); mail.Dial("x"); pgx.Connect(nil, ""); (&net.Dialer{}).Dial("tcp", ""); _ = http.DefaultClient; _ = http.StatusOK }`
	if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	want := "[http.Client net.Dialer http.Get mail.Dial pgx.Connect net.Dialer http.DefaultClient]"
	if got := fmt.Sprint(opened(t, token.NewFileSet(), path)); got != want {
		t.Errorf("it finds %s; want %s", got, want)
	}
}
