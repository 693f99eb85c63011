package setup

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const teamsPath = address.DeskSection + "/teams"

func (h *entryHandlers) teamRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(teamsPath, access.SeeTeams, visit.WithBook(h.teams)),
		visit.Get(teamsPath+".csv", access.SeeTeams, visit.WithBook(h.teamsCSV)),
		visit.Post(teamsPath+"/check-in", access.EditTeams, visit.WithBook(h.checkIn)),
		visit.Get(teamsPath+"/close", access.EditTeams, visit.WithBook(h.closeCheckInForm)),
		visit.Post(teamsPath+"/close", access.EditTeams, visit.WithBook(h.closeCheckIn)),
		visit.Get(teamsPath+"/new", access.EditTeams, visit.WithBook(h.newTeamForm)),
		visit.Post(teamsPath+"/new", access.EditTeams, visit.WithBook(h.addTeam)),
		visit.Post(teamsPath+"/pair", access.EditTeams, visit.WithBook(h.pairPool)),
		visit.Post(teamsPath+"/clubs", access.EditTeams, visit.WithBook(h.clubsApart)),
		visit.Get(teamsPath+"/:team", access.SeeTeams, h.deskTeam),
		visit.Post(teamsPath+"/:team", access.EditTeams, visit.WithBoth(namedTeam, h.saveTeam)),
		visit.Post(teamsPath+"/:team/bye", access.EditTeams, h.requestBye),
		visit.Post(teamsPath+"/:team/withdraw", access.EditTeams, h.withdrawTeam),
		visit.Post(teamsPath+"/:team/return", access.EditTeams, h.returnTeam),
		visit.Post(teamsPath+"/:team/let-in", access.EditTeams, h.letTeamIn),
		visit.Post(teamsPath+"/:team/partner", access.EditTeams, h.changePartner),
		visit.Post(teamsPath+"/:team/link", access.EditTeams, visit.WithBoth(namedTeam, h.renewTeamLink)),
		visit.Post(teamsPath+"/:team/apart", access.EditTeams, h.keepApart),
	}
}

func teamsAddress(v *visit.Visit) string {
	return "/e/" + v.Event.Slug + "/desk/" + v.Section.Slug + "/teams"
}

func (h *entryHandlers) teams(v *visit.Visit, book *publicpages.SectionView) error {
	return v.Page(h.teamsPage(v, book, v.FormText("q"), "", pages.TypedPair{}))
}

func (h *entryHandlers) teamsPage(v *visit.Visit, book *publicpages.SectionView, query, problem string, typed pages.TypedPair) templ.Component {
	p := pages.Teams{
		Query: query, Problem: problem, Pairing: typed, TwoPlayers: book.Section.EntrySize() == 2, Alone: book.Alone(), Reserves: book.Section.Reserves(), Next: book.NextRound(), Last: book.LastRound(),
	}
	for _, t := range book.Teams {
		switch t.State {
		case tournament.TeamHere:
			p.Here++
		case tournament.TeamEntered:
			p.NotYet++
		default:
			p.Away++
		}
	}
	p.Clubs, p.ClubPairs = showClubs(v.Words, book.SectionBook)
	p.Rows = teamRows(v, book, findTeams(book, query))
	for _, player := range book.Pool() {
		p.Pool = append(p.Pool, pages.PoolRow{Player: player})
	}
	p.Pairs = suggestPairs(v.Words, book.Pool())
	p.MayMove = mayMove(v, book)
	if p.Awaiting = publicpages.Awaiting(book, v.Words); p.Awaiting != "" {
		p.WayTo, p.Way = visit.WayToEntries(v, book)
	}
	return pages.TeamsPage(v.Frame(layout.Desk, v.Words.Say(publicpages.ByEntry(book.Section, text.Message("Teams and check-in"), text.Message("Players and check-in"))), book.Event.Version), p)
}

