package setup

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/square"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	sheets "github.com/tandemchess/tandem/templates/print"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const peoplePath = address.Desk + "/people"

func (h *peopleHandlers) peopleRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(peoplePath, access.EditPeople, h.people),
		visit.Get(peoplePath+"/paper", access.EditPeople, h.dutyList),
		visit.Post(peoplePath+"/invite", access.EditPeople, h.invite),
		visit.Post(peoplePath+"/cancel", access.EditPeople, h.cancelInvitation),
		visit.Post(peoplePath+"/give", access.EditPeople, h.giveRole),
		visit.Post(peoplePath+"/take", access.EditPeople, h.takeRole),
		visit.Post(peoplePath+"/tie", access.EditPeople, h.changeTie),
		visit.Post(peoplePath+"/sign-out", access.EditPeople, h.signOutOfficial),
	}
}

func (h *peopleHandlers) people(v *visit.Visit) error { return h.peoplePage(v, pages.People{}, nil) }

// peoplePage shows the officials, with the messages of a refused form.
func (h *peopleHandlers) peoplePage(v *visit.Visit, p pages.People, err error) error {
	if err != nil && !visit.Refusable(err) {
		return err
	}
	if err != nil {
		p.Problem, p.Errors, p.Form = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err), map[string]string{}
		for _, name := range []string{"invite_name", "invite_role", "invite_section", "person", "role", "section", "until", "team", "club"} {
			p.Form[name] = v.FormText(name)
		}
	}
	if loadErr := h.loadPeople(v, &p); loadErr != nil {
		return loadErr
	}
	page := pages.PeoplePage(v.Frame(layout.Desk, v.Words.Say("People and roles"), 0), p)
	if err != nil {
		return v.Again(err, page)
	}
	return v.Page(page)
}

