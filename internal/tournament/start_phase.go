package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phase"
)

// StartPhase lets the teams of a phase in. Basis is the digest of the field that was shown;
// Seed is for a field that is seeded by lot: what the caller drew.
type StartPhase struct {
	SectionID int64
	Revision  int
	Basis     string
	Seed      string
}

// StartedPhase is what starting answers.
type StartedPhase struct {
	Teams int `json:"teams"`
}

// startPhaseTx enters teams that come from other sections.
type startPhaseTx struct {
	entries enterTx
	phases  PhaseRows
	points  pointsTx
	teams   phaseTeamsTx
	// of a play-off, which is made and taken back with its section
	sections sectionTx
}

// phaseTeamsTx reads the sections of a phase, and gives its teams their seeds and links.
type phaseTeamsTx interface {
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	Books(ctx context.Context, sectionIDs []int64) (map[int64]*SectionBook, error)
	UpdateTeams(ctx context.Context, teams []Team) error
	DraftRound(ctx context.Context, sectionID int64, round int) (DraftRound, error)
}

// StartPhase enters the teams that qualified into a phase, with their players, their seeds,
// what is carried over and their private links: the link on a badge leads to where the team
// plays now. It is refused while results are open, while teams are level across a line, and
// when others would come in than those that were shown.
func (s *PhaseCommands) StartPhase(ctx context.Context, eventID int64, cmd journal.Command, in StartPhase) (StartedPhase, error) {
	if err := limit.Check(in); err != nil {
		return StartedPhase{}, err
	}
	cmd.Alone = true // it reads several sections, and results beside it must not wait for it
	return change(ctx, s.starts, eventID, cmd, func(tx startPhaseTx) (StartedPhase, journal.Change, error) {
		w := phaseWriter{tx: tx, books: map[int64]*SectionBook{}, ids: map[int64]int64{}}
		if err := w.load(ctx, in.SectionID); err != nil {
			return StartedPhase{}, journal.Change{}, err
		}
		if err := w.mayStart(in); err != nil {
			return StartedPhase{}, journal.Change{}, err
		}
		if w.phase.Rule.Seeding == phase.ByLot {
			w.phase.Lot = in.Seed
			var err error
			if w.field, err = w.phase.Field(w.books); err != nil {
				return StartedPhase{}, journal.Change{}, err
			}
		}
		now := tx.entries.Now()
		w.by, w.at = cmd.Actor.Name, now
		if err := w.enter(ctx); err != nil {
			return StartedPhase{}, journal.Change{}, err
		}
		w.phase.StartedAt, w.phase.StartedName = &now, cmd.Actor.Name
		w.phase.Revision++
		return StartedPhase{len(w.field.Entrants)}, journal.Change{
			Action: "start phase", Subject: journal.Subject(w.phase.Slug, "phase"), After: w.told(),
		}, tx.phases.SavePhase(ctx, w.phase)
	})
}

// phaseWriter enters the teams of a phase.
type phaseWriter struct {
	tx    startPhaseTx
	phase Phase
	book  *SectionBook           // of the phase
	books map[int64]*SectionBook // of the sections that feed it, and its own
	field phase.Field
	ids   map[int64]int64 // team of a section before → team here
	teams []Team          // as they came in, by seed
	given []CarriedResult
	moved []TeamPoints
	by    string
	at    time.Time
}

func (w *phaseWriter) load(ctx context.Context, sectionID int64) error {
	path, err := w.tx.phases.Path(ctx)
	if err != nil {
		return err
	}
	known := false
	if w.phase, known = PhaseOf(path, sectionID); !known {
		return fault.New(fault.Conflict, "Nobody comes into this section from another one. Say first who does.")
	}
	if w.books, err = w.tx.teams.Books(ctx, append(w.phase.SourceIDs(), sectionID)); err != nil {
		return err
	}
	w.book = w.books[sectionID]
	w.field, err = w.phase.Field(w.books)
	return err
}

