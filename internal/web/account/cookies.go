package account

import (
	"net/http"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// A browser that keeps no cookie of this site, or drops those for https:// at an address without it,
// would be signed in and asked to sign in again on the next page, without end. So the pages for signing
// in set a cookie that means nothing, and their forms ask for it before anything is done.

func (h *Handlers) trialCookieName() string { return h.CookieName() + "-trial" }

// tryCookies sets the cookie on trial.
func (h *Handlers) tryCookies(v *visit.Visit) {
	v.SetCookie(&http.Cookie{
		Name: h.trialCookieName(), Value: "1", Path: "/", HttpOnly: true, Secure: h.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(visit.DeviceCookieLife / time.Second), // a tab that is restored still has it
	})
}

// keepsCookies refuses, as Invalid, a form of these pages that a browser sent without any of their
// cookies. Programs, and browsers that do not say where a form comes from, are not asked.
func (h *Handlers) keepsCookies(v *visit.Visit) error {
	kept := func(c *http.Cookie) bool {
		return c.Name == h.trialCookieName() || c.Name == h.deviceCookieName() || c.Name == h.CookieName()
	}
	if v.Request().Header.Get("Sec-Fetch-Site") != "same-origin" || slices.ContainsFunc(v.Cookies(), kept) {
		return nil
	}
	h.tryCookies(v)
	if h.Secure {
		return fault.New(fault.Invalid, "This browser did not keep the cookie that signing in needs. Here that works at %s alone: open it there, and allow its cookies.", v.Absolute("/sign-in"))
	}
	return fault.New(fault.Invalid, "This browser did not keep the cookie that signing in needs. Allow cookies for this site, then send the form again.")
}