// findTeams returns the teams whose name, code, school or players hold the words
// of the query, or all. A code alone finds its team alone, with or without its dash;
// then a whole name does: "Rooks 1" is not "Rooks 12".
func findTeams(book *publicpages.SectionView, query string) []tournament.Team {
	key := tournament.NameKey(query)
	if key == "" {
		return book.Teams
	}
	bare := func(code string) string { return strings.ReplaceAll(strings.TrimSpace(code), "-", "") }
	var found, named []tournament.Team
	for _, t := range book.Teams {
		if strings.EqualFold(bare(t.Code), bare(query)) {
			return []tournament.Team{t}
		}
		whole := tournament.NameKey(t.Name) == key
		words := []string{t.Name, t.Code, t.School}
		for _, p := range book.Members(t.TeamID) {
			words = append(words, p.Name())
			whole = whole || tournament.NameKey(p.Name()) == key
		}
		if whole {
			named = append(named, t)
		}
		if strings.Contains(tournament.NameKey(strings.Join(words, " ")), key) {
			found = append(found, t)
		}
	}
	if len(named) > 0 {
		return named
	}
	return found
}

func teamRows(v *visit.Visit, book *publicpages.SectionView, teams []tournament.Team) []pages.TeamRow {
	members := map[int64][]tournament.Player{}
	for _, p := range book.Players {
		if p.TeamID != nil {
			members[*p.TeamID] = append(members[*p.TeamID], p)
		}
	}
	byes := map[int64][]string{}
	for _, b := range book.Byes {
		byes[b.TeamID] = append(byes[b.TeamID], v.Words.Say("round %d: %s", b.RoundNo, pages.ByeWords(v.Words, b.Kind)))
	}
	out := tournament.LeftOutOf(book.SectionBook, book.NextRound())
	rows := make([]pages.TeamRow, len(teams))
	for i, t := range teams {
		rows[i] = pages.TeamRow{Team: t, Players: members[t.TeamID], Byes: strings.Join(byes[t.TeamID], ", ")}
		if left, ok := out[t.TeamID]; ok {
			rows[i].LeftOut = left.Why().In(visit.Saying(v.Words))
		} else if t.ArrivesRound > 1 && t.State != tournament.TeamWithdrawn {
			rows[i].LeftOut = withoutPlace(v.Words, book.SectionBook, t.TeamID)
		}
	}
	return rows
}

// suggestPairs proposes partners: first players of one school, then neighbours
// by rating, so that no chance of a fair team is given away.
func suggestPairs(w text.Words, pool []tournament.Player) []pages.PoolPair {
	strength := func(p tournament.Player) int {
		if p.Rating == nil {
			return -1
		}
		return *p.Rating
	}
	left := slices.Clone(pool)
	slices.SortStableFunc(left, func(a, b tournament.Player) int { return cmp.Compare(strength(b), strength(a)) })
	var pairs []pages.PoolPair
	for i := 0; i < len(left); i++ {
		school := tournament.NameKey(left[i].School)
		j := slices.IndexFunc(left[i+1:], func(p tournament.Player) bool { return school != "" && tournament.NameKey(p.School) == school })
		if j < 0 {
			continue
		}
		j += i + 1
		pairs = append(pairs, pages.PoolPair{First: left[i], Second: left[j], Why: w.Say("Both from %s.", left[i].School)})
		left = slices.Delete(left, j, j+1)
		left = slices.Delete(left, i, i+1)
		i--
	}
	for i := 0; i+1 < len(left); i += 2 {
		pairs = append(pairs, pages.PoolPair{First: left[i], Second: left[i+1], Why: w.Say("Neighbours by rating.")})
	}
	return pairs
}