func (w *phaseWriter) mayStart(in StartPhase) error {
	switch {
	case w.phase.StartedAt != nil:
		return fault.New(fault.Conflict, "%s has started already: %s let its teams in.", w.phase.Name, w.phase.StartedName)
	case in.Revision != w.phase.Revision:
		return fault.New(fault.Stale, "Who comes into %s was changed meanwhile: now it is %s. Nobody was let in. Look at it again.", w.phase.Name, w.phase.Said())
	case !w.field.Ready:
		return fault.New(fault.Conflict, "%s cannot start yet. %s", w.phase.Name, fault.Sentences(w.phase.WaitWords(w.field, w.books)...))
	case w.held() != "":
		return fault.New(fault.Conflict, "%s holds results or a ruling that nobody has announced, and who comes into %s would tell them. Announce first.", w.held(), w.phase.Name)
	case in.Basis != w.field.Digest():
		return fault.New(fault.Stale, "Others come into %s than those that were shown, because a result or the order of level teams changed: now it is %s. Nobody was let in. Look at it again.",
			w.phase.Name, w.names())
	case w.phase.Rule.Seeding == phase.ByLot && in.Seed == "":
		var form fault.Form
		form.Add("seed", "The seeds are drawn by lot, and no lot was drawn. Send the form again.")
		return form.Err()
	}
	return w.haveRoom()
}

// haveRoom refuses teams with more players than the phase lets a team have: whoever set the phase
// may have changed either section since.
func (w *phaseWriter) haveRoom() error {
	for _, e := range w.field.Entrants {
		from := w.books[e.From]
		if n := len(from.Members(e.Team)); n > w.book.Section.Squad() {
			return fault.New(fault.Conflict, "%s has %d players, and in %s a team has %s. Let teams of %s have %d, or let players leave first. Nobody was let in.",
				from.Team(e.Team).Name, n, w.phase.Name, playerCount(w.book.Section), w.phase.Name, n)
		}
	}
	return nil
}

// held is a section that feeds the phase and holds what is not announced, "" for none.
func (w *phaseWriter) held() string {
	for _, id := range w.phase.SourceIDs() {
		if b := w.books[id]; FinalHeld(b) || len(b.Held) > 0 {
			return b.Section.Name
		}
	}
	return ""
}

// names are the teams of the field by seed.
func (w *phaseWriter) names() string {
	list := make([]string, len(w.field.Entrants))
	for i, e := range w.field.Entrants {
		list[i] = w.books[e.From].Team(e.Team).Name
	}
	return strings.Join(list, ", ")
}

// enter writes the teams and what comes along.
func (w *phaseWriter) enter(ctx context.Context) error {
	if err := w.admit(ctx); err != nil {
		return err
	}
	entries := make([]PhaseEntry, len(w.field.Entrants))
	for i, e := range w.field.Entrants {
		entries[i] = PhaseEntry{
			SectionID: w.phase.SectionID, TeamID: w.ids[e.Team], FromSection: e.From, FromTeam: e.Team, SeedNo: e.Seed,
			Place: e.Place, TableName: e.Table, LostRound: e.Round, Shared: e.Shared,
		}
	}
	switch w.phase.Rule.Carry {
	case phase.Points:
		if err := w.carryPoints(); err != nil {
			return err
		}
	case phase.Results:
		w.carryResults()
	case phase.Nothing:
	}
	if err := w.tx.phases.InsertPhaseEntries(ctx, w.phase.SectionID, entries, w.given); err != nil {
		return err
	}
	return w.tx.points.InsertTeamPoints(ctx, w.phase.SectionID, w.moved)
}

