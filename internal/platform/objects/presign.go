package objects

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// maxLifetime limits signed forms and links, because anybody who has one can use it.
const maxLifetime = 15 * time.Minute

// Upload describes what a browser may upload: one file under one key, of one type and up to a maximum size.
type Upload struct {
	Key         string
	ContentType string
	MaxBytes    int64
	Lifetime    time.Duration // at most 15 minutes, which is also what 0 means
}

// Policy is a presigned POST. Fields has every form field under the name the bucket expects; the other members repeat some of them.
type Policy struct {
	Key           string
	FileURLPrefix string // the file's address is this and the key
	BucketURL     string // where the form is posted
	BucketName    string
	Policy        string
	Credential    string
	Algorithm     string
	Date          string
	Signature     string
	ACL           string
	ContentType   string
	SuccessStatus string
	MaxBytes      int64
	ExpiresAt     time.Time
	Fields        map[string]string
}

// PresignPost signs a form that uploads exactly the described file. The store rejects anything else.
func (s *Store) PresignPost(ctx context.Context, up Upload) (Policy, error) {
	if up.Key == "" || up.ContentType == "" || up.MaxBytes < 1 || strings.Contains(up.Key, "..") {
		return Policy{}, errors.New("sign upload: needs a plain key, a type and a size")
	}
	lifetime := bounded(up.Lifetime)
	acl := "private" // only what lies under PublicPrefix is for everybody, also in stores that heed the list
	if strings.HasPrefix(up.Key, PublicPrefix) {
		acl = "public-read"
	}
	extra := map[string]string{"acl": acl, "Content-Type": up.ContentType, "success_action_status": "201"}
	conditions := []any{[]any{"content-length-range", 1, up.MaxBytes}}
	for _, name := range []string{"acl", "Content-Type", "success_action_status"} {
		conditions = append(conditions, map[string]string{name: extra[name]})
	}
	now := time.Now()
	signed, err := s3.NewPresignClient(s.client).PresignPostObject(ctx,
		&s3.PutObjectInput{Bucket: &s.cfg.Bucket, Key: &up.Key},
		func(o *s3.PresignPostOptions) { o.Expires, o.Conditions = lifetime, conditions })
	if err != nil {
		return Policy{}, fmt.Errorf("sign upload: %w", err)
	}
	fields := signed.Values
	for name, value := range extra {
		fields[name] = value
	}
	return Policy{
		Key: up.Key, FileURLPrefix: s.prefix(), BucketURL: s.cfg.PublicURL, BucketName: s.cfg.Bucket,
		Policy: fields["policy"], Credential: fields["X-Amz-Credential"], Algorithm: fields["X-Amz-Algorithm"],
		Date: fields["X-Amz-Date"], Signature: fields["X-Amz-Signature"],
		ACL: extra["acl"], ContentType: up.ContentType, SuccessStatus: extra["success_action_status"],
		MaxBytes: up.MaxBytes, ExpiresAt: now.Add(lifetime).UTC(), Fields: fields,
	}, nil
}

// Download describes how a private file is served.
type Download struct {
	FileName    string
	ContentType string // "": as it was put
	Inline      bool   // the browser shows it instead of saving it
	Lifetime    time.Duration
}

// PresignGet signs a link to a private file.
func (s *Store) PresignGet(ctx context.Context, key string, as Download) (string, error) {
	query := url.Values{
		"X-Amz-Expires":                {strconv.Itoa(int(bounded(as.Lifetime).Seconds()))},
		"response-content-disposition": {as.disposition()},
	}
	if as.ContentType != "" {
		query.Set("response-content-type", as.ContentType)
	}
	address := s.prefix() + escapeKey(key) + "?" + query.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", fmt.Errorf("sign download: %w", err)
	}
	// The link is signed for the address that browsers use, which may differ from the one that the client uses.
	signer := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	signed, _, err := signer.PresignHTTP(ctx, s.keys, req, "UNSIGNED-PAYLOAD", "s3", s.cfg.Region, time.Now())
	if err != nil {
		return "", fmt.Errorf("sign download: %w", err)
	}
	return signed, nil
}

func bounded(lifetime time.Duration) time.Duration {
	if lifetime <= 0 || lifetime > maxLifetime {
		return maxLifetime
	}
	return lifetime
}

// disposition is the Content-Disposition header that makes a browser save or show a file (RFC 6266). mime quotes or encodes the name,
// after characters are removed that could break the header or mislead the reader.
func (as Download) disposition() string {
	kind := "attachment"
	if as.Inline {
		kind = "inline"
	}
	clean := strings.Map(func(r rune) rune {
		switch {
		case r < ' ', r == 0x7f, r == '/', r == '\\', 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069:
			return -1
		}
		return r
	}, as.FileName)
	if v := mime.FormatMediaType(kind, map[string]string{"filename": clean}); v != "" {
		return v
	}
	return kind
}

func escapeKey(key string) string {
	parts := strings.Split(key, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}
