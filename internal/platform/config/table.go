package config

// Variable is a row of the table of settings in docs/configuration.md.
type Variable struct {
	Name    string
	Default string // what is used when unset; empty where the meaning says it
	Meaning string
	Secret  bool // may also come from a file named by Name + "_FILE"
}

// Table lists every variable that Load reads.
func Table() []Variable { return append([]Variable(nil), table...) }

var table = []Variable{
	{"LAUREL_LISTEN", "127.0.0.1:8080", "Address to listen on", false},
	{"LAUREL_PUBLIC_URL", "", "Address that people use: scheme and host only. Default: `http://` and LAUREL_LISTEN", false},
	{"LAUREL_DATA_DIR", "./data", "Folder of the embedded database, the embedded file store and generated keys", false},
	{"LAUREL_SECRET_KEY", "", "32 random bytes in base64 that encrypt secrets at rest. Older keys follow after a comma. Default: generated in the data folder", true},
	{"DATABASE_URL", "", "PostgreSQL 15 or newer. Default: an embedded cluster in the data folder", true},
	{"S3_ENDPOINT", "", "Address of an S3-compatible store. Unset with S3_BUCKET set: Amazon S3. All S3 settings unset: the embedded store", false},
	{"S3_REGION", "us-east-1", "Region of the store", false},
	{"S3_BUCKET", "", "Bucket for all files", false},
	{"S3_ACCESS_KEY", "", "Access key of the store", true},
	{"S3_SECRET_KEY", "", "Secret key of the store", true},
	{"S3_PUBLIC_URL", "", "Address of the bucket as browsers reach it. Default: S3_ENDPOINT/S3_BUCKET", false},
	{"SMTP_URL", "", "`smtp://user:password@host:587` or `smtps://host:465`. Unset: email is only stored in the database", true},
	{"LAUREL_MAIL_FROM", "", "Sender of the product's own email. Default: no-reply at the public host", false},
	{"LAUREL_SUPPORT_EMAIL", "", "Support address. Error pages show it, and the contact form sends to it; it also receives messages to departments without a contact address. Unset: no support address", false},
	{"LAUREL_INTERNAL_HOSTS", "", "Comma-separated hosts, such as www.example.org, whose links (with subdomains) are not tracked as outbound", false},
	{"CHROME_PATH", "", "Chrome or Chromium for rendering. Default: the usual places", false},
	{"CHROME_ALLOW_NO_SANDBOX", "false", "Let Chrome run without its own sandbox where the system offers none. With user namespaces or CAP_SYS_ADMIN, Chrome still runs in an empty network; otherwise only its flags and request interception keep pages off the network, and `laurel doctor` warns", false},
	{"LAUREL_LOG", "info", "Level (debug, info, warn, error) and format (json, text), as in `debug,text`. Default format: text in development, otherwise json", false},
	{"LAUREL_PRIVATE_LISTEN", "", "Second address for health checks, metrics and profiling, also of workers, such as 127.0.0.1:9090. Unset: off", false},
	{"LAUREL_STOP_DELAY", "", "How long a stopping process keeps serving while `/readyz` answers 503. Default: 5s, or none when LAUREL_LISTEN is a loopback address", false},
	{"LAUREL_DEV", "", "Development pages such as `/dev/mail`, for requests from this machine only. Default: on when nothing external is configured and LAUREL_LISTEN and LAUREL_PUBLIC_URL are loopback addresses", false},
	{"LAUREL_TRUSTED_PROXIES", "", "Addresses or networks whose X-Forwarded-For header is trusted", false},
	{"LAUREL_RECAPTCHA_SECRET", "", "Secret of a reCAPTCHA-compatible service. Unset: built-in proof of work", true},
	{"LAUREL_RECAPTCHA_SITE_KEY", "", "Site key of that service", false},
	{"LAUREL_RECAPTCHA_URL", "https://www.google.com/recaptcha", "Address of that service. Browsers load its `/api.js`; the server calls its `/api/siteverify`", false},
	{"LAUREL_TRUST_REGISTRIES", "", "Comma-separated files or https:// addresses that list trusted issuers outside this installation: one id per line, or JSON with an array `issuers` or an object `registry`", false},
	{"LAUREL_FETCH_ALLOW", "", "Private addresses or networks, such as 10.1.0.0/16, that verification may fetch from, also over plain HTTP. Unset: public addresses over HTTPS only", false},
	{"LAUREL_CLAMD", "", "ClamAV daemon that scans evidence files: `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`. Unset: no scanning", false},
	{"LAUREL_AUDIT_STREAM", "", "Log collector that gets the audit log: `tls://host:6514` or `tcp://host:601` (syslog), `https://host/path` (lines of JSON) or `stdout:`. Unset: none", false},
	{"LAUREL_AUDIT_STREAM_TOKEN", "", "Bearer token for a collector over HTTPS", true},
	{"LAUREL_WEBHOOK_ALLOW", "", "Private addresses or networks, such as 10.1.0.0/16, that webhooks may be sent to, also over plain HTTP. Unset: public addresses over HTTPS only", false},
	{"LAUREL_SMTP_ALLOW", "", "Private addresses or networks, such as 10.1.0.0/16, that the mail servers of departments may have. Unset: public addresses only", false},
	{"LAUREL_BOUNCE_DOMAIN", "", "Domain of the return paths of emails, such as bounces.example.org, so that bounces are recognised. Unset: they go to the sender address", false},
	{"LAUREL_BOUNCE_LISTEN", "", "Where bounces are taken in: `smtp://0.0.0.0:2525` or `lmtp://127.0.0.1:2424`. Unset: nowhere", false},
	{"LAUREL_BOUNCE_MAILBOX", "", "Mailbox that bounces arrive at: `imaps://user:password@host/INBOX`. Unset: none", true},
	{"LAUREL_DNS", "", "DNS server, such as 10.0.0.2:53, that is asked for the records of sender domains. Unset: the system's", false},
	{"LAUREL_MAIL_DELIVERY", "at-most-once", "What happens to an email that may have been delivered when a connection broke: `at-most-once` leaves it to the issuer, `at-least-once` sends it again", false},
	{"LAUREL_SSO_ALLOW", "", "Private addresses or networks, such as 10.1.0.0/16, that the sign-in providers of departments may have, also over plain HTTP. Unset: public addresses over HTTPS only", false},
	{"LAUREL_RATE_ADDRESS", "2000", "API requests allowed per IP address in five minutes; 0 is unlimited", false},
	{"LAUREL_RATE_KEY", "600", "API requests allowed per API key in a minute; 0 is unlimited", false},
	{"LAUREL_SESSION_IDLE", "24h", "How long the dashboard stays signed in unused, from 5m to 8760h", false},
	{"LAUREL_SESSION_LIFETIME", "336h", "How long a sign-in lasts at most, from 5m to 8760h", false},
	{"LAUREL_VC_JWT", "false", "Also offer signed credentials as VC-JWT (RS256), for software that cannot read embedded proofs", false},
	{"LAUREL_BILLING", "false", "Count credits: departments publish to new recipients within their plan ([setup](operations.md#billing)). Off: issuing is unlimited", false},
	{"LAUREL_BILLING_PROVIDER", "", "How departments pay for plans: `stripe` or `manual` (invoices that the operator marks as paid; [setup](billing.md)). Unset: plans are changed with `laurel billing` only", false},
	{"LAUREL_STRIPE_SECRET_KEY", "", "Secret or restricted key of the Stripe account", true},
	{"LAUREL_STRIPE_WEBHOOK_SECRET", "", "Signing secret of the webhook endpoint at Stripe", true},
	{"LAUREL_STRIPE_URL", "https://api.stripe.com", "Stripe's API", false},
	{"LAUREL_STRIPE_TAX", "false", "Let Stripe Tax compute taxes", false},
	{"LAUREL_SELLER_NAME", "", "Legal name of who sells plans, for invoices", false},
	{"LAUREL_SELLER_ADDRESS", "", "Address of the seller, lines separated by semicolons", false},
	{"LAUREL_SELLER_TAX_ID", "", "Tax ID of the seller", false},
	{"LAUREL_INVOICE_PREFIX", "INV-", "What the numbers of invoices and credit notes begin with. Another prefix begins with number 1", false},
	{"LAUREL_INVOICE_DAYS", "14", "Days until a manual invoice has to be paid", false},
	{"LAUREL_INVOICE_TAX", "0", "Tax on manual invoices in percent, on top of prices", false},
	{"LAUREL_INVOICE_NOTE", "", "Text at the foot of invoices, such as a bank account", false},
	{"LAUREL_APPLE_PASS_CERTIFICATE", "", "Pass type certificate (PEM) for passes in Apple Wallet, with LAUREL_APPLE_PASS_KEY and LAUREL_APPLE_PASS_WWDR. Unset: no Apple passes ([setup](wallet-passes.md))", true},
	{"LAUREL_APPLE_PASS_KEY", "", "Private key (PEM) of that certificate", true},
	{"LAUREL_APPLE_PASS_PASSWORD", "", "Password of the key, if it is encrypted", true},
	{"LAUREL_APPLE_PASS_WWDR", "", "Apple's intermediate certificate (WWDR, PEM) that issued the pass type certificate", true},
	{"LAUREL_APPLE_PASS_TYPE", "", "Pass type identifier, such as pass.org.example.certificates. Default: that of the certificate", false},
	{"LAUREL_APPLE_PASS_TEAM", "", "Apple team identifier. Default: that of the certificate", false},
	{"LAUREL_APPLE_PUSH_URL", "https://api.push.apple.com", "Apple's push service, which tells devices about changed passes", false},
	{"LAUREL_GOOGLE_WALLET_ISSUER", "", "Issuer ID for passes in Google Wallet, with LAUREL_GOOGLE_WALLET_ACCOUNT. Unset: no Google passes ([setup](wallet-passes.md))", false},
	{"LAUREL_GOOGLE_WALLET_ACCOUNT", "", "JSON key of the service account that makes Google passes", true},
	{"LAUREL_GOOGLE_WALLET_API_URL", "https://walletobjects.googleapis.com", "Google's Wallet API", false},
	{"LAUREL_GOOGLE_WALLET_SAVE_URL", "https://pay.google.com/gp/v/save", "Google's page that saves a pass", false},
}

func defaultOf(name string) string {
	for _, v := range table {
		if v.Name == name {
			return v.Default
		}
	}
	panic("config: " + name + " is read but not in the table")
}
