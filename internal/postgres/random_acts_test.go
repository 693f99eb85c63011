package postgres_test

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// randomAct is one thing an official may do at any time, whether it fits or not.
type randomAct struct {
	name string
	do   func(p *randomHand, b *tournament.SectionBook) error
}

// randomActs are drawn from evenly: what a round is made of stands in it several times.
var randomActs = slices.Concat(
	slices.Repeat(theRound, 2), slices.Repeat(theResults, 4), theTeams, theClocks, theRecord, theDisputes, theSection, thePlans, theSettings, thePhases,
)

var theRound = []randomAct{
	{"draft", func(p *randomHand, b *tournament.SectionBook) error {
		return second(p.desk.MakeDraft(p.ctx, p.event, p.by(), tournament.MakeDraftInput{DraftInput: p.draft(b), Keep: p.chance.IntN(2) == 0}))
	}},
	{"edit the draft", func(p *randomHand, b *tournament.SectionBook) error {
		return second(p.desk.EditDraft(p.ctx, p.event, p.by(), tournament.DraftEditInput{
			DraftInput: p.draft(b), Kind: tournament.DraftEditKind(p.one("swap", "pair", "unpair", "bye", "hold", "undo")), TeamID: p.team(b), OtherID: p.team(b), Table: 1 + p.chance.IntN(5), Bye: tournament.ByeHalf,
		}))
	}},
	{"take over or discard the draft", func(p *randomHand, b *tournament.SectionBook) error {
		if p.chance.IntN(3) > 0 {
			return second(p.desk.TakeOverDraft(p.ctx, p.event, p.by(), p.draft(b)))
		}
		if p.chance.IntN(2) == 0 {
			return second(p.desk.CheckDraft(p.ctx, p.event, p.by(), p.draft(b)))
		}
		return second(p.desk.DiscardDraft(p.ctx, p.event, p.by(), p.draft(b)))
	}},
	{"publish", func(p *randomHand, b *tournament.SectionBook) error {
		at := p.draft(b)
		in := tournament.PublishRound{DraftInput: at, Typed: at.RoundNo}
		if n := len(b.Rounds); n > 1 && p.chance.IntN(2) == 0 {
			for _, pairing := range b.Rounds[n-2].Pairings {
				for _, m := range pairing.Matches {
					in.Settled = append(in.Settled, m.MatchID)
				}
			}
		}
		return second(p.desk.PublishRound(p.ctx, p.event, p.by(), in))
	}},
	{"take the publication back", func(p *randomHand, b *tournament.SectionBook) error {
		at := p.draft(b)
		switch p.chance.IntN(5) {
		case 0:
			return second(p.desk.MoveTable(p.ctx, p.event, p.by(), tournament.MoveTableInput{DraftInput: at, Table: 1 + p.chance.IntN(4), To: 1 + p.chance.IntN(6)}))
		case 2:
			return second(p.desk.Unpublish(p.ctx, p.event, p.by(), tournament.UnpublishInput{DraftInput: at, Typed: at.RoundNo}))
		case 1:
			return second(p.desk.RepairRound(p.ctx, p.event, p.by(), tournament.RepairInput{DraftInput: at, Tables: []int{1, 2}, WithBye: p.chance.IntN(2) == 0}))
		default:
			return second(p.desk.SwapPublished(p.ctx, p.event, p.by(), tournament.SwapPublishedInput{DraftInput: at, TeamID: p.team(b), OtherID: p.team(b)}))
		}
	}},
}

