package secrets

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"
)

// The cost of a password hash: OWASP's recommendation for argon2id, about 20 ms and 19 MiB.
const (
	argonMemory  = 19 * 1024 // KiB
	argonTime    = 2
	argonThreads = 1
	saltBytes    = 16
	hashBytes    = 32
)

// Passwords hashes and verifies passwords, at most as many at once as there are CPUs. A flood of sign-ins then queues instead of
// exhausting memory.
type Passwords struct {
	slots        *semaphore.Weighted
	memory, time uint32
	dummy        string
	computed     atomic.Int64
}

// NewPasswords returns the Passwords of the program. Create only one.
func NewPasswords() *Passwords { return passwordsAt(argonMemory, argonTime) }

// QuickPasswords computes cheap, insecure hashes for tests that create many people.
func QuickPasswords() *Passwords { return passwordsAt(8, 1) }

func passwordsAt(memory, time uint32) *Passwords {
	return &Passwords{
		slots: semaphore.NewWeighted(int64(runtime.NumCPU())), memory: memory, time: time,
		dummy: encode(memory, time, argonThreads, make([]byte, saltBytes), make([]byte, hashBytes)),
	}
}

// Hash returns the hash to store for a password.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails: the program would end
	sum, err := p.argon(ctx, password, salt, p.memory, p.time, argonThreads)
	if err != nil {
		return "", err
	}
	return encode(p.memory, p.time, argonThreads, salt, sum), nil
}

// Verify reports whether password matches hash. An empty hash (no such person, or no password set) takes the same time and never
// matches.
func (p *Passwords) Verify(ctx context.Context, hash, password string) (bool, error) {
	known := hash != ""
	if !known {
		hash = p.dummy
	}
	var memory, time uint32
	var threads uint8
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != "v=19" {
		return false, errors.New("secrets: not a password hash of ours")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &time, &threads); err != nil {
		return false, fmt.Errorf("secrets: read password hash: %w", err)
	}
	salt, serr := base64.RawStdEncoding.DecodeString(parts[4])
	want, werr := base64.RawStdEncoding.DecodeString(parts[5])
	if err := errors.Join(serr, werr); err != nil || len(want) != hashBytes || time == 0 || threads == 0 {
		return false, errors.Join(errors.New("secrets: broken password hash"), err)
	}
	got, err := p.argon(ctx, password, salt, memory, time, threads)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && known, nil
}

// Computed returns how many hashes were computed so far, for tests that sign-ins cost the same for everybody.
func (p *Passwords) Computed() int64 { return p.computed.Load() }

func (p *Passwords) argon(ctx context.Context, password string, salt []byte, memory, time uint32, threads uint8) ([]byte, error) {
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer p.slots.Release(1)
	p.computed.Add(1)
	return argon2.IDKey([]byte(password), salt, time, memory, threads, hashBytes), nil
}

// encode writes the standard encoded form, which contains the parameters, so that the cost can change while old hashes still verify.
func encode(memory, time uint32, threads uint8, salt, sum []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", memory, time, threads, b64.EncodeToString(salt), b64.EncodeToString(sum))
}
