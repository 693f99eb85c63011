package web

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/templates/layout"
	sheets "github.com/tandemchess/tandem/templates/print"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const peoplePath = deskPath + "/people"

var peopleRoutes = []route{
	{get, peoplePath, access.EditPeople, (*Server).people},
	{get, peoplePath + "/paper", access.EditPeople, (*Server).dutyList},
	{post, peoplePath + "/invite", access.EditPeople, (*Server).invite},
	{post, peoplePath + "/cancel", access.EditPeople, (*Server).cancelInvitation},
	{post, peoplePath + "/give", access.EditPeople, (*Server).giveRole},
	{post, peoplePath + "/take", access.EditPeople, (*Server).takeRole},
	{post, peoplePath + "/tie", access.EditPeople, (*Server).changeTie},
	{post, peoplePath + "/sign-out", access.EditPeople, (*Server).signOutOfficial},
}

func (s *Server) people(v *visit) error { return s.peoplePage(v, pages.People{}, nil) }

// peoplePage shows the officials, with the messages of a refused form.
func (s *Server) peoplePage(v *visit, p pages.People, err error) error {
	if err != nil && !refusable(err) {
		return err
	}
	if err != nil {
		p.Problem, p.Errors, p.Form = fault.Message(err), fault.Fields(err), map[string]string{}
		for _, name := range []string{"invite_name", "invite_role", "invite_section", "person", "role", "section", "until", "club"} {
			p.Form[name] = v.formText(name)
		}
	}
	if loadErr := s.loadPeople(v, &p); loadErr != nil {
		return loadErr
	}
	page := pages.PeoplePage(v.frame(layout.Desk, "People and roles", 0), p)
	if err != nil {
		return v.again(err, page)
	}
	return v.page(page)
}

