package web

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	desk "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
	printing "github.com/tandemchess/tandem/templates/print"
	pages "github.com/tandemchess/tandem/templates/public"
)

var prizeRoutes = []route{
	{get, sectionPath + "/prizes", access.ReadPublic, (*Server).publicPrizes},
	{get, deskSection + "/prizes", access.SeeDesk, (*Server).prizes},
	{get, deskSection + "/prizes/edit", access.EditSetup, (*Server).prizeForm},
	{post, deskSection + "/prizes/edit", access.EditSetup, (*Server).savePrizes},
}

// publicPrizes is the list for everybody, once the section is complete and the
// organizer lets it be read.
func (s *Server) publicPrizes(v *visit) error {
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b := v.book()
		frame := v.frame(layout.Public, v.words.Say("Prizes"), b.Event.Version)
		frame.Tab = "standings"
		list, err := b.prizeList(v.words)
		if err != nil {
			return nil, 0, err
		}
		list.Shown = b.prizesArePublic(list)
		return pages.Prizes(frame, list), b.Event.Version, nil
	})
}

func (s *shelf) prizesArePublic(list pages.PrizeList) bool {
	return s.Prizes.Public && list.Complete && len(s.Prizes.Prizes) > 0
}

// prizeList is who wins what by the standings of now, with how each sum came about.
func (s *shelf) prizeList(w text.Words) (pages.PrizeList, error) {
	table, err := s.after(0)
	if err != nil {
		return pages.PrizeList{}, err
	}
	awards, err := table.Awards()
	if err != nil {
		return pages.PrizeList{}, err
	}
	list := pages.PrizeList{Complete: awards.Complete(), Review: awards.UnderReview, Open: awards.Open, Round: awards.Counted, Rounds: awards.Rounds}
	for _, a := range awards.Given {
		team := s.Team(a.TeamID)
		row, _ := table.Of(a.TeamID)
		line := pages.PrizeRow{
			Place: placeWords(row), Team: team.Name, TeamSlug: team.Slug, Points: layout.Half(a.Points), Category: a.Category, How: s.howWon(w, a),
			Withdrawn: team.State == tournament.TeamWithdrawn,
		}
		if a.Money > 0 {
			line.Amount = s.amount(w, a.Money)
		} else {
			line.Prize = a.Prizes[0].Name
		}
		list.Rows = append(list.Rows, line)
	}
	for _, p := range awards.Left {
		list.Left = append(list.Left, s.prizeWords(w, p))
	}
	list.Rules = s.prizeRules(w)
	return list, nil
}

// prizeRules say how the section treats ties, in the words of the reader.
func (s *shelf) prizeRules(w text.Words) []string {
	var rules []string
	switch s.Prizes.Split {
	case "even":
		rules = append(rules, w.Say("Teams with equal points divide the money of their places equally."))
	case "hort":
		rules = append(rules, w.Say("Hort: teams with equal points divide one half of the money of their places equally; the other half follows the tie-breaks."))
	default:
		rules = append(rules, w.Say("The tie-breaks decide the places; only teams that share a place divide its money."))
	}
	if !s.Prizes.Several {
		rules = append(rules, w.Say("A team gets money from one category: the one that brings most."))
	}
	return append(rules, w.Say("Trophies and titles go by place. Cents that do not divide go to the better place."))
}

// howWon is the sum behind an award.
func (s *shelf) howWon(w text.Words, a tournament.Award) string {
	if a.Money == 0 {
		if len(a.With) == 1 {
			return ""
		}
		return w.Say("shared by %s", s.teamList(w, a.With))
	}
	sum := 0
	parts := make([]string, len(a.Prizes))
	for i, p := range a.Prizes {
		parts[i] = s.prizeWords(w, p)
		sum += p.Money
	}
	pool := strings.Join(parts, " + ")
	if len(a.With) == 1 {
		return pool
	}
	if len(parts) > 1 {
		pool += " = " + s.amount(w, sum)
	}
	if a.Level == 0 {
		return w.Say("%s, divided by %s: %s", pool, strconv.Itoa(len(a.With)), s.teamList(w, a.With))
	}
	own := make([]string, len(a.Own))
	for i, p := range a.Own {
		own[i] = s.prizeWords(w, p)
	}
	place := strings.Join(own, " + ")
	switch {
	case place == "":
		return w.Say("Half of: %s, divided by %s: %s. No money at the own place.", pool, strconv.Itoa(len(a.With)), s.teamList(w, a.With))
	case a.Level > 1:
		return w.Say("Half of: %s, divided by %s: %s. Half of the own place: %s, divided by %s.", pool, strconv.Itoa(len(a.With)), s.teamList(w, a.With), place, strconv.Itoa(a.Level))
	}
	return w.Say("Half of: %s, divided by %s: %s. Half of the own place: %s.", pool, strconv.Itoa(len(a.With)), s.teamList(w, a.With), place)
}

