package apptest

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Files names what the file store of a Laurel with these settings holds under a prefix, up to a thousand files.
func Files(t testing.TB, settings map[string]string, prefix string) []string {
	t.Helper()
	client := s3.New(s3.Options{
		BaseEndpoint: aws.String(settings["S3_ENDPOINT"]), UsePathStyle: true, Region: "us-east-1",
		Credentials: credentials.NewStaticCredentialsProvider(settings["S3_ACCESS_KEY"], settings["S3_SECRET_KEY"], ""),
	})
	found, err := client.ListObjectsV2(t.Context(), &s3.ListObjectsV2Input{Bucket: aws.String(settings["S3_BUCKET"]), Prefix: aws.String(prefix)})
	if err != nil {
		t.Fatalf("list files: %v", err)
	}
	var names []string
	for _, o := range found.Contents {
		names = append(names, aws.ToString(o.Key))
	}
	return names
}

// Files names what the world's file store holds under a prefix.
func (w *World) Files(prefix string) []string {
	w.t.Helper()
	return Files(w.t, w.settings, prefix)
}