var theResults = []randomAct{
	{"enter a result", func(p *randomHand, b *tournament.SectionBook) error {
		round, table, m := p.match(b)
		in := tournament.TypedResult{
			SectionID: b.Section.SectionID, Round: round, Table: table, Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: p.outcome(),
			Slip: p.one("", "A-1"), Change: p.chance.IntN(3) == 0, MayChange: p.chance.IntN(2) == 0, MayForfeit: p.chance.IntN(3) > 0, Reason: p.one("", "read again"), Forfeit: p.chance.IntN(12) == 0,
		}
		if p.chance.IntN(3) == 0 {
			in.Outcome, in.Ends = "", livegame.Ends{A: p.end(), B: p.end()}
		}
		return second(p.desk.EnterResult(p.ctx, p.event, p.by(), in))
	}},
	{"enter all results", func(p *randomHand, b *tournament.SectionBook) (err error) {
		round, _, _ := p.match(b)
		if b.Round(round) == nil {
			return nil
		}
		for _, pairing := range b.Round(round).Pairings {
			for _, m := range pairing.Matches {
				if m.Result == nil && pairing.Table() > 0 && err == nil {
					err = second(p.desk.EnterResult(p.ctx, p.event, p.by(), tournament.TypedResult{
						SectionID: b.Section.SectionID, Round: round, Table: pairing.Table(), Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: p.outcome(),
					}))
				}
			}
			if err != nil {
				break
			}
		}
		return nil // some of many: each is refused in the act above
	}},
	{"look at a result again", func(p *randomHand, b *tournament.SectionBook) error {
		_, _, m := p.match(b)
		switch p.chance.IntN(6) {
		case 5:
			return second(p.desk.TakeResultBack(p.ctx, p.event, p.by(), tournament.TakeResultBack{MatchID: m.MatchID, Revision: m.Revision, Reason: p.one("", "wrong table")}))
		case 0:
			return p.desk.UndoResult(p.ctx, p.event, p.by(), m.MatchID)
		case 1:
			return p.desk.VerifyResult(p.ctx, p.event, p.by(), tournament.Verdict{MatchID: m.MatchID, Revision: m.Revision, Confirm: true})
		case 2:
			return p.desk.VerifyResult(p.ctx, p.event, p.by(), tournament.Verdict{MatchID: m.MatchID, Revision: m.Revision, Reason: "the slip says otherwise"})
		case 3:
			return second(p.desk.RekeyResult(p.ctx, p.event, p.by(), tournament.Rekeying{MatchID: m.MatchID, Revision: m.Revision, Outcome: p.outcome()}))
		default:
			return p.desk.ResolveConflict(p.ctx, p.event, p.by(), tournament.Resolution{MatchID: m.MatchID, Revision: m.Revision, Outcome: p.outcome(), Reason: "both captains asked"})
		}
	}},
	{"correct a result", func(p *randomHand, b *tournament.SectionBook) error {
		_, _, m := p.match(b)
		in := tournament.Correction{
			MatchID: m.MatchID, Revision: m.Revision, Outcome: p.outcome(), Slip: p.one("", "A-2"), Reason: p.one("", "the clerk read it wrong"),
			Counts: tournament.CountsFor(p.one("", string(tournament.CountsStandings))), From: p.chance.IntN(4),
		}
		if p.chance.IntN(3) == 0 {
			return second(p.desk.Countersign(p.ctx, p.event, p.by(), 1+p.chance.Int64N(4), p.chance.IntN(3) == 0))
		}
		return second(p.desk.CorrectResult(p.ctx, p.event, p.by(), in))
	}},
}

// end is how a board ended, if it did.
func (p *randomHand) end() livegame.BoardEnd {
	if p.chance.IntN(2) == 0 {
		return livegame.BoardEnd{}
	}
	return livegame.BoardEnd{Winner: p.chance.IntN(3), Reason: rulebook.Reason(p.one("checkmate", "resignation", "flag", "agreement", "nonsense"))}
}

