package wire

import (
	"laurel/internal/design/uploads"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/objects"
)

// UploadIn is a request for an upload policy.
type UploadIn struct {
	Preset      string     `json:"preset"`
	FileName    httpx.Text `json:"file_name"`
	ContentType httpx.Text `json:"content_type"`
	Size        httpx.Int  `json:"size"`
}

// UploadPolicyReply is an upload policy in the format that browsers use.
type UploadPolicyReply struct {
	Key                 string            `json:"key"`
	BucketFileURLPrefix string            `json:"bucket_file_url_prefix"`
	BucketURL           string            `json:"bucket_url"`
	BucketName          string            `json:"bucket_name"`
	Policy              string            `json:"policy"`
	ACL                 string            `json:"acl"`
	ContentType         string            `json:"content_type"`
	SuccessActionStatus string            `json:"success_action_status"`
	Credential          string            `json:"x_amz_credential"`
	Algorithm           string            `json:"x_amz_algorithm"`
	Date                string            `json:"x_amz_date"`
	Signature           string            `json:"x_amz_signature"`
	MaxBytes            int64             `json:"max_bytes"`
	ExpiresAt           string            `json:"expires_at"`
	Fields              map[string]string `json:"fields"`
}

// Domain converts the request.
func (in UploadIn) Domain() uploads.Request {
	return uploads.Request{Preset: in.Preset, FileName: string(in.FileName), ContentType: string(in.ContentType), Size: int64(in.Size)}
}

// PolicyReply converts a policy.
func PolicyReply(p objects.Policy) UploadPolicyReply {
	return UploadPolicyReply{
		Key: p.Key, BucketFileURLPrefix: p.FileURLPrefix, BucketURL: p.BucketURL, BucketName: p.BucketName, Policy: p.Policy,
		ACL: p.ACL, ContentType: p.ContentType, SuccessActionStatus: p.SuccessStatus, Credential: p.Credential,
		Algorithm: p.Algorithm, Date: p.Date, Signature: p.Signature, MaxBytes: p.MaxBytes, ExpiresAt: Stamp(p.ExpiresAt),
		Fields: p.Fields,
	}
}
