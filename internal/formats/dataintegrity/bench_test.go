package dataintegrity

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"
)

// BenchmarkSigning measures signing of a batch on all processors, as a batch and one by one in turns, and checking.
func BenchmarkSigning(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		b.Fatal(err)
	}
	key := Key{private, "did:web:example.org#key"}
	document, err := json.Marshal(guideDocument(b))
	if err != nil {
		b.Fatal(err)
	}
	const batch, rounds, verified = 250, 8, 10_000
	documents := make([][]byte, batch)
	for i := range documents {
		documents[i] = bytes.Replace(document, []byte("Ada Lovelace"), fmt.Appendf(nil, "Ada Lovelace the %dth", i), 1)
	}
	each := func(work func([]byte) error) time.Duration {
		begun := time.Now()
		var wait sync.WaitGroup
		for first := range runtime.GOMAXPROCS(0) {
			wait.Go(func() {
				for i := first; i < batch; i += runtime.GOMAXPROCS(0) {
					if err := work(documents[i]); err != nil {
						b.Error(err)
					}
				}
			})
		}
		wait.Wait()
		return time.Since(begun)
	}
	signed, err := Sign(documents[0], key, guideTime)
	if err != nil {
		b.Fatal(err)
	}
	signer := &Signer{}
	var plain, together, checked time.Duration
	for range rounds {
		plain += each(func(d []byte) error { _, err := Sign(d, key, guideTime); return err })
		together += each(func(d []byte) error { _, err := signer.Sign(d, key, guideTime); return err })
	}
	for range verified / batch {
		checked += each(func([]byte) error {
			_, _, err := Verify(signed, func(string) (ed25519.PublicKey, string, error) { return public, "did:web:example.org", nil })
			return err
		})
	}
	perSecond := func(took time.Duration) float64 { return batch * rounds / took.Seconds() }
	_, _ = fmt.Fprintf(os.Stdout, "\nsign one by one     %6.0f/s\nsign as a batch     %6.0f/s  %.1f times that\ncheck               %6.0f/s  %d in %.1f s\n",
		perSecond(plain), perSecond(together), plain.Seconds()/together.Seconds(), verified/checked.Seconds(), verified, checked.Seconds())
}
