package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/hall"
	"github.com/tandemchess/tandem/templates/layout"
	"github.com/tandemchess/tandem/templates/public"
)

var hallRoutes = []route{
	{get, eventPath + "/hall/:screen", access.ReadPublic, (*Server).hallScreen},
	{get, deskPath + "/screens", access.SteerScreens, (*Server).screens},
	{post, deskPath + "/screens", access.SteerScreens, (*Server).steerScreen},
}

// rowsPerSheet fits a screen of 1080 lines at ten metres.
const rowsPerSheet = 18

// hallScreen shows what the desk chose for a screen; an address nobody set up
// shows all pairings by name. ?section= keeps a screen to one section whatever
// the desk chose.
func (s *Server) hallScreen(v *visit) error {
	only, err := v.onlySection()
	if err != nil {
		return err
	}
	site := v.site()
	return v.public(fmt.Sprint(v.Request().URL.Path, "?", only, " ", site), func() (templ.Component, int64, error) {
		screen := v.screen(v.Param("screen"))
		if only != 0 {
			screen.Sections = []int64{only}
		}
		page := pages.Screen{Key: string(screen.Programme) + " "}
		if site != "" {
			link := site + "/e/" + v.event.Slug
			page.Link = shortLink(link)
			if page.QR, err = qrCode(v.words, link); err != nil {
				return nil, 0, err
			}
		}
		for i, b := range v.shelves() {
			if len(screen.Sections) > 0 && !slices.Contains(screen.Sections, b.Section.SectionID) {
				continue
			}
			if screen.Programme == tournament.ShowBracket && !b.Section.System.Bracket() {
				continue
			}
			sheets, err := v.sheets(b, screen)
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
			page.Sheets = []pages.Sheet{v.bareSheet(screen)}
		}
		frame := v.frame(layout.Hall, screen.Name, v.event.Version)
		frame.FormKey, frame.Words, frame.Theme = "", v.words, screen.Theme // shared by all screens
		v.speaks()
		return pages.Show(frame, page), frame.Version, nil
	})
}

// bareSheet is what a screen shows while there is no section to show.
func (v *visit) bareSheet(screen tournament.Screen) pages.Sheet {
	sheet := pages.Sheet{Title: v.event.Name, Big: screen.Message}
	switch screen.Programme {
	case tournament.ShowMessage:
	case tournament.ShowBracket:
		sheet.Big, sheet.BigSub = v.words.Say("Knockout"), v.words.Say("No section here plays a knockout. This page will change by itself.")
	default:
		sheet.Big, sheet.BigSub = v.words.Say("Pairings"), v.words.Say("The sections are not announced yet. This page will change by itself.")
	}
	return sheet
}

// sectionColours is how many colours of badges tell sections apart (hall.css).
const sectionColours = 6

// onlySection is the section of ?section=, 0 without one.
func (v *visit) onlySection() (int64, error) {
	slug := v.QueryParam("section")
	if slug == "" {
		return 0, nil
	}
	all, err := v.sections()
	if err != nil {
		return 0, err
	}
	for _, s := range all {
		if s.Slug == slug {
			return s.SectionID, nil
		}
	}
	return 0, refused(fault.NotFound, text.Message("%s has no section “%s”."), v.event.Name, slug)
}

// screen is a screen of the event by its address.
func (v *visit) screen(slug string) tournament.Screen {
	for _, s := range v.snap.screens {
		if s.Slug == slug {
			return s
		}
	}
	return tournament.Screen{Slug: slug, Name: v.words.Say("Pairings"), Programme: tournament.ShowNames}
}

