package rounds

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// phaseHandlers say who comes into a section from others, and let the teams in.
type phaseHandlers struct {
	phases *tournament.PhaseCommands
	rounds *tournament.RoundCommands
	reader Reader
}

func (h *phaseHandlers) routes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/phase", access.SeeDesk, h.phase),
		visit.Post(address.DeskSection+"/phase/set", access.EditSetup, h.setPhase),
		visit.Post(address.DeskSection+"/phase/start", access.StartPhase, h.startPhase),
		visit.Post(address.DeskSection+"/phase/back", access.StartPhase, h.takeStartBack).Hiding(),
		visit.Post(address.DeskSection+"/phase/tie", access.StartPhase, h.orderLevel),
		visit.Post(address.DeskSection+"/phase/play-off", access.StartPhase, h.pairPlayOff),
	}
}

// phase shows who comes into the section, who goes on from it, and the path of the event.
func (h *phaseHandlers) phase(v *visit.Visit) error { return h.phasePage(v, nil, nil) }

// phasePage shows the page, once more with what was refused. typed is the rule that was.
func (h *phaseHandlers) phasePage(v *visit.Visit, refused error, typed *pages.PhaseForm) error {
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	p, known := tournament.PhaseOfBook(b.SectionBook)
	page := pages.Phase{Section: b.Section.Name, PlayOff: p.PlayOff(), PlayOffs: playOffLines(v, b.SectionBook), Here: v.DeskPath("/phase"), Defined: known, MayTie: v.Can(access.StartPhase), Revision: p.Revision}
	page.Path = pathColumns(v, b.SectionBook, sections)
	if known {
		page.Words, page.Rule = wording.UpperFirst(visit.Told(v, p.Said())), wording.RuleSentences(v.Words, p.Rule)
		if p.PlayOff() {
			page.Rule = []string{v.Words.Say("It decides their order there and counts for nothing else.")}
		}
		if err := h.describeField(v, b.SectionBook, p, &page); err != nil {
			return err
		}
	}
	for _, to := range tournament.LaterPhases(b.SectionBook) {
		lead, err := leadOf(v, b.SectionBook, to)
		if err != nil {
			return err
		}
		page.Leads = append(page.Leads, lead)
	}
	switch {
	case !v.Can(access.EditSetup):
		if !known && len(page.Leads)+len(page.Path)+len(page.PlayOffs) == 0 {
			page.Fixed = v.Words.Say("No team comes into %s from another section, and none goes on from it.", b.Section.Name)
		}
	case p.StartedAt != nil:
		page.Fixed = v.Words.Say("The phase has started. Who comes in stays as long as the start is not taken back.")
	case b.Current() != nil && !known:
		page.Fixed = v.Words.Say("This section is played by those who entered it. Teams can come in from other sections only before its first round.")
	default:
		page.Form = formOf(v, p, sections)
		if typed != nil {
			page.Form, typed.Revision = typed, visit.MadeFrom(v, refused, p.Revision)
			page.Form.Sections = sectionChoices(v, sections)
		}
	}
	frame := v.Frame(layout.Desk, v.Words.Say("Phases"), b.Event.Version)
	if refused == nil {
		return v.Page(pages.PhasePage(frame, page))
	}
	if len(visit.FieldsIn(v.Words, refused)) == 0 || typed == nil {
		page.Problem = visit.SaidIn(v.Words, refused)
	}
	keepTyped(v, page.Leads, refused)
	return v.Again(refused, pages.PhasePage(frame, page))
}

