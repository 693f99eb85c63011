package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

const incidentPath = deskPath + "/incidents/:incident"

var disputeRoutes = []route{
	{get, deskPath + "/incidents", access.SeeIncident, (*Server).incidents},
	{get, deskPath + "/incidents/new", access.EditIncident, (*Server).newIncidentForm},
	{post, deskPath + "/incidents/new", access.EditIncident, (*Server).newIncident},
	{get, incidentPath, access.SeeIncident, (*Server).incidentCard},
	{post, incidentPath, access.EditIncident, (*Server).saveIncident},
	{post, incidentPath + "/take", access.EditIncident, (*Server).takeCall},
	{post, incidentPath + "/hold", access.EditIncident, (*Server).holdCard},
	{post, incidentPath + "/take-over", access.EditIncident, (*Server).takeOverCard},
	{post, incidentPath + "/join", access.EditIncident, (*Server).joinCards},
	{post, incidentPath + "/chief", access.EditIncident, (*Server).callChief},
	{post, incidentPath + "/chief-comes", access.SeeAppeals, (*Server).answerChiefCall},
	{post, incidentPath + "/statement", access.EditIncident, (*Server).addStatement},
	{post, incidentPath + "/close", access.EditIncident, (*Server).closeIncident},
	{post, incidentPath + "/answer", access.EditIncident, (*Server).answerQuestion},
	{get, incidentPath + "/ruling", access.SeeIncident, (*Server).rulingPage},
	{post, incidentPath + "/ruling", access.MakeRuling, (*Server).signRuling},
	{post, incidentPath + "/second", access.MakeRuling, (*Server).secondRuling},
	{post, incidentPath + "/note", access.SeeAppeals, (*Server).noteRuling},
	{post, incidentPath + "/appeal", access.EditIncident, (*Server).fileAppealAtDesk},
	{get, deskPath + "/appeals", access.SeeAppeals, (*Server).appeals},
	{get, deskPath + "/appeals/:appeal", access.SeeAppeals, (*Server).appealPage},
	{post, deskPath + "/appeals/:appeal", access.SeeAppeals, (*Server).decideAppeal},
	{post, deskPath + "/appeals/:appeal/hold", access.SeeAppeals, (*Server).holdAppeal},
	{post, deskPath + "/appeals/:appeal/late", access.SeeAppeals, (*Server).acceptLate},
	{post, deskPath + "/appeals/:appeal/withdraw", access.SeeAppeals, (*Server).withdrawAppeal},
	{post, deskPath + "/appeals/:appeal/step-aside", access.SeeAppeals, (*Server).stepAside},
	{get, deskPath + "/penalties", access.SeePenalties, (*Server).penalties},
}

// ownSection refuses a section that the person has no part in: addresses of
// incidents and appeals name the event only.
func (v *visit) ownSection(action access.Action, sectionID int64) error {
	if v.canIn(action, sectionID) {
		return nil
	}
	return v.server.refuse(v, action)
}

// places knows what matches and sections are called.
type places struct {
	sections map[int64]tournament.Section
	books    map[int64]*tournament.Book
}

// placesOf reads the sections that the incidents belong to.
func (s *Server) placesOf(v *visit, sectionIDs map[int64]bool) (places, error) {
	p := places{sections: map[int64]tournament.Section{}, books: map[int64]*tournament.Book{}}
	all, err := v.sections()
	if err != nil {
		return p, err
	}
	for _, section := range all {
		p.sections[section.SectionID] = section
		if !sectionIDs[section.SectionID] {
			continue
		}
		if p.books[section.SectionID], err = s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, section.SectionID); err != nil {
			return p, err
		}
	}
	return p, nil
}

// match names a match and its teams: "K-8, round 3, table 14, match 1".
func (p places) match(sectionID int64, matchID *int64) (place, teams string) {
	place = p.sections[sectionID].Name
	book := p.books[sectionID]
	if matchID == nil || book == nil {
		return place, ""
	}
	pairing, m := book.FindMatch(*matchID)
	if pairing == nil {
		return place, ""
	}
	names := teamNames(book, *pairing)
	return fmt.Sprintf("%s, round %d, table %d, match %d", place, pairing.RoundNo, pairing.Table(), m.MatchNo), names[0] + " – " + names[1]
}

// awayFrom says where an incident was that belongs to no table: ", in the corridor".
func awayFrom(i dispute.Incident) string {
	if i.MatchID != nil {
		return ""
	}
	facts := dispute.FactsOf(i)
	if facts.Place == dispute.AtATable {
		return ""
	}
	return ", " + facts.Place.Words()
}

