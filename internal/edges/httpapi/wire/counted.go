package wire

import (
	"net/http"
	"regexp"
)

// machines matches the user agents of bots.
var machines = regexp.MustCompile(`(?i)bot\b|crawl|spider|preview`)

// Counted reports whether a visit is counted: it is not by a bot, and its sender has not opted out of tracking.
func Counted(r *http.Request) bool {
	return r.Header.Get("DNT") != "1" && r.Header.Get("Sec-GPC") != "1" && !machines.MatchString(r.UserAgent())
}
