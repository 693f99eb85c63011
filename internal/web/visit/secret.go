package visit

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// Secret is what the token of a form's answer is made of, 32 bytes: others for every form, and the
// same ones when a form is sent again from the session that sent it, so that the answer with a link
// that was lost on its way is given once more. It is made with the session's own token, of which
// the server keeps a hash alone: nothing that is stored tells it.
func Secret(v *Visit) []byte {
	session, err := v.Cookie(v.site.CookieName())
	key := v.FormValue("key")
	if err != nil || key == "" {
		once := make([]byte, sha256.Size)
		rand.Read(once)
		return once
	}
	made := hmac.New(sha256.New, []byte(session.Value))
	fmt.Fprintf(made, "%q %x", key, Content(v))
	return made.Sum(nil)
}

// Token is a secret as text, as it stands in a link or is given to a program.
func Token(v *Visit) string { return base64.RawURLEncoding.EncodeToString(Secret(v)) }
