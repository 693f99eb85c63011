package visit

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/web/address"
)

// IsAPI reports whether a request wants JSON, errors included.
func IsAPI(c echo.Context) bool { return strings.HasPrefix(c.Request().URL.Path, address.API+"/") }

// What the desk does by form a program does by JSON, through the same commands
// and permissions. It shows a token as "Authorization: Bearer TOKEN" and names each
// change in the header Idempotency-Key, so that sending it again is harmless.

const IdempotencyHeader = "Idempotency-Key"

// isEmbed reports whether a page is made for other sites.
func isEmbed(c echo.Context) bool {
	return strings.HasSuffix(c.Path(), "/embed") && c.Path() != address.EmbedMaker
}

// TakesActs reports whether a request comes from a board system.
func TakesActs(c echo.Context) bool { return c.Path() == address.Acts }

// InBackground reports whether a page that stays open sent this form by itself
// (post.js): it wants to know what came of it, in few words, and no page.
func (v *Visit) InBackground() bool { return SentInBackground(v.Context) }

func SentInBackground(c echo.Context) bool {
	return c.Request().Method == http.MethodPost && c.Request().Header.Get("X-Refetch") != ""
}
