package captcha

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"time"

	"laurel/internal/platform/throttle"
)

// Browsers without scripts solve no challenge. Their forms contain a pass instead, which costs time and is scarce.
const (
	passDifficulty = -1 // marks the signature of a pass: no challenge has it
	passLifetime   = time.Hour
	passWait       = 3 * time.Second // people take longer to fill in a form
)

var (
	passesPerNetwork = throttle.Rule{Name: "captcha.pass.network", Limit: 10, Window: time.Hour}
	// passesAtAll bounds what many networks together can do.
	passesAtAll = throttle.Rule{Name: "captcha.pass", Limit: 200, Window: time.Hour}
)

// Pass returns a response for a form that is submitted without scripts. It counts once, after a few seconds, and for an hour.
func (p *ProofOfWork) Pass() string {
	c := Challenge{Challenge: random(), Salt: random(), Difficulty: passDifficulty, ExpiresAt: p.clock.Now().Add(passLifetime).Truncate(time.Second)}
	data, _ := json.Marshal(answer{ // cannot fail
		Challenge: c.Challenge, Salt: c.Salt, ExpiresAt: c.ExpiresAt, Signature: hex.EncodeToString(p.sign(c)), Pass: true,
	})
	return base64.StdEncoding.EncodeToString(data)
}

func (p *ProofOfWork) verifyPass(ctx context.Context, a answer, ip string) error {
	c := Challenge{Challenge: a.Challenge, Salt: a.Salt, Difficulty: passDifficulty, ExpiresAt: a.ExpiresAt}
	signature, err := hex.DecodeString(a.Signature)
	if err != nil || !hmac.Equal(signature, p.sign(c)) {
		return ErrWrong
	}
	now, issued := p.clock.Now(), a.ExpiresAt.Add(-passLifetime)
	if now.Before(issued.Add(passWait)) || !now.Before(a.ExpiresAt) {
		return ErrWrong
	}
	if err := p.throttle.Allow(ctx, passesPerNetwork, throttle.Network(ip)); err != nil {
		return err
	}
	if err := p.throttle.Allow(ctx, passesAtAll); err != nil {
		return err
	}
	return p.use(ctx, signature, a.ExpiresAt)
}
