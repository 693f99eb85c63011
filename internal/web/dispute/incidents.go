package dispute

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

const incidentPath = address.Desk + "/incidents/:incident"

func (h *Handlers) disputeRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Desk+"/incidents", access.SeeIncident, h.incidents),
		visit.Get(address.Desk+"/incidents/new", access.EditIncident, visit.With(h.newIncidentPage, h.newIncidentForm)),
		visit.Post(address.Desk+"/incidents/new", access.EditIncident, visit.With(h.newIncidentPage, h.newIncident)),
		visit.Get(incidentPath, access.SeeIncident, h.incidentCard),
		visit.Post(incidentPath, access.EditIncident, h.saveIncident),
		visit.Post(incidentPath+"/take", access.EditIncident, h.takeCall),
		visit.Post(incidentPath+"/hold", access.EditIncident, h.holdCard),
		visit.Post(incidentPath+"/take-over", access.EditIncident, h.takeOverCard),
		visit.Post(incidentPath+"/join", access.EditIncident, h.joinCards),
		visit.Post(incidentPath+"/chief", access.EditIncident, h.callChief),
		visit.Post(incidentPath+"/chief-comes", access.SeeAppeals, h.answerChiefCall),
		visit.Post(incidentPath+"/statement", access.EditIncident, h.addStatement),
		visit.Post(incidentPath+"/close", access.EditIncident, h.closeIncident),
		visit.Post(incidentPath+"/answer", access.EditIncident, (&rulingHandlers{h}).answerQuestion),
		visit.Get(incidentPath+"/ruling", access.SeeIncident, (&rulingHandlers{h}).rulingPage),
		visit.Post(incidentPath+"/ruling", access.MakeRuling, (&rulingHandlers{h}).signRuling),
		visit.Post(incidentPath+"/second", access.MakeRuling, (&rulingHandlers{h}).secondRuling),
		visit.Post(incidentPath+"/note", access.SeeAppeals, (&rulingHandlers{h}).noteRuling),
		visit.Post(incidentPath+"/appeal", access.EditIncident, (&rulingHandlers{h}).fileAppealAtDesk),
		visit.Get(address.Desk+"/appeals", access.SeeAppeals, (&appealHandlers{h}).appeals),
		visit.Get(address.Desk+"/appeals/:appeal", access.SeeAppeals, (&appealHandlers{h}).appealPage),
		visit.Post(address.Desk+"/appeals/:appeal", access.SeeAppeals, (&appealHandlers{h}).decideAppeal),
		visit.Post(address.Desk+"/appeals/:appeal/hold", access.SeeAppeals, (&appealHandlers{h}).holdAppeal),
		visit.Post(address.Desk+"/appeals/:appeal/late", access.SeeAppeals, (&appealHandlers{h}).acceptLate),
		visit.Post(address.Desk+"/appeals/:appeal/withdraw", access.SeeAppeals, (&appealHandlers{h}).withdrawAppeal),
		visit.Post(address.Desk+"/appeals/:appeal/step-aside", access.SeeAppeals, (&appealHandlers{h}).stepAside),
		visit.Get(address.Desk+"/penalties", access.SeePenalties, (&rulingHandlers{h}).penalties),
	}
}

// ownSection refuses a section that the person has no part in: addresses of
// incidents and appeals name the event only.
func (h *Handlers) ownSection(v *visit.Visit, action access.Action, sectionID int64) error {
	if v.CanIn(action, sectionID) {
		return nil
	}
	return h.Refuse(v, action)
}

// places knows what matches and sections are called.
type places struct {
	words    text.Words
	sections map[int64]tournament.Section
	books    map[int64]*tournament.SectionBook
}

// placesOf reads the sections that the incidents belong to.
func (h *Handlers) placesOf(v *visit.Visit, sectionIDs map[int64]bool) (places, error) {
	p := places{words: v.Words, sections: map[int64]tournament.Section{}}
	all, err := v.Sections()
	if err != nil {
		return p, err
	}
	var wanted []int64
	for _, section := range all {
		p.sections[section.SectionID] = section
		if sectionIDs[section.SectionID] {
			wanted = append(wanted, section.SectionID)
		}
	}
	p.books, err = h.Reader.Books(v.Request().Context(), v.Event.EventID, wanted)
	return p, err
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
	names := publicpages.TeamNames(book, *pairing)
	return p.words.Say("%s, round %d, table %d, match %d", place, pairing.RoundNo, pairing.Table(), m.MatchNo), p.words.Versus(names[:]...)
}