// admit enters the teams in the order of their seeds, which become their numbers.
func (w *phaseWriter) admit(ctx context.Context) error {
	r, err := loadRegister(ctx, w.tx.entries)
	if err != nil {
		return err
	}
	var news []NewTeam
	var origins []Team
	for _, e := range w.field.Entrants {
		from := w.books[e.From]
		origin := from.Team(e.Team)
		name := origin.Name
		if key := (teamKey{w.phase.SectionID, NameKey(name)}); r.teams[key] != "" {
			name = fmt.Sprintf("%s (%s)", name, from.Section.Name)
		}
		r.teams[teamKey{w.phase.SectionID, NameKey(name)}] = name
		n := NewTeam{SectionID: w.phase.SectionID, Name: name, School: origin.School, Categories: origin.Categories}
		for _, p := range from.Members(e.Team) {
			n.Players = append(n.Players, NewPlayer{FirstName: p.FirstName, LastName: p.LastName, Rating: p.Rating, Grade: p.Grade, School: p.School, ExternalID: p.ExternalID})
		}
		news, origins = append(news, n), append(origins, origin)
	}
	if w.teams, _, err = r.admit(ctx, w.tx.entries, news, nil); err != nil {
		return err
	}
	var left []Team
	for i := range w.teams {
		t, origin := &w.teams[i], origins[i]
		w.ids[origin.TeamID] = t.TeamID
		holder := w.linked(w.field.Entrants[i].From, origin)
		t.Number, t.State, t.LinkHash = ptr(i+1), origin.State, holder.LinkHash
		if holder.LinkHash != nil {
			holder.LinkHash = nil
			holder.Revision++
			left = append(left, holder)
		}
	}
	if err := w.tx.teams.UpdateTeams(ctx, left); err != nil { // before the links are given on: each leads to one team
		return err
	}
	return w.tx.teams.UpdateTeams(ctx, w.teams)
}

// linked is the team that holds the private link of one of a section: itself, or what it is in the
// play-off that it played.
func (w *phaseWriter) linked(sectionID int64, t Team) Team {
	if t.LinkHash != nil {
		return t
	}
	for _, p := range w.books[sectionID].PlayOffs {
		for _, e := range p.Entered {
			if there := p.Team(e.TeamID); e.SectionID == p.Section.SectionID && e.FromTeam == t.TeamID && there.LinkHash != nil {
				return there
			}
		}
	}
	return t
}

// carryPoints gives every team the points of the section it comes from.
func (w *phaseWriter) carryPoints() error {
	for _, id := range w.phase.SourceIDs() {
		s, err := w.books[id].Standings(0)
		if err != nil {
			return err
		}
		records := s.Records()
		for _, row := range s.Rows {
			here, in := w.ids[row.TeamID]
			if !in {
				continue
			}
			_, games := w.books[id].PointsOf(row.TeamID, s.counts)
			for _, r := range records[row.TeamID][:s.counts] {
				games += r.GamePoints
			}
			if row.Points == 0 && games == 0 {
				continue
			}
			w.moved = append(w.moved, TeamPoints{
				TeamID: here, MatchPoints: row.Points, GamePoints: games, Reason: "Carried over from " + w.books[id].Section.Name,
				GivenAt: &w.at, GivenName: w.by,
			})
		}
	}
	slices.SortFunc(w.moved, func(x, y TeamPoints) int { return int(x.TeamID - y.TeamID) })
	return nil
}

// carryResults takes along the results among those who come in, also those that had come
// along to the section before.
func (w *phaseWriter) carryResults() {
	for _, id := range w.phase.SourceIDs() {
		b := w.books[id]
		for i := range b.Rounds {
			if !b.Rounds[i].Public() {
				continue
			}
			for _, p := range b.Rounds[i].Pairings {
				one, other := w.ids[p.TeamID(1)], w.ids[p.TeamID(2)]
				if p.Bye != nil || one == 0 || other == 0 {
					continue
				}
				w.given = append(w.given, w.result(b, p, 1, one, other), w.result(b, p, 2, other, one))
			}
		}
		for _, r := range b.Carried {
			one, other := w.ids[r.TeamID], w.ids[r.OpponentID]
			if one != 0 && other != 0 {
				r.TeamID, r.OpponentID = one, other
				w.given = append(w.given, r)
			}
		}
	}
}

