package web

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// A database that takes a question and never answers (its machine is gone, the network
// is cut, its disk hangs) must not collect everybody who asks: a request gives up after
// answerWithin, and so does what is read once for many.
const answerWithin = 30 * time.Second

// inTime gives a request its time. Routes that work long by nature have none, and their
// answers may be read as slowly as they are.
func inTime(c echo.Context, route string) (over context.CancelFunc) {
	if longWork(route) {
		// What cannot have a deadline has none to take away.
		_ = http.NewResponseController(c.Response().Writer).SetWriteDeadline(time.Time{})
		return func() {}
	}
	ctx, over := context.WithTimeout(c.Request().Context(), answerWithin)
	c.SetRequest(c.Request().WithContext(ctx))
	return over
}

// forAll is for what one reader asks on behalf of all: it goes on when that one leaves.
func forAll(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), answerWithin)
}
