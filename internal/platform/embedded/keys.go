package embedded

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Keys are the keys an installation needs when none are configured.
type Keys struct {
	Secret       []byte // 32 bytes, encrypts secrets at rest
	S3Access     string
	S3Secret     string
	NewlyCreated bool // made by this call; production sets LAUREL_SECRET_KEY instead
}

// LoadKeys reads the generated keys under dir. The first start creates them.
func LoadKeys(dir string) (Keys, error) {
	if err := makeDataDir(dir); err != nil {
		return Keys{}, err
	}
	dir = filepath.Join(dir, "keys")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Keys{}, fmt.Errorf("make key folder: %w", err)
	}
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails: the program would end
	secret, created, err := loadKey(filepath.Join(dir, "secret"), base64.StdEncoding.EncodeToString(raw))
	if err != nil {
		return Keys{}, err
	}
	k := Keys{NewlyCreated: created}
	if k.Secret, err = base64.StdEncoding.DecodeString(secret); err != nil || len(k.Secret) != len(raw) {
		return Keys{}, fmt.Errorf("%s/secret is not 32 bytes in base64: put the file back from a backup", dir)
	}
	if k.S3Access, _, err = loadKey(filepath.Join(dir, "s3-access"), "LAUREL"+rand.Text()[:14]); err != nil {
		return Keys{}, err
	}
	k.S3Secret, _, err = loadKey(filepath.Join(dir, "s3-secret"), rand.Text()+rand.Text())
	return k, err
}

// loadKey reads the key in file, first writing fresh when there is none. When two processes start at once, the second reads the
// complete key of the first, because the file appears by an atomic link.
func loadKey(file, fresh string) (key string, created bool, err error) {
	b, err := os.ReadFile(file) //nolint:gosec // G304: our own folder
	if err == nil {
		return strings.TrimSpace(string(b)), false, nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", false, fmt.Errorf("read key: %w", err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".new-*") // mode 0600
	if err != nil {
		return "", false, fmt.Errorf("write key: %w", err)
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	_, err = tmp.WriteString(fresh + "\n")
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return "", false, fmt.Errorf("write key: %w", err)
	}
	if err := os.Link(tmp.Name(), file); errors.Is(err, os.ErrExist) {
		return loadKey(file, fresh)
	} else if err != nil {
		return "", false, fmt.Errorf("put key in place: %w", err)
	}
	return fresh, true, nil
}
