// Package objects stores files in an S3 bucket and creates presigned forms and links for browsers. Files under PublicPrefix are
// publicly readable; all others need a presigned link.
package objects

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
)

// PublicPrefix is the key prefix of publicly readable files.
const PublicPrefix = "public/"

// The expected errors of a store.
var (
	ErrNotFound    = errors.New("objects: no such file")
	ErrTooLarge    = errors.New("objects: the file is larger than allowed")
	ErrUnavailable = errors.New("objects: the file store does not answer")
)

// Config identifies the bucket and its endpoint.
type Config struct {
	Endpoint  string // empty: Amazon's own
	Region    string
	Bucket    string
	AccessKey string
	SecretKey string
	PublicURL string // the bucket as browsers reach it; empty: Endpoint/Bucket
	FilesURL  string // where the program itself serves what is under PublicPrefix; empty: PublicURL
	Deadlines Deadlines
}

// Store is one bucket.
type Store struct {
	cfg    Config
	client *s3.Client
	keys   aws.Credentials
}

// Info is the metadata of a file.
type Info struct {
	ContentType string
	Size        int64
	ETag        string
	Modified    time.Time
}

// New returns a Store without connecting.
func New(cfg Config) *Store {
	if cfg.Region == "" {
		cfg.Region = "us-east-1"
	}
	if cfg.PublicURL == "" {
		cfg.PublicURL = strings.TrimRight(cfg.Endpoint, "/") + "/" + cfg.Bucket
	}
	cfg.PublicURL = strings.TrimRight(cfg.PublicURL, "/")
	if cfg.FilesURL == "" {
		cfg.FilesURL = cfg.PublicURL
	}
	if cfg.Deadlines == (Deadlines{}) {
		cfg.Deadlines = DefaultDeadlines()
	}
	opts := s3.Options{
		Region:       cfg.Region,
		Credentials:  credentials.NewStaticCredentialsProvider(cfg.AccessKey, cfg.SecretKey, ""),
		UsePathStyle: cfg.Endpoint != "",
		HTTPClient:   cfg.Deadlines.client(),
		// Not every S3-compatible store supports the newer checksums.
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	}
	if cfg.Endpoint != "" {
		opts.BaseEndpoint = aws.String(cfg.Endpoint)
	}
	return &Store{
		cfg:    cfg,
		client: s3.New(opts),
		keys:   aws.Credentials{AccessKeyID: cfg.AccessKey, SecretAccessKey: cfg.SecretKey},
	}
}

// PublicURL returns the permanent URL of a file under PublicPrefix, on the program's own host. It does not depend on the store, so it
// may be signed and emailed.
func (s *Store) PublicURL(key string) string { return s.cfg.FilesURL + "/" + key }

// BucketURL returns the URL of a file in the bucket as browsers reach it, for uploads.
func (s *Store) BucketURL(key string) string { return s.prefix() + key }

func (s *Store) prefix() string { return s.cfg.PublicURL + "/" }

// KeyOf returns the key of a URL made by PublicURL or BucketURL. It rejects other URLs and files that are not public.
func (s *Store) KeyOf(address string) (key string, ok bool) {
	if key, ok = strings.CutPrefix(address, s.cfg.FilesURL+"/"); !ok {
		key, ok = strings.CutPrefix(address, s.prefix())
	}
	if !ok || !strings.HasPrefix(key, PublicPrefix) || strings.ContainsAny(key, "?#%\\") || strings.Contains(key, "..") {
		return "", false
	}
	return key, true
}

// Put writes a file, replacing an existing one.
func (s *Store) Put(ctx context.Context, key, contentType string, body []byte) error {
	ctx, _, cancel := s.cfg.Deadlines.answer(ctx, len(body))
	defer cancel()
	_, err := s.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: &s.cfg.Bucket, Key: &key, ContentType: &contentType,
		Body: bytes.NewReader(body), ContentLength: aws.Int64(int64(len(body))),
	})
	return translate("put", key, err)
}