// describeField fills in who would come in now, or who came in.
func (h *phaseHandlers) describeField(v *visit.Visit, b *tournament.SectionBook, p tournament.Phase, page *pages.Phase) error {
	if p.StartedAt != nil {
		for _, e := range b.Entered {
			if e.SectionID == p.SectionID {
				page.Preview.Entrants = append(page.Preview.Entrants, pages.PhaseEntrant{Seed: e.SeedNo, Team: b.Team(e.TeamID).Name, Why: visit.Told(v, tournament.SeedReason(b, e))})
			}
		}
		page.Started = v.Words.Say("%s came in at %s: %s let them in.", v.Words.Say("%d teams", len(page.Preview.Entrants)), v.Clock(*p.StartedAt), p.StartedName)
		page.MayBack = v.Can(access.StartPhase) && b.Current() == nil
		return nil
	}
	books, err := h.reader.Books(v.Request().Context(), v.Event.EventID, p.SourceIDs())
	if err != nil {
		return err
	}
	field, err := p.Field(books)
	if err != nil {
		return err
	}
	for _, e := range field.Entrants {
		from := books[e.From]
		page.Preview.Entrants = append(page.Preview.Entrants, pages.PhaseEntrant{
			Seed: e.Seed, Team: from.Team(e.Team).Name, Certain: e.Certain, Why: visit.Told(v, p.WhySeed(e, from)),
		})
	}
	for _, id := range field.Open {
		for _, from := range books {
			if t := from.Team(id); t.TeamID != 0 {
				page.Preview.Open = append(page.Preview.Open, t.Name)
			}
		}
	}
	for _, line := range field.Lines {
		from := books[line.From]
		page.Preview.Lines = append(page.Preview.Lines, wording.LineSentence(v.Words, line, from.Team(line.Above).Name, from.Team(line.Below).Name))
	}
	for _, said := range slices.Concat(p.WaitWords(field, books), p.DoubleBookedWords(books)) {
		wait := pages.PhaseWait{Says: said.In(visit.Saying(v.Words))}
		for _, s := range p.Sources {
			if strings.Contains(wait.Says, s.Name) {
				wait.To = "/e/" + v.Event.Slug + "/desk/" + s.Slug + "/phase"
			}
		}
		page.Preview.Waits = append(page.Preview.Waits, wait)
	}
	if field.Ready && v.Can(access.StartPhase) {
		page.Start = &pages.PhaseStart{
			Teams: len(field.Entrants), Revision: p.Revision, Basis: field.Digest(), Lot: p.Rule.Seeding == phase.ByLot,
			Carries: wording.RuleSentences(v.Words, p.Rule)[0],
		}
	}
	return nil
}

// leadOf is a later phase with those of this section who would come in.
func leadOf(v *visit.Visit, b *tournament.SectionBook, to tournament.Phase) (pages.PhaseLead, error) {
	field, err := tournament.Qualifiers(b, to)
	if err != nil {
		return pages.PhaseLead{}, err
	}
	lead := pages.PhaseLead{
		Name: to.Name, To: "/e/" + v.Event.Slug + "/desk/" + to.Slug + "/phase", Started: to.StartedAt != nil, PlayOff: to.Rule.Breaking == phase.PlayOff,
	}
	for _, e := range field.Entrants {
		lead.In = append(lead.In, pages.PhaseEntrant{Team: b.Team(e.Team).Name, Certain: e.Certain})
	}
	for _, id := range field.Open {
		lead.Open = append(lead.Open, b.Team(id).Name)
	}
	for _, line := range field.Lines {
		lead.Lines = append(lead.Lines, wording.LineSentence(v.Words, line, b.Team(line.Above).Name, b.Team(line.Below).Name))
		if line.Level == nil || !line.Over || lead.Started {
			continue
		}
		tie := lineTie(v, b, line)
		var ids []string
		for _, id := range line.Level {
			tie.Teams = append(tie.Teams, pages.Cell{ID: id, Name: b.Team(id).Name})
			ids = append(ids, strconv.FormatInt(id, 10))
		}
		tie.Value = strings.Join(ids, "-")
		lead.Ties = append(lead.Ties, tie)
	}
	return lead, nil
}

// pathColumns puts the sections of the path into the order in which they are played.
func pathColumns(v *visit.Visit, b *tournament.SectionBook, sections []tournament.Section) []layout.PathColumn {
	phases := tournament.Phases(b.Path)
	depth := tournament.PathDepth(phases)
	var columns []layout.PathColumn
	for _, s := range sections {
		at, on := depth[s.SectionID]
		if !on {
			continue
		}
		for len(columns) <= at {
			columns = append(columns, layout.PathColumn{})
		}
		box := layout.PathBox{Name: s.Name, To: "/e/" + v.Event.Slug + "/desk/" + s.Slug + "/phase", Here: s.SectionID == v.Section.SectionID, State: wording.SystemName(v.Words, s.System)}
		if p, known := tournament.PhaseOf(b.Path, s.SectionID); known {
			for i := range p.Rule.Feeds {
				box.Comes = append(box.Comes, p.FeedSaid(i).In(visit.Saying(v.Words)))
			}
			if p.StartedAt != nil {
				box.State += ", " + v.Words.Say("started")
			}
		}
		columns[at].Boxes = append(columns[at].Boxes, box)
	}
	return columns
}