var theTeams = []randomAct{
	{"add a team", func(p *randomHand, b *tournament.SectionBook) error {
		return second(p.desk.AddTeam(p.ctx, p.event, p.by(), tournament.NewTeam{
			SectionID: b.Section.SectionID, Name: fmt.Sprintf("Late %d", p.chance.IntN(4)), Players: people(p.one("Ana X", "Cy Z"), p.one("Bo Y", "")), ArrivesRound: p.chance.IntN(3),
		}))
	}},
	{"edit a team", func(p *randomHand, b *tournament.SectionBook) error {
		id := p.team(b)
		return second(p.desk.EditTeam(p.ctx, p.event, p.by(), tournament.TeamEdit{
			TeamID: id, Revision: b.Team(id).Revision, Name: fmt.Sprintf("Renamed %d", p.chance.IntN(6)), School: p.one("", "Harbor"), Players: people("Ana New", "Bo New", "Cy New")[:min(3, b.Section.Squad())],
		}))
	}},
	{"name a line-up", func(p *randomHand, b *tournament.SectionBook) error {
		id := p.team(b)
		in := tournament.SetLineUp{TeamID: id}
		in.RoundNo, in.MatchNo = tournament.NextLineUp(b, id)
		if members := b.Members(id); len(members) > 0 {
			in.First, in.Second = members[p.chance.IntN(len(members))].PlayerID, members[p.chance.IntN(len(members))].PlayerID
		}
		return second(p.desk.SetLineUp(p.ctx, p.event, p.by(), in))
	}},
	{"check in", func(p *randomHand, b *tournament.SectionBook) error {
		return second(p.desk.CheckIn(p.ctx, p.event, p.by(), p.team(b), tournament.TeamState(p.one("here", "here", "here", "absent", "nonsense"))))
	}},
	{"withdraw", func(p *randomHand, b *tournament.SectionBook) error {
		if p.chance.IntN(2) == 0 {
			return second(p.desk.Return(p.ctx, p.event, p.by(), p.team(b)))
		}
		return second(p.desk.Withdraw(p.ctx, p.event, p.by(), p.team(b), p.chance.IntN(5)))
	}},
	{"ask for a bye", func(p *randomHand, b *tournament.SectionBook) error {
		return p.desk.RequestBye(p.ctx, p.event, p.by(), p.team(b), p.chance.IntN(6), tournament.ByeKind(p.one(string(tournament.ByeHalf), string(tournament.ByeZero), "nonsense")))
	}},
	{"keep two apart", func(p *randomHand, b *tournament.SectionBook) error {
		if p.chance.IntN(3) == 0 {
			return p.desk.AllowPair(p.ctx, p.event, p.by(), p.team(b), p.team(b))
		}
		return p.desk.ForbidPair(p.ctx, p.event, p.by(), tournament.ForbiddenPair{TeamID: p.team(b), OtherID: p.team(b), FirstRound: p.chance.IntN(3), LastRound: 4, Hard: p.chance.IntN(2) == 0})
	}},
}

var theClocks = []randomAct{
	{"the round clock", func(p *randomHand, b *tournament.SectionBook) error {
		round, _, _ := p.match(b)
		at := tournament.RoundClock{SectionID: b.Section.SectionID, RoundNo: round}
		if r := b.Round(round); r != nil {
			at.Revision = r.Revision
		}
		switch p.chance.IntN(5) {
		case 0:
			return p.desk.PauseClock(p.ctx, p.event, p.by(), at)
		case 1:
			return p.desk.ResumeClock(p.ctx, p.event, p.by(), at)
		case 2:
			return second(p.desk.AddMinutes(p.ctx, p.event, p.by(), at, p.chance.IntN(20)-4))
		case 3:
			return p.desk.StartMatch(p.ctx, p.event, p.by(), at, 1+p.chance.IntN(3))
		default:
			return p.desk.StartClock(p.ctx, p.event, p.by(), at.SectionID, round)
		}
	}},
	{"the clock of a table", func(p *randomHand, b *tournament.SectionBook) error {
		round, table, _ := p.match(b)
		at := tournament.TableClock{SectionID: b.Section.SectionID, RoundNo: round, Table: table}
		switch p.chance.IntN(3) {
		case 0:
			return p.desk.PauseTable(p.ctx, p.event, p.by(), at)
		case 1:
			return second(p.desk.ResumeTable(p.ctx, p.event, p.by(), at))
		default:
			return second(p.desk.ExtendTable(p.ctx, p.event, p.by(), at, p.chance.IntN(9)))
		}
	}},
}

var theRecord = []randomAct{
	{"a move", func(p *randomHand, b *tournament.SectionBook) error {
		_, _, m := p.match(b)
		_, entries, err := p.desk.Reader().LiveRecord(p.ctx, p.event, m.MatchID)
		if err != nil {
			return err
		}
		at := tournament.LivePlace{SectionID: b.Section.SectionID, MatchID: m.MatchID, After: len(entries)}
		if p.chance.IntN(4) == 0 {
			return second(p.desk.TakeBackAct(p.ctx, p.event, p.by(), at))
		}
		return second(p.desk.RecordAct(p.ctx, p.event, p.by(), tournament.RecordAct{
			LivePlace: at, Board: p.one("A", "B"), Text: p.one("e4", "e5", "d4", "Nf3", "Nc6", "exd5", "Ke3", "P@e5"), Clocks: livegame.UnknownClocks, AsMade: p.chance.IntN(4) == 0,
		}))
	}},
}