// incidents lists calls that wait, open cards and what was decided, in the
// sections of the person.
func (h *Handlers) incidents(v *visit.Visit) error {
	found, err := h.Dispute.Reader().List(v.Request().Context(), v.Event.EventID, dispute.Selection{})
	if err != nil {
		return err
	}
	needed := map[int64]bool{}
	for _, i := range found.Incidents {
		needed[i.SectionID] = true
	}
	where, err := h.placesOf(v, needed)
	if err != nil {
		return err
	}
	windows, asked := disputeClocks(v, found)
	list := pages.IncidentList{CanEdit: v.Can(access.EditIncident), Base: "/e/" + v.Event.Slug + "/desk/incidents"}
	for _, i := range found.Incidents {
		if !v.CanIn(access.SeeIncident, i.SectionID) {
			continue
		}
		line := pages.Line{ID: i.IncidentID, State: string(i.State), What: wording.ClaimLabel(v.Words, i.Kind), At: i.OpenedAt, To: fmt.Sprintf("%s/%d", list.Base, i.IncidentID)}
		line.Place, line.Teams = where.match(i.SectionID, i.MatchID)
		line.Place += wording.AwayFrom(v.Words, i)
		if i.Summary != "" {
			line.What += ": " + strings.TrimSuffix(i.Summary, ".") + "."
		}
		line.Short = placeOf(v.Words, where.books[i.SectionID], i.MatchID)
		if section := where.sections[i.SectionID]; len(visit.DeskSections(v)) > 1 {
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
			line.Window = claimWindow(v.Words, where.sections[i.SectionID], i)
			line.Due = asked[i.IncidentID]
			list.Open = append(list.Open, line)
		default:
			line.Until = windows[i.IncidentID]
			list.Done = append(list.Done, line)
		}
	}
	slices.SortStableFunc(list.Calls, func(a, b pages.Line) int { return a.At.Compare(b.At) })
	slices.SortStableFunc(list.Open, func(a, b pages.Line) int { return flagged(b) - flagged(a) })
	forChief(v, found.Incidents, found.Rulings, where, &list)
	return v.Page(pages.IncidentsPage(v.Frame(layout.Desk, v.Words.Say("Incidents"), v.Event.Version), list))
}

// disputeClocks are the times that run, by incident: until when a ruling may be
// appealed, and until when a question that was sent back is to be answered.
func disputeClocks(v *visit.Visit, found dispute.Listing) (windows, asked map[int64]*time.Time) {
	windows, asked = map[int64]*time.Time{}, map[int64]*time.Time{}
	incident := map[int64]int64{}
	for _, r := range found.Rulings {
		incident[r.RulingID] = r.IncidentID
		if until := r.Window(found.Appeals, v.Now); until != nil {
			windows[r.IncidentID] = until
		}
	}
	for _, a := range found.Appeals {
		if a.State == dispute.AppealSentBack {
			asked[incident[a.RulingID]] = a.DueAt
		}
	}
	return windows, asked
}

// tells is what a ruling decided, in the lists: as it was signed for readers of English,
// told anew for others.
func (p places) tells(r dispute.Ruling, i dispute.Incident) string {
	w, book := p.words, p.books[i.SectionID]
	if w.English() || book == nil || i.MatchID == nil {
		return r.Sentence
	}
	pairing, m := book.FindMatch(*i.MatchID)
	if pairing == nil {
		return r.Sentence
	}
	return wording.RulingIn(w, r, publicpages.TeamNames(book, *pairing), m.MatchNo, func(seat string) string { return seat })
}

