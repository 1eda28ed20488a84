package doctor

import (
	"context"
	"fmt"
	"time"
)

// Account is the state of the settings for one kind of passes.
type Account struct {
	On        string // what passes are made with; "" is off
	Off       string // how to switch them on
	Err       error  // what is wrong with the settings
	Mend      string // how to correct them
	Warning   string
	ExpiresAt time.Time // zero: never
}

// expiresSoon is how long before its end a certificate is warned about. Renewing one takes people days.
const expiresSoon = 30 * 24 * time.Hour

// Passes checks the settings for the passes of a wallet. They are optional: off is healthy.
func Passes(name, wallet string, a Account, now func() time.Time) Check {
	return Check{Name: name, Run: func(context.Context) Finding {
		if a.Err != nil {
			return Finding{Fail, "passes for " + wallet + " cannot be made: " + a.Err.Error(), a.Mend}
		}
		if a.On == "" {
			return Finding{OK, "passes for " + wallet + " are off; " + a.Off, ""}
		}
		detail := "passes for " + wallet + " are on: " + a.On
		if !a.ExpiresAt.IsZero() {
			left := a.ExpiresAt.Sub(now())
			detail += fmt.Sprintf("; the certificate expires in %d days", int(left.Hours()/24))
			if left < expiresSoon {
				return Finding{Warn, detail, "renew the certificate before " + a.ExpiresAt.Format(time.DateOnly) +
					": passes can neither be made nor updated afterwards"}
			}
		}
		if a.Warning != "" {
			return Finding{Warn, detail + "; " + a.Warning, "set LAUREL_PUBLIC_URL to an https:// address"}
		}
		return Finding{OK, detail, ""}
	}}
}
