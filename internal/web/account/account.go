package account

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *Handlers) accountPage(v *visit.Visit) error {
	return v.Page(pages.Account(v.Frame(layout.Desk, v.Words.Say("Your account"), 0), accountForm(v.Who.Account)))
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

func (h *Handlers) savePreferences(v *visit.Visit) error {
	form := accountForm(v.Who.Account)
	form.Name, form.Language, form.Density, form.Theme = v.FormText("name"), v.FormValue("language"), v.FormValue("density"), v.FormValue("theme")
	form.TextSize, form.SingleKeys = v.FormValue("text_size"), v.FormValue("single_keys") == "yes"
	words, known := text.Exactly(form.Language)
	if !known {
		words, form.Language = text.Words{}, v.Who.Account.Language
	}
	err := h.Accounts.SetPreferences(v.Request().Context(), v.Who.Account.AccountID, account.Preferences{
		Name: form.Name, Language: form.Language, Density: form.Density, Theme: form.Theme, TextSize: form.TextSize, SingleKeys: form.SingleKeys,
	})
	if fault.Is(err, fault.Invalid) {
		form.Errors = visit.FieldsIn(v.Words, err)
		return v.Again(err, pages.Account(v.Frame(layout.Desk, v.Words.Say("Your account"), 0), form))
	}
	if err != nil {
		return err
	}
	if known {
		h.KeepLanguage(v, words) // the pages for everybody follow the account on this device
	}
	return v.Onward("/account", v.Words.Say("Saved."))
}

// saveDensity keeps the size of rows and tiles and goes back to the page it was
// chosen on.
func (h *Handlers) saveDensity(v *visit.Visit) error {
	a := v.Who.Account
	err := h.Accounts.SetPreferences(v.Request().Context(), a.AccountID, account.Preferences{
		Name: a.Name, Language: a.Language, Density: v.FormValue("density"), Theme: a.Theme, TextSize: a.TextSize, SingleKeys: a.SingleKeys,
	})
	if err != nil {
		return err
	}
	return v.Redirect(http.StatusSeeOther, visit.LocalAddress(v.FormValue("next")))
}

func (h *Handlers) changePassword(v *visit.Visit) error {
	err := h.Accounts.ChangePassword(v.Request().Context(), v.Who.Account.AccountID, v.FormValue("old"), v.FormValue("new"))
	if fault.Is(err, fault.Invalid) {
		form := accountForm(v.Who.Account)
		form.Errors = visit.FieldsIn(v.Words, err)
		return v.Again(err, pages.Account(v.Frame(layout.Desk, v.Words.Say("Your account"), 0), form))
	}
	if err != nil {
		return err
	}
	h.setCookie(v, "")
	return v.Onward("/sign-in", v.Words.Say("The password is changed and every device is signed out. Sign in with the new one."))
}

func (h *Handlers) devices(v *visit.Visit) error {
	sessions, err := h.Accounts.Devices(v.Request().Context(), v.Who.Account.AccountID)
	if err != nil {
		return err
	}
	return v.Page(pages.Devices(v.Frame(layout.Desk, v.Words.Say("Your devices"), 0), devicesOf(sessions, v.Who.Session.SessionID)))
}

// devicesOf gathers what one browser in one place signed in, the device in use
// first; sessions come the latest seen first.
func devicesOf(sessions []account.Session, this int64) []pages.Device {
	type key struct{ name, address string }
	at := map[key]int{}
	var devices []pages.Device
	for _, s := range sessions {
		k := key{visit.DeviceName(s.Device), s.Address}
		i, known := at[k]
		if !known {
			i = len(devices)
			at[k], devices = i, append(devices, pages.Device{Name: k.name, Address: k.address, Seen: s.SeenAt, Since: s.CreatedAt})
		}
		d := &devices[i]
		d.Times++
		if s.CreatedAt.Before(d.Since) {
			d.Since = s.CreatedAt
		}
		if s.SessionID == this {
			d.This = true
		} else {
			d.Others = append(d.Others, s.SessionID)
		}
	}
	slices.SortStableFunc(devices, func(a, b pages.Device) int {
		switch {
		case a.This == b.This:
			return 0
		case a.This:
			return -1
		}
		return 1
	})
	return devices
}

func (h *Handlers) endDevice(v *visit.Visit) error {
	form, err := v.FormParams()
	if err != nil {
		return fault.New(fault.Invalid, "The form could not be read.")
	}
	var ids []int64 // 0: all devices
	for _, text := range form["device"] {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 0 {
			return fault.New(fault.Invalid, "Choose a device from the list.")
		}
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return fault.New(fault.Invalid, "Choose a device from the list.")
	}
	if err := h.Accounts.SignOut(v.Request().Context(), v.Who.Account.AccountID, ids...); err != nil {
		return err
	}
	if slices.Contains(ids, 0) || slices.Contains(ids, v.Who.Session.SessionID) {
		h.setCookie(v, "")
		return v.SeeOther("/sign-in")
	}
	return v.Onward("/account/devices", v.Words.Say("The device is signed out."))
}