// checkIn notes one team as here: the one of the button, or the only one that
// matches what was typed or scanned. A code that is scanned twice, or on two tablets,
// says twice the same: only the button "Not here" takes it back.
func (h *entryHandlers) checkIn(v *visit.Visit, book *publicpages.SectionView) error {
	query, state := v.FormText("q"), tournament.TeamHere
	chosen := v.FormValue("here")
	if chosen == "" && v.FormValue("not-here") != "" {
		chosen, state = v.FormValue("not-here"), tournament.TeamEntered
	}
	var team tournament.Team
	if chosen != "" {
		teamID, _ := strconv.ParseInt(chosen, 10, 64) // anything else is no team
		if team = book.Team(teamID); team.TeamID == 0 {
			return fault.New(fault.NotFound, "There is no such team in %s.", v.Section.Name)
		}
	} else {
		found := findTeams(book, query)
		switch {
		case query == "":
			return v.SeeOther("%s", teamsAddress(v))
		case len(found) != 1 && v.InBackground():
			return notOne(query, found)
		case len(found) != 1:
			return v.SeeOther("%s?q=%s", teamsAddress(v), url.QueryEscape(query))
		}
		team, query = found[0], ""
	}
	already := team.State == state
	if _, err := h.Entries.CheckIn(v.Request().Context(), v.Event.EventID, v.Command(), team.TeamID, state); err != nil {
		if visit.Refusable(err) {
			return v.Again(err, h.teamsPage(v, book, query, visit.SaidIn(v.Words, err), pages.TypedPair{}))
		}
		return err
	}
	said := v.Words.Say("%s is here.", team.Name)
	switch {
	case state == tournament.TeamEntered:
		said = v.Words.Say("%s is marked as not here yet.", team.Name)
	case already:
		said = v.Words.Say("%s was here already.", team.Name)
	}
	if state == tournament.TeamHere {
		hint, err := withoutGame(v, team.TeamID)
		if err != nil {
			return err
		}
		said = strings.TrimSpace(said + " " + hint)
	}
	to := teamsAddress(v)
	if query != "" {
		to += "?q=" + url.QueryEscape(query)
	}
	return v.Onward(to, said)
}

// withoutGame says of a team that has just come that it has no game all the same, and what to do.
func withoutGame(v *visit.Visit, teamID int64) (string, error) {
	book, err := v.FreshBook()
	if err != nil {
		return "", err
	}
	next := book.NextRound()
	if slices.ContainsFunc(book.Byes, func(w tournament.RequestedBye) bool { return w.TeamID == teamID && w.RoundNo == next }) {
		return v.Words.Say("It has a bye in round %d: its page takes that back if it plays.", next), nil
	}
	if r := book.Current(); r != nil && slices.ContainsFunc(tournament.WithoutTable(book.SectionBook, r.RoundNo), func(t tournament.Team) bool { return t.TeamID == teamID }) {
		return v.Words.Say("Round %d is out without a table for it: the workbench gives it one beside another team without.", r.RoundNo), nil
	}
	return "", nil
}

// notOne says why what was typed or scanned checks nobody in.
func notOne(query string, found []tournament.Team) error {
	if len(found) == 0 {
		return fault.New(fault.Invalid, "No team, player or code matches “%s”. Nobody was checked in for it.", query)
	}
	var names []fault.Clause
	for _, t := range found[:min(len(found), 5)] {
		names = append(names, fault.Part("%s (%s)", t.Name, t.Code))
	}
	if more := len(found) - len(names); more > 0 {
		names = append(names, fault.Part("and %d more", more))
	}
	return fault.New(fault.Invalid, "“%s” could be %s. Nobody was checked in for it: type more, or the code.", query, fault.List(names...))
}

func (h *entryHandlers) closeCheckInForm(v *visit.Visit, book *publicpages.SectionView) error {
	return v.Page(h.closePage(v, book, map[int64]string{}, nil))
}

func (h *entryHandlers) closePage(v *visit.Visit, book *publicpages.SectionView, chosen map[int64]string, err error) templ.Component {
	p := pages.CloseCheckIn{Round: book.NextRound(), Alone: book.Alone(), Byes: book.NextRound() <= book.Section.ByeRounds(), Chosen: chosen, Errors: visit.FieldsIn(v.Words, err)}
	if err != nil {
		p.Problem = visit.SaidIn(v.Words, err)
	}
	p.Teams = teamRows(v, book, tournament.Awaited(book.SectionBook, p.Round))
	return pages.CloseCheckInPage(v.Frame(layout.Desk, v.Words.Say("Close check-in"), 0), p)
}

