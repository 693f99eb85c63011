package setup

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/square"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

func (h *entryHandlers) newTeamForm(v *visit.Visit, book *publicpages.SectionView) error {
	form := pages.TeamForm{Pool: v.QueryParam("pool") == "yes" && book.Section.EntrySize() == 2}
	return v.Page(h.newTeamPage(v, book, form, nil))
}

func (h *entryHandlers) newTeamPage(v *visit.Visit, book *publicpages.SectionView, form pages.TeamForm, err error) templ.Component {
	form.New, form.Size, form.Squad, form.Alone, form.Next, form.Action = true, book.Section.EntrySize(), book.Section.Squad(), book.Alone(), book.NextRound(), teamsAddress(v)+"/new"
	form.Rotating, form.MayMiss = book.Section.System == tournament.Rotating, book.Section.ByeRounds() > 0
	if r := book.Current(); r != nil && book.Section.System.Swiss() && tournament.PlaysOn(r) {
		form.Out = r.RoundNo
	}
	noteRefusal(v.Words, &form, err)
	title := text.Message("Late entry")
	if form.Next == 1 {
		title = publicpages.ByEntry(book.Section, text.Message("Enter a team"), text.Message("Enter a player"))
	}
	return pages.NewTeam(v.Frame(layout.Desk, v.Words.Say(title), 0), form)
}

// noteRefusal puts the messages into the form. A name that is on the list may
// belong to somebody else: then the form asks.
func noteRefusal(w text.Words, form *pages.TeamForm, err error) {
	if err == nil {
		return
	}
	form.Problem, form.Errors = visit.SaidIn(w, err), visit.FieldsIn(w, err)
	for _, field := range []string{"player", "player1", "player2", "player3", "player4"} {
		form.AskSameName = form.AskSameName || form.Errors[field] != ""
	}
}

func (h *entryHandlers) addTeam(v *visit.Visit, book *publicpages.SectionView) error {
	form, players, err := teamInput(v, book.Section)
	said := ""
	if err == nil {
		said, err = h.enter(v, form, players)
	}
	return visit.Answer(v, err, func() error { return v.Again(err, h.newTeamPage(v, book, form, err)) }, teamsAddress(v), said)
}

// enter adds a team, or a player to the pool.
func (h *entryHandlers) enter(v *visit.Visit, form pages.TeamForm, players []tournament.NewPlayer) (said string, err error) {
	ctx := v.Request().Context()
	if form.Pool {
		p, err := h.Entries.AddPoolPlayer(ctx, v.Event.EventID, v.Command(),
			tournament.NewPoolPlayer{SectionID: v.Section.SectionID, Player: players[0], SameName: form.Same})
		return v.Words.Say("%s waits for a partner.", p.Name()), err
	}
	if len(players) > 2 { // reserves left empty are none
		players = append(players[:2], slices.DeleteFunc(players[2:], func(p tournament.NewPlayer) bool { return p.Name() == "" })...)
	}
	arrives := 0
	if form.Arrives != "" {
		if arrives, err = strconv.Atoi(form.Arrives); err != nil || arrives < 1 {
			var problem fault.Form
			problem.Add("arrives", "Enter the number of a round.")
			return "", problem.Err()
		}
	}
	t, err := h.Entries.AddTeam(ctx, v.Event.EventID, v.Command(), tournament.NewTeam{
		SectionID: v.Section.SectionID, Name: form.Name, School: form.School, Categories: form.Categories, Players: players, ArrivesRound: arrives, SameName: form.Same, MissedHalf: form.MissedHalf,
	})
	said = v.Words.Say("%s is entered with the code %s.", t.Name, t.Code)
	if form.MissedHalf {
		said = v.Words.Say("%s is entered with the code %s and scores half a pairing for each round it missed.", t.Name, t.Code)
	} else if t.ArrivesRound > 1 {
		said = v.Words.Say("%s is entered with the code %s and plays from round %d.", t.Name, t.Code, t.ArrivesRound)
	}
	if err != nil {
		return said, err
	}
	hint, err := withoutGame(v, t.TeamID)
	return strings.TrimSpace(said + " " + hint), err
}

