package config

// Variable is one row of the settings table of the README.
type Variable struct {
	Name    string
	Default string // what is used when unset; empty where the meaning says it
	Meaning string
	Secret  bool // may also come from a file named by Name + "_FILE"
}

// Table lists every variable that Load reads.
func Table() []Variable { return append([]Variable(nil), table...) }

var table = []Variable{
	{"LAUREL_LISTEN", "127.0.0.1:8080", "Address the program listens on", false},
	{"LAUREL_PUBLIC_URL", "", "Address people use, scheme and host only; unset: http:// and LAUREL_LISTEN", false},
	{"LAUREL_DATA_DIR", "./data", "Folder of the embedded database and store, and of generated keys", false},
	{"LAUREL_SECRET_KEY", "", "32 random bytes in base64 that encrypt secrets at rest; older keys after a comma; unset: generated under the data folder", true},
	{"DATABASE_URL", "", "PostgreSQL 15 or newer; unset: a private cluster under the data folder", true},
	{"S3_ENDPOINT", "", "Address of an S3 store; unset with S3_BUCKET set: Amazon S3; all unset: the embedded store", false},
	{"S3_REGION", "us-east-1", "Region of the store", false},
	{"S3_BUCKET", "", "Bucket that holds all files", false},
	{"S3_ACCESS_KEY", "", "Access key of the store", true},
	{"S3_SECRET_KEY", "", "Secret key of the store", true},
	{"S3_PUBLIC_URL", "", "The bucket as browsers reach it; unset: S3_ENDPOINT/S3_BUCKET", false},
	{"SMTP_URL", "", "smtp://user:password@host:587 or smtps://…:465; unset: mail is only kept in the database", true},
	{"LAUREL_MAIL_FROM", "", "Sender of the product's own mails; unset: no-reply at the public host", false},
	{"LAUREL_SUPPORT_EMAIL", "", "Where people write for help: error pages name it and the support form mails to it. Departments without a contact address get their messages there; unset: nobody", false},
	{"LAUREL_INTERNAL_HOSTS", "", "Hosts, after commas, whose links count as our own and are not tracked, such as www.example.org, with their subdomains", false},
	{"CHROME_PATH", "", "Chrome or Chromium that prints; unset: the usual places", false},
	{"CHROME_ALLOW_NO_SANDBOX", "false", "Whether Chrome may run without its own sandbox where the system gives it none. With user namespaces or CAP_SYS_ADMIN, Chrome runs in an empty network; otherwise it shares the host's network, only its flags and request interception keep pages off it, and `laurel doctor` warns", false},
	{"LAUREL_LOG", "info", "debug, info, warn or error, and json or text, as in debug,text; shape unset: text in development, else json", false},
	{"LAUREL_PRIVATE_LISTEN", "", "Second address for health, metrics and profiling, of workers too, such as 127.0.0.1:9090; unset: off", false},
	{"LAUREL_STOP_DELAY", "", "How long a process that is told to stop still answers while `/readyz` says 503, such as 5s; unset: 5s, or nothing where LAUREL_LISTEN is a loopback address", false},
	{"LAUREL_DEV", "", "Development pages such as /dev/mail, for requests from this machine only; unset: on when nothing external is configured and both LAUREL_LISTEN and LAUREL_PUBLIC_URL are loopback addresses", false},
	{"LAUREL_TRUSTED_PROXIES", "", "Addresses or networks whose X-Forwarded-For is believed", false},
	{"LAUREL_RECAPTCHA_SECRET", "", "Secret of a reCAPTCHA-compatible service; unset: built-in proof of work", true},
	{"LAUREL_RECAPTCHA_SITE_KEY", "", "Its public key", false},
	{"LAUREL_RECAPTCHA_URL", "https://www.google.com/recaptcha", "Address of the service: browsers load its /api.js, the program asks its /api/siteverify", false},
	{"LAUREL_TRUST_REGISTRIES", "", "Files or https:// addresses, after commas, with the issuers outside this installation whose credentials count as known: one id a line, or JSON with a list `issuers` or an object `registry`", false},
	{"LAUREL_FETCH_ALLOW", "", "Private addresses or networks that verification may fetch from, such as 10.1.0.0/16, by plain HTTP too; unset: only public ones, by HTTPS", false},
	{"LAUREL_CLAMD", "", "ClamAV's daemon that looks at files of evidence: tcp://host:3310 or unix:///run/clamav/clamd.ctl; unset: nobody looks", false},
	{"LAUREL_WEBHOOK_ALLOW", "", "Private addresses or networks that webhooks may be sent to, such as 10.1.0.0/16, by plain HTTP too; unset: only public ones, by HTTPS", false},
	{"LAUREL_RATE_ADDRESS", "2000", "How many requests to the API one address may make in five minutes; 0 is any number", false},
	{"LAUREL_RATE_KEY", "600", "How many requests one API key may make in a minute; 0 is any number", false},
	{"LAUREL_VC_JWT", "false", "Whether signed credentials can also be had as VC-JWT (RS256), for software that reads no embedded proofs", false},
}

func defaultOf(name string) string {
	for _, v := range table {
		if v.Name == name {
			return v.Default
		}
	}
	panic("config: " + name + " is read but not in the table")
}
