package api

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// phaseHandlers tell the path of an event, let teams in and pair play-offs.
type phaseHandlers struct{ *Handlers }

func (h *phaseHandlers) routes() []visit.Route {
	return []visit.Route{
		visit.Get(eventAPI+"/path", access.ReadPublic, h.apiPath),
		visit.Get(sectionAPI+"/phase", access.SeeDesk, h.apiPhase),
		visit.Post(sectionAPI+"/phase/start", access.StartPhase, apiWrite(h.apiStartPhase)),
		visit.Post(sectionAPI+"/phase/back", access.StartPhase, apiWrite(h.apiTakeStartBack)).Hiding(),
		visit.Post(sectionAPI+"/play-offs", access.StartPhase, apiWrite(h.apiPairPlayOff)),
	}
}

type apiFeed struct {
	From  string     `json:"from"` // a section
	Kind  phase.Kind `json:"kind"`
	First int        `json:"first"` // place, or round of the bracket
	Last  int        `json:"last"`  // 0: to the end
}

type apiEntrant struct {
	Seed      int    `json:"seed"`
	Team      string `json:"team"` // in the phase; empty before it has started
	From      string `json:"from"` // the section that it comes from
	FromTeam  string `json:"from_team"`
	Name      string `json:"name"`
	Group     string `json:"group"`      // of its table; empty for the whole section
	Place     int    `json:"place"`      // in its table; 0 for a loser of a bracket
	LostRound int    `json:"lost_round"` // of the bracket; 0 for a place
	Certain   bool   `json:"certain"`    // whatever happens
	Why       string `json:"why"`        // it has its seed
}

type apiLine struct {
	From  string `json:"from"`
	Group string `json:"group"`
	After int    `json:"after"` // the last place before the line
	Over  bool   `json:"over"`  // nothing is left to play: the line stands
	Above string `json:"above"` // the teams next to it
	Below string `json:"below"`
	// Level are teams on both sides that nothing has separated yet.
	Level []string `json:"level"`
	// Broken is what separated equal points: a tie-break, lot, official or play-off; empty where points do.
	Broken string `json:"broken"`
}

type apiPhaseItem struct {
	Section   string         `json:"section"`
	PlayOff   bool           `json:"play_off"` // it decides a line of another section and counts for nothing else
	Feeds     []apiFeed      `json:"feeds"`
	Carry     phase.Carry    `json:"carry"`
	Seeding   phase.Seeding  `json:"seeding"`
	Breaking  phase.Breaking `json:"breaking"`
	Lot       string         `json:"lot"`        // its seed, once it is drawn
	StartedAt *time.Time     `json:"started_at"` // null while its teams have not come in
	Entrants  []apiEntrant   `json:"entrants"`   // by seed: who came in, or would now
	Open      []string       `json:"open"`       // teams that can still come in or drop out
	Lines     []apiLine      `json:"lines"`
	Ready     bool           `json:"ready"` // nothing can change any more who comes in
}

type apiPathItem struct {
	Version int64          `json:"version"`
	Phases  []apiPhaseItem `json:"phases"`
}

// apiPath says where teams of the event go from one section to the next, and who does.
func (h *phaseHandlers) apiPath(v *visit.Visit) error {
	return v.Kept("api path", echo.MIMEApplicationJSON, func() ([]byte, int64, error) {
		item, books := apiPathItem{Version: v.Event.Version, Phases: []apiPhaseItem{}}, map[int64]*tournament.SectionBook{}
		for _, part := range v.Snap.Parts {
			books[part.View.Section.SectionID] = part.View.SectionBook
		}
		for _, section := range v.Snap.Sections {
			book := books[section.SectionID]
			p, known := tournament.PhaseOfBook(book)
			if !known || slices.ContainsFunc(p.SourceIDs(), func(id int64) bool { return books[id] == nil }) {
				continue
			}
			phaseItem, err := phaseItem(p, book, books)
			if err != nil {
				return nil, 0, err
			}
			item.Phases = append(item.Phases, phaseItem)
		}
		data, err := json.Marshal(item)
		return data, v.Event.Version, err
	})
}

// phaseItem is a phase with who came in, or would now. books are those of the sections that feed it.
func phaseItem(p tournament.Phase, book *tournament.SectionBook, books map[int64]*tournament.SectionBook) (apiPhaseItem, error) {
	item := apiPhaseItem{
		Section: p.Slug, PlayOff: p.PlayOff(), Carry: p.Rule.Carry, Seeding: p.Rule.Seeding, Breaking: p.Rule.Breaking, Lot: p.Lot, StartedAt: p.StartedAt,
		Entrants: []apiEntrant{}, Open: []string{}, Lines: []apiLine{},
	}
	for i, f := range p.Rule.Feeds {
		item.Feeds = append(item.Feeds, apiFeed{p.Sources[i].Slug, f.Kind, f.First, f.Last})
	}
	if p.StartedAt != nil {
		item.Ready = true
		for _, e := range book.Entered {
			if from := books[e.FromSection]; e.SectionID == p.SectionID && from != nil {
				item.Entrants = append(item.Entrants, apiEntrant{
					Seed: e.SeedNo, Team: book.Team(e.TeamID).Slug, From: from.Section.Slug, FromTeam: from.Team(e.FromTeam).Slug, Name: book.Team(e.TeamID).Name,
					Group: e.TableName, Place: e.Place, LostRound: e.LostRound, Certain: true, Why: tournament.SeedReason(book, e).String(),
				})
			}
		}
		return item, nil
	}
	field, err := p.Field(books)
	if err != nil {
		return item, err
	}
	item.Ready = field.Ready
	for _, e := range field.Entrants {
		from := books[e.From]
		item.Entrants = append(item.Entrants, apiEntrant{
			Seed: e.Seed, From: from.Section.Slug, FromTeam: from.Team(e.Team).Slug, Name: from.Team(e.Team).Name, Group: e.Table, Place: e.Place, LostRound: e.Round,
			Certain: e.Certain, Why: p.WhySeed(e, from).String(),
		})
	}
	for _, id := range field.Open {
		for _, source := range p.SourceIDs() {
			if t := books[source].Team(id); t.TeamID != 0 {
				item.Open = append(item.Open, t.Slug)
			}
		}
	}
	for _, l := range field.Lines {
		from := books[l.From]
		line := apiLine{
			From: from.Section.Slug, Group: l.Table, After: l.After, Over: l.Over, Above: from.Team(l.Above).Slug, Below: from.Team(l.Below).Slug, Broken: l.Broken, Level: []string{},
		}
		for _, id := range l.Level {
			line.Level = append(line.Level, from.Team(id).Slug)
		}
		item.Lines = append(item.Lines, line)
	}
	return item, nil
}

