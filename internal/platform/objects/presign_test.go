package objects_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"maps"
	"net/http"
	"testing"
	"time"

	"laurel/internal/platform/objects"
)

const maxBytes = 1000

func policyFor(t *testing.T, key string) objects.Policy {
	t.Helper()
	p, err := store().PresignPost(t.Context(), objects.Upload{Key: key, ContentType: "image/png", MaxBytes: maxBytes})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestUploadAsSigned(t *testing.T) {
	p := policyFor(t, "public/1/upload.png")
	if p.BucketName != bucket || p.ACL != "public-read" || p.SuccessStatus != "201" || p.Algorithm != "AWS4-HMAC-SHA256" ||
		p.Credential == "" || p.Date == "" || p.Signature == "" || p.Policy == "" {
		t.Errorf("policy %+v", p)
	}
	if left := time.Until(p.ExpiresAt); left > 15*time.Minute || left < 14*time.Minute {
		t.Errorf("expires in %s", left)
	}
	res, answer := form(t, p.BucketURL, p.Fields, bytes.Repeat([]byte("x"), maxBytes))
	var got postAnswer
	if err := xml.Unmarshal(answer, &got); err != nil || res.StatusCode != http.StatusCreated || got.Key != p.Key || got.ETag == "" {
		t.Fatalf("status %d, answer %s, error %v", res.StatusCode, answer, err)
	}
	if allowed := res.Header.Get("Access-Control-Allow-Origin"); allowed != origin {
		t.Errorf("allowed origin %q", allowed)
	}
	if res := get(t, p.FileURLPrefix+p.Key); res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the file answers %d as %s", res.StatusCode, res.Header.Get("Content-Type"))
	}
}

func TestUploadOtherThanSignedIsRefused(t *testing.T) {
	file := []byte("x")
	for name, row := range map[string]struct {
		change func(fields map[string]string)
		file   []byte
	}{
		"another key":        {func(f map[string]string) { f["key"] = "public/2/other.png" }, file},
		"key that climbs":    {func(f map[string]string) { f["key"] = "public/1/../2/refused.png" }, file},
		"file name as key":   {func(f map[string]string) { f["key"] = "public/1/${filename}" }, file},
		"another type":       {func(f map[string]string) { f["Content-Type"] = "text/html" }, file},
		"no type":            {func(f map[string]string) { delete(f, "Content-Type") }, file},
		"another acl":        {func(f map[string]string) { f["acl"] = "public-read-write" }, file},
		"extra field":        {func(f map[string]string) { f["x-amz-meta-more"] = "1" }, file},
		"redirect":           {func(f map[string]string) { f["success_action_redirect"] = "http://evil.test" }, file},
		"one byte too large": {nil, bytes.Repeat([]byte("x"), maxBytes+1)},
		"far too large":      {nil, make([]byte, 3<<20)},
		"empty":              {nil, nil},
		"tampered policy":    {changePolicy(func(d doc) { d["expiration"] = "2099-01-01T00:00:00Z" }), file},
		"wrong signature":    {func(f map[string]string) { f["X-Amz-Signature"] = hex.EncodeToString(make([]byte, 32)) }, file},
		"no signature":       {func(f map[string]string) { delete(f, "X-Amz-Signature") }, file},
		"no policy":          {func(f map[string]string) { delete(f, "policy") }, file},
		"unknown key id":     {func(f map[string]string) { f["X-Amz-Credential"] = "nobody" + f["X-Amz-Credential"][len(accessKey):] }, file},
		"expired, well signed": {func(f map[string]string) {
			changePolicy(func(d doc) { d["expiration"] = time.Now().Add(-time.Minute).UTC().Format("2006-01-02T15:04:05Z") })(f)
			sign(f)
		}, file},
	} {
		t.Run(name, func(t *testing.T) {
			p := policyFor(t, "public/1/refused.png")
			fields := maps.Clone(p.Fields)
			if row.change != nil {
				row.change(fields)
			}
			res, answer := form(t, p.BucketURL, fields, row.file)
			if res.StatusCode < 400 || res.StatusCode >= 500 {
				t.Errorf("answered %d: %s", res.StatusCode, answer)
			}
			for _, key := range []string{"public/1/refused.png", "public/2/other.png", "public/2/refused.png"} {
				if _, err := store().Head(t.Context(), key); !errors.Is(err, objects.ErrNotFound) {
					t.Errorf("%s was stored (%v)", key, err)
				}
			}
		})
	}
}

// TestOwnSignatureIsRight shows that the expired case above is refused for its age and not for its signature.
func TestOwnSignatureIsRight(t *testing.T) {
	p := policyFor(t, "public/1/signed-here.png")
	changePolicy(func(d doc) { d["expiration"] = time.Now().Add(time.Minute).UTC().Format("2006-01-02T15:04:05Z") })(p.Fields)
	sign(p.Fields)
	if res, answer := form(t, p.BucketURL, p.Fields, []byte("x")); res.StatusCode != http.StatusCreated {
		t.Errorf("answered %d: %s", res.StatusCode, answer)
	}
}

func TestAPolicyIsForOneBucket(t *testing.T) {
	other := objects.New(objects.Config{Endpoint: endpoint, Bucket: "another", AccessKey: accessKey, SecretKey: secretKey})
	if err := other.EnsureBucket(t.Context(), origin); err != nil {
		t.Fatal(err)
	}
	p := policyFor(t, "public/1/refused.png")
	if res, _ := form(t, endpoint+"/another", p.Fields, []byte("x")); res.StatusCode != http.StatusForbidden {
		t.Errorf("answered %d", res.StatusCode)
	}
}

func TestALooseUploadIsNotSigned(t *testing.T) {
	for name, up := range map[string]objects.Upload{
		"no key":       {ContentType: "image/png", MaxBytes: 1},
		"no type":      {Key: "public/x", MaxBytes: 1},
		"no size":      {Key: "public/x", ContentType: "image/png"},
		"climbing key": {Key: "public/../x", ContentType: "image/png", MaxBytes: 1},
	} {
		if _, err := store().PresignPost(t.Context(), up); err == nil {
			t.Errorf("%s was signed", name)
		}
	}
}

type doc = map[string]any

func changePolicy(change func(doc)) func(map[string]string) {
	return func(fields map[string]string) {
		raw, err := base64.StdEncoding.DecodeString(fields["policy"])
		if err != nil {
			panic(err)
		}
		var d doc
		if err := json.Unmarshal(raw, &d); err != nil {
			panic(err)
		}
		change(d)
		raw, err = json.Marshal(d)
		if err != nil {
			panic(err)
		}
		fields["policy"] = base64.StdEncoding.EncodeToString(raw)
	}
}

// sign puts a true signature under a changed policy.
func sign(fields map[string]string) {
	key := []byte("AWS4" + secretKey)
	for _, part := range []string{fields["X-Amz-Date"][:8], "us-east-1", "s3", "aws4_request", fields["policy"]} {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(part))
		key = mac.Sum(nil)
	}
	fields["X-Amz-Signature"] = hex.EncodeToString(key)
}