// incidents lists calls that wait, open cards and what was decided, in the
// sections of the person.
func (s *Server) incidents(v *visit) error {
	found, err := s.Dispute.Reader().Incidents(v.Request().Context(), v.event.EventID)
	if err != nil {
		return err
	}
	needed := map[int64]bool{}
	for _, i := range found {
		needed[i.SectionID] = true
	}
	where, err := s.placesOf(v, needed)
	if err != nil {
		return err
	}
	rulings, err := s.Dispute.Reader().Rulings(v.Request().Context(), v.event.EventID)
	if err != nil {
		return err
	}
	windows, asked, err := s.disputeClocks(v, rulings)
	if err != nil {
		return err
	}
	list := pages.IncidentList{CanEdit: v.can(access.EditIncident), Base: "/e/" + v.event.Slug + "/desk/incidents"}
	for _, i := range found {
		if !v.canIn(access.SeeIncident, i.SectionID) {
			continue
		}
		line := pages.Line{ID: i.IncidentID, State: string(i.State), What: claimLabel(i.Kind), At: i.OpenedAt, To: fmt.Sprintf("%s/%d", list.Base, i.IncidentID)}
		line.Place, line.Teams = where.match(i.SectionID, i.MatchID)
		line.Place += awayFrom(i)
		if i.Summary != "" {
			line.What += ": " + strings.TrimSuffix(i.Summary, ".") + "."
		}
		line.Short = placeOf(where.books[i.SectionID], i.MatchID)
		if section := where.sections[i.SectionID]; len(v.deskSections()) > 1 {
			line.Letter, line.Section = section.Letter, section.Name
		}
		line.Chief = i.ChiefCalledAt != nil && (i.State == dispute.Called || i.State == dispute.Open)
		if i.Pending != nil {
			line.Second, line.To = true, line.To+"/ruling"
		}
		switch i.State {
		case dispute.Called:
			line.Waits = true
			list.Calls = append(list.Calls, line)
		case dispute.Open:
			line.Window = claimWindow(where.sections[i.SectionID], i)
			line.Due = asked[i.IncidentID]
			list.Open = append(list.Open, line)
		default:
			line.Until = windows[i.IncidentID]
			list.Done = append(list.Done, line)
		}
	}
	slices.SortStableFunc(list.Calls, func(a, b pages.Line) int { return a.At.Compare(b.At) })
	slices.SortStableFunc(list.Open, func(a, b pages.Line) int { return flagged(b) - flagged(a) })
	v.forChief(found, rulings, where, &list)
	return v.page(pages.IncidentsPage(v.frame(layout.Desk, "Incidents", v.event.Version), list))
}

// disputeClocks are the times that run, by incident: until when a ruling may be
// appealed, and until when a question that was sent back is to be answered.
func (s *Server) disputeClocks(v *visit, rulings []dispute.Ruling) (windows, asked map[int64]*time.Time, err error) {
	appeals, err := s.Dispute.Reader().Appeals(v.Request().Context(), v.event.EventID)
	if err != nil {
		return nil, nil, err
	}
	windows, asked = map[int64]*time.Time{}, map[int64]*time.Time{}
	incident := map[int64]int64{}
	for _, r := range rulings {
		incident[r.RulingID] = r.IncidentID
		if until := r.Window(appeals, v.now); until != nil {
			windows[r.IncidentID] = until
		}
	}
	for _, a := range appeals {
		if a.State == dispute.AppealSentBack {
			asked[incident[a.RulingID]] = a.DueAt
		}
	}
	return windows, asked, nil
}

// claimWindow tells when the window of a claim closes by the rulebook: with an
// act at the board, for no text gives a claim minutes.
func claimWindow(section tournament.Section, i dispute.Incident) string {
	book, err := section.Rules()
	if err != nil || i.Kind != string(rulebook.ClaimIllegalMove) {
		return ""
	}
	facts := dispute.FactsOf(i)
	w := book.IllegalMoveWindow()
	state := "Window open"
	if answered(facts) {
		state = "The claimant has moved since"
	}
	return fmt.Sprintf("%s: it closes with %s (%s).", state, w.Closes, strings.Join(w.Articles, ", "))
}

// flagged counts what makes a card come first: the chief is called, a second
// official is asked for.
func flagged(l pages.Line) (n int) {
	for _, on := range []bool{l.Chief, l.Second} {
		if on {
			n++
		}
	}
	return n
}