// teamInput reads the form of a team, or of a single player for the pool. Reserves that the form
// leaves empty are players without a name.
func teamInput(v *visit.Visit, section tournament.Section) (pages.TeamForm, []tournament.NewPlayer, error) {
	form := pages.TeamForm{
		Pool: v.FormValue("pool") == "yes" && section.EntrySize() == 2, Name: v.FormText("name"), School: v.FormText("school"), Categories: v.FormText("categories"), Arrives: v.FormText("arrives"),
		Revision: v.FormValue("revision"), Same: v.FormValue("same_name") == "yes", MissedHalf: v.FormValue("missed_half") == "yes",
	}
	var problems fault.Form
	var players []tournament.NewPlayer
	seats := section.Squad()
	if form.Pool {
		seats = 1
	}
	for i := range seats {
		number := strconv.Itoa(i + 1)
		if form.Pool {
			number = ""
		}
		p := pages.PlayerForm{
			Name: v.FormText("player" + number), Rating: v.FormText("rating" + number), Grade: v.FormText("grade" + number), ExternalID: v.FormText("id" + number),
		}
		form.Players[i] = p
		in := tournament.NewPlayer{Grade: p.Grade, School: form.School, ExternalID: p.ExternalID}
		in.FirstName, in.LastName = tournament.SplitName(p.Name)
		if p.Rating != "" {
			n, err := strconv.Atoi(p.Rating)
			if err != nil {
				problems.Add("rating"+number, "Enter a whole number from 0 to %d, or nothing for an unrated player.", tournament.MaxRating)
			}
			in.Rating = &n
		}
		players = append(players, in)
	}
	return form, players, problems.Err()
}

// namedTeam reads the section as it is now and finds the team of the address in it.
func namedTeam(v *visit.Visit) (*publicpages.SectionView, tournament.Team, error) {
	book, err := v.FreshBook()
	if err != nil {
		return nil, tournament.Team{}, err
	}
	n, err := v.Number("team")
	if err != nil {
		return nil, tournament.Team{}, err
	}
	t := book.Team(int64(n))
	if t.TeamID == 0 {
		return nil, t, fault.New(fault.NotFound, "%s has no team %d.", v.Section.Name, n)
	}
	return book, t, nil
}

// deskTeam shows a team; one that was moved is shown in its section.
func (h *entryHandlers) deskTeam(v *visit.Visit) error {
	if _, _, err := namedTeam(v); fault.Is(err, fault.NotFound) {
		return whereMoved(v, h.Reader, err)
	}
	return h.showTeam(v, pages.TeamPage{}, nil, nil)
}

