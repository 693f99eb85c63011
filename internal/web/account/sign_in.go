package account

import (
	"net/http"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *Handlers) accountRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/sign-in", access.SignIn, h.signInForm),
		visit.Post("/sign-in", access.SignIn, h.signIn),
		visit.Post("/sign-in/code", access.SignIn, h.signInByCode),
		visit.Get("/account/here", access.SignIn, h.accountHere),
		visit.Get("/account/phone", access.UseAccount, h.phonePage),
		visit.Post("/account/phone", access.UseAccount, h.makePhoneCode),
		visit.Post("/sign-out", access.SignIn, h.signOut),
		visit.Get("/join/:token", access.SignIn, h.joinForm),
		visit.Post("/join/:token", access.SignIn, h.join),
		visit.Get("/account", access.UseAccount, h.accountPage),
		visit.Post("/account", access.UseAccount, h.savePreferences),
		visit.Post("/account/density", access.UseAccount, h.saveDensity),
		visit.Post("/account/password", access.UseAccount, h.changePassword),
		visit.Get("/account/devices", access.UseAccount, h.devices),
		visit.Post("/account/devices", access.UseAccount, h.endDevice),
	}
}

func (h *Handlers) signInForm(v *visit.Visit) error {
	h.tryCookies(v)
	return v.Page(pages.SignIn(v.Frame(layout.Plain, v.Words.Say("Sign in"), 0), pages.SignInForm{Next: visit.LocalAddress(v.QueryParam("next")), Code: v.QueryParam("code")}))
}

func (h *Handlers) signIn(v *visit.Visit) error {
	next := visit.LocalAddress(v.FormValue("next"))
	token, err := "", h.keepsCookies(v)
	if err == nil {
		token, err = h.Accounts.SignIn(v.Request().Context(), account.Credentials{
			Login: v.FormValue("login"), Password: v.FormValue("password"), Device: v.Request().UserAgent(), Address: v.RealIP(), Earlier: h.earlierSession(v),
		})
	}
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.TooMany) {
		form := pages.SignInForm{Next: next, Login: v.FormText("login"), Problem: visit.SaidIn(v.Words, err)}
		return v.Again(err, pages.SignIn(v.Frame(layout.Plain, v.Words.Say("Sign in"), 0), form))
	}
	if err != nil {
		return err
	}
	h.setCookie(v, token)
	return v.SeeOther("%s", afterSignIn(next))
}

// afterSignIn is where somebody goes who has signed in: to the page that asked for it,
// else to the desk, where an official's events are.
func afterSignIn(next string) string {
	if next == "/" {
		return "/desk"
	}
	return next
}

func (h *Handlers) signOut(v *visit.Visit) error {
	if v.Who.SignedIn() {
		if err := h.Accounts.SignOut(v.Request().Context(), v.Who.Account.AccountID, v.Who.Session.SessionID); err != nil {
			return err
		}
	}
	h.setCookie(v, "")
	return v.SeeOther("/sign-in")
}

// deviceCookieName is the cookie that outlives the session: guesses elsewhere do
// not slow down a device on which the person was signed in.
func (h *Handlers) deviceCookieName() string { return h.CookieName() + "-device" }

// earlierSession is the token of the last session on the device, "" for none.
func (h *Handlers) earlierSession(v *visit.Visit) string {
	c, err := v.Cookie(h.deviceCookieName())
	if err != nil {
		return ""
	}
	return c.Value
}

// setCookie keeps the session on the device; an empty token removes it.
func (h *Handlers) setCookie(v *visit.Visit, token string) {
	c := &http.Cookie{
		Name: h.CookieName(), Value: token, Path: "/", HttpOnly: true, Secure: h.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(account.AbsoluteLimit / time.Second),
	}
	if token == "" {
		c.MaxAge = -1
		v.SetCookie(c)
		return
	}
	v.SetCookie(c)
	device := *c
	device.Name, device.MaxAge = h.deviceCookieName(), int(visit.DeviceCookieLife/time.Second)
	v.SetCookie(&device)
}