// forChief lists the rulings a section chief has to look at.
func (v *visit) forChief(found []dispute.Incident, rulings []dispute.Ruling, where places, list *pages.IncidentList) {
	of := map[int64]dispute.Incident{}
	for _, i := range found {
		of[i.IncidentID] = i
	}
	for _, r := range rulings {
		i := of[r.IncidentID]
		if !r.ForChief() || !v.canIn(access.SeeAppeals, i.SectionID) {
			continue
		}
		line := pages.Line{ID: i.IncidentID, State: string(i.State), What: r.Sentence, At: r.At, To: fmt.Sprintf("%s/%d/ruling", list.Base, i.IncidentID)}
		line.Place, line.Teams = where.match(i.SectionID, i.MatchID)
		line.Teams = "Ruled by " + r.MadeByName + ". " + line.Teams
		list.ForChief = append(list.ForChief, line)
	}
}

func claimLabel(kind string) string {
	for _, c := range rulebook.Claims() {
		if string(c.Kind) == kind {
			return c.Label
		}
	}
	return "Incident"
}

func claimChoices() []layout.Choice {
	var choices []layout.Choice
	for _, c := range rulebook.Claims() {
		if c.Kind == rulebook.ClaimAppeal {
			continue // appeals have pages of their own
		}
		choices = append(choices, layout.Choice{Value: string(c.Kind), Label: c.Label})
	}
	return choices
}

// newIncidentForm opens from the wall, the live match or by hand.
func (s *Server) newIncidentForm(v *visit) error {
	n, err := s.newIncidentPage(v)
	if err != nil {
		return err
	}
	f := v.frame(layout.Desk, "New incident", 0)
	if v.Request().Header.Get(keepHeader) != "" {
		f.Messages, f.Alerts = nil, nil // a device keeps the empty form and nothing else
		v.Response().Header().Set(keepHeader, "1")
	}
	return v.page(pages.NewIncidentPage(f, n))
}

// keepHeader asks for a page to be kept on the device, and says that it may be.
const keepHeader = "X-Keep"

func (s *Server) newIncidentPage(v *visit) (pages.NewIncident, error) {
	n := pages.NewIncident{
		Base: "/e/" + v.event.Slug + "/desk/incidents", Section: v.FormValue("section"), Round: v.FormValue("round"), Table: v.FormValue("table"),
		Match: v.FormValue("match"), Kind: v.FormValue("kind"), Summary: v.formText("summary"), Ply: v.FormValue("ply"), Kinds: claimChoices(), Place: v.FormValue("place"),
		Places: []layout.Choice{{Value: "", Label: dispute.AtATable.Words()}},
	}
	for _, place := range dispute.Places {
		n.Places = append(n.Places, layout.Choice{Value: string(place), Label: place.Words()})
	}
	if n.Match == "" {
		n.Match = "1"
	}
	all, err := v.sections()
	for _, section := range all {
		if v.canIn(access.EditIncident, section.SectionID) {
			n.Sections = append(n.Sections, layout.Choice{Value: section.Slug, Label: section.Name})
		}
	}
	return n, err
}

// newIncident opens the card, pre-filled with what the live record of the match knows.
func (s *Server) newIncident(v *visit) error {
	page, err := s.newIncidentPage(v)
	if err != nil {
		return err
	}
	opened, err := s.openIncident(v)
	if refusable(err) || fault.Is(err, fault.NotFound) {
		page.Problem, page.Errors = fault.Message(err), fault.Fields(err)
		return v.again(err, pages.NewIncidentPage(v.frame(layout.Desk, "New incident", 0), page))
	}
	if err != nil {
		return err
	}
	to := fmt.Sprintf("%s/%d", page.Base, opened.IncidentID)
	if opened.Existing {
		return v.say(to, "This match has an open card already; this is it.")
	}
	return v.seeOther("%s", to)
}

func (s *Server) openIncident(v *visit) (dispute.Opened, error) {
	known, err := s.events.find(v.Request().Context(), v.event.Slug)
	if err != nil {
		return dispute.Opened{}, err
	}
	var form fault.Form
	section, ok := known.sections[v.FormValue("section")]
	if !ok {
		form.Add("section", "Choose the section.")
		return dispute.Opened{}, form.Err()
	}
	if err := v.ownSection(access.EditIncident, section.SectionID); err != nil {
		return dispute.Opened{}, err
	}
	in := dispute.OpenIncident{
		SectionID: section.SectionID, Kind: v.FormValue("kind"), Summary: v.FormValue("summary"), OpenedAt: v.writtenAt(), Place: dispute.Place(v.FormValue("place")),
	}
	if v.FormValue("table") != "" && in.Place == dispute.AtATable {
		round, err := s.roundOfCard(v, &form, section.SectionID)
		if err != nil {
			return dispute.Opened{}, err
		}
		table, match := v.formNumber(&form, "table", 1, 99999), v.formNumber(&form, "match", 1, 9)
		if err := form.Err(); err != nil {
			return dispute.Opened{}, err
		}
		if in.MatchID, err = s.matchID(v, section.SectionID, round, table, match); err != nil {
			return dispute.Opened{}, err
		}
		if in.Facts, err = s.recordedFacts(v, in.MatchID); err != nil {
			return dispute.Opened{}, err
		}
	}
	return s.Dispute.Open(v.Request().Context(), v.event.EventID, v.command(), in)
}

