package dispute_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Both teams call: two cards stand, and joining keeps what both say.
func TestTwoCardsOfOneMatchAreJoined(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	call := func(who journal.Actor, summary string) int64 {
		o, err := f.service.Open(t.Context(), event, as(who), dispute.OpenIncident{SectionID: 1, MatchID: 1, Summary: summary})
		f.must(err)
		return o.IncidentID
	}
	first, second := call(f.riders, "illegal move"), call(f.stars, "he moved twice")
	expect.MustTrue(t, first != second && call(f.riders, "again") == first, "cards %d and %d", first, second)
	mine, theirs := pinnedKnight(), pinnedKnight()
	theirs.BoardA = "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/3P1N2/PPP2PPP/RNBQK2R[] b KQkq - 0 4"
	save := func(id int64, facts dispute.Facts) {
		f.must(f.service.SaveFacts(t.Context(), event, as(f.director), dispute.SaveFacts{IncidentID: id, Revision: f.file(id).Incident.Revision, Summary: f.file(id).Incident.Summary, Facts: facts}))
	}
	save(first, mine)
	save(second, theirs)
	f.must(f.service.AddStatement(t.Context(), event, as(f.director), dispute.NewStatement{IncidentID: second, Speaker: "Jonas", Role: "opponent", Body: "It was legal."}))
	twins := f.file(first).AlsoOpen
	expect.True(t, len(twins) == 1 && twins[0].IncidentID == second, "the card knows of %+v", twins)
	f.must(f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: "x"}, f.open(2)))
	refused(t, f.service.Join(t.Context(), event, as(f.director), first, first), fault.Conflict, "same match")
	f.must(f.service.Join(t.Context(), event, as(f.director), first, second))
	file := f.file(first)
	facts := dispute.FactsOf(file.Incident)
	if facts.BoardA != mine.BoardA || facts.Other == nil || facts.Other.BoardA != theirs.BoardA || facts.Other.Owner != "Pawn Stars" || facts.Certainty != dispute.Disputed {
		t.Errorf("after joining the facts are %+v, other %+v", facts, facts.Other)
	}
	if len(file.Statements) != 1 || file.Statements[0].Body != "It was legal." || len(file.JoinedIn) != 1 || !strings.Contains(file.Incident.Summary, "he moved twice") {
		t.Errorf("joined: statements %+v, cards %d, summary %q", file.Statements, len(file.JoinedIn), file.Incident.Summary)
	}
	other := f.file(second).Incident
	expect.True(t, other.State == dispute.Joined && *other.JoinedTo == first, "the other card is %+v", other)
	refused(t, f.service.Join(t.Context(), event, as(f.director), first, second), fault.Conflict, "joined already")
}

func TestOneOfficialWritesAtATime(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	id := f.open(1)
	writer := func(who journal.Actor) string {
		i, err := f.service.Hold(t.Context(), event, id, who)
		f.must(err)
		_, name := i.Writing(f.now)
		return name
	}
	expect.True(t, writer(f.director) == "Ana Ruiz" && writer(f.section) == "Ana Ruiz", "the first to come does not keep the card")
	save := func(who journal.Actor) error {
		return f.service.SaveFacts(t.Context(), event, as(who), dispute.SaveFacts{IncidentID: id, Revision: f.file(id).Incident.Revision, Facts: pinnedKnight()})
	}
	refused(t, save(f.section), fault.Conflict, "Ana Ruiz is writing")
	f.must(f.service.TakeOver(t.Context(), event, as(f.section), id))
	f.must(save(f.section))
	refused(t, save(f.director), fault.Conflict, "Dana Holt is writing")
	f.now = f.now.Add(dispute.WritingLasts + time.Second)
	f.must(save(f.director))
}

