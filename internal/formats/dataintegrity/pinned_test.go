package dataintegrity

// pinned is the beginning of the SHA-256 of each vocabulary.
var pinned = map[string]string{
	"clr-2.0.1":            "880f1902d4158f2f",
	"credentials-v1":       "00d7dd6d3ad8b920",
	"credentials-v2":       "8a9f494a89ecc51d",
	"data-integrity-v1":    "b5d829bd09aa7c42",
	"data-integrity-v2":    "0f77743daf5b4e8f",
	"dcc-v1":               "1543695325471b0d",
	"did-configuration-v1": "a72455e2a489b997",
	"ed25519-2020-v1":      "b9e1ab971fd8bf2c",
	"multikey-v1":          "8e6bad2e5b4f0721",
	"ob-3.0.0":             "9f1c8f9f361ba299",
	"ob-3.0.1":             "af095468326d3449",
	"ob-3.0.2":             "00666ad080ba4076",
	"ob-3.0.3":             "ef2fa9c7846dce23",
	"ob-extensions":        "2d013f981d1f4516",
	"status-list-2021-v1":  "fbed35e8a8f01448",
}