// prizeWords is a prize with its money: "1st $300.00".
func (s *shelf) prizeWords(w text.Words, p tournament.Prize) string {
	if p.Money == 0 {
		return p.Name
	}
	return p.Name + " " + s.amount(w, p.Money)
}

// amount writes money: a sign stands before the number, a code after it.
func (s *shelf) amount(w text.Words, hundredths int) string {
	number := w.Decimal(fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100))
	switch sign := s.Prizes.Currency; {
	case sign == "":
		return number
	case len([]rune(sign)) == 1 && w.English():
		return sign + number
	default:
		return number + "\u00a0" + sign
	}
}

const teamsNamed = 6

func (s *shelf) teamList(w text.Words, ids []int64) string {
	var list []string
	for i, id := range ids {
		if i == teamsNamed {
			list = append(list, w.Say("%s more", strconv.Itoa(len(ids)-i)))
			break
		}
		list = append(list, s.Team(id).Name)
	}
	return strings.Join(list, ", ")
}

// prizes shows the desk who would win what now.
func (s *Server) prizes(v *visit) error {
	b, err := v.freshBook()
	if err != nil {
		return err
	}
	page := desk.Prizes{Section: b.Section.Name, Set: len(b.Prizes.Prizes) > 0, Public: b.Prizes.Public, CanEdit: v.can(access.EditSetup), CanPrint: v.can(access.Print)}
	if page.List, err = b.prizeList(text.Words{}); err != nil {
		return err
	}
	if page.Waiting, err = v.prizesWait(page.List); err != nil {
		return err
	}
	page.Print = fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=prizes", v.event.Slug, v.section.Slug, max(page.List.Round, 1))
	page.CanPrint = page.CanPrint && page.List.Round > 0
	page.List.Shown = b.prizesArePublic(page.List)
	return v.page(desk.PrizesPage(v.frame(layout.Desk, "Prizes", b.Event.Version), page))
}

// prizesWait lists what keeps the awards from being final.
func (v *visit) prizesWait(list pages.PrizeList) ([]string, error) {
	var wait []string
	if list.Round < list.Rounds {
		wait = append(wait, fmt.Sprintf("%d of %d rounds are counted.", list.Round, list.Rounds))
	}
	if list.Open > 0 {
		wait = append(wait, layout.Count(list.Open, "match")+" without a result.")
	}
	if list.Review > 0 {
		wait = append(wait, layout.Count(list.Review, "result")+" under review.")
	}
	windows, err := v.server.Tournament.Reader().AppealWindows(v.Request().Context(), v.event.EventID, v.section.SectionID, v.now)
	if len(windows) > 0 {
		wait = append(wait, fmt.Sprintf("%s may still be appealed, the last until %s.", layout.Count(len(windows), "ruling"), lastWindow(windows).In(v.event.Zone()).Format("3:04 pm")))
	}
	return wait, err
}

// prizesPaper is the list for the wall and for handing out.
func (v *visit) prizesPaper(b *shelf, _ *tournament.Round) ([]printing.Sheet, error) {
	list, err := b.prizeList(text.Words{})
	if err != nil {
		return nil, err
	}
	wait, err := v.prizesWait(list)
	if err != nil {
		return nil, err
	}
	columns := []printing.Column{{Label: "Place", Num: true}, {Label: "Team"}, {Label: "Points", Num: true}, {Label: "Prize"}, {Label: "Amount", Num: true}}
	var rows []printing.Row
	for _, r := range list.Rows {
		var parts []string
		for _, part := range []string{r.Category, r.Prize, r.How} {
			if part != "" {
				parts = append(parts, strings.TrimSuffix(part, "."))
			}
		}
		rows = append(rows, printing.Row{Cells: []string{r.Place, r.Team, r.Points, strings.Join(parts, ". "), r.Amount}})
	}
	sub := fmt.Sprintf("%s, after round %d. %s", b.Section.Name, list.Round, strings.Join(list.Rules, " "))
	if len(wait) > 0 {
		sub = "PROVISIONAL: " + strings.Join(wait, " ") + " " + sub
	}
	return printing.Table("Prizes", sub, columns, rows), nil
}

// winnings is all a team wins: "$250.00, Cup".
func (s *shelf) winnings(money int, titles []string) string {
	var list []string
	if money > 0 {
		list = append(list, s.amount(text.Words{}, money))
	}
	if list = append(list, titles...); len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}