func (h *peopleHandlers) loadPeople(v *visit.Visit, p *pages.People) error {
	ctx := v.Request().Context()
	officials, err := h.Accounts.Officials(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	invitations, err := h.Accounts.Invitations(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	entries, err := h.Reader.Entries(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	where := map[int64]string{0: v.Words.Say("all sections")}
	p.Whole = visit.WholeEvent(v, access.EditPeople)
	grantable := map[access.Role]bool{}
	if p.Whole {
		p.Sections = []layout.Choice{{Value: "0", Label: v.Words.Say("All sections")}}
		addGrantable(v, grantable, 0)
	}
	for _, section := range sections {
		where[section.SectionID] = section.Name
		if addGrantable(v, grantable, section.SectionID) {
			p.Sections = append(p.Sections, layout.Choice{Value: strconv.FormatInt(section.SectionID, 10), Label: section.Name})
		}
	}
	for _, role := range access.Granted {
		if grantable[role] {
			p.Roles = append(p.Roles, layout.Choice{Value: string(role), Label: wording.UpperFirst(wording.Role(v.Words, role))})
		}
	}
	seats, err := h.Accounts.Seats(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	teamNames := map[int64]string{}
	p.Teams = []layout.Choice{{Value: "0", Label: "–"}}
	for _, t := range entries.Teams {
		teamNames[t.TeamID] = t.Name
		p.Teams = append(p.Teams, layout.Choice{Value: strconv.FormatInt(t.TeamID, 10), Label: t.Name + " · " + where[t.SectionID]})
	}
	for _, o := range officials {
		person := personOf(v, o, where, teamNames)
		for _, seat := range seats {
			if seat.AccountID == o.AccountID {
				person.Seats = append(person.Seats, pages.Seat{Device: visit.DeviceName(seat.Device), Address: seat.Address, Seen: seat.SeenAt, Ends: seat.ExpiresAt})
			}
		}
		p.Persons = append(p.Persons, person)
		p.Names = append(p.Names, layout.Choice{Value: strconv.FormatInt(o.AccountID, 10), Label: o.Name})
	}
	for _, i := range invitations {
		if i.UsedAt == nil && v.Now.Before(i.ExpiresAt) {
			p.Invites = append(p.Invites, pages.Invite{
				ID: i.InvitationID, Name: i.Name, Role: wording.Role(v.Words, i.Role), Where: where[visit.SectionOf(i.SectionID)], Expires: i.ExpiresAt,
				CanCancel: mayGive(v, i.Role, visit.SectionOf(i.SectionID)),
			})
		}
	}
	return nil
}

func personOf(v *visit.Visit, o account.Official, where, teams map[int64]string) pages.Person {
	person := pages.Person{ID: o.AccountID, Name: o.Name, Login: o.Login, Devices: o.Devices, LastSeen: o.LastSeen}
	person.Place = dutyPlace(o, where)
	for _, g := range o.Grants {
		person.Grants = append(person.Grants, pages.Grant{
			ID: g.GrantID, Role: wording.Role(v.Words, g.Role), Where: where[visit.SectionOf(g.SectionID)], Until: g.ExpiresAt, CanTake: mayGive(v, g.Role, visit.SectionOf(g.SectionID)),
		})
	}
	for _, t := range o.Ties {
		tie := pages.Tie{Kind: t.Kind, Club: t.Club, Label: t.Club, TeamID: visit.SectionOf(t.TeamID)}
		if t.TeamID != nil {
			tie.Label = teams[*t.TeamID]
		}
		person.Ties = append(person.Ties, tie)
	}
	return person
}

// dutyPlace says where an official is sent: "Open, tables 1 to 20".
func dutyPlace(o account.Official, where map[int64]string) string {
	if o.Duty == nil {
		return ""
	}
	place := o.Duty.Place
	if o.Duty.SectionID != nil {
		place = strings.TrimSuffix(where[*o.Duty.SectionID]+", "+place, ", ")
	}
	return place
}

// dutyList prints who does what where, for the wall of the desk.
func (h *peopleHandlers) dutyList(v *visit.Visit) error {
	paper := visit.OnPaper(v)
	w := paper.Words
	var p pages.People
	if err := h.loadPeople(paper, &p); err != nil {
		return err
	}
	columns := []sheets.Column{{Label: w.Say("Name")}, {Label: w.Say("Role")}, {Label: w.Say("Place")}, {Label: w.Say("Until")}}
	var rows []sheets.Row
	for _, person := range p.Persons {
		var roles, until []string
		for _, g := range person.Grants {
			roles = append(roles, g.Role+", "+g.Where)
			if g.Until != nil {
				until = append(until, paper.Clock(*g.Until))
			}
		}
		rows = append(rows, sheets.Row{Cells: []string{person.Name, strings.Join(roles, "; "), person.Place, strings.Join(until, "; ")}})
	}
	seal, err := h.Journal.Head(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	const lines = 2
	job := visit.Paper(paper, v.Words.Say("Duty list"), visit.EventFoot(paper, seal.Groups()), sheets.TallTable(w.Say("Duty list"), v.Event.Name, columns, rows, lines))
	return v.Page(sheets.Papers(v.Frame(layout.Desk, v.Words.Say("Print"), 0), job))
}

// addGrantable collects the roles this person may give there.
func addGrantable(v *visit.Visit, into map[access.Role]bool, sectionID int64) bool {
	roles := access.GrantableBy(v.Who.Actor, access.Object{EventID: v.Event.EventID, SectionID: sectionID}, v.Now)
	for _, role := range roles {
		into[role] = true
	}
	return len(roles) > 0
}

func mayGive(v *visit.Visit, role access.Role, sectionID int64) bool {
	if sectionID == 0 && !visit.WholeEvent(v, access.EditPeople) {
		return false
	}
	return slices.Contains(access.GrantableBy(v.Who.Actor, access.Object{EventID: v.Event.EventID, SectionID: sectionID}, v.Now), role)
}

// roleInput reads role and section of a form and refuses what this person may
// not give.
func roleInput(v *visit.Visit, roleField, sectionField string) (access.Role, int64, error) {
	role := access.Role(v.FormValue(roleField))
	sectionID, err := strconv.ParseInt(v.FormValue(sectionField), 10, 64)
	var form fault.Form
	sections, sectionsErr := v.Sections()
	if sectionsErr != nil {
		return "", 0, sectionsErr
	}
	known := sectionID == 0
	for _, s := range sections {
		known = known || s.SectionID == sectionID
	}
	if err != nil || !known {
		form.Add(sectionField, "Choose a section from the list.")
	}
	if !slices.Contains(access.Granted, role) {
		form.Add(roleField, "Choose a role from the list.")
	}
	if err := form.Err(); err != nil {
		return "", 0, err
	}
	if !mayGive(v, role, sectionID) {
		form.Add(roleField, "You cannot give the role of %s there. Choose another role or your own section.", fault.Word(role.Words()))
	}
	return role, sectionID, form.Err()
}

// invite makes a link and shows it once.
func (h *peopleHandlers) invite(v *visit.Visit) error {
	role, sectionID, err := roleInput(v, "invite_role", "invite_section")
	name := v.FormText("invite_name")
	if err == nil && name == "" {
		var form fault.Form
		form.Add("invite_name", "Enter whom the link is for.")
		err = form.Err()
	}
	if err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	token := visit.Token(v)
	opens, err := h.Accounts.Invite(v.Request().Context(), v.Command(), account.Invite{EventID: v.Event.EventID, SectionID: sectionID, Role: role, Name: name, Token: token, By: v.Who})
	if err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	if !opens { // the form came again, from a session of its own or after somebody used the link
		return v.Onward(peopleAddress(v), v.Words.Say("This link was made already, and it is shown only once. Make another one if it is lost."))
	}
	p := pages.People{Link: v.Absolute("/join/" + token), LinkFor: name}
	if p.QR, err = square.Draw(v.Words, p.Link); err != nil {
		return err
	}
	return h.peoplePage(v, p, nil)
}

func peopleAddress(v *visit.Visit) string { return "/e/" + v.Event.Slug + "/desk/people" }

func (h *peopleHandlers) cancelInvitation(v *visit.Visit) error {
	ctx := v.Request().Context()
	id, _ := strconv.ParseInt(v.FormValue("invitation"), 10, 64) // anything else is none
	open, err := h.Accounts.Invitations(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(open, func(i account.Invitation) bool { return i.InvitationID == id })
	if i < 0 {
		return h.peoplePage(v, pages.People{}, fault.New(fault.Conflict, "This link was used or cancelled already."))
	}
	if !mayGive(v, open[i].Role, visit.SectionOf(open[i].SectionID)) {
		return fault.New(fault.Forbidden, "This link gives a role that is not yours to give or to cancel.")
	}
	if err := h.Accounts.CancelInvitation(ctx, v.Command(), v.Event.EventID, id); err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	return v.Onward(peopleAddress(v), v.Words.Say("The link for %s is cancelled.", open[i].Name))
}

// official finds a person of the event by the number a form sends.
func (h *peopleHandlers) official(v *visit.Visit) (account.Official, error) {
	id, _ := strconv.ParseInt(v.FormValue("person"), 10, 64) // anything else is nobody
	officials, err := h.Accounts.Officials(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return account.Official{}, err
	}
	i := slices.IndexFunc(officials, func(o account.Official) bool { return o.AccountID == id })
	if i < 0 {
		var form fault.Form
		form.Add("person", "Choose a person who has a role here. Others are invited by link.")
		return account.Official{}, form.Err()
	}
	return officials[i], nil
}

func (h *peopleHandlers) giveRole(v *visit.Visit) error {
	person, err := h.official(v)
	if err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	role, sectionID, err := roleInput(v, "role", "section")
	if err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	give := account.GiveRole{EventID: v.Event.EventID, AccountID: person.AccountID, SectionID: sectionID, Role: role}
	if text := v.FormText("until"); text != "" {
		until, err := time.ParseInLocation("2006-01-02T15:04", text, v.Event.Zone())
		if err != nil || !until.After(v.Now) {
			var form fault.Form
			form.Add("until", "Enter a day and time in the future, or nothing.")
			return h.peoplePage(v, pages.People{}, form.Err())
		}
		until = until.UTC()
		give.ExpiresAt = &until
	}
	if err := h.Accounts.GiveRole(v.Request().Context(), v.Command(), v.Who.Actor, give); err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	return v.Onward(peopleAddress(v), v.Words.Say("%s is now %s.", person.Name, wording.Role(v.Words, role)))
}

func (h *peopleHandlers) takeRole(v *visit.Visit) error {
	grantID, _ := strconv.ParseInt(v.FormValue("grant"), 10, 64) // anything else is none
	if err := h.Accounts.TakeRole(v.Request().Context(), v.Command(), v.Who.Actor, v.Event.EventID, grantID); err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	return v.Onward(peopleAddress(v), v.Words.Say("The role is taken back. It ends with the person's next click."))
}

// changeTie declares that an official belongs to a team or a club, or takes the
// declaration back.
func (h *peopleHandlers) changeTie(v *visit.Visit) error {
	person, err := h.official(v)
	if err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	teamID, _ := strconv.ParseInt(v.FormValue("team"), 10, 64) // anything else is no team
	tie := account.Affiliation{EventID: v.Event.EventID, AccountID: person.AccountID, Kind: "club", Club: v.FormText("club")}
	if teamID != 0 {
		entries, err := h.Reader.Entries(v.Request().Context(), v.Event.EventID)
		if err != nil {
			return err
		}
		tie.Kind, tie.TeamID, tie.Club = "team", &teamID, ""
		known := false
		for _, t := range entries.Teams {
			known = known || t.TeamID == teamID
		}
		if !known {
			return fault.New(fault.NotFound, "The event has no such team.")
		}
	}
	var form fault.Form
	if tie.Kind == "club" && (tie.Club == "" || len([]rune(tie.Club)) > 80) {
		form.Add("club", "Choose a team, or enter a school or club of at most 80 characters.")
		return h.peoplePage(v, pages.People{}, form.Err())
	}
	if v.FormValue("remove") == "yes" {
		if err := h.Accounts.RemoveTie(v.Request().Context(), v.Command(), tie); err != nil {
			return h.peoplePage(v, pages.People{}, err)
		}
		return v.Onward(peopleAddress(v), v.Words.Say("The tie of %s is removed.", person.Name))
	}
	if err := h.Accounts.DeclareTie(v.Request().Context(), v.Command(), tie); err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	return v.Onward(peopleAddress(v), v.Words.Say("The tie of %s is declared.", person.Name))
}

// signOutOfficial ends every session of an official whose device was lost.
func (h *peopleHandlers) signOutOfficial(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.EditPeople); err != nil {
		return err
	}
	person, err := h.official(v)
	if err != nil {
		return h.peoplePage(v, pages.People{}, err)
	}
	if err := h.Accounts.SignOut(v.Request().Context(), person.AccountID, 0); err != nil {
		return err
	}
	return v.Onward(peopleAddress(v), v.Words.Say("%s is signed out on every device.", person.Name))
}