// What was written without contact keeps its time, and opens a card of its own.
func TestWrittenWithoutContact(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	id := f.open(1)
	facts, early := pinnedKnight(), f.now.Add(-20*time.Minute)
	o, err := f.service.Open(t.Context(), event, as(f.section), dispute.OpenIncident{SectionID: 1, MatchID: 1, Kind: "illegal-move", Facts: &facts, OpenedAt: early})
	f.must(err)
	card := f.file(o.IncidentID)
	expect.True(t, o.IncidentID != id && card.Incident.OpenedAt.Equal(early) && len(card.AlsoOpen) == 1, "the card is %+v", card.Incident)
	f.must(f.service.AddStatement(t.Context(), event, as(f.section), dispute.NewStatement{IncidentID: id, Speaker: "Maya", Role: "claimant", Body: "x", SaidAt: early}))
	at := f.file(id).Statements[0].At
	expect.True(t, at.Equal(early), "the statement is of %v", at)
	ruling, err := f.sign(id, dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	m := f.match(1)
	expect.True(t, ruling != 0 && m.UnderReview, "the match is not under review while the second card is open")
}

// hiding is a card on which Black on board A has hidden stock for the n-th time.
func (f *floor) hiding() int64 {
	f.t.Helper()
	facts := dispute.Facts{
		BoardA: dispute.StartFEN, BoardB: dispute.StartFEN, Clocks: [4]int64{200000, 200000, 200000, 200000},
		Acts: []dispute.Act{{"act": "hide-stock", "by": "BA"}}, Claim: dispute.Claim{By: "WA", Kind: "conduct"},
	}
	o, err := f.service.Open(f.t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 1, Kind: "conduct", Facts: &facts})
	f.must(err)
	return o.IncidentID
}

func TestHeavyPenaltyWaitsForASecondOfficial(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`update section set heavy_penalties = 'second-official'`)
	_, err := f.sign(f.hiding(), dispute.Sign{Choice: dispute.Follow})
	f.must(err) // a warning needs nobody
	id := f.hiding()
	signed, err := f.service.Sign(t.Context(), event, as(f.director), dispute.Sign{IncidentID: id, Revision: f.file(id).Incident.Revision, Choice: dispute.Follow, Reason: "The second time."})
	f.must(err)
	expect.MustTrue(t, signed.Waits && signed.RulingID == 0 && f.match(1).Result == nil && len(f.file(id).Rulings) == 0,
		"a lost game counts before it is confirmed: %+v", signed)
	second := func(who journal.Actor) error {
		_, err := f.service.Second(t.Context(), event, as(who), id, f.file(id).Incident.Revision)
		return err
	}
	refused(t, second(f.director), fault.Forbidden, "You signed first")
	f.exec(`insert into affiliation (event_id, account_id, kind, team_id, created_at) values (1, 2, 'team', 1, $1)`, f.now)
	refused(t, second(f.section), fault.Forbidden, "tied to Knight Riders")
	f.must(second(f.chief))
	r := f.file(id).Standing()
	expect.True(t, r != nil && r.Heavy && r.MadeByName == "Ana Ruiz" && r.SecondedByName == "Sam Cole" && f.match(1).Result != nil, "confirmed as %+v", r)
	refused(t, second(f.chief), fault.Conflict, "No ruling waits")
}

