package postgres_test

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
)

func (o *office) file(incident int64) *dispute.WholeIncident {
	o.t.Helper()
	f, err := o.disputes.Reader().WholeIncident(o.t.Context(), 1, incident)
	o.must(err)
	return &f
}

func pinned() dispute.Facts {
	return dispute.Facts{
		BoardA: "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R[] b KQkq - 0 4", BoardB: dispute.StartFEN, Clocks: [4]int64{161000, 178000, 182000, 156000},
		Acts: []dispute.Act{{"act": "move", "by": "BA", "move": "c6d4"}, {"act": "press", "by": "BA"}}, Claim: dispute.Claim{By: "WA", Kind: "illegal-move"}, Certainty: dispute.Agreed,
	}
}

// disputed keeps incidents and rules on them.
func (o *office) disputed() {
	ctx, s := o.t.Context(), o.disputes
	p := o.book(1).Round(2).AtTable(21)
	id := p.Matches[0].MatchID
	team := journal.Command{Actor: journal.Actor{TeamID: p.TeamID(1), Name: "a team"}}
	marks := `match\.under_review|incident\.state`
	o.run("dispute.Open", "*", marks+`|incident\.facts`, func() error { // the empty card
		return second(s.Open(ctx, 1, team, dispute.OpenIncident{SectionID: 1, MatchID: id, Summary: "illegal move on A"}))
	})
	o.run("dispute.Take", "*", marks, func() error { return s.Take(ctx, 1, o.by(1, ""), 1) })
	o.run("dispute.TakeOver", "-", "", func() error { return s.TakeOver(ctx, 1, o.by(2, ""), 1) })
	o.run("dispute.SaveFacts", "-", "", func() error {
		return s.SaveFacts(ctx, 1, o.by(2, ""), dispute.SaveFacts{IncidentID: 1, Revision: o.file(1).Incident.Revision, Summary: "the knight was pinned", Photo: "IMG_0042", Facts: pinned()})
	})
	o.run("dispute.SaveFacts", "-", "", func() error {
		facts := pinned()
		facts.Clocks, facts.BoardB, facts.Claim.By = [4]int64{1000, 2000, 3000, 4000}, facts.BoardA, "WB"
		return s.SaveFacts(ctx, 1, o.by(2, ""), dispute.SaveFacts{IncidentID: 1, Revision: o.file(1).Incident.Revision, Summary: "said again", Photo: "", Facts: facts})
	})
	o.must(s.SaveFacts(ctx, 1, o.by(2, ""), dispute.SaveFacts{IncidentID: 1, Revision: o.file(1).Incident.Revision, Summary: "the knight was pinned", Facts: pinned()}))
	o.run("dispute.AddStatement", "-", `statement\.statement_no`, func() error {
		return s.AddStatement(ctx, 1, o.by(2, ""), dispute.NewStatement{IncidentID: 1, Speaker: "Maya", Role: "claimant", Body: "He moved a pinned knight."})
	})
	fact := ruling.Fact{Kind: ruling.FactPressed, Seat: bughouse.BA}.String()
	o.run("dispute.AnswerQuestion", "-", `incident\.facts/answers`, func() error { // told as the question and the answer
		return s.AnswerQuestion(ctx, 1, o.by(2, ""), dispute.AnswerQuestion{IncidentID: 1, Revision: o.file(1).Incident.Revision, Fact: fact, Number: 0})
	})
	o.run("dispute.CallChief", "-", "", func() error { return s.CallChief(ctx, 1, o.by(2, ""), 1) })
	o.run("dispute.AnswerChiefCall", "-", "", func() error { return s.AnswerChiefCall(ctx, 1, o.by(3, ""), 1) })
	twin, err := s.Open(ctx, 1, journal.Command{Actor: journal.Actor{TeamID: p.TeamID(2), Name: "others"}}, dispute.OpenIncident{SectionID: 1, MatchID: id, Summary: "he moved twice"})
	o.must(err)
	o.run("dispute.Join", "*", marks, func() error { return s.Join(ctx, 1, o.by(2, ""), 1, twin.IncidentID) })
	hall, err := s.Open(ctx, 1, o.by(1, ""), dispute.OpenIncident{SectionID: 1, Summary: "noise"})
	o.must(err)
	o.run("dispute.Close", "*", marks, func() error { return s.Close(ctx, 1, o.by(1, "it is quiet"), hall.IncidentID) })
	sign := func(pick dispute.Sign) error {
		pick.IncidentID, pick.Revision = 1, o.file(1).Incident.Revision
		return second(s.Sign(ctx, 1, o.by(1, ""), pick))
	}
	heavy := dispute.Sign{Choice: dispute.Otherwise, Reason: "the second time", Decision: dispute.Decision{
		Outcome: tournament.FirstWins, Ends: livegame.Ends{A: livegame.BoardEnd{Winner: 1, Reason: "illegal-move"}}, Clocks: [4]int64{-1, -1, -1, -1},
		Penalties: []dispute.PersonPenalty{{Seat: "BA", Offence: "hide-stock", Kind: "game-loss"}},
	}}
	o.run("dispute.Sign", "-", "", func() error { return sign(heavy) })
	o.run("dispute.DropPending", "-", `incident\.pending`, func() error { return s.DropPending(ctx, 1, o.by(1, ""), 1) }) // told by its sentence
	o.must(sign(heavy))
	ruled := marks + `|game\.|round\.|match\.state|incident\.pending|ruling\.(appeal_until|proposal|verdict|basis|state|level|decision)|remedy\.|penalty\.|result_report\.|match_act\.`
	o.run("dispute.Second", "*", ruled, func() error { return second(s.Second(ctx, 1, o.by(2, ""), 1, o.file(1).Incident.Revision)) })
	o.run("dispute.NoteRuling", "-", "", func() error { return s.NoteRuling(ctx, 1, o.by(3, ""), o.file(1).Standing().RulingID) })
	corridor, err := s.Open(ctx, 1, o.by(1, ""), dispute.OpenIncident{SectionID: 1, Summary: "pushing in the corridor"})
	o.must(err)
	held, err := s.Sign(ctx, 1, o.by(1, ""), dispute.Sign{
		IncidentID: corridor.IncidentID, Revision: o.file(corridor.IncidentID).Incident.Revision, Choice: dispute.Otherwise, Reason: "they shook hands", Hold: true,
	})
	o.must(err)
	o.run("dispute.Announce", "1", `ruling\.held`, func() error { return s.Announce(ctx, 1, o.by(3, ""), 1, held.RulingID) })
}

