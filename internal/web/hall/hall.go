package hall

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/square"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/hall"
	"github.com/tandemchess/tandem/templates/layout"
	"github.com/tandemchess/tandem/templates/public"
)

func (h *Handlers) hallRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Event+"/hall/:screen", access.ReadPublic, h.hallScreen),
		visit.Get(address.Desk+"/screens", access.SteerScreens, h.screens),
		visit.Post(address.Desk+"/screens", access.SteerScreens, h.steerScreen),
	}
}

// rowsPerSheet fits a screen of 1080 lines at ten metres.
const rowsPerSheet = 18

// hallScreen shows what the desk chose for a screen; an address nobody set up
// shows all pairings by name. ?section= keeps a screen to one section whatever
// the desk chose.
func (h *Handlers) hallScreen(v *visit.Visit) error {
	only, err := onlySection(v)
	if err != nil {
		return err
	}
	site := v.Site()
	return v.Public(fmt.Sprint(v.Request().URL.Path, "?", only, " ", site), func() (templ.Component, int64, error) {
		screen := screen(v, v.Param("screen"))
		if only != 0 {
			screen.Sections = []int64{only}
		}
		page := pages.Screen{Key: string(screen.Programme) + " "}
		if site != "" {
			link := site + "/e/" + v.Event.Slug
			page.Link = visit.ShortLink(link)
			if page.QR, err = square.Draw(v.Words, link); err != nil {
				return nil, 0, err
			}
		}
		for i, b := range visit.SectionViews(v) {
			if len(screen.Sections) > 0 && !slices.Contains(screen.Sections, showsWith(b)) {
				continue
			}
			if screen.Programme == tournament.ShowBracket && !b.Section.System.Bracket() {
				continue
			}
			sheets, err := sheets(v, b, screen)
			if err != nil {
				return nil, 0, err
			}
			for n := range sheets {
				sheets[n].Colour, sheets[n].Page, sheets[n].Pages = i%sectionColours+1, n+1, len(sheets)
			}
			page.Sheets = append(page.Sheets, sheets...)
			if r := b.Current(); r != nil {
				page.Key += fmt.Sprintf("%d.%d.%d ", b.Section.SectionID, r.RoundNo, r.Publication)
			}
			if screen.Programme == tournament.ShowMessage {
				break // one message for the whole hall
			}
		}
		if len(page.Sheets) == 0 {
			page.Sheets = []pages.Sheet{bareSheet(v, screen)}
		}
		frame := v.Frame(layout.Hall, screen.Name, v.Event.Version)
		frame.FormKey, frame.Words, frame.Theme = "", v.Words, screen.Theme // shared by all screens
		visit.DeclareLanguage(v)
		return pages.Show(frame, page), frame.Version, nil
	})
}

// showsWith is the section whose screens show a section: its own, and of a play-off those of the
// section that it decides in.
func showsWith(b *publicpages.SectionView) int64 {
	if p, is := tournament.AsPlayOff(b.SectionBook); is {
		return p.Rule.Feeds[0].From
	}
	return b.Section.SectionID
}

// bareSheet is what a screen shows while there is no section to show.
func bareSheet(v *visit.Visit, screen tournament.Screen) pages.Sheet {
	sheet := pages.Sheet{Title: v.Event.Name, Big: screen.Message}
	switch screen.Programme {
	case tournament.ShowMessage:
	case tournament.ShowBracket:
		sheet.Big, sheet.BigSub = v.Words.Say("Knockout"), v.Words.Say("No section here plays a knockout. This page will change by itself.")
	default:
		sheet.Big, sheet.BigSub = v.Words.Say("Pairings"), v.Words.Say("The sections are not announced yet. This page will change by itself.")
	}
	return sheet
}

// sectionColours is how many colours of badges tell sections apart (hall.css).
const sectionColours = 6

// onlySection is the section of ?section=, 0 without one.
func onlySection(v *visit.Visit) (int64, error) {
	slug := v.QueryParam("section")
	if slug == "" {
		return 0, nil
	}
	all, err := v.Sections()
	if err != nil {
		return 0, err
	}
	for _, s := range all {
		if s.Slug == slug {
			return s.SectionID, nil
		}
	}
	return 0, visit.Refused(fault.NotFound, text.Message("%s has no section “%s”."), v.Event.Name, slug)
}