// showTeam shows everything about a team; form, if any, is what was typed, and err why it was
// refused. What people may not read of that is handed on.
func (h *entryHandlers) showTeam(v *visit.Visit, p pages.TeamPage, form *pages.TeamForm, err error) error {
	if err != nil && !visit.Refusable(err) {
		return err
	}
	book, team, bookErr := namedTeam(v)
	if bookErr != nil {
		return bookErr
	}
	p.Team = team
	p.Next, p.Rounds = book.NextRound(), book.Section.Rounds
	if out, ok := tournament.LeftOutOf(book.SectionBook, p.Next)[p.Team.TeamID]; ok {
		p.LeftOut = out.Why().In(visit.Saying(v.Words))
	}
	p.Kinds, p.ByesStay = kindChoices(v.Words, book.Section), book.Section.ByesStay
	p.ByeRounds = book.Section.ByeRounds()
	p.ByeLimit, p.NoHalf = book.Section.RequestedByeLimit, book.Section.LastRounds()
	leaves := p.Next
	if team.LeavesRound != nil {
		leaves = *team.LeavesRound
	}
	p.ByeRound, p.LeaveRound = cmp.Or(p.ByeRound, strconv.Itoa(p.Next)), cmp.Or(p.LeaveRound, strconv.Itoa(leaves))
	p.Form, p.Revision = formOfTeam(book, p.Team), p.Team.Revision
	if form != nil {
		p.Form = *form
		noteRefusal(v.Words, &p.Form, err)
		p.Form.Revision = strconv.Itoa(visit.MadeFrom(v, err, p.Team.Revision))
	} else if err != nil { // the small forms are far down the page: what is wrong is said on top as well
		p.Problem, p.Errors, p.Revision = visit.FirstSaidIn(v.Words, err), visit.FieldsIn(v.Words, err), visit.MadeFrom(v, err, p.Team.Revision)
	}
	p.Form.Action, p.Form.Size, p.Form.Squad = teamsAddress(v)+"/"+strconv.FormatInt(p.Team.TeamID, 10), book.Section.EntrySize(), book.Section.Squad()
	p.Form.Alone, p.Form.Rotating = book.Alone(), book.Section.System == tournament.Rotating
	if p.Form.Alone {
		p.Form.Name = p.Team.Name // no field brings it
	}
	for _, player := range book.Members(p.Team.TeamID) {
		p.Members = append(p.Members, layout.Choice{Value: strconv.FormatInt(player.PlayerID, 10), Label: player.Name()})
	}
	for _, player := range book.Pool() {
		p.Pool = append(p.Pool, layout.Choice{Value: strconv.FormatInt(player.PlayerID, 10), Label: player.Name()})
	}
	p.Substitutes = book.Current() != nil
	if p.MoveTo, bookErr = otherSections(v); bookErr != nil {
		return bookErr
	}
	for _, b := range book.Byes {
		if b.TeamID == p.Team.TeamID {
			p.Byes = append(p.Byes, b)
		}
	}
	apart := map[int64]bool{p.Team.TeamID: true}
	for _, pair := range book.Apart {
		other := pair.TeamID + pair.OtherID - p.Team.TeamID
		if pair.TeamID == p.Team.TeamID || pair.OtherID == p.Team.TeamID {
			apart[other] = true
			p.Apart = append(p.Apart, pages.ApartRow{Pair: pair, Other: book.Team(other)})
		}
	}
	for _, t := range book.Teams {
		if !apart[t.TeamID] && t.State != tournament.TeamWithdrawn {
			p.Others = append(p.Others, layout.Choice{Value: strconv.FormatInt(t.TeamID, 10), Label: t.Name})
		}
	}
	page := pages.Team(v.Frame(layout.Desk, p.Team.Name, 0), p)
	if err != nil {
		return v.Again(err, page)
	}
	return v.Page(page)
}

// kindChoices are the byes that the desk may give on request.
func kindChoices(w text.Words, s tournament.Section) []layout.Choice {
	var list []layout.Choice
	if s.ByeKinds == tournament.AnyBye || s.ByeKinds == tournament.OnlyHalfByes {
		list = append(list, layout.Choice{Value: "half", Label: w.Say("Half a pairing")})
	}
	list = append(list, layout.Choice{Value: "zero", Label: w.Say("Nothing (pause)")})
	if s.ByeKinds == tournament.AnyBye || s.ByeKinds == tournament.OnlyFullByes {
		list = append(list, layout.Choice{Value: "full", Label: w.Say("A full pairing")})
	}
	return list
}

func formOfTeam(book *publicpages.SectionView, t tournament.Team) pages.TeamForm {
	form := pages.TeamForm{Name: t.Name, School: t.School, Categories: t.Categories, Revision: strconv.Itoa(t.Revision)}
	for i, p := range book.Members(t.TeamID) {
		form.Players[i] = pages.PlayerForm{Name: p.Name(), Grade: p.Grade, ExternalID: p.ExternalID}
		if p.Rating != nil {
			form.Players[i].Rating = strconv.Itoa(*p.Rating)
		}
	}
	return form
}

