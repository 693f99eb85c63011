package visit

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/publicpages"
)

// WithDeadline ends a request that takes too long. Routes that work long by nature have none, and their
// answers may be read as slowly as they are.
func WithDeadline(c echo.Context, route string) (over context.CancelFunc) {
	if LongWork(route) {
		// What cannot have a deadline has none to take away.
		_ = http.NewResponseController(c.Response().Writer).SetWriteDeadline(time.Time{})
		return func() {}
	}
	ctx, over := context.WithTimeout(c.Request().Context(), publicpages.AnswerWithin)
	c.SetRequest(c.Request().WithContext(ctx))
	return over
}
