package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/webhook"
)

// secret is the one of the example in the specification of Standard Webhooks.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// verify checks a notice in two ways: as the published scheme says, step by step
// and with nothing but the standard library, and as a receiver does that uses the
// project's library. The clock of these tests stands still, so only the age of the
// notice is not looked at.
func verify(t *testing.T, secret string, header http.Header, body []byte) {
	t.Helper()
	if why := wrong(secret, header, body); why != "" {
		t.Errorf("by hand: %s; id %q, at %q, signature %q", why, header.Get("webhook-id"), header.Get("webhook-timestamp"), header.Get("webhook-signature"))
	}
	key := expect.Must(standardwebhooks.NewWebhook(secret))(t)
	err := key.VerifyIgnoringTimestamp(body, header)
	expect.True(t, err == nil, "by the library: %v", err)
}

// wrong says what is wrong with a notice by the scheme's text: the key is the base64
// after whsec_, it signs "id.timestamp.body" with HMAC-SHA256, and webhook-signature
// lists versions and signatures in base64, separated by blanks. "" when nothing is.
func wrong(secret string, header http.Header, body []byte) string {
	encoded, found := strings.CutPrefix(secret, "whsec_")
	if !found {
		return "the secret does not begin with whsec_"
	}
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return "the secret is no base64"
	}
	if _, err := strconv.ParseInt(header.Get("Webhook-Timestamp"), 10, 64); err != nil {
		return "the timestamp is no number of seconds"
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), body)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	if !slices.Contains(strings.Fields(header.Get("Webhook-Signature")), want) {
		return "no signature is " + want
	}
	return ""
}

// What somebody changed on the way is not taken for a notice: the check that the
// other tests rely on can fail.
func TestWhatWasChangedOnTheWayIsNotSigned(t *testing.T) {
	t.Parallel()
	header, body := http.Header{}, []byte(`{"id":"lake/7"}`)
	expect.OK(t, webhook.SetSignature(header, secret, "lake/7", time.Unix(1614265330, 0), body))
	why := wrong(secret, header, body)
	expect.MustTrue(t, why == "", "%v", why)
	for name, value := range map[string]string{"webhook-id": "lake/8", "webhook-timestamp": "1614265331", "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="} {
		changed := header.Clone()
		changed.Set(name, value)
		expect.True(t, wrong(secret, changed, body) != "", "another %s passes", name)
	}
	expect.True(t, wrong(secret, header, []byte(`{"id":"lake/9"}`)) != "", "another body passes")
	expect.True(t, wrong(tournament.WebhookSecret(make([]byte, 32)), header, body) != "", "another secret passes")
}

// The headers are those of the specification's own example, and of nothing else.
func TestNoticesAreSignedAsStandardWebhooksSays(t *testing.T) {
	t.Parallel()
	header, body := http.Header{}, []byte(`{"test": 2432232314}`)
	expect.OK(t, webhook.SetSignature(header, secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), body))
	for name, want := range map[string]string{
		"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330", "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		webhook.OldSignatureHeader: "", webhook.OldIDHeader: "",
	} {
		expect.Equal(t, header.Get(name), want, "%s", name)
	}
	err := webhook.SetSignature(header, "whsec_no base64", "1", time.Unix(1614265330, 0), body)
	expect.True(t, err != nil, "a secret that cannot be read signs")
	made := tournament.WebhookSecret([]byte("thirty-two bytes nobody can guess"))
	expect.OK(t, webhook.SetSignature(header, made, "lake/1", time.Now(), body))
	verify(t, made, header, body)
}

// A receiver that was named before finds its own headers unchanged, and may check
// the new ones with what it has.
func TestOldSecretsSignBothWays(t *testing.T) {
	t.Parallel()
	const old = "Zm9yLXRlc3RzLW9ubHktMzItYnl0ZXMtbG9uZy1rZXk" // of the form that was given out: base64 for URLs, unpadded
	header, body := http.Header{}, []byte(`{"id":"lake/7"}`)
	expect.OK(t, webhook.SetSignature(header, old, "lake/7", time.Unix(1614265330, 0), body))
	expect.Equal(t, header.Get("Tandem-Signature"), "t=1614265330,v1=87155fb6c4446a7d0c3d12584f7abfb0f4a65896ca00d174167df35e21a0a911", "signed")
	expect.Equal(t, header.Get("Idempotency-Key"), "lake/7", "the id")
	verify(t, "whsec_"+base64.StdEncoding.EncodeToString([]byte(old)), header, body)
}
