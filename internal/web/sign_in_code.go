package web

import (
	"net/http"

	"github.com/tandemchess/tandem/internal/fault"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

// phonePage offers a code that signs a floor phone in.
func (s *Server) phonePage(v *visit) error {
	return v.page(pages.Phone(v.frame(layout.Desk, "Sign in a phone", 0), pages.PhoneCode{}))
}

// makePhoneCode makes the code and shows it once.
func (s *Server) makePhoneCode(v *visit) error {
	code, until, err := s.Accounts.NewSignInCode(v.Request().Context(), v.who.Account.AccountID)
	if err != nil {
		return err
	}
	page := pages.PhoneCode{Code: code, Clock: layout.Clock{Left: until.Sub(v.now), Ends: until}, Link: v.absolute("/sign-in?code=" + code)}
	if page.QR, err = qrCode(v.words, page.Link); err != nil {
		return err
	}
	return v.page(pages.Phone(v.frame(layout.Desk, "Sign in a phone", 0), page))
}

// signInByCode opens a session for the six letters.
func (s *Server) signInByCode(v *visit) error {
	code := v.formText("code")
	token, err := s.Accounts.SignInByCode(v.Request().Context(), code, v.Request().UserAgent(), v.RealIP(), s.earlierSession(v))
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.TooMany) {
		form := pages.SignInForm{Next: local(v.FormValue("next")), Code: code, CodeProblem: saidIn(v.words, err)}
		return v.again(err, pages.SignIn(v.plainFrame(v.words.Say("Sign in")), form))
	}
	if err != nil {
		return err
	}
	s.setCookie(v, token)
	return v.seeOther("%s", afterSignIn(local(v.FormValue("next"))))
}

// accountHere answers whether the session still holds: a page asks before it
// sends a form that somebody typed for long.
func (s *Server) accountHere(v *visit) error {
	v.Response().Header().Set("Cache-Control", "no-store")
	if !v.who.SignedIn() {
		return v.NoContent(http.StatusUnauthorized)
	}
	return v.NoContent(http.StatusNoContent)
}