// screen is a screen of the event by its address.
func screen(v *visit.Visit, slug string) tournament.Screen {
	for _, s := range v.Snap.Screens {
		if s.Slug == slug {
			return s
		}
	}
	return tournament.Screen{Slug: slug, Name: v.Words.Say("Pairings"), Programme: tournament.ShowNames}
}

// sheets are the pages of one section on a screen.
func sheets(v *visit.Visit, b *publicpages.SectionView, screen tournament.Screen) ([]pages.Sheet, error) {
	w := v.Words
	head := pages.Sheet{Letter: b.Section.Letter, Title: b.Section.Name}
	r := b.Current()
	switch {
	case screen.Programme == tournament.ShowMessage:
		return []pages.Sheet{{Title: v.Event.Name, Big: screen.Message}}, nil
	case r == nil:
		head.Big, head.BigSub = w.Say("Round %d", 1), w.Say("Pairings are not out yet.")
		head.Next = publicpages.PlannedSentence(w, b, 1)
		return []pages.Sheet{head}, nil
	}
	head.Title = w.Say("%s, round %d", b.Section.Name, r.RoundNo)
	head.Version = r.Publication
	if r.State == tournament.RoundPublished {
		head.StartsAt = r.StartsAt
	}
	if head.StartsAt == nil && !publicpages.Over(r) {
		head.Clock = visit.SharedClock(r)
	}
	if publicpages.Over(r) {
		head.Next = publicpages.PlannedSentence(w, b, r.RoundNo+1)
	}
	change, err := b.Moved(v.Request().Context(), r)
	if err != nil {
		return nil, err
	}
	switch screen.Programme {
	case tournament.ShowStandings, tournament.ShowBracket:
		return standingsSheets(b, w, head, r.RoundNo)
	case tournament.ShowClock:
		head.Sub, head.ClockOnly = w.Say("Round clock"), true
		switch {
		case publicpages.Over(r):
			head.BigSub = w.Say("Round %d is over.", r.RoundNo)
		case head.Clock == nil:
			head.BigSub = w.Say("The clock has not started.")
		}
		return []pages.Sheet{head}, nil
	case tournament.ShowStatus:
		count := r.Progress()
		head.Sub = w.Say("Tables still playing")
		head.Big, head.BigSub = strconv.Itoa(count.Playing), w.Say("%d of %d tables finished", count.Tables-count.Playing, count.Tables)
		return []pages.Sheet{head}, nil
	}
	if change.Tables > 0 {
		head.Alert = w.Say("%d tables changed in version %d. Look for the mark next to the number.", change.Tables, r.Publication)
	}
	if n := publicpages.NewLineUps(b, r); n > 0 {
		head.Alert = strings.TrimSpace(head.Alert + " " + w.Say("%d teams changed their line-up. Look for the mark.", n))
	}
	head.Sub = w.Say("Find your team, then your table")
	if screen.Programme == tournament.ShowTables {
		head.Sub = w.Say("By table")
		return tableSheets(b, w, head, r, change), nil
	}
	return nameSheets(b, w, head, r, change), nil
}

func nameSheets(s *publicpages.SectionView, w text.Words, head pages.Sheet, r *tournament.Round, change publicpages.Changes) []pages.Sheet {
	var rows []pages.Row
	var letters []string
	letter := ""
	for _, p := range s.RowsByName(w, r, change) {
		if p.Heading != "" {
			letter = p.Heading
		}
		rows, letters = append(rows, hallRow(w, p)), append(letters, letter)
	}
	return paginate(head, rows, func(first, last int) string { return span(letters[first], letters[last]) })
}

func tableSheets(s *publicpages.SectionView, w text.Words, head pages.Sheet, r *tournament.Round, change publicpages.Changes) []pages.Sheet {
	var rows []pages.Row
	head.ByTable = true
	for _, p := range s.RowsByTable(w, r, change) {
		rows = append(rows, hallRow(w, p))
	}
	return paginate(head, rows, func(first, last int) string {
		for last > first && rows[last].Word { // byes stand behind the tables
			last--
		}
		return span(rows[first].End, rows[last].End)
	})
}

