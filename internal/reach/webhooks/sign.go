package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// Sign returns the value of the header Laurel-Signature: the time, and for each secret the HMAC-SHA256 of the time, a dot and the body.
// Receivers accept the body if one of them matches; docs/webhooks.md shows how.
func Sign(secrets []string, at time.Time, body string) string {
	stamp := strconv.FormatInt(at.Unix(), 10)
	parts := []string{"t=" + stamp}
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(stamp + "." + body))
		parts = append(parts, "v1="+hex.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(parts, ",")
}