func (h *entryHandlers) closeCheckIn(v *visit.Visit, book *publicpages.SectionView) error {
	choices, chosen := map[int64]tournament.CheckInChoice{}, map[int64]string{}
	for _, t := range book.Teams {
		if choice := v.FormValue("team" + strconv.FormatInt(t.TeamID, 10)); choice != "" {
			choices[t.TeamID], chosen[t.TeamID] = tournament.CheckInChoice(choice), choice
		}
	}
	err := h.Entries.CloseCheckIn(v.Request().Context(), v.Event.EventID, v.Command(), v.Section.SectionID, choices)
	return visit.Answer(v, err, func() error {
		return v.Again(err, h.closePage(v, book, chosen, err))
	}, teamsAddress(v), v.Words.Say("Check-in for round %d is closed.", book.NextRound()))
}

// pairPool makes a team of two players who wait in the section's pool.
func (h *entryHandlers) pairPool(v *visit.Visit, book *publicpages.SectionView) error {
	first, _ := strconv.ParseInt(v.FormValue("first"), 10, 64) // anything else is nobody
	second, _ := strconv.ParseInt(v.FormValue("second"), 10, 64)
	for _, id := range []int64{first, second} {
		if _, here := book.Player(id); !here {
			err := fault.New(fault.Invalid, "Choose two players of the pool of %s.", v.Section.Name)
			return v.Again(err, h.teamsPage(v, book, "", visit.SaidIn(v.Words, err), pages.TypedPair{}))
		}
	}
	typed := pages.TypedPair{First: v.FormValue("first"), Second: v.FormValue("second"), Name: v.FormText("name")}
	team, err := h.Entries.PairPool(v.Request().Context(), v.Event.EventID, v.Command(), v.FormText("name"), first, second)
	return visit.Answer(v, err, func() error {
		typed.Wrong = visit.FieldsIn(v.Words, err)["name"]
		return v.Again(err, h.teamsPage(v, book, "", visit.SaidIn(v.Words, err), typed))
	}, teamsAddress(v), v.Words.Say("%s is a team now, with the code %s.", team.Name, team.Code))
}

// teamsCSV is the entry list for spreadsheets; it can be read back by an import.
// playerCells are name and rating of each player, as many as the list has columns for.
func playerCells(columns int, players ...tournament.Player) []string {
	cells := make([]string, 2*columns)
	for i, p := range players[:min(len(players), columns)] {
		cells[2*i] = p.Name()
		if p.Rating != nil {
			cells[2*i+1] = strconv.Itoa(*p.Rating)
		}
	}
	return cells
}

func (h *entryHandlers) teamsCSV(v *visit.Visit, book *publicpages.SectionView) error {
	most := max(2, book.Section.Squad())
	head := []string{v.Words.Say("Team")}
	for n := range most {
		head = append(head, v.Words.Say("Player %d", n+1), v.Words.Say("Rating %d", n+1))
	}
	rows := [][]string{append(head, v.Words.Say("Club"), v.Words.Say("Prize categories"), v.Words.Say("Section"), v.Words.Say("Code"), v.Words.Say("State"))}
	for _, r := range teamRows(v, book, book.Teams) {
		row := append([]string{r.Team.Name}, playerCells(most, r.Players...)...)
		rows = append(rows, append(row, r.Team.School, r.Team.Categories, book.Section.Name, r.Team.Code, string(r.Team.State)))
	}
	for _, p := range book.Pool() {
		row := append([]string{""}, playerCells(most, p)...)
		rows = append(rows, append(row, p.School, "", book.Section.Name, "", "pool"))
	}
	v.Response().Header().Set("Content-Type", "text/csv; charset=utf-8")
	v.Response().Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", v.Event.Slug+"-"+v.Section.Slug+"-teams.csv"))
	return roster.Write(v.Response(), rows)
}
