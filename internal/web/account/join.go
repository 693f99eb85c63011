package account

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

// joinForm opens an invitation: somebody new makes an account, somebody signed
// in takes the role.
func (h *Handlers) joinForm(v *visit.Visit) error {
	if h.Carry != nil {
		if s, ok := h.Carry.Status(v.Param("token")); ok && (s.Running() || s.Done()) {
			return v.SeeOther("%s", carryPath(v, "/progress"))
		}
	}
	form, err := h.joinPage(v)
	if err != nil && v.Who.SignedIn() && h.Accounts.UsedBy(v.Request().Context(), v.Param("token"), v.Who.Account.AccountID) {
		return v.SeeOther("/desk") // a link that is kept as the way in
	}
	if err != nil {
		return err
	}
	h.tryCookies(v)
	return v.Page(pages.Join(v.Frame(layout.Plain, v.Words.Say("Welcome to Tandem"), 0), form))
}

func (h *Handlers) joinPage(v *visit.Visit) (pages.JoinForm, error) {
	i, err := h.Accounts.Invitation(v.Request().Context(), v.Param("token"))
	if err != nil {
		return pages.JoinForm{}, err
	}
	form := pages.JoinForm{Role: wording.Role(v.Words, i.Role), SignedInAs: v.Who.Account.Name, MinPassword: account.MinPassword}
	if i.EventID != nil {
		form.Name = i.Name
	} else if h.Carry != nil {
		form.Continue = carryPath(v, "")
	}
	return form, nil
}

func (h *Handlers) join(v *visit.Visit) error {
	ctx, token := v.Request().Context(), v.Param("token")
	if v.FormValue("as") == "me" && v.Who.SignedIn() {
		if err := h.Accounts.Accept(ctx, token, v.Who); err != nil {
			return err
		}
		return v.SeeOther("/desk")
	}
	form, ended := h.joinPage(v)
	if ended != nil && !fault.Is(ended, fault.NotFound) {
		return ended
	}
	form.Name, form.Login = v.FormText("name"), v.FormText("login")
	person := account.NewPerson{Login: form.Login, Name: form.Name, Password: v.FormValue("password")}
	session, err := "", h.keepsCookies(v)
	if err == nil {
		session, err = h.Accounts.Join(ctx, token, person, v.Request().UserAgent(), v.RealIP())
	}
	if fault.Is(err, fault.Invalid) {
		form.Problem, form.Errors = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
		return v.Again(err, pages.Join(v.Frame(layout.Plain, v.Words.Say("Welcome to Tandem"), 0), form))
	}
	if err != nil {
		return fmt.Errorf("join by link: %w", err)
	}
	h.setCookie(v, session)
	return v.SeeOther("/desk")
}
