package apptest

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Files returns the keys under a prefix in the file store of a Laurel with these settings, at most a thousand.
func Files(t testing.TB, settings map[string]string, prefix string) []string {
	t.Helper()
	var names []string
	for _, o := range listed(t, settings, prefix).Contents {
		names = append(names, aws.ToString(o.Key))
	}
	return names
}

// Stored returns the total size of the files under a prefix, in bytes, of at most a thousand files.
func Stored(t testing.TB, settings map[string]string, prefix string) (size int64) {
	t.Helper()
	found := listed(t, settings, prefix)
	if aws.ToBool(found.IsTruncated) {
		t.Fatalf("there are more than a thousand files under %s", prefix)
	}
	for _, o := range found.Contents {
		size += aws.ToInt64(o.Size)
	}
	return size
}

func listed(t testing.TB, settings map[string]string, prefix string) *s3.ListObjectsV2Output {
	t.Helper()
	client := s3.New(s3.Options{
		BaseEndpoint: aws.String(settings["S3_ENDPOINT"]), UsePathStyle: true, Region: "us-east-1",
		Credentials: credentials.NewStaticCredentialsProvider(settings["S3_ACCESS_KEY"], settings["S3_SECRET_KEY"], ""),
	})
	found, err := client.ListObjectsV2(t.Context(), &s3.ListObjectsV2Input{Bucket: aws.String(settings["S3_BUCKET"]), Prefix: aws.String(prefix)})
	if err != nil {
		t.Fatalf("list files: %v", err)
	}
	return found
}

// Files returns the keys under a prefix in the world's file store.
func (w *World) Files(prefix string) []string {
	w.t.Helper()
	return Files(w.t, w.settings, prefix)
}