// claimWindow tells when the window of a claim closes by the rulebook: with an
// act at the board, for no text gives a claim minutes.
func claimWindow(w text.Words, section tournament.Section, i dispute.Incident) string {
	book, err := section.Rules()
	if err != nil || i.Kind != string(rulebook.ClaimIllegalMove) {
		return ""
	}
	closes := w.Answer(rulebook.IllegalUntil, book.Value(rulebook.IllegalUntil))
	articles := strings.Join(book.IllegalMoveWindow().Articles, ", ")
	if dispute.FactsOf(i).ClaimantMovedSince() {
		return w.Say("The claimant has moved since: the window closes with %s (%s).", closes, articles)
	}
	return w.Say("Window open: it closes with %s (%s).", closes, articles)
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
func forChief(v *visit.Visit, found []dispute.Incident, rulings []dispute.Ruling, where places, list *pages.IncidentList) {
	of := map[int64]dispute.Incident{}
	for _, i := range found {
		of[i.IncidentID] = i
	}
	for _, r := range rulings {
		i := of[r.IncidentID]
		if !r.ForChief() || !v.CanIn(access.SeeAppeals, i.SectionID) {
			continue
		}
		line := pages.Line{ID: i.IncidentID, State: string(i.State), What: where.tells(r, i), At: r.At, To: fmt.Sprintf("%s/%d/ruling", list.Base, i.IncidentID)}
		line.Place, line.Teams = where.match(i.SectionID, i.MatchID)
		line.Teams = v.Words.Say("Ruled by %s. %s", r.MadeByName, line.Teams)
		list.ForChief = append(list.ForChief, line)
	}
}

func claimChoices(w text.Words) []layout.Choice {
	var choices []layout.Choice
	for _, c := range rulebook.Claims() {
		if c.Kind == rulebook.ClaimAppeal {
			continue // appeals have pages of their own
		}
		choices = append(choices, layout.Choice{Value: string(c.Kind), Label: wording.ClaimLabel(w, string(c.Kind))})
	}
	return choices
}

// awayChoices are the kinds a card away from the tables offers, and the one it was
// opened with.
func awayChoices(w text.Words, chosen string) []layout.Choice {
	return slices.DeleteFunc(claimChoices(w), func(c layout.Choice) bool {
		return c.Value != chosen && !rulebook.ClaimKind(c.Value).AwayFromTables()
	})
}

// newIncidentForm opens from the wall, the live match or by hand.
func (h *Handlers) newIncidentForm(v *visit.Visit, n pages.NewIncident) error {
	f := v.Frame(layout.Desk, v.Words.Say("New incident"), 0)
	if v.Request().Header.Get(keepHeader) != "" {
		f.Messages, f.Alerts = nil, nil // a device keeps the empty form and nothing else
		v.Response().Header().Set(keepHeader, "1")
	}
	return v.Page(pages.NewIncidentPage(f, n))
}

// keepHeader asks for a page to be kept on the device, and says that it may be.
const keepHeader = "X-Keep"

func (h *Handlers) newIncidentPage(v *visit.Visit) (pages.NewIncident, error) {
	n := pages.NewIncident{
		Base: "/e/" + v.Event.Slug + "/desk/incidents", Section: v.FormValue("section"), Round: v.FormValue("round"), Table: v.FormValue("table"),
		Match: v.FormValue("match"), Kind: v.FormValue("kind"), Summary: v.FormText("summary"), Ply: v.FormValue("ply"), Kinds: claimChoices(v.Words), Place: v.FormValue("place"),
		Places: []layout.Choice{{Value: "", Label: dispute.AtATable.Words().In(v.Words.Told)}},
	}
	for _, place := range dispute.Places {
		n.Places = append(n.Places, layout.Choice{Value: string(place), Label: place.Words().In(v.Words.Told)})
	}
	if n.Match == "" {
		n.Match = "1"
	}
	all, err := v.Sections()
	for _, section := range all {
		if v.CanIn(access.EditIncident, section.SectionID) {
			n.Sections = append(n.Sections, layout.Choice{Value: section.Slug, Label: section.Name})
		}
	}
	return n, err
}

// newIncident opens the card, pre-filled with what the live record of the match knows.
func (h *Handlers) newIncident(v *visit.Visit, page pages.NewIncident) error {
	opened, err := h.openIncident(v)
	if visit.Refusable(err) || fault.Is(err, fault.NotFound) {
		page.Problem, page.Errors = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
		return v.Again(err, pages.NewIncidentPage(v.Frame(layout.Desk, v.Words.Say("New incident"), 0), page))
	}
	if err != nil {
		return err
	}
	to := fmt.Sprintf("%s/%d", page.Base, opened.IncidentID)
	if opened.Existing {
		return v.Onward(to, v.Words.Say("This match has an open card already; this is it."))
	}
	return v.SeeOther("%s", to)
}

func (h *Handlers) openIncident(v *visit.Visit) (dispute.Opened, error) {
	known, err := h.Events.Find(v.Request().Context(), v.Event.Slug)
	if err != nil {
		return dispute.Opened{}, err
	}
	var form fault.Form
	section, ok := known.Sections[v.FormValue("section")]
	if !ok {
		form.Add("section", "Choose the section.")
		return dispute.Opened{}, form.Err()
	}
	if err := h.ownSection(v, access.EditIncident, section.SectionID); err != nil {
		return dispute.Opened{}, err
	}
	in := dispute.OpenIncident{
		SectionID: section.SectionID, Kind: v.FormValue("kind"), Summary: v.FormValue("summary"), OpenedAt: writtenAt(v), Place: dispute.Place(v.FormValue("place")),
	}
	if v.FormValue("table") != "" && in.Place == dispute.AtATable {
		round, err := h.roundOfCard(v, &form, section.SectionID)
		if err != nil {
			return dispute.Opened{}, err
		}
		table, match := v.FormNumber(&form, "table", 1, 99999), v.FormNumber(&form, "match", 1, 9)
		if err := form.Err(); err != nil {
			return dispute.Opened{}, err
		}
		if in.MatchID, err = h.matchID(v, section.SectionID, round, table, match); err != nil {
			return dispute.Opened{}, err
		}
		if in.Facts, err = h.RecordedFacts(v, in.MatchID); err != nil {
			return dispute.Opened{}, err
		}
	}
	return h.Dispute.Open(v.Request().Context(), v.Event.EventID, v.Command(), in)
}

// roundOfCard is the round as typed, or else the one that was in play when the
// card was written.
func (h *Handlers) roundOfCard(v *visit.Visit, form *fault.Form, sectionID int64) (int, error) {
	if v.FormValue("round") != "" {
		return v.FormNumber(form, "round", 1, 99), nil
	}
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, sectionID)
	if err != nil {
		return 0, err
	}
	written := writtenAt(v)
	for _, r := range slices.Backward(book.Rounds) {
		if r.Public() && (written.IsZero() || r.PublishedAt == nil || !r.PublishedAt.After(written)) {
			return r.RoundNo, nil
		}
	}
	form.Add("round", "No round is published yet.")
	return 0, nil
}