func (s *Server) loadPeople(v *visit, p *pages.People) error {
	ctx := v.Request().Context()
	officials, err := s.Accounts.Officials(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	invitations, err := s.Accounts.Invitations(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	sections, err := v.sections()
	if err != nil {
		return err
	}
	entries, err := s.Tournament.Reader().Entries(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	where := map[int64]string{0: "all sections"}
	p.Whole = v.wholeEvent(access.EditPeople)
	grantable := map[access.Role]bool{}
	if p.Whole {
		p.Sections = []layout.Choice{{Value: "0", Label: "All sections"}}
		v.addGrantable(grantable, 0)
	}
	for _, section := range sections {
		where[section.SectionID] = section.Name
		if v.addGrantable(grantable, section.SectionID) {
			p.Sections = append(p.Sections, layout.Choice{Value: strconv.FormatInt(section.SectionID, 10), Label: section.Name})
		}
	}
	for _, role := range access.Granted {
		if grantable[role] {
			p.Roles = append(p.Roles, layout.Choice{Value: string(role), Label: upperFirst(roleNames[role])})
		}
	}
	seats, err := s.Accounts.Seats(ctx, v.event.EventID)
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
		person := v.personOf(o, where, teamNames)
		for _, seat := range seats {
			if seat.AccountID == o.AccountID {
				person.Seats = append(person.Seats, pages.Seat{Device: deviceName(seat.Device), Address: seat.Address, Seen: seat.SeenAt, Ends: seat.ExpiresAt})
			}
		}
		p.Persons = append(p.Persons, person)
		p.Names = append(p.Names, layout.Choice{Value: strconv.FormatInt(o.AccountID, 10), Label: o.Name})
	}
	for _, i := range invitations {
		if i.UsedAt == nil && v.now.Before(i.ExpiresAt) {
			p.Invites = append(p.Invites, pages.Invite{
				ID: i.InvitationID, Name: i.Name, Role: roleNames[i.Role], Where: where[sectionOf(i.SectionID)], Expires: i.ExpiresAt,
				CanCancel: v.mayGive(i.Role, sectionOf(i.SectionID)),
			})
		}
	}
	return nil
}

func (v *visit) personOf(o account.Official, where, teams map[int64]string) pages.Person {
	person := pages.Person{ID: o.AccountID, Name: o.Name, Login: o.Login, Devices: o.Devices, LastSeen: o.LastSeen}
	person.Place = dutyPlace(o, where)
	for _, g := range o.Grants {
		person.Grants = append(person.Grants, pages.Grant{
			ID: g.GrantID, Role: roleNames[g.Role], Where: where[sectionOf(g.SectionID)], Until: g.ExpiresAt, CanTake: v.mayGive(g.Role, sectionOf(g.SectionID)),
		})
	}
	for _, t := range o.Ties {
		tie := pages.Tie{Kind: t.Kind, Club: t.Club, Label: t.Club, TeamID: sectionOf(t.TeamID)}
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
func (s *Server) dutyList(v *visit) error {
	var p pages.People
	if err := s.loadPeople(v, &p); err != nil {
		return err
	}
	columns := []sheets.Column{{Label: "Name"}, {Label: "Role"}, {Label: "Place"}, {Label: "Until"}}
	var rows []sheets.Row
	for _, person := range p.Persons {
		var roles, until []string
		for _, g := range person.Grants {
			roles = append(roles, g.Role+", "+g.Where)
			if g.Until != nil {
				until = append(until, v.clock(*g.Until))
			}
		}
		rows = append(rows, sheets.Row{Cells: []string{person.Name, strings.Join(roles, "; "), person.Place, strings.Join(until, "; ")}})
	}
	seal, err := s.Journal.Head(v.Request().Context(), v.event.EventID)
	if err != nil {
		return err
	}
	const lines = 2
	return v.page(sheets.Papers(v.frame(layout.Desk, "Print", 0), sheets.Job{
		Title: "Duty list", Sheets: sheets.TallTable("Duty list", v.event.Name, columns, rows, lines), Foot: v.eventFoot(seal.Groups()),
	}))
}

// eventFoot closes a sheet about the event as a whole.
func (v *visit) eventFoot(seal string) sheets.Foot {
	return sheets.Foot{Event: v.event.Name, Place: "all sections", Printed: v.now.In(v.event.Zone()).Format("Mon 2 Jan, 3:04 pm"), Seal: seal}
}

// sectionOf is 0 for none.
func sectionOf(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

// addGrantable collects the roles this person may give there.
func (v *visit) addGrantable(into map[access.Role]bool, sectionID int64) bool {
	roles := access.GrantableBy(v.who.Actor, access.Object{EventID: v.event.EventID, SectionID: sectionID}, v.now)
	for _, role := range roles {
		into[role] = true
	}
	return len(roles) > 0
}

func (v *visit) mayGive(role access.Role, sectionID int64) bool {
	if sectionID == 0 && !v.wholeEvent(access.EditPeople) {
		return false
	}
	return slices.Contains(access.GrantableBy(v.who.Actor, access.Object{EventID: v.event.EventID, SectionID: sectionID}, v.now), role)
}

// roleInput reads role and section of a form and refuses what this person may
// not give.
func (v *visit) roleInput(roleField, sectionField string) (access.Role, int64, error) {
	role := access.Role(v.FormValue(roleField))
	sectionID, err := strconv.ParseInt(v.FormValue(sectionField), 10, 64)
	var form fault.Form
	sections, sectionsErr := v.sections()
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
	if !v.mayGive(role, sectionID) {
		form.Add(roleField, "You cannot give the role of %s there. Choose another role or your own section.", roleNames[role])
	}
	return role, sectionID, form.Err()
}

// invite makes a link and shows it once.
func (s *Server) invite(v *visit) error {
	role, sectionID, err := v.roleInput("invite_role", "invite_section")
	name := v.formText("invite_name")
	if err == nil && name == "" {
		var form fault.Form
		form.Add("invite_name", "Enter whom the link is for.")
		err = form.Err()
	}
	if err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	token, err := s.Accounts.Invite(v.Request().Context(), v.command(), account.Invite{EventID: v.event.EventID, SectionID: sectionID, Role: role, Name: name, By: v.who})
	if err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	if token == "" { // the form came twice
		return v.say(v.peopleAddress(), "This link was made already, and it is shown only once. Make another one if it is lost.")
	}
	p := pages.People{Link: v.absolute("/join/" + token), LinkFor: name}
	if p.QR, err = qrCode(v.words, p.Link); err != nil {
		return err
	}
	return s.peoplePage(v, p, nil)
}

func (v *visit) peopleAddress() string { return "/e/" + v.event.Slug + "/desk/people" }

func (s *Server) cancelInvitation(v *visit) error {
	ctx := v.Request().Context()
	id, _ := strconv.ParseInt(v.FormValue("invitation"), 10, 64) // anything else is none
	open, err := s.Accounts.Invitations(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(open, func(i account.Invitation) bool { return i.InvitationID == id })
	if i < 0 {
		return s.peoplePage(v, pages.People{}, fault.New(fault.Conflict, "This link was used or cancelled already."))
	}
	if !v.mayGive(open[i].Role, sectionOf(open[i].SectionID)) {
		return fault.New(fault.Forbidden, "This link gives a role that is not yours to give or to cancel.")
	}
	if err := s.Accounts.CancelInvitation(ctx, v.command(), v.event.EventID, id); err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	return v.say(v.peopleAddress(), "The link for "+open[i].Name+" is cancelled.")
}

// official finds a person of the event by the number a form sends.
func (s *Server) official(v *visit) (account.Official, error) {
	id, _ := strconv.ParseInt(v.FormValue("person"), 10, 64) // anything else is nobody
	officials, err := s.Accounts.Officials(v.Request().Context(), v.event.EventID)
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

func (s *Server) giveRole(v *visit) error {
	person, err := s.official(v)
	if err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	role, sectionID, err := v.roleInput("role", "section")
	if err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	give := account.GiveRole{EventID: v.event.EventID, AccountID: person.AccountID, SectionID: sectionID, Role: role}
	if text := v.formText("until"); text != "" {
		until, err := time.ParseInLocation("2006-01-02T15:04", text, v.event.Zone())
		if err != nil || !until.After(v.now) {
			var form fault.Form
			form.Add("until", "Enter a day and time in the future, or nothing.")
			return s.peoplePage(v, pages.People{}, form.Err())
		}
		until = until.UTC()
		give.ExpiresAt = &until
	}
	if err := s.Accounts.GiveRole(v.Request().Context(), v.command(), v.who.Actor, give); err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	return v.say(v.peopleAddress(), person.Name+" is now "+roleNames[role]+".")
}

func (s *Server) takeRole(v *visit) error {
	grantID, _ := strconv.ParseInt(v.FormValue("grant"), 10, 64) // anything else is none
	if err := s.Accounts.TakeRole(v.Request().Context(), v.command(), v.who.Actor, v.event.EventID, grantID); err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	return v.say(v.peopleAddress(), "The role is taken back. It ends with the person's next click.")
}

// changeTie declares that an official belongs to a team or a club, or takes the
// declaration back.
func (s *Server) changeTie(v *visit) error {
	person, err := s.official(v)
	if err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	teamID, _ := strconv.ParseInt(v.FormValue("team"), 10, 64) // anything else is no team
	tie := account.Affiliation{EventID: v.event.EventID, AccountID: person.AccountID, Kind: "club", Club: v.formText("club")}
	if teamID != 0 {
		entries, err := s.Tournament.Reader().Entries(v.Request().Context(), v.event.EventID)
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
		return s.peoplePage(v, pages.People{}, form.Err())
	}
	if v.FormValue("remove") == "yes" {
		if err := s.Accounts.RemoveTie(v.Request().Context(), v.command(), tie); err != nil {
			return s.peoplePage(v, pages.People{}, err)
		}
		return v.say(v.peopleAddress(), "The tie of "+person.Name+" is removed.")
	}
	if err := s.Accounts.DeclareTie(v.Request().Context(), v.command(), tie); err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	return v.say(v.peopleAddress(), "The tie of "+person.Name+" is declared.")
}

// signOutOfficial ends every session of an official whose device was lost.
func (s *Server) signOutOfficial(v *visit) error {
	if err := v.needWholeEvent(access.EditPeople); err != nil {
		return err
	}
	person, err := s.official(v)
	if err != nil {
		return s.peoplePage(v, pages.People{}, err)
	}
	if err := s.Accounts.SignOut(v.Request().Context(), person.AccountID, 0); err != nil {
		return err
	}
	return v.say(v.peopleAddress(), person.Name+" is signed out on every device.")
}
