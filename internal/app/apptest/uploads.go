package apptest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
)

// Upload uploads a file with a policy of the preset, as a browser does, and returns its key.
func (c Client) Upload(preset, name string, data []byte) string {
	c.World.t.Helper()
	return c.Send(c.Post("/v1/upload_policies/"+preset, J{"file_name": name, "content_type": ""}).OK(), name, data)
}

// Send uploads a file with a policy and returns its key.
func (c Client) Send(policy Reply, name string, data []byte) string {
	t := c.World.t
	t.Helper()
	var p struct {
		BucketURL string            `json:"bucket_url"`
		Fields    map[string]string `json:"fields"`
	}
	if err := json.Unmarshal(policy.Body, &p); err != nil {
		t.Fatal(err)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, value := range p.Fields {
		_ = form.WriteField(field, value)
	}
	part, _ := form.CreateFormFile("file", name)
	_, _ = part.Write(data)
	_ = form.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.BucketURL, &body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusCreated {
		answer, _ := io.ReadAll(res.Body)
		t.Fatalf("the bucket answered %d: %s", res.StatusCode, answer)
	}
	return policy.Text("key")
}