// feedsOffered is how many empty lines the form has beside those that are filled in.
const feedsOffered = 2

func sectionChoices(v *visit.Visit, sections []tournament.Section) []layout.Choice {
	list := []layout.Choice{{Value: "", Label: v.Words.Say("nobody")}}
	for _, s := range sections {
		if s.SectionID != v.Section.SectionID {
			list = append(list, layout.Choice{Value: strconv.FormatInt(s.SectionID, 10), Label: s.Name})
		}
	}
	return list
}

func emptyForm(v *visit.Visit) *pages.PhaseForm {
	return &pages.PhaseForm{Kinds: wording.FeedKinds(v.Words), Carries: wording.Carries(v.Words), Seedings: wording.Seedings(v.Words), Breakings: wording.Breakings(v.Words), Errors: map[string]string{}}
}

// formOf is the rule of a phase as a form.
func formOf(v *visit.Visit, p tournament.Phase, sections []tournament.Section) *pages.PhaseForm {
	form := emptyForm(v)
	form.Revision, form.Sections = p.Revision, sectionChoices(v, sections)
	form.Carry = cmp.Or(string(p.Rule.Carry), string(phase.Nothing))
	form.Seeding = cmp.Or(string(p.Rule.Seeding), string(phase.ByPlace))
	form.Breaking = cmp.Or(string(p.Rule.Breaking), string(phase.TieBreaks))
	for _, f := range p.Rule.Feeds {
		row := pages.FeedRow{From: strconv.FormatInt(f.From, 10), Kind: string(f.Kind), First: strconv.Itoa(f.First)}
		if f.Last > 0 {
			row.Last = strconv.Itoa(f.Last)
		}
		form.Feeds = append(form.Feeds, row)
	}
	for range min(feedsOffered, tournament.MaxFeeds-len(form.Feeds)) {
		form.Feeds = append(form.Feeds, pages.FeedRow{Kind: string(phase.Places)})
	}
	for i := range form.Feeds {
		form.Feeds[i].No = i + 1
	}
	return form
}

