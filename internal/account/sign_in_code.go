package account

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
)

// SignInCode is a short code that signs one more device in as the same person.
// CodeHash is the SHA-256 of its letters.
type SignInCode struct {
	CodeHash  []byte
	AccountID int64
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// Codes keeps sign-in codes.
type Codes interface {
	// CreateCode keeps a code; the earlier ones of the account end.
	CreateCode(ctx context.Context, c SignInCode) error
	// UseCode ends a code and says whose it was; NotFound for none that works.
	UseCode(ctx context.Context, codeHash []byte, at time.Time) (accountID int64, err error)
}

const (
	codeLetters = "BCDFGHJKLMNPQRSTVWXZ" // no vowels: a code spells no word
	codeLength  = 6
	codeLife    = 5 * time.Minute
)

// NewSignInCode makes a code for a floor phone: six letters, once, for five
// minutes.
func (s *SignInCommands) NewSignInCode(ctx context.Context, accountID int64) (code string, until time.Time, err error) {
	var letters [codeLength]byte
	for i := range letters {
		letters[i] = codeLetters[randomBelow(len(codeLetters))]
	}
	now := s.now()
	c := SignInCode{CodeHash: hashCode(string(letters[:])), AccountID: accountID, CreatedAt: now, ExpiresAt: now.Add(codeLife)}
	return string(letters[:]), c.ExpiresAt, s.codes.CreateCode(ctx, c)
}

// randomBelow draws a number from 0 to n-1, each as likely as the others.
func randomBelow(n int) int {
	var b [1]byte
	for {
		rand.Read(b[:])
		if int(b[0]) < 256-256%n {
			return int(b[0]) % n
		}
	}
}

func hashCode(code string) []byte { return HashToken("sign-in code " + strings.ToUpper(code)) }

// SignInByCode opens a session for whoever typed a code that works. Wrong codes slow
// down the address, and all of them together everybody, see codeKeys. earlier is the
// token of the last session on the device, ended or not.
func (s *SignInCommands) SignInByCode(ctx context.Context, code, device, address, earlier string) (token string, err error) {
	if err := limit.Text("code", code); err != nil {
		return "", err
	}
	keys, err := s.codeKeys(ctx, address, earlier)
	if err != nil {
		return "", err
	}
	leave, err := s.attempt(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	if err := s.checkDelay(ctx, keys); err != nil {
		return "", err
	}
	code = strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, code)
	accountID, err := s.codes.UseCode(ctx, hashCode(code), s.now())
	if fault.Is(err, fault.NotFound) {
		if err := s.noteFailure(ctx, keys); err != nil {
			return "", err
		}
		wrong := fault.New(fault.Invalid, "This code does not work. Codes are good once and for five minutes; make a new one on the device that is signed in.")
		wrong.Fields = map[string]string{"code": wrong.Message}
		return "", wrong
	}
	if err != nil {
		return "", err
	}
	return s.openSession(ctx, accountID, device, address)
}