// result is what a pairing brought one of its teams.
func (w *phaseWriter) result(b *SectionBook, p Pairing, slot int, team, opponent int64) CarriedResult {
	p = p.counting(forStandings, b.LastRound())
	score := b.Section.Score(p)
	return CarriedResult{
		TeamID: team, OpponentID: opponent, FromSection: b.Section.SectionID, RoundNo: p.RoundNo, White: whiteSlot(p) == slot, Forfeit: !score.Played,
		Points: score.Points[slot-1], Against: score.Points[2-slot], Games: score.Matches[slot-1],
	}
}

// told is the journal's account of who came in.
func (w *phaseWriter) told() map[string]any {
	list := make([]map[string]any, len(w.field.Entrants))
	for i, e := range w.field.Entrants {
		from := w.books[e.From]
		list[i] = map[string]any{
			"seed": e.Seed, "team": w.teams[i].Name, "code": w.teams[i].Code, "was": from.Team(e.Team).Code, "from": from.Section.Name,
			"why": w.phase.WhySeed(e, from).String(), "players": names(from.Members(e.Team)),
		}
	}
	told := map[string]any{"revision": w.phase.Revision, "comes in": w.phase.Words(), "teams": list, "carried over": w.phase.Rule.Carry}
	if w.phase.Lot != "" {
		told["lot"] = w.phase.Lot
	}
	if len(w.moved) > 0 {
		told["points"] = w.moved
	}
	if len(w.given) > 0 {
		told["results"] = w.given
	}
	return told
}

// WaitWords say what has to happen before a phase can start.
func (p Phase) WaitWords(f phase.Field, books map[int64]*SectionBook) []fault.Clause {
	var said []fault.Clause
	for _, wait := range f.Wait {
		if wait.Why == phase.TooFew {
			continue
		}
		where := fault.Part("%s", books[wait.From].Section.Name)
		if wait.Table != "" {
			where = fault.Part("Group %s of %s", wait.Table, where)
		}
		if wait.Why == phase.StillPlayed {
			said = append(said, fault.Part("%s is not over: a round, a result or a review is open.", where))
			continue
		}
		if wait.Why == phase.LosersOpen {
			said = append(said, fault.Part("The rounds of %s whose losers come in are not over: a round, a result or a review is open.", where))
			continue
		}
		for _, line := range f.Lines {
			if line.From == wait.From && line.Table == wait.Table && line.Level != nil {
				how := fault.Word("Draw lots, or set their order.")
				if p.Rule.Breaking == phase.PlayOff {
					how = fault.Word("Pair a play-off.")
				}
				names := joinNames(books[wait.From], line.Level)
				if off := PlayOffAbout(books[wait.From], line.Level); off != nil && !PlayOffOver(off) {
					said = append(said, fault.Part("%s: %s play off for the line after place %d, in %s.", where, names, line.After, off.Section.Name))
					continue
				}
				said = append(said, fault.Part("%s: %s are level across the line after place %d. %s", where, names, line.After, how))
			}
		}
	}
	if len(said) == 0 && len(f.Entrants) < 2 {
		said = append(said, fault.Part("Fewer than two teams come in."))
	}
	return said
}