// setPhase saves who comes in.
func (h *phaseHandlers) setPhase(v *visit.Visit) error {
	in, form, err := readPhase(v)
	if err == nil {
		_, err = h.phases.SetPhase(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if visit.Refusable(err) {
		sayFeeds(form, visit.FieldsIn(v.Words, err))
		return h.phasePage(v, err, form)
	}
	if err != nil {
		return err
	}
	if len(in.Rule.Feeds) == 0 {
		return v.Onward(v.DeskPath("/phase"), v.Words.Say("Everybody may enter %s.", v.Section.Name))
	}
	return v.Onward(v.DeskPath("/phase"), v.Words.Say("Saved who comes into %s.", v.Section.Name))
}

// readPhase reads the form; lines without a section say nothing.
func readPhase(v *visit.Visit) (tournament.SetPhase, *pages.PhaseForm, error) {
	in := tournament.SetPhase{SectionID: v.Section.SectionID, Revision: v.FormRevision()}
	in.Rule.Carry, in.Rule.Seeding = phase.Carry(v.FormText("carry")), phase.Seeding(v.FormText("seeding"))
	in.Rule.Breaking = phase.Breaking(v.FormText("breaking"))
	form := emptyForm(v)
	form.Revision, form.Carry, form.Seeding, form.Breaking = in.Revision, string(in.Rule.Carry), string(in.Rule.Seeding), string(in.Rule.Breaking)
	var wrong fault.Form
	for n := 1; n <= tournament.MaxFeeds; n++ {
		field := func(name string) string { return v.FormText(fmt.Sprintf("%s-%d", name, n)) }
		row := pages.FeedRow{No: len(form.Feeds) + 1, From: field("from"), Kind: cmp.Or(field("kind"), string(phase.Places)), First: field("first"), Last: field("last")}
		if row.From == "" {
			continue
		}
		at := len(in.Rule.Feeds)
		f := phase.Feed{Kind: phase.Kind(row.Kind)}
		f.From, _ = strconv.ParseInt(row.From, 10, 64) // what cannot be read is no section
		var err error
		if f.First, err = strconv.Atoi(cmp.Or(row.First, "1")); err != nil || f.First > mostPlaces {
			wrong.Add(fmt.Sprintf("feeds.%d.first", at), "Enter a whole number from 1 to %d.", mostPlaces)
		}
		if row.Last != "" {
			if f.Last, err = strconv.Atoi(row.Last); err != nil || f.Last < 1 || f.Last > mostPlaces {
				wrong.Add(fmt.Sprintf("feeds.%d.first", at), "Enter the last place as a whole number from 1 to %d, or nothing for the end.", mostPlaces)
			}
		}
		in.Rule.Feeds, form.Feeds = append(in.Rule.Feeds, f), append(form.Feeds, row)
	}
	return in, form, wrong.Err()
}

// mostPlaces bounds the places and rounds of a feed.
const mostPlaces = 9999

// sayFeeds puts what is wrong with a feed beside its line.
func sayFeeds(form *pages.PhaseForm, problems map[string]string) {
	form.Errors = problems
	for i := range form.Feeds {
		form.Feeds[i].Errors = map[string]string{}
		for _, name := range []string{"from", "kind", "first"} {
			form.Feeds[i].Errors[name] = problems[fmt.Sprintf("feeds.%d.%s", i, name)]
		}
	}
	for range feedsOffered {
		form.Feeds = append(form.Feeds, pages.FeedRow{No: len(form.Feeds) + 1, Kind: string(phase.Places)})
	}
}

// startPhase lets the teams in that were shown.
func (h *phaseHandlers) startPhase(v *visit.Visit) error {
	var seed [8]byte
	rand.Read(seed[:])
	started, err := h.phases.StartPhase(v.Request().Context(), v.Event.EventID, v.Command(), tournament.StartPhase{
		SectionID: v.Section.SectionID, Revision: v.FormRevision(), Basis: v.FormValue("basis"), Seed: hex.EncodeToString(seed[:]),
	})
	return h.phaseAnswer(v, err, v.Words.Say("%s came into %s. Pair round 1 when you are ready.", v.Words.Say("%d teams", started.Teams), v.Section.Name))
}

// takeStartBack sends the teams back.
func (h *phaseHandlers) takeStartBack(v *visit.Visit) error {
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	err = h.phases.TakeStartBack(v.Request().Context(), v.Event.EventID, v.Command(), v.Section.SectionID, v.FormRevision())
	if p, is := tournament.AsPlayOff(b.SectionBook); err == nil && is {
		return v.Onward("/e/"+v.Event.Slug+"/desk/"+p.Sources[0].Slug+"/phase", v.Words.Say("Taken back: %s is out of sight, and its teams are level again.", v.Section.Name))
	}
	if err == nil && b.Section.Hidden { // sent twice: it is out of sight since the first time
		return v.Onward("/e/"+v.Event.Slug+"/desk", v.Words.Say("Taken back: %s is out of sight, and its teams are level again.", v.Section.Name))
	}
	return h.phaseAnswer(v, err, v.Words.Say("Taken back: %s has no teams from other sections.", v.Section.Name))
}

// orderLevel orders teams that are level across a line.
func (h *phaseHandlers) orderLevel(v *visit.Visit) error {
	in, err := tieOrder(v, v.FormValue("do"))
	var said fault.Clause
	if err == nil {
		said, err = h.rounds.DecideTie(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	return h.phaseAnswer(v, err, visit.Told(v, said))
}

func (h *phaseHandlers) phaseAnswer(v *visit.Visit, err error, said string) error {
	return visit.Answer(v, err, func() error { return h.phasePage(v, err, nil) }, v.DeskPath("/phase"), said)
}
