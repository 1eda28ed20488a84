//go:build !nos3

package embedded

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

// gatewayMain runs the store until its standard input is closed, which happens however the parent ends. It needs its own process
// because the gateway changes the working directory and can exist only once per process.
func gatewayMain(stdin io.Reader) error {
	in := json.NewDecoder(stdin)
	var o gatewayOrder
	if err := decodeOrder(in, &o); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, io.MultiReader(in.Buffered(), stdin))
		cancel()
	}()

	var keeper meta.MetadataStorer = meta.XattrMeta{}
	var opts posix.PosixOpts
	opts.SetNewFilePerm(0o600)
	opts.SetNewDirPerm(0o700)
	// On file systems without extended attributes, metadata goes to sidecar files. A store that started this way continues to use them.
	if _, err := os.Stat(o.Sidecar); err == nil || (meta.XattrMeta{}).Test(o.Root) != nil {
		if err := os.MkdirAll(o.Sidecar, 0o700); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
		sidecar, err := meta.NewSideCar(o.Sidecar)
		if err != nil {
			return fmt.Errorf("open file attributes: %w", err)
		}
		keeper, opts.SideCarDir = sidecar, o.Sidecar
	}
	backend, err := posix.New(o.Root, keeper, opts)
	if err != nil {
		return fmt.Errorf("open file store: %w", err)
	}
	return embedgw.RunVersityGW(ctx, backend, &embedgw.Config{
		RootUserAccess:    o.AccessKey,
		RootUserSecret:    o.SecretKey,
		Region:            embeddedRegion,
		Ports:             []string{o.Address},
		HealthPath:        o.Health,
		IAMDir:            o.IAM, // with it, an unknown key is refused with 403
		IAMCacheDisable:   true,  // its cleaner spins without a pause, and there is nobody but the root account
		MaxConnections:    4096,
		MaxRequests:       1024,
		MultipartMaxParts: 10000,
		KeepAlive:         true,
		Quiet:             true,
	})
}