// Where one official is alone nothing waits, and the journal says that one signed.
func TestOneOfficialAloneSignsAHeavyPenalty(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`update section set heavy_penalties = 'second-official', one_official = true`)
	last := func() (words string) {
		f.must(f.pool.QueryRow(t.Context(), `select data::text from journal where action = 'sign ruling' order by seq desc limit 1`).Scan(&words))
		return words
	}
	_, err := f.sign(f.hiding(), dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	expect.Lacks(t, last(), "alone", "a warning needs no second signature anywhere")
	ruling, err := f.sign(f.hiding(), dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	expect.True(t, ruling != 0 && f.match(1).Result != nil, "it waits for a second official, who is not there")
	expect.Contains(t, last(), "one official alone, as the section is set up", "the journal")
}

func TestAChangedCardDropsWhatWaits(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`update section set heavy_penalties = 'second-official'`)
	_, err := f.sign(f.hiding(), dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	id := f.hiding()
	_, err = f.sign(id, dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	facts := dispute.FactsOf(f.file(id).Incident)
	facts.Claim.Silent = true
	f.must(f.service.SaveFacts(t.Context(), event, as(f.director), dispute.SaveFacts{IncidentID: id, Revision: f.file(id).Incident.Revision, Facts: facts}))
	p := f.file(id).Incident.Pending
	expect.True(t, p == nil, "still waiting: %+v", p)
}

// A card that is settled or joined has nothing left to confirm, and what was signed
// is not confirmed as something else.
func TestOnlyWhatWasSignedIsConfirmed(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`update section set heavy_penalties = 'second-official'`)
	warned, err := f.sign(f.hiding(), dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	wait := func() int64 {
		id := f.hiding()
		expect.Must(f.sign(id, dispute.Sign{Choice: dispute.Follow}))(t)
		expect.MustTrue(t, f.file(id).Incident.Pending != nil, "nothing waits")
		return id
	}
	second := func(id int64) error {
		_, err := f.service.Second(t.Context(), event, as(f.section), id, f.file(id).Incident.Revision)
		return err
	}
	settled := wait()
	f.must(f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: "Both shook hands."}, settled))
	refused(t, second(settled), fault.Conflict, "No ruling waits")

	into := wait()
	early := f.now.Add(-time.Minute)
	other, err := f.service.Open(t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 1, MatchID: 1, OpenedAt: early})
	f.must(err)
	f.must(f.service.Join(t.Context(), event, as(f.director), into, other.IncidentID))
	refused(t, second(into), fault.Conflict, "No ruling waits")
	f.must(f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: "x"}, into))

	moved := wait()
	f.exec(`update penalty set state = 'voided' where ruling_id = $1`, warned) // overturned meanwhile: only a warning is due
	refused(t, second(moved), fault.Stale, "What Ana Ruiz signed was")
	expect.True(t, f.match(1).Result == nil, "a game is lost that nobody confirmed")
}

// A second card about the match ends; the appeal on the first still waits.
func TestAnAppealKeepsTheMatchUnderReview(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	_, ruling := f.ruled(1)
	appeal := f.appeal(ruling, f.stars)
	other := f.open(1)
	f.must(f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: "Nothing in it."}, other))
	expect.True(t, f.match(1).UnderReview, "the match is not under review while an appeal is open")
	f.must(f.service.Withdraw(t.Context(), event, as(f.stars), appeal.AppealID))
	expect.True(t, !f.match(1).UnderReview, "the match is under review with nothing open")
}

// What only officials see wakes no phone.
func TestMattersOfTheDeskReachNoPublicPage(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`update section set heavy_penalties = 'second-official'`)
	_, err := f.sign(f.hiding(), dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	id := f.hiding()
	public := func() (version int64) {
		f.must(f.pool.QueryRow(t.Context(), `select greatest(e.public_version, s.public_version) from event e, section s`).Scan(&version))
		return version
	}
	still := func(what string, do func() error) {
		t.Helper()
		before := public()
		f.must(do())
		after := public()
		expect.True(t, after == before, "%s: public pages are at version %d, were at %d", what, after, before)
	}
	still("calling the chief", func() error { return f.service.CallChief(t.Context(), event, as(f.director), id) })
	still("answering the call", func() error { return f.service.AnswerChiefCall(t.Context(), event, as(f.section), id) })
	still("taking a card over", func() error { return f.service.TakeOver(t.Context(), event, as(f.director), id) })
	still("asking a second official", func() error {
		_, err := f.sign(id, dispute.Sign{Choice: dispute.Follow})
		return err
	})
	still("giving it up", func() error { return f.service.DropPending(t.Context(), event, as(f.director), id) })
	f.must(f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: "x"}, id))
	_, ruling := f.ruled(2)
	appeal := f.appeal(ruling, f.stars)
	still("taking up an appeal", func() error { return f.service.HoldAppeal(t.Context(), event, as(f.section), appeal.AppealID) })
	still("stepping aside", func() error {
		_, err := f.service.StepAside(t.Context(), event, journal.Command{Actor: f.section, Reason: "My club."}, appeal.AppealID)
		return err
	})
	before := public()
	f.must(f.service.Withdraw(t.Context(), event, as(f.stars), appeal.AppealID))
	expect.True(t, public() != before, "a withdrawn appeal reaches no page")
}

