package captcha

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/captcha/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/throttle"
)

// Difficulty is the default number of leading zero bits of a solution. It takes a browser a fraction of a second.
const Difficulty = 16

// lifetime is how long a challenge is valid.
const lifetime = 10 * time.Minute

// maxResponse limits the size of a decoded response. A valid one has about 400 characters.
const maxResponse = 2000

const algorithm = "sha256"

// Challenge asks the browser to find a number for which sha256(salt + challenge + number) starts with Difficulty zero bits. It is
// signed, so nothing has to be stored before it is solved.
type Challenge struct {
	Algorithm  string
	Challenge  string
	Salt       string
	Difficulty int
	ExpiresAt  time.Time // whole seconds
	Signature  string
}

// ProofOfWork is the built-in verifier.
type ProofOfWork struct {
	key        []byte
	difficulty int
	pool       *pgxpool.Pool
	clock      clock.Clock
	throttle   *throttle.Limiter
	q          *db.Queries
}

// NewProofOfWork returns a verifier that signs challenges with a key derived from secret.
func NewProofOfWork(pool *pgxpool.Pool, c clock.Clock, secret []byte, difficulty int) *ProofOfWork {
	mac := hmac.New(sha256.New, secret)
	_, _ = mac.Write([]byte("captcha: proof of work"))
	return &ProofOfWork{key: mac.Sum(nil), difficulty: difficulty, pool: pool, clock: c, throttle: throttle.New(pool, c), q: db.New()}
}

// Offer returns a new challenge.
func (p *ProofOfWork) Offer() Offer {
	c := p.Challenge()
	return Offer{Kind: "proof_of_work", Challenge: &c}
}

// Challenge returns a new challenge.
func (p *ProofOfWork) Challenge() Challenge {
	c := Challenge{
		Algorithm: algorithm, Challenge: random(), Salt: random(), Difficulty: p.difficulty,
		ExpiresAt: p.clock.Now().Add(lifetime).Truncate(time.Second),
	}
	c.Signature = hex.EncodeToString(p.sign(c))
	return c
}

// answer is the browser's response, as base64-encoded JSON. Its difficulty is not trusted.
type answer struct {
	Challenge string    `json:"challenge"`
	Salt      string    `json:"salt"`
	ExpiresAt time.Time `json:"expires_at"`
	Signature string    `json:"signature"`
	Number    int64     `json:"number"`
	Pass      bool      `json:"pass,omitempty"`
}

// Verify accepts each solved challenge and each pass once. For passes, it also returns throttle.ErrTooMany.
func (p *ProofOfWork) Verify(ctx context.Context, response, ip string) error {
	if response == "" {
		return ErrRequired
	}
	a, ok := decode(response)
	if !ok {
		return ErrWrong
	}
	if a.Pass {
		return p.verifyPass(ctx, a, ip)
	}
	c := Challenge{Algorithm: algorithm, Challenge: a.Challenge, Salt: a.Salt, Difficulty: p.difficulty, ExpiresAt: a.ExpiresAt}
	signature, err := hex.DecodeString(a.Signature)
	if err != nil || !hmac.Equal(signature, p.sign(c)) || !solves(c, a.Number) {
		return ErrWrong
	}
	if !p.clock.Now().Before(a.ExpiresAt) {
		return ErrWrong
	}
	return p.use(ctx, signature, a.ExpiresAt)
}

func (p *ProofOfWork) use(ctx context.Context, signature []byte, expires time.Time) error {
	hash := sha256.Sum256(signature)
	n, err := p.q.CaptchaUseInsert(ctx, p.pool, db.CaptchaUseInsertParams{SolutionHash: hash[:], ExpiresAt: expires})
	if err != nil {
		return fmt.Errorf("note captcha use: %w", err)
	}
	if n == 0 {
		return ErrWrong
	}
	return nil
}

// DeleteExpired deletes the records of used challenges that have expired and returns their number.
func (p *ProofOfWork) DeleteExpired(ctx context.Context) (int64, error) {
	n, err := p.q.CaptchaUseDeleteExpired(ctx, p.pool, p.clock.Now())
	if err != nil {
		return 0, fmt.Errorf("delete expired captcha uses: %w", err)
	}
	return n, nil
}

func (p *ProofOfWork) sign(c Challenge) []byte {
	mac := hmac.New(sha256.New, p.key)
	_, _ = fmt.Fprintf(mac, "%q %q %d %d", c.Salt, c.Challenge, c.Difficulty, c.ExpiresAt.Unix())
	return mac.Sum(nil)
}

func decode(response string) (answer, bool) {
	var a answer
	if len(response) > maxResponse {
		return a, false
	}
	data, err := base64.StdEncoding.DecodeString(response)
	if err != nil {
		return a, false
	}
	return a, json.Unmarshal(data, &a) == nil
}

func solves(c Challenge, number int64) bool {
	sum := sha256.Sum256([]byte(c.Salt + c.Challenge + strconv.FormatInt(number, 10)))
	zeros := 0
	for _, b := range sum {
		zeros += bits.LeadingZeros8(b)
		if b != 0 {
			break
		}
	}
	return zeros >= c.Difficulty
}

func random() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b)
}