// appeals reviews the ruling.
func (o *office) appeals() {
	ctx, s := o.t.Context(), o.disputes
	f := o.file(1)
	o.exec(`insert into role_grant (event_id, grant_id, account_id, role, section_id, granted_by, granted_at)
		values (1, 91, 4, 'section-chief', 1, 1, $1), (1, 92, 5, 'section-chief', 1, 1, $1), (1, 93, 6, 'chief', null, 1, $1)`, o.now)
	loser := f.Record.Pairing.TeamID(2)
	file := func() int64 {
		a, err := s.FileAppeal(ctx, 1, o.by(1, ""), dispute.FileAppeal{RulingID: o.file(1).Standing().RulingID, TeamID: loser, Grounds: "again", Deposit: true})
		o.must(err)
		return a.AppealID
	}
	marks := `match\.under_review|appeal\.(state|level|late|deposit|filed_by|heard|new_ruling)`
	o.run("dispute.FileAppeal", "*", marks, func() error {
		return second(s.FileAppeal(ctx, 1, o.by(1, ""), dispute.FileAppeal{RulingID: f.Standing().RulingID, TeamID: loser, Grounds: "the clock ran", Deposit: true}))
	})
	o.run("dispute.HoldAppeal", "-", `appeal\.holder`, func() error { return s.HoldAppeal(ctx, 1, o.by(4, ""), 1) })
	o.run("dispute.StepAside", "-", `appeal\.holder`, func() error { return second(s.StepAside(ctx, 1, o.by(4, "my own club"), 1)) })
	o.run("dispute.Withdraw", "*", marks, func() error { return s.Withdraw(ctx, 1, o.by(1, "they agree"), 1) })
	o.now = o.now.AddDate(0, 0, 1)
	late := file()
	o.run("dispute.GiveConduct", "-", `conduct\.(person_key|given_name|offence)`, func() error {
		return s.GiveConduct(ctx, 1, o.by(1, "threw a clock"), dispute.GiveConduct{SectionID: 1, Person: "Pat Moss", Role: "parent", TeamID: 1, Club: "Lakeside", Offence: "shouting", Measure: dispute.SentOut})
	})
	o.run("dispute.EndConduct", "-", `conduct\.ended_name`, func() error { return s.EndConduct(ctx, 1, o.by(2, "apologised"), 1) })
	o.run("dispute.AcceptLate", "-", `appeal\.accepted_by`, func() error { return s.AcceptLate(ctx, 1, o.by(5, "the director was away"), late, false) })
	ruled := marks + `|game\.|round\.|match\.state|ruling\.(appeal_until|proposal|verdict|basis|state|level|articles|decision|follows)|remedy\.|penalty\.|result_report\.|match_act\.`
	o.run("dispute.Decide", "*", ruled, func() error {
		return s.Decide(ctx, 1, o.by(5, ""), dispute.Review{
			AppealID: late, Revision: o.file(1).Incident.Revision, Level: dispute.BySectionChief, State: dispute.AppealModified, Reason: "both boards were seen", Heard: dispute.ToHear,
			Decision: dispute.Decision{Outcome: tournament.Drawn, Clocks: [4]int64{-1, -1, -1, -1}},
		})
	})
}
