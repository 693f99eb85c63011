package web

import (
	"net/http"
	"strconv"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

func (s *Server) accountPage(v *visit) error {
	return v.page(pages.Account(v.frame(layout.Desk, "Your account", 0), accountForm(v.who.Account)))
}

func accountForm(a account.Account) pages.AccountForm {
	form := pages.AccountForm{
		Login: a.Login, Name: a.Name, Language: a.Language, Density: a.Density, Theme: a.Theme, TextSize: a.TextSize, SingleKeys: a.SingleKeys,
	}
	for _, l := range text.Languages() {
		form.Languages = append(form.Languages, layout.Choice{Value: l.Code(), Label: l.Name()})
	}
	return form
}

func (s *Server) savePreferences(v *visit) error {
	form := accountForm(v.who.Account)
	form.Name, form.Language, form.Density, form.Theme = v.formText("name"), v.FormValue("language"), v.FormValue("density"), v.FormValue("theme")
	form.TextSize, form.SingleKeys = v.FormValue("text_size"), v.FormValue("single_keys") == "yes"
	words, known := text.Exactly(form.Language)
	if !known {
		words, form.Language = text.Words{}, v.who.Account.Language
	}
	err := s.Accounts.SetPreferences(v.Request().Context(), v.who.Account.AccountID, account.Preferences{
		Name: form.Name, Language: form.Language, Density: form.Density, Theme: form.Theme, TextSize: form.TextSize, SingleKeys: form.SingleKeys,
	})
	if fault.Is(err, fault.Invalid) {
		form.Errors = fault.Fields(err)
		return v.again(err, pages.Account(v.frame(layout.Desk, "Your account", 0), form))
	}
	if err != nil {
		return err
	}
	if known {
		s.keepLanguage(v, words) // the pages for everybody follow the account on this device
	}
	return v.say("/account", "Saved.")
}

// saveDensity keeps the size of rows and tiles and goes back to the page it was
// chosen on.
func (s *Server) saveDensity(v *visit) error {
	a := v.who.Account
	err := s.Accounts.SetPreferences(v.Request().Context(), a.AccountID, account.Preferences{
		Name: a.Name, Language: a.Language, Density: v.FormValue("density"), Theme: a.Theme, TextSize: a.TextSize, SingleKeys: a.SingleKeys,
	})
	if err != nil {
		return err
	}
	return v.Redirect(http.StatusSeeOther, local(v.FormValue("next")))
}

func (s *Server) changePassword(v *visit) error {
	err := s.Accounts.ChangePassword(v.Request().Context(), v.who.Account.AccountID, v.FormValue("old"), v.FormValue("new"))
	if fault.Is(err, fault.Invalid) {
		form := accountForm(v.who.Account)
		form.Errors = fault.Fields(err)
		return v.again(err, pages.Account(v.frame(layout.Desk, "Your account", 0), form))
	}
	if err != nil {
		return err
	}
	s.setCookie(v, "")
	return v.say("/sign-in", "The password is changed and every device is signed out. Sign in with the new one.")
}

func (s *Server) devices(v *visit) error {
	sessions, err := s.Accounts.Devices(v.Request().Context(), v.who.Account.AccountID)
	if err != nil {
		return err
	}
	devices := make([]pages.Device, len(sessions))
	for i, d := range sessions {
		devices[i] = pages.Device{
			ID: d.SessionID, Name: deviceName(d.Device), Address: d.Address, Seen: d.SeenAt, Since: d.CreatedAt, This: d.SessionID == v.who.Session.SessionID,
		}
	}
	return v.page(pages.Devices(v.frame(layout.Desk, "Your devices", 0), devices))
}

func (s *Server) endDevice(v *visit) error {
	id, err := strconv.ParseInt(v.FormValue("device"), 10, 64) // 0: all devices
	if err != nil || id < 0 {
		return fault.New(fault.Invalid, "Choose a device from the list.")
	}
	if err := s.Accounts.SignOut(v.Request().Context(), v.who.Account.AccountID, id); err != nil {
		return err
	}
	if id == 0 || id == v.who.Session.SessionID {
		s.setCookie(v, "")
		return v.seeOther("/sign-in")
	}
	return v.say("/account/devices", "The device is signed out.")
}
