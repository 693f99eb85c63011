package web

import (
	"net/http"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

var accountRoutes = []route{
	{get, "/sign-in", access.SignIn, (*Server).signInForm},
	{post, "/sign-in", access.SignIn, (*Server).signIn},
	{post, "/sign-in/code", access.SignIn, (*Server).signInByCode},
	{get, "/account/here", access.SignIn, (*Server).accountHere},
	{get, "/account/phone", access.UseAccount, (*Server).phonePage},
	{post, "/account/phone", access.UseAccount, (*Server).makePhoneCode},
	{post, "/sign-out", access.SignIn, (*Server).signOut},
	{get, "/join/:token", access.SignIn, (*Server).joinForm},
	{post, "/join/:token", access.SignIn, (*Server).join},
	{get, "/account", access.UseAccount, (*Server).accountPage},
	{post, "/account", access.UseAccount, (*Server).savePreferences},
	{post, "/account/density", access.UseAccount, (*Server).saveDensity},
	{post, "/account/password", access.UseAccount, (*Server).changePassword},
	{get, "/account/devices", access.UseAccount, (*Server).devices},
	{post, "/account/devices", access.UseAccount, (*Server).endDevice},
}

func (s *Server) signInForm(v *visit) error {
	return v.page(pages.SignIn(v.plainFrame(v.words.Say("Sign in")), pages.SignInForm{Next: local(v.QueryParam("next")), Code: v.QueryParam("code")}))
}

func (s *Server) signIn(v *visit) error {
	next := local(v.FormValue("next"))
	token, err := s.Accounts.SignIn(v.Request().Context(), account.Credentials{
		Login: v.FormValue("login"), Password: v.FormValue("password"), Device: v.Request().UserAgent(), Address: v.RealIP(), Earlier: s.earlierSession(v),
	})
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.TooMany) {
		form := pages.SignInForm{Next: next, Login: v.formText("login"), Problem: saidIn(v.words, err)}
		return v.again(err, pages.SignIn(v.plainFrame(v.words.Say("Sign in")), form))
	}
	if err != nil {
		return err
	}
	s.setCookie(v, token)
	return v.seeOther("%s", afterSignIn(next))
}

// afterSignIn is where somebody goes who has signed in: to the page that asked for it,
// else to the desk, where an official's events are.
func afterSignIn(next string) string {
	if next == "/" {
		return "/desk"
	}
	return next
}

func (s *Server) signOut(v *visit) error {
	if v.who.SignedIn() {
		if err := s.Accounts.SignOut(v.Request().Context(), v.who.Account.AccountID, v.who.Session.SessionID); err != nil {
			return err
		}
	}
	s.setCookie(v, "")
	return v.seeOther("/sign-in")
}

// cookieName has the prefix that ties the cookie to this host, where there is TLS.
func (s *Server) cookieName() string {
	if s.Secure {
		return "__Host-tandem"
	}
	return "tandem"
}

// deviceCookieName is the cookie that outlives the session: guesses elsewhere do
// not slow down a device on which the person was signed in.
func (s *Server) deviceCookieName() string { return s.cookieName() + "-device" }

// deviceCookieLife is from one season to the next.
const deviceCookieLife = 365 * 24 * time.Hour

// earlierSession is the token of the last session on the device, "" for none.
func (s *Server) earlierSession(v *visit) string {
	c, err := v.Cookie(s.deviceCookieName())
	if err != nil {
		return ""
	}
	return c.Value
}

// setCookie keeps the session on the device; an empty token removes it.
func (s *Server) setCookie(v *visit, token string) {
	c := &http.Cookie{
		Name: s.cookieName(), Value: token, Path: "/", HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(account.AbsoluteLimit / time.Second),
	}
	if token == "" {
		c.MaxAge = -1
		v.SetCookie(c)
		return
	}
	v.SetCookie(c)
	device := *c
	device.Name, device.MaxAge = s.deviceCookieName(), int(deviceCookieLife/time.Second)
	v.SetCookie(&device)
}

// plainFrame is the frame of a page for people who are not signed in yet, in
// their language.
func (v *visit) plainFrame(title string) layout.Frame {
	f := v.frame(layout.Plain, title, 0)
	f.Words = v.words
	return f
}