var theDisputes = []randomAct{
	{"an incident", func(p *randomHand, b *tournament.SectionBook) error {
		_, _, m := p.match(b)
		return second(p.disputes.Open(p.ctx, p.event, p.by(), dispute.OpenIncident{SectionID: b.Section.SectionID, MatchID: m.MatchID, Summary: p.one("illegal move on A", "")}))
	}},
	{"its facts", func(p *randomHand, _ *tournament.SectionBook) error {
		id, revision := p.incident()
		return p.disputes.SaveFacts(p.ctx, p.event, p.by(), dispute.SaveFacts{IncidentID: id, Revision: revision, Summary: "the knight was pinned", Facts: pinned()})
	}},
	{"a statement, a close, a call", func(p *randomHand, _ *tournament.SectionBook) error {
		id, _ := p.incident()
		switch p.chance.IntN(4) {
		case 0:
			return p.disputes.Close(p.ctx, p.event, p.by(), id)
		case 1:
			return p.disputes.CallChief(p.ctx, p.event, p.by(), id)
		case 2:
			return p.disputes.Take(p.ctx, p.event, p.by(), id)
		default:
			return p.disputes.AddStatement(p.ctx, p.event, p.by(), dispute.NewStatement{IncidentID: id, Speaker: "Maya", Role: "claimant", Body: p.one("He moved a pinned knight.", "")})
		}
	}},
	{"a ruling", func(p *randomHand, _ *tournament.SectionBook) error {
		id, revision := p.incident()
		choice := p.one(string(dispute.Otherwise), string(dispute.Otherwise), "0")
		return second(p.disputes.Sign(p.ctx, p.event, p.by(), dispute.Sign{
			IncidentID: id, Revision: revision, Choice: dispute.Choice(choice), Reason: p.one("seen by me", ""), Decision: dispute.Decision{Outcome: p.outcome(), Clocks: [4]int64{-1, -1, -1, -1}},
		}))
	}},
	{"an appeal", func(p *randomHand, b *tournament.SectionBook) error {
		return second(p.disputes.FileAppeal(p.ctx, p.event, p.by(), dispute.FileAppeal{RulingID: 1 + p.chance.Int64N(3), TeamID: p.team(b), Grounds: p.one("the clock ran", ""), Deposit: true}))
	}},
	{"a decision", func(p *randomHand, _ *tournament.SectionBook) error {
		_, revision := p.incident()
		return p.disputes.Decide(p.ctx, p.event, p.by(), dispute.Review{
			AppealID: 1 + p.chance.Int64N(2), Revision: revision, Level: dispute.BySectionChief, Reason: "both boards were seen", Heard: dispute.ToHear,
			State: dispute.AppealState(p.one(string(dispute.AppealModified), string(dispute.AppealUpheld))), Decision: dispute.Decision{Outcome: p.outcome(), Clocks: [4]int64{-1, -1, -1, -1}},
		})
	}},
}

// incident is one of the event's, with its revision; 1 when there is none.
func (p *randomHand) incident() (id int64, revision int) {
	var ids, revisions []int64
	expect.OK(p.t, p.pool.QueryRow(p.ctx, `select array_agg(incident_id order by incident_id), array_agg(revision order by incident_id) from incident where event_id = $1`, p.event).Scan(&ids, &revisions))
	if len(ids) == 0 {
		return 1, 0
	}
	n := p.chance.IntN(len(ids))
	return ids[n], int(revisions[n])
}

var theSection = []randomAct{
	{"add a section, send a message", func(p *randomHand, b *tournament.SectionBook) error {
		if p.chance.IntN(2) == 0 {
			return p.desk.SendMessage(p.ctx, p.event, p.by(), b.Section.SectionID, p.one("Slips to the door", ""))
		}
		return second(p.desk.AddSection(p.ctx, p.event, p.by(), tournament.NewSection{Name: fmt.Sprintf("Section %d", p.chance.IntN(4)), Rulebook: p.one("FIDEX", "nonsense")}))
	}},
}