// DoubleBookedWords say of brackets whose losers come in that these have a match of their own there as
// well, which is not played yet: they would have two matches at once.
func (p Phase) DoubleBookedWords(books map[int64]*SectionBook) []fault.Clause {
	var said []fault.Clause
	for _, f := range p.Rule.Feeds {
		b := books[f.From]
		if f.Kind != phase.Losers || AllPlayed(b) {
			continue
		}
		where, semifinal := fault.Part("%s", b.Section.Name), bracketRounds(bracketSize(b), pairing.KnockoutOptions{})-1
		if b.Section.System == Knockout && len(entrants(b)) < 2 { // as it is planned
			semifinal = b.Section.Rounds - 1
		}
		comeIn := func(round int) bool { return f.First <= round && (f.Last == 0 || round <= f.Last) }
		if b.Section.ThirdPlace && semifinal > 0 && comeIn(semifinal) {
			said = append(said, fault.Part("Who loses a semifinal of %s plays for third place there as well. Let the teams in after that match, or do without it in the set-up.", where))
		}
		if b.Section.Consolation && comeIn(1) {
			said = append(said, fault.Part("Who loses round 1 of %s plays on in its own consolation bracket as well. Let the teams in after it, or do without it in the set-up.", where))
		}
	}
	return said
}

// AllPlayed reports whether the last round of the section is played and complete. A play-off can be
// over without one.
func AllPlayed(b *SectionBook) bool {
	if _, playOff := AsPlayOff(b); playOff && PlayOffOver(b) {
		return true
	}
	r := b.Current()
	return r != nil && r.State == RoundComplete && r.RoundNo >= b.LastRound()
}

// TakeStartBack sends the teams of a phase or of a play-off back: they leave it, with what came
// along, and their links lead to where they came from. The section of a play-off goes out of sight. It is refused once a round is drafted or
// published, and when anything else depends on one of them.
func (s *PhaseCommands) TakeStartBack(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, revision int) error {
	_, err := s.starts(ctx, eventID, cmd, func(tx startPhaseTx) (journal.Change, error) {
		w := phaseWriter{tx: tx, books: map[int64]*SectionBook{}, ids: map[int64]int64{}}
		if err := w.load(ctx, sectionID); err != nil {
			return journal.Change{}, err
		}
		if w.phase.Revision != revision || w.phase.StartedAt == nil {
			return journal.Change{}, fault.New(fault.Stale, "%s has no start of this kind any more. Nothing was changed. Look at it again.", w.phase.Name)
		}
		draft, err := tx.teams.DraftRound(ctx, sectionID, 1)
		if err != nil {
			return journal.Change{}, err
		}
		if draft.Draft != nil || w.book.Current() != nil {
			return journal.Change{}, fault.New(fault.Conflict, "Round 1 of %s is drafted or published, and it stands on these teams. Discard the draft, or take the round back first.", w.phase.Name)
		}
		gone, err := w.sendBack(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		told := journal.Change{
			Action: "take back phase", Subject: journal.Subject(w.phase.Slug, "phase"), Before: map[string]any{"started by": w.phase.StartedName, "teams": gone}, After: "not started",
		}
		if w.phase.PlayOff() { // out of sight, it stays known as a play-off: its chiefs are those of the section it was for
			told.Action, told.After = "take back play-off", "hidden"
			if err := tx.sections.SetSectionHidden(ctx, sectionID, true); err != nil {
				return journal.Change{}, err
			}
		}
		w.phase.StartedAt, w.phase.StartedName, w.phase.Lot = nil, "", ""
		w.phase.Revision++
		return told, tx.phases.SavePhase(ctx, w.phase)
	})
	return err
}

// sendBack removes the teams that came in and gives their links back.
func (w *phaseWriter) sendBack(ctx context.Context) ([]string, error) {
	var gone []string
	var back []Team
	for _, e := range w.book.Entered {
		if e.SectionID != w.phase.SectionID {
			continue
		}
		here := w.book.Team(e.TeamID)
		gone = append(gone, here.Name)
		if here.LinkHash == nil {
			continue
		}
		origin := w.books[e.FromSection].Team(e.FromTeam)
		if origin.LinkHash == nil {
			origin.LinkHash = here.LinkHash
			origin.Revision++
			back = append(back, origin)
		}
	}
	if err := w.tx.phases.RemoveEntered(ctx, w.phase.SectionID); err != nil {
		return nil, err
	}
	return gone, w.tx.teams.UpdateTeams(ctx, back)
}
