package postgres_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// incidents are those of the ruling cases, as cards tell them.
var incidents = sync.OnceValues(func() (list []dispute.Facts, err error) {
	text, err := os.ReadFile("../../testdata/rulings/cases.json")
	if err != nil {
		return nil, err
	}
	var cases []struct {
		Boards   map[string]struct{ FEN string }
		Clocks   map[string]int64
		Timeline []dispute.Act
		Claim    dispute.Claim
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		return nil, err
	}
	for _, c := range cases {
		f := dispute.Facts{BoardA: c.Boards["A"].FEN, BoardB: cmp.Or(c.Boards["B"].FEN, dispute.StartFEN), Clocks: livegame.UnknownClocks, Acts: c.Timeline, Claim: c.Claim}
		for i, seat := range dispute.Seats {
			if ms, ok := c.Clocks[seat]; ok {
				f.Clocks[i] = ms
			}
		}
		list = append(list, f)
	}
	return list, nil
})

// file is a card of the event, nil while it has none.
func (p *randomHand) file() *dispute.WholeIncident {
	p.t.Helper()
	list := expect.Must(p.disputes.Reader().List(p.ctx, p.event, dispute.Selection{}))(p.t).Incidents
	if len(list) == 0 {
		return nil
	}
	f := expect.Must(p.disputes.Reader().WholeIncident(p.ctx, p.event, list[p.chance.IntN(len(list))].IncidentID))(p.t)
	return &f
}

// argues does something about a dispute that fits, as officials and teams do all day.
func (p *randomHand) argues(b *tournament.SectionBook) (what string, err error) {
	p.t.Helper()
	f := p.file()
	by := journal.Command{Actor: journal.Actor{AccountID: 4 + p.chance.Int64N(3), Name: "Official"}, Reason: p.one("seen by me", "settled")}
	if f == nil || p.chance.IntN(4) == 0 {
		_, _, m := p.match(b)
		in := dispute.OpenIncident{SectionID: b.Section.SectionID, MatchID: m.MatchID, Summary: "a call"}
		if p.chance.IntN(8) == 0 {
			in.MatchID, in.Place = 0, dispute.Corridor
		} else if p.chance.IntN(2) == 0 && m.MatchID != 0 {
			if pairing, _ := b.FindMatch(m.MatchID); pairing != nil {
				by.Actor = journal.Actor{TeamID: pairing.TeamID(1 + p.chance.IntN(2)), Name: "a team"}
			}
		}
		return "opens", second(p.disputes.Open(p.ctx, p.event, by, in))
	}
	id, revision := f.Incident.IncidentID, f.Incident.Revision
	switch p.chance.IntN(12) {
	case 0, 1:
		all := expect.Must(incidents())(p.t)
		return "tells it", p.disputes.SaveFacts(p.ctx, p.event, by, dispute.SaveFacts{IncidentID: id, Revision: revision, Summary: "told", Facts: all[p.chance.IntN(len(all))]})
	case 2:
		return "says", p.disputes.AddStatement(p.ctx, p.event, by, dispute.NewStatement{IncidentID: id, Speaker: "Maya", Role: p.one("claimant", "opponent"), Body: "It was so."})
	case 3:
		if len(f.AlsoOpen) > 0 {
			return "joins", p.disputes.Join(p.ctx, p.event, by, id, f.AlsoOpen[0].IncidentID)
		}
		if len(f.Rulings) > 0 {
			return "signs", p.signs(f, by)
		}
		return "closes", p.disputes.Close(p.ctx, p.event, by, id)
	case 4, 5:
		return "signs", p.signs(f, by)
	case 6, 7, 8:
		if r := f.Standing(); r != nil && f.Record != nil {
			return "appeals", second(p.disputes.FileAppeal(p.ctx, p.event, by, dispute.FileAppeal{RulingID: r.RulingID, TeamID: f.Record.Pairing.TeamID(1 + p.chance.IntN(2)), Grounds: "It was not so.", Deposit: true}))
		}
		return "signs", p.signs(f, by)
	case 9:
		if a := f.OpenAppeal(); a != nil && p.chance.IntN(3) == 0 {
			return "withdraws the appeal", p.disputes.AppealCommands.Withdraw(p.ctx, p.event, by, a.AppealID)
		}
		return "decides", p.decides(f)
	case 10:
		p.now = p.now.Add(90 * 60e9)
		return "waits", nil
	}
	return "decides", p.decides(f)
}

// decision is one that an official could come to.
func (p *randomHand) decision(f *dispute.WholeIncident) dispute.Decision {
	d := dispute.Decision{Clocks: livegame.UnknownClocks}
	if f.Record != nil {
		d.Counts = p.heeds(f.Section.SectionID, f.Record.Match.MatchID)
		kind := p.chance.IntN(6)
		if d.Counts != "" {
			kind = 5 // what is taken back counts for all again
		}
		switch kind {
		case 0:
			d.Replay = true
		case 1:
			d.Restore = true
		case 2:
		case 3:
			d.Ends.A = livegame.BoardEnd{Winner: 1 + p.chance.IntN(2), Reason: rulebook.Reason("flag")}
		default:
			d.Outcome = p.outcome()
		}
	}
	if people := f.People(); len(people) > 0 && p.chance.IntN(2) == 0 {
		d.Penalties = []dispute.PersonPenalty{{Seat: people[p.chance.IntN(len(people))], Offence: p.one("hide-stock", "advise", "shouting"), Kind: f.PenaltyKinds()[p.chance.IntN(len(f.PenaltyKinds()))]}}
		if d.Outcome == "" && f.Record != nil {
			d.Penalties[0].Kind = rulebook.Warning
		}
	}
	return d
}

