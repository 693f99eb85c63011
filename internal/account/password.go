package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
)

// Hashing is what it costs to try a password with argon2id. The cost of a password
// is stored with it, so that it can be raised for new ones.
type Hashing struct {
	Memory uint32 // KiB
	Passes uint32
	Lanes  uint8
}

// usual was measured for small servers.
var usual = Hashing{Memory: 19 * 1024, Passes: 2, Lanes: 1}

// costliest is the most that a stored text may ask for: what asks for more was not
// written by Tandem, and would take the memory of the whole desk.
var costliest = Hashing{Memory: 256 * 1024, Passes: 16, Lanes: 16}

const (
	argonKey  = 32 // bytes
	argonSalt = 16
)

// MinPassword is the least number of characters; nothing else is asked of a
// password but that it is not among the common ones.
const MinPassword = 12

// hashing bounds how many passwords are hashed at once, so that a burst of
// sign-ins cannot take the memory of the whole desk.
var hashing = make(chan struct{}, mostAttempts)

func derive(ctx context.Context, password string, salt []byte, cost Hashing) ([]byte, error) {
	select {
	case hashing <- struct{}{}:
		defer func() { <-hashing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return argon2.IDKey([]byte(password), salt, cost.Passes, cost.Memory, cost.Lanes, argonKey), nil
}

// hashPassword returns the text that is stored for a password.
func hashPassword(ctx context.Context, password string, cost Hashing) (string, error) {
	salt := make([]byte, argonSalt)
	rand.Read(salt) // never fails (crypto/rand)
	key, err := derive(ctx, password, salt, cost)
	if err != nil {
		return "", fmt.Errorf("hash the password: %w", err)
	}
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, cost.Memory, cost.Passes, cost.Lanes,
		enc.EncodeToString(salt), enc.EncodeToString(key)), nil
}

// decoy is checked for unknown names so that they take as long as known ones.
const decoy = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// checkPassword reports whether the password belongs to the stored text.
func checkPassword(ctx context.Context, stored, password string) (bool, error) {
	parts := strings.Split(stored, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, fmt.Errorf("check the password: the stored text is not argon2id")
	}
	var cost Hashing
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.Memory, &cost.Passes, &cost.Lanes); err != nil {
		return false, fmt.Errorf("check the password: stored cost %q: %w", parts[3], err)
	}
	if cost.Passes == 0 || cost.Lanes == 0 || cost.Memory > costliest.Memory || cost.Passes > costliest.Passes || cost.Lanes > costliest.Lanes {
		return false, fmt.Errorf("check the password: stored cost %q is none that Tandem writes", parts[3])
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, fmt.Errorf("check the password: stored salt: %w", err)
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, fmt.Errorf("check the password: stored key: %w", err)
	}
	got, err := derive(ctx, password, salt, cost)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

// passwordProblem says what is wrong with a new password, nil when nothing is.
func passwordProblem(password, login, name string) error {
	n := utf8.RuneCountInString(password)
	plain := strings.ToLower(password)
	switch {
	case n < MinPassword:
		return fault.New(fault.Invalid, "Use at least %d characters; this has %d. A few words in a row work well.", MinPassword, n)
	case limit.Count(password) > limit.Password.Most:
		return fault.New(fault.Invalid, "Use at most %d characters.", limit.Password.Most)
	case common(plain):
		return fault.New(fault.Invalid, "This password is among the first that guessers try. Choose another.")
	case plain == strings.ToLower(login) || plain == strings.ToLower(name):
		return fault.New(fault.Invalid, "The password must differ from the name.")
	}
	return nil
}

// common reports whether a lower-case password is one of the widespread ones of
// twelve or more characters, or one thing repeated.
func common(plain string) bool {
	for size := 1; size <= 4 && size < len(plain); size++ {
		if strings.Trim(strings.ReplaceAll(plain, plain[:size], ""), plain[:size]) == "" {
			return true
		}
	}
	for _, known := range []string{
		"123456789012", "1234567890123", "12345678901234", "123456789101112", "qwertyuiop123", "qwertyuiop12", "qwertyuiopasdfghjkl", "qwertyuiop[]",
		"1qaz2wsx3edc", "1q2w3e4r5t6y", "password1234", "password12345", "password123456", "passwordpassword", "administrator", "letmeinletmein",
		"iloveyou1234", "welcome12345", "chesschess12", "bughousechess", "tandemtandem", "tournament12", "changeme1234", "correcthorsebatterystaple",
		"abcdefghijkl", "abcdefghijklm", "abcdefghijklmnop", "q1w2e3r4t5y6", "zaq12wsxcde3", "football1234", "baseball1234", "superman1234",
		"princess1234", "sunshine1234", "whatever1234", "trustno1trustno1", "unbelievable", "manchesterunited", "cheesecheese", "startrek1234",
	} {
		if plain == known {
			return true
		}
	}
	return false
}

// NewToken returns a random 256-bit token for a cookie or a link, as text.
func NewToken() string {
	raw := make([]byte, 32)
	rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// checkToken refuses what is no token: a program that forgot to make one must open nothing.
func checkToken(token string) error {
	if raw, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(raw) < 32 {
		return errors.New("a token is 32 bytes in base64")
	}
	return nil
}

// HashToken is what the database keeps of a token.
func HashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
