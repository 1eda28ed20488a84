package credentials

import (
	"testing"

	"github.com/google/uuid"

	"laurel/internal/platform/secrets"
)

// What each row with a private key costs when it is read.
func BenchmarkOpeningASealedKey(b *testing.B) {
	keys, id := keySeal{secrets.RandomKeyring()}, uuid.New()
	kept := keys.seal(id, secrets.NewToken("lrl_"))
	b.ReportAllocs()
	for b.Loop() {
		if keys.open(id, kept) == "" {
			b.Fatal("does not open")
		}
	}
}