// sheets are the pages of one section on a screen.
func (v *visit) sheets(b *shelf, screen tournament.Screen) ([]pages.Sheet, error) {
	w := v.words
	head := pages.Sheet{Letter: b.Section.Letter, Title: b.Section.Name}
	r := b.Current()
	switch {
	case screen.Programme == tournament.ShowMessage:
		return []pages.Sheet{{Title: v.event.Name, Big: screen.Message}}, nil
	case r == nil:
		head.Big, head.BigSub = w.Say("Round %d", 1), w.Say("Pairings are not out yet.")
		return []pages.Sheet{head}, nil
	}
	head.Title = w.Say("%s, round %d", b.Section.Name, r.RoundNo)
	head.Version = r.Publication
	if r.State == tournament.RoundPublished {
		head.StartsAt = r.StartsAt
	}
	if head.StartsAt == nil && !over(r) {
		head.Clock = sharedClock(r)
	}
	change, err := b.moved(v.Request().Context(), r)
	if err != nil {
		return nil, err
	}
	switch screen.Programme {
	case tournament.ShowStandings, tournament.ShowBracket:
		return b.standingsSheets(w, head, r.RoundNo)
	case tournament.ShowClock:
		head.Sub, head.ClockOnly = w.Say("Round clock"), true
		switch {
		case over(r):
			head.BigSub = w.Say("Round %d is over.", r.RoundNo)
		case head.Clock == nil:
			head.BigSub = w.Say("The clock has not started.")
		}
		return []pages.Sheet{head}, nil
	case tournament.ShowStatus:
		count := b.progress(r)
		head.Sub = w.Say("Tables still playing")
		head.Big, head.BigSub = strconv.Itoa(count.playing), w.Say("%d of %d tables finished", count.tables-count.playing, count.tables)
		return []pages.Sheet{head}, nil
	}
	if change.tables > 0 {
		head.Alert = w.Say("%d tables changed in version %d. Look for the mark next to the number.", change.tables, r.Publication)
	}
	head.Sub = w.Say("Find your team, then your table")
	if screen.Programme == tournament.ShowTables {
		head.Sub = w.Say("By table")
		return b.tableSheets(w, head, r, change), nil
	}
	return b.nameSheets(w, head, r, change), nil
}

func (s *shelf) nameSheets(w text.Words, head pages.Sheet, r *tournament.Round, change changes) []pages.Sheet {
	var rows []pages.Row
	var letters []string
	letter := ""
	for _, p := range s.rowsByName(w, r, change) {
		if p.Heading != "" {
			letter = p.Heading
		}
		rows, letters = append(rows, hallRow(w, p)), append(letters, letter)
	}
	return paginate(head, rows, func(first, last int) string { return span(letters[first], letters[last]) })
}

// besideWords say whom somebody plays, and with rotating partners with whom.
func besideWords(w text.Words, p public.PairingRow) string {
	if p.Partner != "" {
		return w.Say("with %s", p.Partner) + " " + w.Say("vs %s", p.Other)
	}
	return w.Say("vs %s", p.Other)
}

func (s *shelf) tableSheets(w text.Words, head pages.Sheet, r *tournament.Round, change changes) []pages.Sheet {
	var rows []pages.Row
	head.ByTable = true
	for _, p := range s.rowsByTable(w, r, change) {
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
	row := pages.Row{Main: p.Team, End: strconv.Itoa(p.Table), Beside: besideWords(w, p)}
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
	}
	return row
}

// standingsSheets are the table of a section; of a knockout, once it has begun, the
// bracket.
func (s *shelf) standingsSheets(w text.Words, head pages.Sheet, round int) ([]pages.Sheet, error) {
	table, err := s.after(0)
	if err != nil {
		return nil, err
	}
	head.Title, head.Sub = s.Section.Name, w.Say("Standings after round %d", table.Round)
	if table.UnderReview > 0 {
		head.Alert = w.Say("Provisional: %d results under review. Rows that may change are marked.", table.UnderReview)
	}
	if bracket := s.bracketAfter(round); bracket != nil {
		head.Alert = ""
		if table.UnderReview > 0 {
			head.Alert = w.Say("%d results under review.", table.UnderReview)
		}
		return s.bracketSheets(w, head, bracket), nil
	}
	var rows []pages.Row
	for _, row := range table.Rows {
		line := pages.Row{Place: placeWords(row), Main: s.Team(row.TeamID).Name, End: w.Half(row.Points), Review: row.Provisional}
		rows = append(rows, line)
	}
	return paginate(head, rows, func(first, last int) string {
		return w.Say("places %s", span(strconv.Itoa(first+1), strconv.Itoa(last+1)))
	}), nil
}