func TestDepartingIsFlaggedForTheChief(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	id := f.open(1)
	depart := dispute.Sign{Choice: dispute.Otherwise, Reason: "Both teams asked for it.", Decision: dispute.Decision{
		Outcome: tournament.Drawn, Penalties: []dispute.PersonPenalty{{Seat: "BA", Offence: "hide-stock", Kind: "warning"}},
	}}
	bad := depart
	bad.Decision.Penalties = []dispute.PersonPenalty{{Seat: "XX", Offence: "", Kind: "flogging"}}
	_, err := f.sign(id, bad)
	refused(t, err, fault.Invalid, "penalty from the list")
	ruling, err := f.sign(id, depart)
	f.must(err)
	file := f.file(id)
	if r := file.Rulings[0]; !r.ForChief() || r.Heavy || !strings.Contains(r.Sentence, "Jonas Weber: warning for hiding stock pieces") {
		t.Errorf("the ruling is %+v", r)
	}
	refused(t, f.service.NoteRuling(t.Context(), event, as(f.director), ruling), fault.Forbidden, "You made this ruling")
	f.must(f.service.NoteRuling(t.Context(), event, as(f.section), ruling))
	file = f.file(id)
	if r := file.Rulings[0]; r.ForChief() || r.NotedByName != "Dana Holt" || r.Remedies[0].Kind != "warning" || *r.Remedies[0].PlayerID != 3 {
		t.Errorf("after the chief looked: %+v", r)
	}
	next := f.file(f.hiding()).NextStep("BA", "hide-stock")
	expect.True(t, len(next) == 1 && next[0] == "game-loss", "the next step of the warned player is %v", next)
}

func TestDepositAndWithdrawal(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`update section set appeal_deposit = '20 euro'`)
	incident, ruling := f.ruled(1)
	file := func() int64 {
		a, err := f.service.FileAppeal(t.Context(), event, as(f.stars), dispute.FileAppeal{RulingID: ruling, TeamID: 2, Grounds: "x", Deposit: true})
		f.must(err)
		return a.AppealID
	}
	first := file()
	refused(t, f.service.Withdraw(t.Context(), event, as(f.riders), first), fault.Forbidden, "Only the team that appealed")
	f.must(f.service.Withdraw(t.Context(), event, as(f.stars), first))
	f.must(f.decide(f.section, incident, dispute.Review{AppealID: file(), Level: dispute.BySectionChief, State: dispute.AppealUpheld}))
	got := f.file(incident).Appeals
	if got[0].State != dispute.AppealWithdrawn || got[0].Deposit != dispute.DepositReturned || got[1].Deposit != dispute.DepositKept || got[1].DecidedByName != "Dana Holt" {
		t.Errorf("appeals %+v", got)
	}
}

func TestALateAppealMayLapse(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	incident, ruling := f.ruled(1)
	f.now = f.now.Add(time.Hour)
	a := f.appeal(ruling, f.stars)
	f.must(f.service.AcceptLate(t.Context(), event, journal.Command{Actor: f.section, Reason: "an hour late"}, a.AppealID, true))
	got := f.file(incident).Appeals[0]
	expect.True(t, got.State == dispute.AppealLapsed && !f.match(1).UnderReview, "the appeal is %+v", got)
}

// The journal tells disputes in sentences.
func TestJournalTellsDisputesInWords(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	id := f.open(1)
	facts := pinnedKnight()
	facts.Clocks[0] = 165000
	f.must(f.service.SaveFacts(t.Context(), event, as(f.director), dispute.SaveFacts{IncidentID: id, Revision: f.file(id).Incident.Revision, Facts: facts}))
	ruling, err := f.sign(id, dispute.Sign{Choice: dispute.Follow})
	f.must(err)
	f.appeal(ruling, f.stars)
	for action, words := range map[string]string{
		"save facts": "Clock WA: 2:41 → 2:45", "sign ruling": "Match 1: Knight Riders beat Pawn Stars", "file appeal": "Pawn Stars appeal to the section chief.",
	} {
		var data string
		err := f.pool.QueryRow(t.Context(), `select data::text from journal where action = $1`, action).Scan(&data)
		expect.True(t, err == nil && strings.Contains(data, words), "%s: %s, %v", action, data, err)
	}
}
