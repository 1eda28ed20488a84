package objects

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// EnsureBucket creates the bucket if it is missing, makes PublicPrefix publicly readable, and allows uploads from pages of origin
// (CORS). It is idempotent.
func (s *Store) EnsureBucket(ctx context.Context, origin string) error {
	ctx, _, cancel := s.cfg.Deadlines.answer(ctx, 0)
	defer cancel()
	if err := s.createBucket(ctx); err != nil {
		return err
	}
	policy, err := json.Marshal(map[string]any{
		"Version": "2012-10-17",
		"Statement": []any{map[string]any{
			"Sid": "PublicFiles", "Effect": "Allow", "Principal": map[string]any{"AWS": []string{"*"}},
			"Action":   []string{"s3:GetObject"},
			"Resource": []string{"arn:aws:s3:::" + s.cfg.Bucket + "/" + PublicPrefix + "*"},
		}},
	})
	if err != nil {
		return err
	}
	_, err = s.client.PutBucketPolicy(ctx, &s3.PutBucketPolicyInput{Bucket: &s.cfg.Bucket, Policy: aws.String(string(policy))})
	if err != nil {
		return fmt.Errorf("allow reading public files: %w", translate("set policy of bucket", s.cfg.Bucket, err))
	}
	_, err = s.client.PutBucketCors(ctx, &s3.PutBucketCorsInput{
		Bucket: &s.cfg.Bucket,
		CORSConfiguration: &types.CORSConfiguration{CORSRules: []types.CORSRule{{
			AllowedOrigins: []string{origin},
			AllowedMethods: []string{"GET", "HEAD", "POST"},
			AllowedHeaders: []string{"*"},
			ExposeHeaders:  []string{"ETag", "Location"},
			MaxAgeSeconds:  aws.Int32(3600),
		}}},
	})
	var refusal interface{ ErrorCode() string }
	if errors.As(err, &refusal) && refusal.ErrorCode() == "NotImplemented" {
		return nil // such stores answer every origin
	}
	return translate("allow uploads from the browser to", s.cfg.Bucket, err)
}

func (s *Store) createBucket(ctx context.Context) error {
	err := s.Ping(ctx)
	if !errors.Is(err, ErrNotFound) {
		return err
	}
	in := &s3.CreateBucketInput{Bucket: &s.cfg.Bucket}
	if s.cfg.Region != "us-east-1" { // Amazon refuses to be told its default
		in.CreateBucketConfiguration = &types.CreateBucketConfiguration{LocationConstraint: types.BucketLocationConstraint(s.cfg.Region)}
	}
	_, err = s.client.CreateBucket(ctx, in)
	var exists *types.BucketAlreadyOwnedByYou
	if errors.As(err, &exists) {
		return nil // another process was faster
	}
	return translate("create bucket", s.cfg.Bucket, err)
}
