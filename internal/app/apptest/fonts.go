package apptest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
)

// FontUpload sends a font file to the bucket as a browser does and gives its key.
func (c Client) FontUpload(name string, data []byte) string {
	t := c.World.t
	t.Helper()
	policy := c.Post("/v1/upload_policies/fonts", J{"file_name": name, "content_type": ""}).OK()
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

// Font adds a font to the client's department. It needs the built web application.
func (c Client) Font(name string, data []byte) Reply {
	c.World.t.Helper()
	key := c.FontUpload("font.ttf", data)
	return c.Post("/v1/fonts/create", J{"font": J{"key": key, "name": name, "licensed": true}})
}