// roundOfCard is the round as typed, or else the one that was in play when the
// card was written.
func (s *Server) roundOfCard(v *visit, form *fault.Form, sectionID int64) (int, error) {
	if v.FormValue("round") != "" {
		return v.formNumber(form, "round", 1, 99), nil
	}
	book, err := s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, sectionID)
	if err != nil {
		return 0, err
	}
	written := v.writtenAt()
	for _, r := range slices.Backward(book.Rounds) {
		if r.Public() && (written.IsZero() || r.PublishedAt == nil || !r.PublishedAt.After(written)) {
			return r.RoundNo, nil
		}
	}
	form.Add("round", "No round is published yet.")
	return 0, nil
}

// recordedFacts is what the live record of a match knows at the step of the
// form, or at the last one; nil for a match that nobody records.
func (s *Server) recordedFacts(v *visit, matchID int64) (*dispute.Facts, error) {
	live, err := s.Tournament.LiveMatch(v.Request().Context(), v.event.EventID, matchID)
	if err != nil || len(live.Steps) == 0 {
		return nil, err
	}
	step, err := strconv.Atoi(v.FormValue("ply"))
	if err != nil {
		step = len(live.Steps)
	}
	return dispute.FactsAt(live, step), nil
}

// matchID finds a match by its place in the hall.
func (s *Server) matchID(v *visit, sectionID int64, round, table, match int) (int64, error) {
	book, err := s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, sectionID)
	if err != nil {
		return 0, err
	}
	var form fault.Form
	r := book.Round(round)
	if r == nil || !r.Public() {
		form.Add("round", "Round %d is not published.", round)
		return 0, form.Err()
	}
	p := r.AtTable(table)
	if p == nil {
		form.Add("table", "There is no table %d in %s, round %d.", table, book.Section.Name, round)
		return 0, form.Err()
	}
	if match > len(p.Matches) {
		form.Add("match", "Table %d plays %d matches.", table, len(p.Matches))
		return 0, form.Err()
	}
	return p.Matches[match-1].MatchID, nil
}

// incidentOf reads the incident the address names, in a section of the person.
func (s *Server) incidentOf(v *visit, action access.Action) (dispute.File, error) {
	n, err := v.number("incident")
	if err != nil {
		return dispute.File{}, err
	}
	f, err := s.Dispute.Reader().File(v.Request().Context(), v.event.EventID, int64(n))
	if err != nil {
		return f, err
	}
	return f, v.ownSection(action, f.Section.SectionID)
}

func (v *visit) incidentBase(f dispute.File) string {
	return fmt.Sprintf("/e/%s/desk/incidents/%d", v.event.Slug, f.Incident.IncidentID)
}

// takeCall notes that an official is on the way.
func (s *Server) takeCall(v *visit) error {
	f, err := s.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	if err := s.Dispute.Take(v.Request().Context(), v.event.EventID, v.command(), f.Incident.IncidentID); err != nil {
		return err
	}
	return v.seeOther("%s", v.incidentBase(f))
}

func (s *Server) closeIncident(v *visit) error {
	f, err := s.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	err = s.Dispute.Close(v.Request().Context(), v.event.EventID, v.command(), f.Incident.IncidentID)
	if refusable(err) {
		return s.cardAgain(v, f, err)
	}
	if err != nil {
		return err
	}
	said := fmt.Sprintf("Incident %d is closed.", f.Incident.IncidentID)
	if f.Record != nil {
		said += " Play goes on."
	}
	return v.say("/e/"+v.event.Slug+"/desk/incidents", said)
}

// addStatement writes down what somebody said.
func (s *Server) addStatement(v *visit) error {
	f, err := s.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	player, err := strconv.ParseInt(v.FormValue("player"), 10, 64)
	if err != nil {
		player = 0 // somebody who is no player of the match: the name counts
	}
	err = s.Dispute.AddStatement(v.Request().Context(), v.event.EventID, v.command(), dispute.NewStatement{
		IncidentID: f.Incident.IncidentID, Speaker: v.formText("speaker"), Role: v.FormValue("role"), PlayerID: player, Body: v.formText("body"), SaidAt: v.writtenAt(),
	})
	if refusable(err) {
		return s.cardAgain(v, f, err)
	}
	if err != nil {
		return err
	}
	return v.seeOther("%s", v.incidentBase(f))
}