// matchID finds a match by its place in the hall.
func (h *Handlers) matchID(v *visit.Visit, sectionID int64, round, table, match int) (int64, error) {
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, sectionID)
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
func (h *Handlers) incidentOf(v *visit.Visit, action access.Action) (dispute.WholeIncident, error) {
	n, err := v.Number("incident")
	if err != nil {
		return dispute.WholeIncident{}, err
	}
	f, err := h.Dispute.Reader().WholeIncident(v.Request().Context(), v.Event.EventID, int64(n))
	if err != nil {
		return f, err
	}
	return f, h.ownSection(v, action, f.Section.SectionID)
}

func incidentBase(v *visit.Visit, f dispute.WholeIncident) string {
	return fmt.Sprintf("/e/%s/desk/incidents/%d", v.Event.Slug, f.Incident.IncidentID)
}

// takeCall notes that an official is on the way.
func (h *Handlers) takeCall(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	if err := h.Dispute.Take(v.Request().Context(), v.Event.EventID, v.Command(), f.Incident.IncidentID); err != nil {
		return err
	}
	return v.SeeOther("%s", incidentBase(v, f))
}

func (h *Handlers) closeIncident(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	err = h.Dispute.Close(v.Request().Context(), v.Event.EventID, v.Command(), f.Incident.IncidentID)
	if err != nil {
		return h.cardAgain(v, f, err)
	}
	said := v.Words.Say("Incident %d is closed.", f.Incident.IncidentID)
	if f.Record != nil {
		said += v.Words.Say(" Play goes on.")
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/incidents", said)
}

// addStatement writes down what somebody said.
func (h *Handlers) addStatement(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	player, err := strconv.ParseInt(v.FormValue("player"), 10, 64)
	if err != nil {
		player = 0 // somebody who is no player of the match: the name counts
	}
	err = h.Dispute.AddStatement(v.Request().Context(), v.Event.EventID, v.Command(), dispute.NewStatement{
		IncidentID: f.Incident.IncidentID, Speaker: v.FormText("speaker"), Role: v.FormValue("role"), PlayerID: player, Body: v.FormText("body"), SaidAt: writtenAt(v),
	})
	if err != nil {
		return h.cardAgain(v, f, err)
	}
	return v.SeeOther("%s", incidentBase(v, f))
}