// span writes a range, or one value when both ends are the same.
func span(first, last string) string {
	if first == last {
		return first
	}
	return first + " – " + last
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

var programmeNames = map[tournament.Programme]string{
	tournament.ShowNames: "Pairings from A to Z", tournament.ShowTables: "Pairings by table", tournament.ShowStandings: "Standings, of a knockout the bracket",
	tournament.ShowBracket: "Brackets of the knockouts",
	tournament.ShowClock:   "Round clock", tournament.ShowStatus: "Tables still playing", tournament.ShowMessage: "A message",
}

// screens lists the hall screens and what they show.
func (s *Server) screens(v *visit) error {
	page, err := v.steerPage()
	if err != nil {
		return err
	}
	return v.page(pages.Steer(v.frame(layout.Desk, "Hall screens", v.event.Version), page))
}

func (v *visit) steerPage() (pages.SteerPage, error) {
	var page pages.SteerPage
	all, err := v.server.Tournament.Reader().Screens(v.Request().Context(), v.event.EventID)
	if err != nil {
		return page, err
	}
	sections, err := v.sections()
	if err != nil {
		return page, err
	}
	for _, p := range tournament.Programmes {
		page.Programmes = append(page.Programmes, layout.Choice{Value: string(p), Label: programmeNames[p]})
	}
	for _, section := range sections {
		page.Sections = append(page.Sections, layout.Choice{Value: strconv.FormatInt(section.SectionID, 10), Label: section.Name})
	}
	for _, screen := range all {
		shown := map[int64]bool{}
		for _, id := range screen.Sections {
			shown[id] = true
		}
		page.Screens = append(page.Screens, pages.Steered{
			Slug: screen.Slug, Name: screen.Name, Programme: string(screen.Programme), Message: screen.Message, Sections: shown, Theme: screen.Theme,
			Address: fmt.Sprintf("/e/%s/hall/%s", v.event.Slug, screen.Slug),
		})
	}
	page.Screens = append(page.Screens, pages.Steered{New: true, Programme: string(tournament.ShowNames)})
	return page, nil
}

// steerScreen sets what a screen shows, adds one or removes one.
func (s *Server) steerScreen(v *visit) error {
	ctx, slug := v.Request().Context(), v.FormValue("screen")
	if v.FormValue("remove") == "yes" {
		if _, err := s.Tournament.RemoveScreen(ctx, v.event.EventID, v.command(), slug); err != nil {
			return err
		}
		return v.say("/e/"+v.event.Slug+"/desk/screens", "The screen is removed.")
	}
	in := tournament.Screen{Slug: slug, Name: v.formText("name"), Programme: tournament.Programme(v.FormValue("programme")), Message: v.formText("message"), Theme: v.formText("theme")}
	form, err := v.FormParams()
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "The form cannot be read. Open the page again.")
	}
	for _, text := range form["section"] {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fault.New(fault.Invalid, "This event has no section %q.", text)
		}
		in.Sections = append(in.Sections, id)
	}
	_, err = s.Tournament.SteerScreen(ctx, v.event.EventID, v.command(), in)
	if fault.Is(err, fault.Invalid) {
		return v.steerAgain(err, in)
	}
	if err != nil {
		return err
	}
	return v.say("/e/"+v.event.Slug+"/desk/screens", fmt.Sprintf("%s shows: %s.", in.Name, strings.ToLower(programmeNames[in.Programme])))
}

// steerAgain shows the form that was refused with its values.
func (v *visit) steerAgain(refused error, in tournament.Screen) error {
	page, err := v.steerPage()
	if err != nil {
		return err
	}
	page.Problem = fault.Message(refused)
	for i := range page.Screens {
		if shown := &page.Screens[i]; shown.Slug == in.Slug {
			shown.Name, shown.Programme, shown.Message, shown.Theme, shown.Errors = in.Name, string(in.Programme), in.Message, in.Theme, fault.Fields(refused)
			shown.Sections = map[int64]bool{}
			for _, id := range in.Sections {
				shown.Sections[id] = true
			}
		}
	}
	return v.server.render(v.Context, http.StatusUnprocessableEntity, pages.Steer(v.frame(layout.Desk, "Hall screens", v.event.Version), page))
}
