package account

import (
	"net/http"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/web/square"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

// phonePage offers a code that signs a floor phone in.
func (h *Handlers) phonePage(v *visit.Visit) error {
	return v.Page(pages.Phone(v.Frame(layout.Desk, v.Words.Say("Sign in a phone"), 0), pages.PhoneCode{}))
}

// makePhoneCode makes the code and shows it once.
func (h *Handlers) makePhoneCode(v *visit.Visit) error {
	code, until, err := h.Accounts.NewSignInCode(v.Request().Context(), v.Who.Account.AccountID)
	if err != nil {
		return err
	}
	page := pages.PhoneCode{Code: code, Clock: layout.Clock{Left: until.Sub(v.Now), Ends: until}, Link: v.Absolute("/sign-in?code=" + code)}
	if page.QR, err = square.Draw(v.Words, page.Link); err != nil {
		return err
	}
	return v.Page(pages.Phone(v.Frame(layout.Desk, v.Words.Say("Sign in a phone"), 0), page))
}

// signInByCode opens a session for the six letters.
func (h *Handlers) signInByCode(v *visit.Visit) error {
	code := v.FormText("code")
	token, err := "", h.keepsCookies(v)
	if err == nil {
		token, err = h.Accounts.SignInByCode(v.Request().Context(), code, v.Request().UserAgent(), v.RealIP(), h.earlierSession(v))
	}
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.TooMany) {
		form := pages.SignInForm{Next: visit.LocalAddress(v.FormValue("next")), Code: code, CodeProblem: visit.SaidIn(v.Words, err)}
		return v.Again(err, pages.SignIn(v.Frame(layout.Plain, v.Words.Say("Sign in"), 0), form))
	}
	if err != nil {
		return err
	}
	h.setCookie(v, token)
	return v.SeeOther("%s", afterSignIn(visit.LocalAddress(v.FormValue("next"))))
}

// accountHere answers whether the session still holds: a page asks before it
// sends a form that somebody typed for long.
func (h *Handlers) accountHere(v *visit.Visit) error {
	v.Response().Header().Set("Cache-Control", "no-store")
	if !v.Who.SignedIn() {
		return v.NoContent(http.StatusUnauthorized)
	}
	return v.NoContent(http.StatusNoContent)
}
