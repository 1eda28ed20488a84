package wire

import (
	_ "embed"
	"net/http"
	"regexp"
	"strings"
)

//go:embed bots.txt
var botList string

// machines matches the user agents of programs that nobody sits in front of.
var machines = regexp.MustCompile(`(?i)` + strings.Join(botPatterns(botList), "|"))

// botPatterns returns the expressions of a list, see bots.txt.
func botPatterns(list string) (patterns []string) {
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		text, wholeWord := strings.CutSuffix(line, "$")
		pattern := regexp.QuoteMeta(text)
		if wholeWord {
			pattern += `\b`
		}
		patterns = append(patterns, pattern)
	}
	return patterns
}

// Counted reports whether a visit is counted: it is not by a bot, and its sender has not opted out of tracking.
func Counted(r *http.Request) bool {
	agent := r.UserAgent()
	return r.Header.Get("DNT") != "1" && r.Header.Get("Sec-GPC") != "1" && agent != "" && !machines.MatchString(agent)
}
