package outbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"

	"github.com/google/uuid"

	"laurel/internal/messaging/outbox/internal/db"
)

// What lets somebody in: the tokens of package secrets, and the key of a private credential in a link.
var (
	tokenPattern = regexp.MustCompile(`laurel_[a-z]+[_:][0-9A-Za-z]{40,}`)
	keyPattern   = regexp.MustCompile(`([?&]key=)([0-9A-Za-z_-]{20,})`)
)

// conceal replaces the secrets in the values of a mail by words that mean nothing, so that its text can be kept in clear. It
// returns which secret each word stands for; nil where there are none. Words and secrets consist of letters, digits, - and _
// alone, so they look the same in text, HTML and addresses.
func conceal(params map[string]string) (shown, secrets map[string]string) {
	word := func(secret string) string {
		if secrets == nil {
			secrets = map[string]string{}
		}
		for w, known := range secrets {
			if known == secret {
				return w
			}
		}
		w := "removed-" + uuid.NewString()
		secrets[w] = secret
		return w
	}
	shown = maps.Clone(params)
	for name, value := range params {
		if !strings.Contains(value, "laurel_") && !strings.Contains(value, "key=") {
			continue
		}
		without := tokenPattern.ReplaceAllStringFunc(value, word)
		without = keyPattern.ReplaceAllStringFunc(without, func(match string) string {
			parts := keyPattern.FindStringSubmatch(match)
			return parts[1] + word(parts[2])
		})
		shown[name] = without
	}
	return shown, secrets
}

func sealContext(messageID string) string { return "mail:" + messageID }

// seal encrypts the secrets of a mail until it was delivered.
func (s *Service) seal(secrets map[string]string, messageID string) ([]byte, error) {
	if len(secrets) == 0 {
		return nil, nil
	}
	plain, err := json.Marshal(secrets)
	if err != nil {
		return nil, fmt.Errorf("write secrets of mail: %w", err)
	}
	return s.keyring.Seal(plain, sealContext(messageID)), nil
}

// reveal puts the secrets of a mail back where they belong. Once it was delivered they are gone, and it stays as it is.
func (s *Service) reveal(mail db.Mail) (db.Mail, error) {
	if len(mail.Sealed) == 0 {
		return mail, nil
	}
	plain, err := s.keyring.Open(mail.Sealed, sealContext(mail.MessageID))
	if err != nil {
		return mail, fmt.Errorf("open secrets of mail %d: %w", mail.ID, err)
	}
	var secrets map[string]string
	if err := json.Unmarshal(plain, &secrets); err != nil {
		return mail, fmt.Errorf("read secrets of mail %d: %w", mail.ID, err)
	}
	for word, secret := range secrets {
		mail.Html, mail.BodyText = strings.ReplaceAll(mail.Html, word, secret), strings.ReplaceAll(mail.BodyText, word, secret)
	}
	return mail, nil
}

// reseal encrypts the secrets of a mail for another message id.
func (s *Service) reseal(mail db.Mail, messageID string) ([]byte, error) {
	if len(mail.Sealed) == 0 {
		return nil, nil
	}
	plain, err := s.keyring.Open(mail.Sealed, sealContext(mail.MessageID))
	if err != nil {
		return nil, fmt.Errorf("open secrets of mail %d: %w", mail.ID, err)
	}
	return s.keyring.Seal(plain, sealContext(messageID)), nil
}