// hallRow is a pairing as a screen shows it.
func hallRow(w text.Words, p public.PairingRow) pages.Row {
	row := pages.Row{Main: p.Team, End: strconv.Itoa(p.Table), Beside: publicpages.BesideWords(w, p)}
	if p.OtherPartner != "" { // by table, with rotating partners
		one, other := p.Sides()
		row.Main, row.Beside = one, w.Say("vs %s", other)
	}
	if p.Table == 0 {
		row.Beside, row.End, row.Word = p.Says, p.Bye, true
	}
	if p.Moved {
		row.Tag = w.Say("new")
		if p.Was != 0 {
			row.Tag = w.Say("was %s", strconv.Itoa(p.Was))
		}
	} else if p.LineUp {
		row.Tag = w.Say("new line-up")
	}
	return row
}

// standingsSheets are the table of a section; of a knockout, once it has begun, the
// bracket.
func standingsSheets(s *publicpages.SectionView, w text.Words, head pages.Sheet, round int) ([]pages.Sheet, error) {
	table, err := s.After(0)
	if err != nil {
		return nil, err
	}
	head.Title, head.Sub = s.Section.Name, publicpages.StandingsTitle(w, s, table)
	if table.UnderReview > 0 {
		head.Alert = w.Say("Provisional: %d results under review. Rows that may change are marked.", table.UnderReview)
	}
	if s.FinalHeld() {
		head.Next = w.Say(public.FinalHeld)
	}
	if bracket := s.BracketAfter(round); bracket != nil {
		head.Alert = ""
		if table.UnderReview > 0 {
			head.Alert = w.Say("%d results under review.", table.UnderReview)
		}
		return bracketSheets(s, w, head, bracket), nil
	}
	var rows []pages.Row
	goes, reach := publicpages.GoingOn(s, w, table), publicpages.ReachOf(s, w, table)
	for _, ranked := range publicpages.Ranked(table) {
		row := ranked.Row
		line := pages.Row{Place: ranked.Place(), Main: s.Team(row.TeamID).Name, Beside: besideStanding(w, row, reach), End: w.Half(row.Points), Review: row.Provisional}
		line.Cut, line.GoesOn = goes.LineUnder(row.TeamID) && !ranked.Ends, goes.Certain[row.TeamID]
		rows = append(rows, line)
	}
	if groups := table.GroupStage(); len(groups) > 0 {
		return groupSheets(w, head, groups, rows), nil
	}
	return paginate(head, rows, func(first, last int) string {
		return w.Say("places %s", span(strconv.Itoa(first+1), strconv.Itoa(last+1)))
	}), nil
}

// besideStanding says what of the points no result brought, and what the team can still reach.
func besideStanding(w text.Words, row tournament.Standing, reach publicpages.Reach) string {
	says := reach.Of(row.TeamID)
	if row.Adjusted != 0 {
		says = strings.TrimSuffix(w.Say("%s outside the rounds", tournament.SignedPoints(row.Adjusted))+" · "+says, " · ")
	}
	return says
}

// span writes a range, or one value when both ends are the same.
func span(first, last string) string {
	if first == last {
		return first
	}
	return first + " – " + last
}

// groupSheets are the tables of the groups. A group that fits a column stands in one: where the
// rest of a column is too short, it stays empty.
func groupSheets(w text.Words, head pages.Sheet, groups []tournament.GroupStanding, rows []pages.Row) []pages.Sheet {
	const column = rowsPerSheet / 2
	var lines []pages.Row
	var letters []string
	for _, g := range groups {
		if left := column - len(lines)%column; left < len(g.Rows) && len(g.Rows) <= column {
			for range left {
				lines, letters = append(lines, pages.Row{}), append(letters, letters[len(letters)-1])
			}
		}
		for range g.Rows {
			letters = append(letters, g.Letter)
		}
		lines, rows = append(lines, rows[:len(g.Rows)]...), rows[len(g.Rows):]
	}
	return paginate(head, lines, func(first, last int) string {
		return w.Say("Group %s", span(letters[first], letters[last]))
	})
}

// paginate cuts rows into sheets of the same head.
func paginate(head pages.Sheet, rows []pages.Row, title func(first, last int) string) []pages.Sheet {
	var sheets []pages.Sheet
	for first := 0; first < len(rows); first += rowsPerSheet {
		end := min(first+rowsPerSheet, len(rows))
		sheet := head
		sheet.Rows, sheet.Range = rows[first:end], title(first, end-1)
		sheets = append(sheets, sheet)
	}
	return sheets
}
