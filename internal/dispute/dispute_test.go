package dispute_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// floor is an event with one USCF-R section and one match being played: Knight
// Riders (team 1, WA and BB) against Pawn Stars (team 2, BA and WB).
type floor struct {
	*testkit.World
	t        *testing.T
	pool     *postgres.Pool
	service  *dispute.Service
	desk     *tournament.Service
	director journal.Actor
	section  journal.Actor // section chief
	chief    journal.Actor
	riders   journal.Actor // private link of team 1
	stars    journal.Actor
	now      time.Time
}

const event = 1

func newFloor(t *testing.T) *floor {
	t.Helper()
	f := &floor{t: t, now: testkit.Morning.Add(5 * time.Hour)}
	f.World = testkit.New(t, func() time.Time { return f.now })
	f.pool, f.service, f.desk = f.Pool, f.Disputes, f.Tournament
	officials := f.People("Ana Ruiz", "Dana Holt", "Sam Cole")
	f.director, f.section, f.chief = officials[0], officials[1], officials[2]
	f.riders, f.stars = journal.Actor{TeamID: 1, Name: "Knight Riders"}, journal.Actor{TeamID: 2, Name: "Pawn Stars"}
	f.BareEvent(event, "Lake")
	f.Section(event, 1, "K8", testkit.Row{"name": "K-8", "rulebook": "USCF-R", "appeal_minutes": 15})
	f.exec(`insert into role_grant (event_id, grant_id, account_id, role, section_id, granted_by, granted_at)
		values (1, 1, 1, 'director', 1, 1, $1), (1, 2, 2, 'section-chief', 1, 1, $1), (1, 3, 3, 'chief', null, 1, $1)`, f.now)
	f.exec(`insert into team (event_id, team_id, section_id, number, name, name_key, slug, code, school, created_at)
		values (1, 1, 1, 1, 'Knight Riders', 'knight riders', 'riders', 'A1', 'Harbor Day School', $1),
			(1, 2, 1, 2, 'Pawn Stars', 'pawn stars', 'stars', 'A2', 'Lakeview', $1)`, f.now)
	f.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		values (1, 1, 1, 1, 1, 'Maya', 'Ortiz', 'maya ortiz', $1), (1, 2, 1, 1, 2, 'Theo', 'Lindgren', 'theo lindgren', $1),
			(1, 3, 1, 2, 1, 'Jonas', 'Weber', 'jonas weber', $1), (1, 4, 1, 2, 2, 'Priya', 'Nair', 'priya nair', $1)`, f.now)
	f.exec(`insert into round (event_id, section_id, round_no, state, publication, published_at) values (1, 1, 1, 'published', 1, $1)`, f.now)
	f.exec(`insert into pairing (event_id, section_id, round_no, pairing_no, table_no) values (1, 1, 1, 1, 14)`)
	f.exec(`insert into pairing_team (event_id, section_id, round_no, team_id, pairing_no, slot) values (1, 1, 1, 1, 1, 1), (1, 1, 1, 2, 1, 2)`)
	f.exec(`insert into match (event_id, match_id, section_id, round_no, pairing_no, match_no, side1_slot) values (1, 1, 1, 1, 1, 1, 1), (1, 2, 1, 1, 1, 2, 2)`)
	f.exec(`insert into game (event_id, match_id, board, white_id, black_id) values (1, 1, 'A', 1, 3), (1, 1, 'B', 4, 2), (1, 2, 'A', 3, 1), (1, 2, 'B', 2, 4)`)
	return f
}

func (f *floor) exec(sql string, args ...any) { f.t.Helper(); f.Exec(sql, args...) }
func (f *floor) must(err error)               { f.t.Helper(); f.OK(err) }

// entries is the length of the journal.
func (f *floor) entries() (n int) {
	f.t.Helper()
	f.must(f.pool.QueryRow(f.t.Context(), `select count(*) from journal`).Scan(&n))
	return n
}

func (f *floor) file(incident int64) *dispute.WholeIncident {
	f.t.Helper()
	file := expect.Must(f.service.Reader().WholeIncident(f.t.Context(), event, incident))(f.t)
	return &file
}

func (f *floor) match(id int64) tournament.Match {
	f.t.Helper()
	return expect.Must(f.desk.Reader().Book(f.t.Context(), event, 1))(f.t).Round(1).AtTable(14).Matches[id-1]
}

func as(who journal.Actor) journal.Command { return journal.Command{Actor: who} }

// open opens an incident about a match with a claim of illegal move against
// Black on board A, made in time: the knight that captures on d4 was pinned.
func (f *floor) open(match int64) int64 {
	f.t.Helper()
	facts := pinnedKnight()
	return expect.Must(f.service.Open(f.t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: match, Kind: "illegal-move", Facts: &facts}))(f.t).IncidentID
}

func pinnedKnight() dispute.Facts {
	return dispute.Facts{
		BoardA: "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R[] b KQkq - 0 4", BoardB: dispute.StartFEN,
		Clocks:    [4]int64{161000, 178000, 182000, 156000},
		Acts:      []dispute.Act{{"act": "move", "by": "BA", "move": "c6d4"}, {"act": "press", "by": "BA"}},
		Claim:     dispute.Claim{By: "WA", Kind: "illegal-move"},
		Certainty: dispute.Agreed,
	}
}

func (f *floor) sign(incident int64, s dispute.Sign) (int64, error) {
	f.t.Helper()
	s.IncidentID, s.Revision = incident, f.file(incident).Incident.Revision
	if s.Choice == dispute.Follow && s.Reason == "" {
		s.Reason = "Everybody saw it." // nobody is heard here
	}
	signed, err := f.service.Sign(f.t.Context(), event, as(f.director), s)
	return signed.RulingID, err
}

var refused = expect.Refused

func TestRulingFollowsTheRulebookAndReachesTheMatch(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	id := f.open(1)
	if m := f.match(1); !m.UnderReview || m.Result != nil {
		t.Errorf("while the incident is open the match is %+v", m)
	}
	if again, err := f.service.Open(t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 1}); err != nil || !again.Existing || again.IncidentID != id {
		t.Errorf("a second card for the match: %+v, %v", again, err)
	}
	file := f.file(id)
	p, err := file.Propose()
	f.must(err)
	expect.MustTrue(t, p.Outcome == tournament.FirstWins && p.Ruling.Verdict == "upheld", "the proposal is %+v", p.Ruling)
	rulingID, err := f.sign(id, dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	m := f.match(1)
	if m.UnderReview || m.Result == nil || m.Result.Outcome != tournament.FirstWins || m.Result.Source != "ruling" || !strings.Contains(m.Result.Articles, "USCF-R 8") {
		t.Errorf("after the ruling the match is %+v, result %+v", m, m.Result)
	}
	g := m.Games[0]
	expect.True(t, g.Winner != nil && *g.Winner == "W" && g.Reason == "illegal-move", "board A ended %+v", g)
	file = f.file(id)
	r := file.Standing()
	expect.True(t, r != nil && r.RulingID == rulingID && r.Follows && r.Reason != "" && r.AppealUntil.Equal(f.now.Add(15*time.Minute)), "the ruling is %+v", r)
	register, err := f.service.Reader().Penalties(t.Context(), event)
	f.must(err)
	expect.True(t, len(register) == 1 && register[0].Offence == "illegal-move" && *register[0].PlayerID == 3 && register[0].TeamID == 2,
		"the register holds %+v", register)
	_, err = f.sign(id, dispute.Sign{Choice: dispute.Follow})
	refused(t, err, fault.Conflict, "ruled already")
}

func TestDepartingNeedsAReason(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	id := f.open(1)
	_, err := f.sign(id, dispute.Sign{Choice: dispute.Deny})
	refused(t, err, fault.Invalid, "why you depart")
	_, err = f.sign(id, dispute.Sign{Choice: dispute.Deny, Reason: "The claimant had moved already, both players say so."})
	f.must(err)
	m := f.match(1)
	expect.True(t, m.Result == nil && !m.UnderReview, "a denied claim left %+v", m)
	r := f.file(id).Rulings[0]
	expect.True(t, !r.Follows && r.Verdict == "denied", "recorded as %+v", r)
}

func TestStaleCardIsRefused(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	id := f.open(1)
	save := dispute.SaveFacts{IncidentID: id, Revision: f.file(id).Incident.Revision, Summary: "said in short", Facts: pinnedKnight()}
	f.must(f.service.SaveFacts(t.Context(), event, as(f.director), save))
	refused(t, f.service.SaveFacts(t.Context(), event, as(f.section), save), fault.Stale, "changed since")
	_, err := f.service.Sign(t.Context(), event, as(f.director), dispute.Sign{IncidentID: id, Revision: save.Revision, Choice: dispute.Follow})
	refused(t, err, fault.Stale, "changed since")
	save.Revision, save.Facts.BoardA = f.file(id).Incident.Revision, "no board"
	err = f.service.SaveFacts(t.Context(), event, as(f.director), save)
	expect.True(t, fault.Fields(err)["a"] != "", "a bad board is answered %v, %v", err, fault.Fields(err))
}

// A card that saves itself may send what is stored already: that is no change, whatever
// it holds, and a change behind it is made on the card as it stands.
func TestEqualFactsLeaveNoEntry(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	id := f.open(1)
	facts := pinnedKnight()
	facts.Acts[1]["t"] = 12
	save := dispute.SaveFacts{IncidentID: id, Revision: f.file(id).Incident.Revision, Summary: "said in short", Facts: facts}
	f.must(f.service.SaveFacts(t.Context(), event, as(f.director), save))
	revision, entries := f.file(id).Incident.Revision, f.entries()
	save.Revision, save.Summary = revision, " said in short "
	for range 3 {
		f.must(f.service.SaveFacts(t.Context(), event, as(f.director), save))
	}
	if now := f.file(id).Incident.Revision; now != revision || f.entries() != entries {
		t.Errorf("equal facts lead from revision %d to %d, from %d journal entries to %d", revision, now, entries, f.entries())
	}
	save.Facts.Clocks[0] = 241_000
	f.must(f.service.SaveFacts(t.Context(), event, as(f.director), save))
	if now := f.file(id).Incident.Revision; now != revision+1 || f.entries() != entries+1 {
		t.Errorf("another clock leads from revision %d to %d, from %d journal entries to %d", revision, now, entries, f.entries())
	}
}

func TestTeamCallsAndOfficialTakes(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	o, err := f.service.Open(t.Context(), event, as(f.riders), dispute.OpenIncident{SectionID: 1, MatchID: 1, Summary: "illegal move on board A"})
	f.must(err)
	i := f.file(o.IncidentID).Incident
	expect.True(t, i.State == dispute.Called && *i.CalledBy == 1, "the call is %+v", i)
	f.must(f.service.Take(t.Context(), event, as(f.director), o.IncidentID))
	refused(t, f.service.Take(t.Context(), event, as(f.section), o.IncidentID), fault.Conflict, "at this table already")
	refused(t, f.service.Close(t.Context(), event, as(f.director), o.IncidentID), fault.Invalid, "how it was settled")
	f.must(f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: "both teams agreed to play on"}, o.IncidentID))
	expect.True(t, !f.match(1).UnderReview, "the match is still under review")
	stranger := journal.Actor{TeamID: 9, Name: "Others"}
	_, err = f.service.Open(t.Context(), event, as(stranger), dispute.OpenIncident{SectionID: 1, MatchID: 1})
	refused(t, err, fault.NotFound, "no such match")
}

// ruled opens and signs a ruling that follows the proposal.
func (f *floor) ruled(match int64) (incident, ruling int64) {
	f.t.Helper()
	incident = f.open(match)
	ruling, err := f.sign(incident, dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	return incident, ruling
}

func (f *floor) appeal(ruling int64, team journal.Actor) dispute.FiledAppeal {
	f.t.Helper()
	a, err := f.service.FileAppeal(f.t.Context(), event, as(team), dispute.FileAppeal{RulingID: ruling, TeamID: team.TeamID, Grounds: "The clock was not pressed."})
	f.must(err)
	return a
}

func (f *floor) decide(who journal.Actor, incident int64, r dispute.Review) error {
	f.t.Helper()
	r.Revision = f.file(incident).Incident.Revision
	if r.Reason == "" {
		r.Reason = "Heard both teams."
	}
	r.Heard = []string{"claimant", "opponent", "official"}
	return f.service.Decide(f.t.Context(), event, as(who), r)
}

func TestOverturnedRulingStopsCountingAndTheChiefIsFinal(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	incident, ruling := f.ruled(1)
	a := f.appeal(ruling, f.stars)
	expect.MustTrue(t, a.Level == dispute.BySectionChief && !a.Late, "filed %+v", a)
	expect.True(t, f.match(1).UnderReview, "an appeal does not put the match under review")
	overturn := dispute.Review{AppealID: a.AppealID, Level: dispute.BySectionChief, State: dispute.AppealOverturned}
	refused(t, f.decide(f.director, incident, overturn), fault.Forbidden, "You ruled on this incident")
	f.exec(`insert into affiliation (event_id, account_id, kind, club, created_at) values (1, 2, 'club', 'harbor  day School', $1)`, f.now)
	refused(t, f.decide(f.section, incident, overturn), fault.Forbidden, "the club of Knight Riders")
	f.exec(`delete from affiliation`)
	f.must(f.decide(f.section, incident, overturn))
	if m := f.match(1); m.Result != nil || m.UnderReview {
		t.Errorf("after the ruling was overturned: %+v", m)
	}
	register, err := f.service.Reader().Penalties(t.Context(), event)
	f.must(err)
	expect.True(t, len(register) == 1 && register[0].State == dispute.Voided, "the register holds %+v, want the penalty voided but visible", register)
	file := f.file(incident)
	second := file.Standing()
	expect.MustTrue(t, file.Rulings[0].State == dispute.Overturned && second != nil && second.Level == dispute.BySectionChief && *second.Replaces == ruling,
		"rulings are %+v", file.Rulings)

	last := f.appeal(second.RulingID, f.riders)
	expect.MustEqual(t, last.Level, dispute.ByChief, "the second appeal goes to")
	win := dispute.Review{AppealID: last.AppealID, Level: dispute.ByChief, State: dispute.AppealModified, Decision: dispute.Decision{Outcome: tournament.Drawn}}
	f.must(f.decide(f.chief, incident, win))
	if m := f.match(1); m.Result == nil || m.Result.Outcome != tournament.Drawn {
		t.Errorf("after the chief's decision: %+v", m.Result)
	}
	file = f.file(incident)
	_, err = f.service.FileAppeal(t.Context(), event, as(f.riders), dispute.FileAppeal{RulingID: file.Standing().RulingID, TeamID: 1, Grounds: "again"})
	refused(t, err, fault.Conflict, "final")
}

func TestThreeDifferentPeopleAreHeard(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	incident, ruling := f.ruled(1)
	a := f.appeal(ruling, f.stars)
	review := dispute.Review{AppealID: a.AppealID, Level: dispute.BySectionChief, State: dispute.AppealUpheld, Reason: "Heard.", Revision: f.file(incident).Incident.Revision}
	for _, heard := range [][]string{nil, {"claimant", "claimant", "official"}, {"claimant", "opponent", "spectator"}} {
		review.Heard = heard
		err := f.service.Decide(t.Context(), event, as(f.section), review)
		expect.True(t, fault.Fields(err)["note"] != "", "heard %v: %v, want a message that one is missing", heard, err)
	}
	review.Heard = []string{"official", "opponent", "claimant", "opponent"}
	f.must(f.service.Decide(t.Context(), event, as(f.section), review))
	if heard := f.file(incident).Appeals[0].Hearing().Heard; !slices.Equal(heard, []string{"claimant", "opponent", "official"}) {
		t.Errorf("on record as heard: %s", heard)
	}
}

// Heard and not heard never stand beside each other: a note is kept only where somebody
// was not heard.
func TestANoteIsAboutSomebodyWhoWasNotHeard(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	for _, c := range []struct {
		heard []string
		note  string
	}{{dispute.ToHear, ""}, {dispute.ToHear[:2], "He has left."}} {
		incident, ruling := f.ruled(1)
		a := f.appeal(ruling, f.stars)
		review := dispute.Review{AppealID: a.AppealID, Level: dispute.BySectionChief, State: dispute.AppealUpheld, Reason: "Heard.", Note: "He has left.", Heard: c.heard, Revision: f.file(incident).Incident.Revision}
		f.must(f.service.Decide(t.Context(), event, as(f.section), review))
		h := f.file(incident).Appeals[0].Hearing()
		expect.Equal(t, h.Note, c.note, "%v heard, and the note", c.heard)
		f.forgetMatches()
	}
}

func TestClosingNeedsAReason(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	err := f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: " \t"}, f.open(1))
	expect.True(t, fault.Fields(err)["reason"] != "", "closed with blanks for a reason: %v", err)
}

func TestUpheldRulingStandsAndLateAppealsNeedAcceptance(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	incident, ruling := f.ruled(1)
	f.now = f.now.Add(15*time.Minute + time.Second)
	a := f.appeal(ruling, f.stars)
	expect.True(t, a.Late, "an appeal after the window is not marked late")
	_, err := f.service.FileAppeal(t.Context(), event, as(f.riders), dispute.FileAppeal{RulingID: ruling, TeamID: 1, Grounds: "too"})
	refused(t, err, fault.Conflict, "open already")
	uphold := dispute.Review{AppealID: a.AppealID, Level: dispute.BySectionChief, State: dispute.AppealUpheld}
	refused(t, f.decide(f.section, incident, uphold), fault.Conflict, "Accept it first")
	refused(t, f.service.AcceptLate(t.Context(), event, as(f.section), a.AppealID, false), fault.Invalid, "why the late appeal")
	f.must(f.service.AcceptLate(t.Context(), event, journal.Command{Actor: f.section, Reason: "the desk was closed"}, a.AppealID, false))
	f.must(f.decide(f.section, incident, uphold))
	m := f.match(1)
	expect.True(t, m.Result.Outcome == tournament.FirstWins && !m.UnderReview, "an upheld ruling left %+v", m)
	refused(t, f.decide(f.section, incident, uphold), fault.Conflict, "decided already")

	// An upheld ruling is appealed to the next level, and no further.
	second := f.appeal(ruling, f.stars)
	expect.True(t, second.Level == dispute.ByChief && !second.Late, "after the section chief the appeal is filed as %+v", second)
	refused(t, f.decide(f.section, incident, dispute.Review{AppealID: second.AppealID, Level: dispute.ByChief, State: dispute.AppealUpheld}), fault.Forbidden, "You upheld this ruling")
	f.must(f.decide(f.chief, incident, dispute.Review{AppealID: second.AppealID, Level: dispute.ByChief, State: dispute.AppealUpheld}))
	_, err = f.service.FileAppeal(t.Context(), event, as(f.stars), dispute.FileAppeal{RulingID: ruling, TeamID: 2, Grounds: "once more"})
	refused(t, err, fault.Conflict, "final")
}

// The time to appeal to the next level runs from the decision that went before,
// whatever it was, and not from the director's ruling.
func TestEachDecisionOpensItsOwnWindow(t *testing.T) {
	t.Parallel()
	for _, state := range []dispute.AppealState{dispute.AppealUpheld, dispute.AppealModified, dispute.AppealOverturned} {
		f := newFloor(t)
		incident, ruling := f.ruled(1)
		f.now = f.now.Add(14 * time.Minute)
		first := f.appeal(ruling, f.stars)
		standing := f.file(incident).Standing()
		expect.True(t, standing.Window(f.file(incident).Appeals, f.now) == nil, "a window is open beside an appeal that waits")
		f.now = f.now.Add(20 * time.Minute)
		f.must(f.decide(f.section, incident, dispute.Review{AppealID: first.AppealID, Level: dispute.BySectionChief, State: state}))
		file := f.file(incident)
		until := file.Standing().Window(file.Appeals, f.now)
		expect.MustTrue(t, until != nil && until.Equal(f.now.Add(15*time.Minute)),
			"%s: the next level may be asked until %v, want 15 minutes from the decision", state, until)
		f.now = f.now.Add(15 * time.Minute)
		second := f.appeal(file.Standing().RulingID, f.riders)
		expect.True(t, !second.Late && second.Level == dispute.ByChief, "%s: within the window the appeal is filed as %+v", state, second)
		f.must(f.decide(f.chief, incident, dispute.Review{AppealID: second.AppealID, Level: dispute.ByChief, State: dispute.AppealUpheld}))
		file = f.file(incident)
		expect.True(t, file.Standing().AppealUntil == nil && file.Standing().Window(file.Appeals, f.now) == nil,
			"%s: after the final decision a window is open until %v", state, file.Standing().AppealUntil)
	}
}

// A team or a scorekeeper who says otherwise does not take a ruling off the match.
func TestReportsDoNotUnsettleARuling(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.ruled(1)
	for _, who := range []journal.Actor{f.stars, f.section, f.director} {
		for _, change := range []bool{false, true} {
			refused(t, f.report(who, tournament.TypedResult{Outcome: tournament.SecondWins, Change: change, MayChange: change}), fault.Conflict, "by an appeal or a correction")
		}
		expect.Refused(t, f.desk.UndoResult(t.Context(), event, as(who), 1), fault.Conflict)
	}
	m := f.match(1)
	expect.True(t, m.State == tournament.MatchVerified && m.Result != nil && m.Result.Outcome == tournament.FirstWins, "the ruling left %+v", m)
}

// report enters a result of match 1 from a form shown just now.
func (f *floor) report(who journal.Actor, in tournament.TypedResult) error {
	f.t.Helper()
	in.SectionID, in.Round, in.Table, in.Match, in.Source, in.Revision = 1, 1, 14, 1, "desk", f.match(1).Revision
	_, err := f.desk.EnterResult(f.t.Context(), event, as(who), in)
	return err
}

// Without the ruling that decided it a conflict is one again, however often it is ruled on.
func TestAConflictComesBackWithoutItsRuling(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.must(f.report(f.riders, tournament.TypedResult{Outcome: tournament.FirstWins}))
	f.must(f.report(f.stars, tournament.TypedResult{Outcome: tournament.SecondWins}))
	for _, state := range []dispute.AppealState{dispute.AppealSentBack, dispute.AppealOverturned} {
		incident, ruling := f.ruled(1)
		if m := f.match(1); m.State != tournament.MatchVerified || m.Result == nil || m.Result.Source != "ruling" {
			t.Fatalf("the ruling left %+v", m)
		}
		refused(t, f.desk.UndoResult(t.Context(), event, as(f.director), 1), fault.Conflict, "nothing of yours")
		a := f.appeal(ruling, f.stars)
		f.must(f.decide(f.section, incident, dispute.Review{AppealID: a.AppealID, Level: dispute.BySectionChief, State: state, Question: "Was the clock pressed?"}))
		if state == dispute.AppealSentBack {
			f.must(f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: "it was pressed"}, incident))
		}
		m := f.match(1)
		if m.State != tournament.MatchConflict || m.Result != nil || len(m.Reports) != 2 ||
			m.Reports[0].Outcome != tournament.FirstWins || m.Reports[1].Outcome != tournament.SecondWins {
			t.Fatalf("%s: without the ruling the match is %+v", state, m)
		}
	}
}

func TestSentBackOpensTheIncidentAgain(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	incident, ruling := f.ruled(1)
	a := f.appeal(ruling, f.stars)
	f.must(f.decide(f.section, incident, dispute.Review{AppealID: a.AppealID, Level: dispute.BySectionChief, State: dispute.AppealSentBack, Question: "Was the clock pressed?", Within: 10 * time.Minute}))
	if a := f.file(incident).Appeals[0]; a.Asked != "Ana Ruiz" || !a.DueAt.Equal(f.now.Add(10*time.Minute)) {
		t.Errorf("sent back as %+v", a)
	}
	i := f.file(incident).Incident
	expect.Equal(t, i.State, dispute.Open, "the incident")
	if m := f.match(1); m.Result == nil || m.Result.Outcome != tournament.FirstWins || !m.UnderReview {
		t.Errorf("before anything is signed the match is %+v", m)
	}
	if p := f.file(incident).Penalties; len(p) != 1 || p[0].State != dispute.Counts {
		t.Errorf("before anything is signed the register holds %+v", p)
	}
	kept, err := f.service.Open(t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 1, OpenedAt: f.now.Add(-time.Minute)})
	f.must(err)
	other := kept.IncidentID
	refused(t, f.service.Join(t.Context(), event, as(f.director), other, incident), fault.Conflict, "join this one into it")
	f.must(f.service.Join(t.Context(), event, as(f.director), incident, other))
	if _, err := f.sign(incident, dispute.Sign{Choice: dispute.Deny, Reason: "the clock was not pressed"}); err != nil {
		t.Errorf("ruling again: %v", err)
	}
	if m := f.match(1); m.Result != nil || m.UnderReview {
		t.Errorf("ruled again the match is %+v", m)
	}
	if p := f.file(incident).Penalties; len(p) != 1 || p[0].State != dispute.Voided {
		t.Errorf("ruled again the register holds %+v", p)
	}
}

// A review that modifies changes penalties of any kind, one by one: what it does not
// name stays, what it lifts is void, and what it gives instead climbs the same step.
func TestModifyChangesAPenaltyOfAnyKind(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	for _, kind := range slices.Concat(dispute.PersonPenalties, []rulebook.RemedyKind{""}) {
		incident, ruling := f.ruled(1)
		given := f.file(incident).Counting()
		expect.MustTrue(t, len(given) == 1 && f.file(incident).SeatOf(given[0]) == "BA", "the ruling gave %+v", given)
		a := f.appeal(ruling, f.stars)
		review := dispute.Review{AppealID: a.AppealID, Level: dispute.BySectionChief, State: dispute.AppealModified, Decision: dispute.Decision{Outcome: tournament.FirstWins}}
		review.Decision.Lifted = []dispute.Lifted{{PenaltyID: 999, Seat: "BA", Offence: given[0].Offence}}
		refused(t, f.decide(f.section, incident, review), fault.Invalid, "counts no more")
		review.Decision.Lifted[0].PenaltyID = given[0].PenaltyID
		if kind != "" {
			review.Decision.Penalties = []dispute.PersonPenalty{{Seat: "BA", Offence: given[0].Offence, Kind: kind}}
		}
		f.must(f.decide(f.section, incident, review))
		file := f.file(incident)
		now := file.Counting()
		words := "the penalty for illegal move is taken away"
		if kind != "" {
			words = strings.ReplaceAll(string(kind), "-", " ") + " for illegal move"
		}
		switch {
		case !strings.Contains(file.Standing().Sentence, words) || file.Penalties[0].State != dispute.Voided:
			t.Errorf("%q: %q, and the register holds %+v", kind, file.Standing().Sentence, file.Penalties)
		case kind == "" && len(now) != 0:
			t.Errorf("taken away, %+v still counts", now)
		case kind != "" && (len(now) != 1 || now[0].Step != given[0].Step || now[0].Penalty != strings.ReplaceAll(string(kind), "-", " ")):
			t.Errorf("%s instead of %+v: %+v", kind, given[0], now)
		}
		f.forgetMatches()
	}
}

func TestPathGoesToTheChiefWhenNobodyElseMayReview(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	incident, ruling := f.ruled(1)
	a := f.appeal(ruling, f.stars)
	to, err := f.service.StepAside(t.Context(), event, journal.Command{Actor: f.section, Reason: "my nephew plays"}, a.AppealID)
	f.must(err)
	expect.True(t, to.To == "Sam Cole" && to.Level == dispute.ByChief, "the appeal goes to %+v", to)
	_, err = f.service.StepAside(t.Context(), event, journal.Command{Actor: f.chief, Reason: "I know them too"}, a.AppealID)
	refused(t, err, fault.Conflict, "Nobody else may decide")
	expect.Equal(t, f.file(incident).OpenAppeal().Level, dispute.ByChief, "after stepping aside the appeal is with the")
	f.exec(`update role_grant set revoked_at = $1 where role = 'section-chief'`, f.now)
	_, other := f.ruled(2)
	b := f.appeal(other, f.stars)
	expect.Equal(t, b.Level, dispute.ByChief, "without a section chief the appeal goes to the")
}

func TestEarlierOffencesClimbTheLadder(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	hidden := dispute.Facts{
		BoardA: dispute.StartFEN, BoardB: dispute.StartFEN, Clocks: [4]int64{200000, 200000, 200000, 200000},
		Acts: []dispute.Act{{"act": "hide-stock", "by": "BA"}}, Claim: dispute.Claim{By: "WA", Kind: "conduct"},
	}
	rule := func() dispute.Proposal {
		o, err := f.service.Open(t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 1, Kind: "conduct", Facts: &hidden})
		f.must(err)
		file := f.file(o.IncidentID)
		p, err := file.Propose()
		f.must(err)
		_, err = f.sign(o.IncidentID, dispute.Sign{Choice: dispute.Follow})
		f.must(err)
		return p
	}
	if p := rule(); string(p.Ruling.Remedies[0].Kind) != "warning" {
		t.Fatalf("first offence: %v", p.Ruling.Remedies)
	}
	if p := rule(); string(p.Ruling.Remedies[0].Kind) != "game-loss" {
		t.Errorf("second offence: %v", p.Ruling.Remedies)
	}
	register, err := f.service.Reader().Penalties(t.Context(), event)
	f.must(err)
	expect.True(t, len(register) == 2 && register[0].Step == 2 && register[0].Offence == "hide-stock", "the register holds %+v", register)
}