func (p *randomHand) signs(f *dispute.WholeIncident, by journal.Command) error {
	in := dispute.Sign{IncidentID: f.Incident.IncidentID, Revision: f.Incident.Revision, Reason: "seen by me", Choice: dispute.Follow, Hold: p.chance.IntN(6) == 0}
	if p.chance.IntN(2) == 0 {
		in.Choice, in.Decision = dispute.Otherwise, p.decision(f)
	}
	if p.chance.IntN(8) == 0 {
		in.Choice = dispute.Deny
	}
	if f.Record != nil {
		if in.Counts = p.heeds(f.Section.SectionID, f.Record.Match.MatchID); in.Counts != "" {
			in.Choice, in.Decision = dispute.Otherwise, p.decision(f)
		}
		p.log = append(p.log, fmt.Sprintf("  (round %d, table %d: %s %q %v, counts %q)", f.Record.Round.RoundNo, f.Record.Pairing.Table(), in.Choice, in.Decision.Outcome, in.Decision.Replay, in.Counts))
	}
	return second(p.disputes.Sign(p.ctx, p.event, by, in))
}

// decides lets the next reviewer decide the appeal on a card.
func (p *randomHand) decides(f *dispute.WholeIncident) error {
	a := f.OpenAppeal()
	if a == nil {
		return nil
	}
	for _, account := range []int64{1, 2, 3, 7, 8, 9} {
		if expect.Must(p.disputes.MayReview(p.ctx, p.event, a.AppealID, account))(p.t).WhyNot != nil {
			continue
		}
		by := journal.Command{Actor: journal.Actor{AccountID: account, Name: fmt.Sprint("Chief ", account)}, Reason: "both were heard"}
		if a.Late && a.AcceptedAt == nil {
			return p.disputes.AcceptLate(p.ctx, p.event, by, a.AppealID, p.chance.IntN(3) == 0)
		}
		in := dispute.Review{AppealID: a.AppealID, Revision: f.Incident.Revision, Level: a.Level, Reason: "both were heard", Heard: dispute.ToHear, Question: "where was the knight?"}
		in.State = dispute.AppealState(p.one("upheld", "modified", "overturned", "sent-back"))
		if p.heeds(f.Section.SectionID, f.Record.Match.MatchID) != "" {
			in.State = dispute.AppealState(p.one("upheld", "modified", "overturned"))
		}
		in.Decision = p.decision(f)
		if counting := f.Counting(); len(counting) > 0 && p.chance.IntN(2) == 0 {
			in.Decision.Lifted = []dispute.Lifted{{PenaltyID: counting[0].PenaltyID, Seat: f.SeatOf(counting[0]), Offence: counting[0].Offence}}
		}
		return p.disputes.Decide(p.ctx, p.event, by, in)
	}
	return nil
}

// settles brings every dispute to its end, as far as the officials of the event may.
func (p *randomHand) settles() {
	p.t.Helper()
	for _, i := range expect.Must(p.disputes.Reader().List(p.ctx, p.event, dispute.Selection{}))(p.t).Incidents {
		for turn := 0; ; turn++ {
			f := expect.Must(p.disputes.Reader().WholeIncident(p.ctx, p.event, i.IncidentID))(p.t)
			_, err := f.Propose()
			if fault.Is(err, fault.Internal) {
				p.t.Fatalf("incident %d has no proposal: %v, after\n%v", i.IncidentID, err, p.log)
			}
			open, waits, r := f.Incident.State == dispute.Called || f.Incident.State == dispute.Open, f.OpenAppeal(), f.Standing()
			switch {
			case turn > 30:
				p.t.Fatalf("incident %d, %s, does not end, after\n%v", i.IncidentID, f.Incident.State, p.log)
			case f.Incident.Pending != nil:
				p.does("seconds", second(p.disputes.Second(p.ctx, p.event, journal.Command{Actor: journal.Actor{AccountID: 9, Name: "Official I"}, Reason: "so it is"}, i.IncidentID, f.Incident.Revision)))
			case open && (p.chance.IntN(2) == 0 || len(f.Rulings) > 0):
				p.does("signs", p.signs(&f, chief))
			case open:
				p.does("closes", p.disputes.Close(p.ctx, p.event, chief, i.IncidentID))
			case waits != nil:
				p.does("decides", p.decides(&f))
			case r != nil && r.Held:
				p.does("announces", p.disputes.Announce(p.ctx, p.event, chief, f.Section.SectionID, r.RulingID))
			}
			if !open && waits == nil && (r == nil || !r.Held) {
				break
			}
		}
	}
	for _, i := range expect.Must(p.disputes.Reader().List(p.ctx, p.event, dispute.Selection{}))(p.t).Incidents {
		f := expect.Must(p.disputes.Reader().WholeIncident(p.ctx, p.event, i.IncidentID))(p.t)
		p.settled(&f)
	}
}

// settled fails the test where a dispute that is over left something that is not.
func (p *randomHand) settled(f *dispute.WholeIncident) {
	p.t.Helper()
	if f.Record != nil && f.Record.Match.UnderReview && len(f.AlsoOpen) == 0 {
		p.t.Fatalf("incident %d, %s, leaves its match under review, after\n%v", f.Incident.IncidentID, f.Incident.State, p.log)
	}
}
