//go:build nos3

package embedded

import (
	"errors"
	"io"
)

func gatewayMain(io.Reader) error {
	return errors.New("this build has no file store inside (build tag nos3): set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY")
}