// Get reads a file of at most limit bytes. It returns ErrNotFound or ErrTooLarge.
func (s *Store) Get(ctx context.Context, key string, limit int64) ([]byte, Info, error) {
	ctx, answered, cancel := s.cfg.Deadlines.answer(ctx, 0)
	defer cancel()
	out, err := s.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &s.cfg.Bucket, Key: &key})
	answered()
	if err != nil {
		return nil, Info{}, translate("get", key, err)
	}
	defer func() { _ = out.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(reading{out.Body, s.cfg.Deadlines.Stall, cancel}, limit+1))
	if err != nil {
		return nil, Info{}, fmt.Errorf("get %s: %w: %w", key, ErrUnavailable, err)
	}
	if int64(len(body)) > limit {
		return nil, Info{}, fmt.Errorf("get %s: %w", key, ErrTooLarge)
	}
	return body, Info{
		ContentType: aws.ToString(out.ContentType), Size: int64(len(body)),
		ETag: aws.ToString(out.ETag), Modified: aws.ToTime(out.LastModified),
	}, nil
}

// GetPart reads size bytes of a file from an offset. It returns ErrNotFound, or ErrUnavailable when the file is shorter.
func (s *Store) GetPart(ctx context.Context, key string, start, size int64) ([]byte, error) {
	ctx, answered, cancel := s.cfg.Deadlines.answer(ctx, 0)
	defer cancel()
	out, err := s.client.GetObject(ctx, &s3.GetObjectInput{
		Bucket: &s.cfg.Bucket, Key: &key, Range: aws.String(fmt.Sprintf("bytes=%d-%d", start, start+size-1)),
	})
	answered()
	if err != nil {
		return nil, translate("get a part of", key, err)
	}
	defer func() { _ = out.Body.Close() }()
	content := reading{out.Body, s.cfg.Deadlines.Stall, cancel}
	if out.ContentRange == nil { // the store has sent all of it
		if _, err := io.CopyN(io.Discard, content, start); err != nil {
			return nil, fmt.Errorf("get a part of %s: %w: %w", key, ErrUnavailable, err)
		}
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(content, body); err != nil {
		return nil, fmt.Errorf("get a part of %s: %w: %w", key, ErrUnavailable, err)
	}
	return body, nil
}

// Head returns the metadata of a file. It returns ErrNotFound.
func (s *Store) Head(ctx context.Context, key string) (Info, error) {
	ctx, _, cancel := s.cfg.Deadlines.answer(ctx, 0)
	defer cancel()
	out, err := s.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &s.cfg.Bucket, Key: &key})
	if err != nil {
		return Info{}, translate("look at", key, err)
	}
	return Info{
		ContentType: aws.ToString(out.ContentType), Size: aws.ToInt64(out.ContentLength),
		ETag: aws.ToString(out.ETag), Modified: aws.ToTime(out.LastModified),
	}, nil
}

// Exists reports whether a file exists.
func (s *Store) Exists(ctx context.Context, key string) (bool, error) {
	_, err := s.Head(ctx, key)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Delete deletes a file; a missing file is no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	ctx, _, cancel := s.cfg.Deadlines.answer(ctx, 0)
	defer cancel()
	_, err := s.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &s.cfg.Bucket, Key: &key})
	if err = translate("delete", key, err); errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// Ping reports whether the bucket is accessible with the configured keys.
func (s *Store) Ping(ctx context.Context) error {
	ctx, _, cancel := s.cfg.Deadlines.answer(ctx, 0)
	defer cancel()
	_, err := s.client.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: &s.cfg.Bucket})
	return translate("reach bucket", s.cfg.Bucket, err)
}

// translate maps the store's errors to ours. A missing response or a 5xx is a temporary failure.
func translate(doing, key string, err error) error {
	if err == nil {
		return nil
	}
	kind := ErrUnavailable
	var refusal smithy.APIError
	if errors.As(err, &refusal) {
		switch refusal.ErrorCode() {
		case "NoSuchKey", "NotFound", "NoSuchBucket":
			kind = ErrNotFound
		default:
			if refusal.ErrorFault() == smithy.FaultClient || clientStatus(err) {
				return fmt.Errorf("%s %s: %w", doing, key, err)
			}
		}
	}
	return fmt.Errorf("%s %s: %w: %w", doing, key, kind, err)
}

func clientStatus(err error) bool {
	var answer interface{ HTTPStatusCode() int }
	return errors.As(err, &answer) && answer.HTTPStatusCode() >= 400 && answer.HTTPStatusCode() < 500
}