// apiPhasePreview is a phase as the desk sees it before it starts.
type apiPhasePreview struct {
	Phase    apiPhaseItem `json:"phase"`
	Revision int          `json:"revision"` // to be sent back with the start
	// Basis names who comes in; the start sends it back, and others are not let in.
	Basis string   `json:"basis"`
	Waits []string `json:"waits"` // what has to happen first
}

func (h *phaseHandlers) apiPhase(v *visit.Visit) error {
	item, err := h.phasePreview(v)
	if err != nil {
		return err
	}
	return v.JSON(200, item)
}

func (h *phaseHandlers) phasePreview(v *visit.Visit) (apiPhasePreview, error) {
	ctx := v.Request().Context()
	book, err := h.Reader.Book(ctx, v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return apiPhasePreview{}, err
	}
	p, known := tournament.PhaseOfBook(book)
	if !known {
		return apiPhasePreview{}, fault.New(fault.NotFound, "Nobody comes into this section from another one. Say first who does.")
	}
	books, err := h.Reader.Books(ctx, v.Event.EventID, p.SourceIDs())
	if err != nil {
		return apiPhasePreview{}, err
	}
	preview := apiPhasePreview{Revision: p.Revision, Waits: []string{}}
	if preview.Phase, err = phaseItem(p, book, books); err != nil || p.StartedAt != nil {
		return preview, err
	}
	field, err := p.Field(books)
	preview.Basis = field.Digest()
	for _, said := range p.WaitWords(field, books) {
		preview.Waits = append(preview.Waits, said.String())
	}
	return preview, err
}

type apiPhaseStart struct {
	Revision int    `json:"revision"`
	Basis    string `json:"basis"`
}

// apiStartPhase lets the teams in that the preview named; a lot is drawn here.
func (h *phaseHandlers) apiStartPhase(v *visit.Visit, cmd journal.Command, in apiPhaseStart) (any, error) {
	if in.Basis == "" {
		return nil, fault.Field("basis", "Send the basis that the preview gave.")
	}
	var seed [8]byte
	rand.Read(seed[:])
	if _, err := h.Phases.StartPhase(v.Request().Context(), v.Event.EventID, cmd, tournament.StartPhase{
		SectionID: v.Section.SectionID, Revision: in.Revision, Basis: in.Basis, Seed: hex.EncodeToString(seed[:]),
	}); err != nil {
		return nil, err
	}
	return h.phasePreview(v)
}

type apiPhaseBack struct {
	Revision int    `json:"revision"`
	Reason   string `json:"reason"`
}

type apiTakenBack struct {
	Section string `json:"section"`
}

// apiTakeStartBack sends the teams of a phase or a play-off back.
func (h *phaseHandlers) apiTakeStartBack(v *visit.Visit, cmd journal.Command, in apiPhaseBack) (any, error) {
	cmd.Reason = in.Reason
	return apiTakenBack{v.Section.Slug}, h.Phases.TakeStartBack(v.Request().Context(), v.Event.EventID, cmd, v.Section.SectionID, in.Revision)
}

type apiPlayOff struct {
	Teams      []string          `json:"teams"` // level across a line of this section
	Name       string            `json:"name"`
	System     tournament.System `json:"system"`
	Matches    int               `json:"matches"`
	FirstTable int               `json:"first_table"`
}

// apiPairPlayOff lets teams that are level across a line play for it.
func (h *phaseHandlers) apiPairPlayOff(v *visit.Visit, cmd journal.Command, in apiPlayOff) (any, error) {
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return nil, err
	}
	ask := tournament.PairPlayOff{SectionID: v.Section.SectionID, Name: in.Name, System: in.System, Matches: in.Matches, FirstTable: in.FirstTable}
	for _, slug := range in.Teams {
		t, ok := book.TeamBySlug(slug)
		if !ok {
			return nil, fault.Field("teams", "The section has no team “%s”.", slug)
		}
		ask.Teams = append(ask.Teams, t.TeamID)
	}
	off, err := h.Phases.PairPlayOff(v.Request().Context(), v.Event.EventID, cmd, ask)
	return apiSectionItem{off.Slug, off.Name, off.Rulebook, off.System, off.Rounds}, err
}
