package web

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// ConstantPage is echo with one page of the same bytes at every address and
// nothing else of Tandem: no middleware, no headers of ours. The load program
// races a cached public page against it. Tandem itself never serves it.
func ConstantPage(page []byte) http.Handler {
	e := echo.New()
	e.GET("/*", func(c echo.Context) error { return c.HTMLBlob(http.StatusOK, page) })
	return e
}