func (h *entryHandlers) saveTeam(v *visit.Visit, book *publicpages.SectionView, team tournament.Team) error {
	form, players, err := teamInput(v, book.Section)
	if err == nil {
		keepNames(players, book.Members(team.TeamID))
		shown, _ := strconv.Atoi(form.Revision) // anything else is stale
		team, err = h.Entries.EditTeam(v.Request().Context(), v.Event.EventID, v.Command(), tournament.TeamEdit{
			TeamID: team.TeamID, Revision: shown, Name: form.Name, School: form.School, Categories: form.Categories, Players: players, SameName: form.Same,
		})
	}
	if err != nil {
		return h.showTeam(v, pages.TeamPage{}, &form, err)
	}
	return v.Onward(teamsAddress(v), v.Words.Say("%s is saved.", team.Name))
}

// keepNames leaves the split of a name alone while the name itself is the same,
// and a player's own school while the team has none in common.
func keepNames(players []tournament.NewPlayer, members []tournament.Player) {
	for i := range min(len(players), len(members)) {
		if players[i].Name() == members[i].Name() {
			players[i].FirstName, players[i].LastName = members[i].FirstName, members[i].LastName
		}
		if players[i].School == "" {
			players[i].School = members[i].School
		}
	}
}

// act runs one thing about a team and says what was done.
func (h *entryHandlers) act(v *visit.Visit, p pages.TeamPage, do func(tournament.Team) (string, error)) error {
	_, team, err := namedTeam(v)
	if err != nil {
		return err
	}
	said, err := do(team)
	if err != nil {
		return h.showTeam(v, p, nil, err)
	}
	return v.Onward(teamsAddress(v)+"/"+strconv.FormatInt(team.TeamID, 10), said)
}

func (h *entryHandlers) requestBye(v *visit.Visit) error {
	round, _ := strconv.Atoi(v.FormText("round")) // anything else is refused as no round
	return h.act(v, pages.TeamPage{ByeRound: v.FormText("round"), Typed: pages.TeamTyped{ByeKind: v.FormValue("kind")}}, func(t tournament.Team) (string, error) {
		kind := tournament.ByeKind(v.FormValue("kind"))
		err := h.Entries.RequestBye(v.Request().Context(), v.Event.EventID, v.Command(), t.TeamID, round, kind)
		if kind == "" {
			return v.Words.Say("%s plays round %d again.", t.Name, round), err
		}
		return v.Words.Say("%s has no game in round %d: %s.", t.Name, round, pages.ByeWords(v.Words, kind)), err
	})
}

func (h *entryHandlers) withdrawTeam(v *visit.Visit) error {
	return h.act(v, pages.TeamPage{LeaveRound: v.FormText("from")}, func(t tournament.Team) (string, error) {
		from, err := strconv.Atoi(v.FormText("from"))
		if err != nil || from < 1 {
			var form fault.Form
			form.Add("from", "Enter the number of a round.")
			return "", form.Err()
		}
		left, err := h.Entries.Withdraw(v.Request().Context(), v.Event.EventID, v.Command(), t.TeamID, from)
		said := v.Words.Say("%s is withdrawn from round %d on.", t.Name, from)
		if left.Table != 0 {
			said += v.Words.Say(" Its table %d of round %d stays: if it does not play there, enter the forfeit for %s.", left.Table, left.Round, left.Opponent)
		}
		return said, err
	})
}

// changePartner lets somebody of the pool take a player's seat.
func (h *entryHandlers) changePartner(v *visit.Visit) error {
	in := tournament.PartnerChange{}
	in.Leaves, _ = strconv.ParseInt(v.FormValue("leaves"), 10, 64) // anything else is nobody
	in.Joins, _ = strconv.ParseInt(v.FormValue("joins"), 10, 64)
	in.Revision, _ = strconv.Atoi(v.FormValue("revision"))
	typed := pages.TeamTyped{Leaves: v.FormValue("leaves"), Joins: v.FormValue("joins")}
	return h.act(v, pages.TeamPage{Reason: v.FormText("reason"), Typed: typed}, func(t tournament.Team) (string, error) {
		in.TeamID = t.TeamID
		_, err := h.Entries.ChangePartner(v.Request().Context(), v.Event.EventID, v.Command(), in)
		return v.Words.Say("%s plays on with the new partner. Who left waits in the pool.", t.Name), err
	})
}

