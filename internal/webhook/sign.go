package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/tandemchess/tandem/internal/tournament"
)

// Headers that only addresses named before Standard Webhooks get, beside those of
// Standard Webhooks: OldSignatureHeader carries "t=SECONDS,v1=HEX", when the notice
// was sent, and the HMAC-SHA256 of "SECONDS.BODY" with the letters of the secret as
// key; OldIDHeader the notice's id.
const (
	OldSignatureHeader = "Tandem-Signature"
	OldIDHeader        = "Idempotency-Key"
)

// sign sets the headers of Standard Webhooks. Whoever still checks the headers of
// before gets those too.
func sign(header http.Header, secret, id string, at time.Time, body []byte) error {
	key, err := signer(secret)
	if err != nil {
		return fmt.Errorf("the secret that signs the notices cannot be read; remove the address and name it again: %w", err)
	}
	signature, err := key.Sign(id, at, body)
	if err != nil {
		return fmt.Errorf("sign the notice: %w", err)
	}
	header.Set(standardwebhooks.HeaderWebhookID, id)
	header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(at.Unix(), 10))
	header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	if tournament.OldWebhookSecret(secret) {
		header.Set(OldIDHeader, id)
		header.Set(OldSignatureHeader, oldSignature(secret, at, body))
	}
	return nil
}

// signer takes the letters of an old secret for the key, as they always were: a
// receiver that knows it as whsec_ and the letters in base64 needs no new one.
func signer(secret string) (*standardwebhooks.Webhook, error) {
	if tournament.OldWebhookSecret(secret) {
		return standardwebhooks.NewWebhookRaw([]byte(secret))
	}
	return standardwebhooks.NewWebhook(secret)
}

func oldSignature(secret string, at time.Time, body []byte) string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(seconds + "."))
	mac.Write(body)
	return "t=" + seconds + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}
