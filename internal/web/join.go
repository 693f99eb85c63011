package web

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

// joinForm opens an invitation: somebody new makes an account, somebody signed
// in takes the role.
func (s *Server) joinForm(v *visit) error {
	form, err := s.joinPage(v)
	if err != nil {
		return err
	}
	return v.page(pages.Join(v.frame(layout.Plain, "Welcome to Tandem", 0), form))
}

func (s *Server) joinPage(v *visit) (pages.JoinForm, error) {
	i, err := s.Accounts.Invitation(v.Request().Context(), v.Param("token"))
	if err != nil {
		return pages.JoinForm{}, err
	}
	form := pages.JoinForm{Role: roleNames[i.Role], SignedInAs: v.who.Account.Name, MinPassword: account.MinPassword}
	if i.EventID != nil {
		form.Name = i.Name
	}
	return form, nil
}

func (s *Server) join(v *visit) error {
	ctx, token := v.Request().Context(), v.Param("token")
	if v.FormValue("as") == "me" && v.who.SignedIn() {
		if err := s.Accounts.Accept(ctx, token, v.who); err != nil {
			return err
		}
		return v.seeOther("/desk")
	}
	form, err := s.joinPage(v)
	if err != nil {
		return err
	}
	form.Name, form.Login = v.formText("name"), v.formText("login")
	person := account.NewPerson{Login: form.Login, Name: form.Name, Password: v.FormValue("password")}
	session, err := s.Accounts.Join(ctx, token, person, v.Request().UserAgent(), v.RealIP())
	if fault.Is(err, fault.Invalid) {
		form.Problem, form.Errors = fault.Message(err), fault.Fields(err)
		return v.again(err, pages.Join(v.frame(layout.Plain, "Welcome to Tandem", 0), form))
	}
	if err != nil {
		return fmt.Errorf("join by link: %w", err)
	}
	s.setCookie(v, session)
	return v.seeOther("/desk")
}