func (h *entryHandlers) returnTeam(v *visit.Visit) error {
	return h.act(v, pages.TeamPage{}, func(t tournament.Team) (string, error) {
		_, err := h.Entries.Return(v.Request().Context(), v.Event.EventID, v.Command(), t.TeamID)
		if t.State != tournament.TeamWithdrawn {
			return v.Words.Say("%s plays on.", t.Name), err
		}
		return v.Words.Say("%s plays again from the next round on.", t.Name), err
	})
}

// letTeamIn lets a team that did not come be paired again, or takes that back.
func (h *entryHandlers) letTeamIn(v *visit.Visit) error {
	ctx := v.Request().Context()
	return h.act(v, pages.TeamPage{}, func(t tournament.Team) (string, error) {
		if v.FormValue("again") == "yes" {
			_, err := h.Entries.LeaveOutAgain(ctx, v.Event.EventID, v.Command(), t.TeamID)
			return v.Words.Say("All defaults of %s count again.", t.Name), err
		}
		_, err := h.Entries.LetIn(ctx, v.Event.EventID, v.Command(), t.TeamID)
		return v.Words.Say("%s is paired again from the next round on.", t.Name), err
	})
}

// renewTeamLink makes a link and shows it once; only its hash is kept. The same form, sent again,
// shows it again.
func (h *entryHandlers) renewTeamLink(v *visit.Visit, _ *publicpages.SectionView, team tournament.Team) error {
	token := visit.Token(v)
	hash := account.HashToken(token)
	fresh, err := h.Entries.RenewTeamLinks(v.Request().Context(), v.Event.EventID, v.Command(), map[int64][]byte{team.TeamID: hash})
	if err != nil {
		return err
	}
	if !fresh && !bytes.Equal(team.LinkHash, hash) {
		return v.Onward(teamsAddress(v)+"/"+strconv.FormatInt(team.TeamID, 10), v.Words.Say("The link was made and shown already. Renew it if nobody copied it."))
	}
	p := pages.TeamPage{Link: v.Absolute("/l/" + token)}
	if p.QR, err = square.Draw(v.Words, p.Link); err != nil {
		return err
	}
	return h.showTeam(v, p, nil, nil)
}

func (h *entryHandlers) keepApart(v *visit.Visit) error {
	other, _ := strconv.ParseInt(v.FormValue("other"), 10, 64) // anything else is no team
	typed := pages.TeamTyped{
		Other: v.FormValue("other"), Force: v.FormValue("force"), FirstRound: v.FormText("first_round"), LastRound: v.FormText("last_round"), ApartReason: v.FormText("reason"),
	}
	return h.act(v, pages.TeamPage{Typed: typed}, func(t tournament.Team) (string, error) {
		ctx := v.Request().Context()
		if v.FormValue("allow") == "yes" {
			return v.Words.Say("The two teams may meet again."), h.Entries.AllowPair(ctx, v.Event.EventID, v.Command(), t.TeamID, other)
		}
		apart := tournament.ForbiddenPair{TeamID: t.TeamID, OtherID: other, Hard: v.FormValue("force") != "wish", Reason: v.FormText("reason")}
		var form fault.Form
		for field, into := range map[string]*int{"first_round": &apart.FirstRound, "last_round": &apart.LastRound} {
			if text := v.FormText(field); text != "" {
				n, err := strconv.Atoi(text)
				if err != nil || n < 1 {
					form.Add(field, "Enter the number of a round.")
				}
				*into = n
			}
		}
		if err := form.Err(); err != nil {
			return "", err
		}
		if v.FormValue("club") == "yes" {
			return v.Words.Say("All teams of %s are kept apart.", t.School), h.Entries.ForbidClub(ctx, v.Event.EventID, v.Command(), apart)
		}
		return v.Words.Say("The two teams are kept apart."), h.Entries.ForbidPair(ctx, v.Event.EventID, v.Command(), apart)
	})
}
