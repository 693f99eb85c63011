package account

import (
	"context"
	"time"
)

// SignInCommands sign people in and out on their devices.
type SignInCommands struct {
	people   byLogin
	sessions Sessions
	codes    Codes
	now      func() time.Time
	attempts chan struct{} // one for each sign-in under way
}

// byLogin finds who wants to sign in.
type byLogin interface {
	AccountByLogin(ctx context.Context, login string) (Account, error)
}
