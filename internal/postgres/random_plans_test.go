package postgres_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// systems are what a random section is played by, the most usual one more than once.
var systems = []tournament.NewSection{
	{System: tournament.TeamSwiss},
	{System: tournament.TeamSwiss},
	{System: tournament.Dutch},
	{System: tournament.USSwiss},
	{System: tournament.RoundRobin},
	{System: tournament.RoundRobin, Groups: 2},
	{System: tournament.Knockout},
	{System: tournament.Knockout, ThirdPlace: true, Consolation: true},
	{System: tournament.GroupsKnockout, Groups: 2, Advance: 2, Rounds: 5},
	{System: tournament.Rotating, TieBreaks: "PTS,WIN"},
}

// thePlans are acts on what the next rounds are made for: who plays, in which group, and who
// goes on from a tie.
var thePlans = []randomAct{
	{"a late team with half for what it missed", func(p *randomHand, b *tournament.SectionBook) error {
		return second(p.desk.AddTeam(p.ctx, p.event, p.by(), tournament.NewTeam{
			SectionID: b.Section.SectionID, Name: fmt.Sprintf("Later %d", p.chance.IntN(9)), MissedHalf: true, ArrivesRound: p.chance.IntN(5), SameName: true, Players: people("Ana L", "Bo L")[:min(b.Section.TeamSize, b.Section.EntrySize())],
		}))
	}},
	{"a place in a group", func(p *randomHand, b *tournament.SectionBook) error {
		return second(p.desk.SetGroup(p.ctx, p.event, p.by(), tournament.GroupMove{TeamID: p.team(b), Group: 1 + p.chance.IntN(3), ExchangeID: map[int]int64{0: p.team(b)}[p.chance.IntN(2)]}))
	}},
	{"a team moves", func(p *randomHand, b *tournament.SectionBook) error {
		sections := expect.Must(p.desk.Reader().Sections(p.ctx, p.event))(p.t)
		id := p.team(b)
		return second(p.desk.MoveTeam(p.ctx, p.event, p.by(), tournament.TeamMove{TeamID: id, Revision: b.Team(id).Revision, SectionID: sections[p.chance.IntN(len(sections))].SectionID}))
	}},
	{"several move", func(p *randomHand, b *tournament.SectionBook) error {
		sections := expect.Must(p.desk.Reader().Sections(p.ctx, p.event))(p.t)
		in := tournament.EntriesMove{FromID: b.Section.SectionID, SectionID: sections[p.chance.IntN(len(sections))].SectionID, SameName: true}
		for _, t := range b.Teams {
			if p.chance.IntN(2) == 0 {
				in.Teams = append(in.Teams, t.TeamID)
			}
		}
		for _, player := range b.Pool() {
			in.Players = append(in.Players, player.PlayerID)
		}
		return second(p.desk.MoveEntries(p.ctx, p.event, p.by(), in))
	}},
	{"who goes on", func(p *randomHand, b *tournament.SectionBook) error {
		round, table, _ := p.match(b)
		if table, err := b.Standings(0); err == nil && p.chance.IntN(2) == 0 {
			for _, g := range table.Groups {
				for _, level := range g.Level {
					return second(p.desk.DecideTie(p.ctx, p.event, p.by(), tournament.DecideTie{SectionID: b.Section.SectionID, Teams: level, Seed: p.one("", "4d1f")}))
				}
			}
		}
		return second(p.desk.SetDecider(p.ctx, p.event, p.by(), tournament.Decider{
			SectionID: b.Section.SectionID, RoundNo: round, Table: table, Slot: 1 + p.chance.IntN(2), How: tournament.DecidedOtherwise, Reason: "a blitz match",
		}))
	}},
	{"a table does not come", func(p *randomHand, b *tournament.SectionBook) error {
		round, table, _ := p.match(b)
		return second(p.desk.ForfeitTable(p.ctx, p.event, p.by(), tournament.NoShow{SectionID: b.Section.SectionID, Round: round, Table: table, Outcome: p.outcome(), Reason: "nobody came"}))
	}},
	{"points outside the rounds", func(p *randomHand, b *tournament.SectionBook) error {
		if p.chance.IntN(3) == 0 {
			return second(p.desk.TakeBackPoints(p.ctx, p.event, p.by(), b.Section.SectionID, 1+p.chance.Int64N(3)))
		}
		in := tournament.GivePoints{SectionID: b.Section.SectionID, TeamID: p.team(b), Round: p.chance.IntN(4), MatchPoints: p.chance.IntN(7) - 3}
		if n := len(b.Points); n > 0 {
			in.Last = b.Points[n-1].PointsID
		}
		return second(p.desk.GivePoints(p.ctx, p.event, p.by(), in))
	}},
	{"more or fewer rounds", func(p *randomHand, b *tournament.SectionBook) error {
		return second(p.desk.SetRounds(p.ctx, p.event, p.by(), b.Section.SectionID, b.Section.Rounds, b.Section.Rounds+p.chance.IntN(3)-1))
	}},
	{"let in or leave out", func(p *randomHand, b *tournament.SectionBook) error {
		if p.chance.IntN(2) == 0 {
			return second(p.desk.LetIn(p.ctx, p.event, p.by(), p.team(b)))
		}
		return second(p.desk.LeaveOutAgain(p.ctx, p.event, p.by(), p.team(b)))
	}},
}

// holds fails the test where a section is no longer what its rounds were made by: its standings
// can be made, nobody stands at two tables, the ties of a bracket are those of its seeds, and who
// meets in a group stage is of one group.
func (p *randomHand) holds(b *tournament.SectionBook) {
	p.t.Helper()
	broken := func(what string, args ...any) {
		p.t.Helper()
		p.t.Fatalf("%s: %s, after\n%s", b.Section.System, fmt.Sprintf(what, args...), strings.Join(p.log, "\n"))
	}
	if _, err := b.Standings(0); err != nil {
		broken("no standings: %v", err)
	}
	if b.Section.System.Bracket() {
		k, err := b.Bracket(len(b.Rounds) + 1)
		begun := b.Round(b.FirstKnockout())
		if err != nil && !corrected(b) && (strings.Contains(err.Error(), "not part of the bracket") || k == nil && begun != nil && begun.Public()) {
			broken("%v", err)
		}
	}
	for _, r := range b.Rounds {
		seated := map[int64]bool{}
		for _, pairing := range r.Pairings {
			for _, id := range append(pairing.InSlot(1), pairing.InSlot(2)...) {
				if seated[id] {
					broken("team %d is paired twice in round %d", id, r.RoundNo)
				}
				seated[id] = true
			}
			if b.Section.InGroups() && r.Public() && b.GroupStage(r.RoundNo) && pairing.Bye == nil && b.GroupLetter(pairing.TeamID(1)) != b.GroupLetter(pairing.TeamID(2)) {
				broken("round %d pairs %d of group %q with %d of group %q", r.RoundNo, pairing.TeamID(1), b.GroupLetter(pairing.TeamID(1)), pairing.TeamID(2), b.GroupLetter(pairing.TeamID(2)))
			}
		}
	}
}

// corrected reports whether another result came after a round was out. Its tables may be none of
// the bracket then, until they are paired again.
func corrected(b *tournament.SectionBook) bool {
	for _, r := range b.Rounds {
		for _, p := range r.Pairings {
			if slices.ContainsFunc(p.Matches, func(m tournament.Match) bool {
				return m.Result == nil || m.Result.Source == "correction" || m.Result.Source == "ruling"
			}) {
				return true
			}
		}
	}
	return false
}

// theSettings are acts on what a section is played by, on its times, prizes, pool and later phases.
var theSettings = []randomAct{
	{"the settings", func(p *randomHand, b *tournament.SectionBook) error {
		to := tournament.SettingsOf(b.Section)
		switch p.chance.IntN(7) {
		case 0:
			to.System = systems[p.chance.IntN(len(systems))].System
		case 1:
			to.MatchesPerPairing = 1 + p.chance.IntN(3)
		case 2:
			to.Rulebook = p.one("TR3", "FIDEX", "USCF-R", "USCF-C", "JARED")
		case 3:
			to.TieBreaks = p.one("PTS", "PTS,DE,BH", "PTS,WIN", "nonsense")
		case 4:
			to.Groups, to.Advance = 1+p.chance.IntN(4), p.chance.IntN(4)
		case 5:
			to.Rounds = p.chance.IntN(9)
		default:
			to.FirstTable = p.chance.IntN(60)
		}
		return second(p.desk.EditSection(p.ctx, p.event, p.by(), tournament.SectionEdit{SectionID: b.Section.SectionID, Revision: b.Section.Revision, To: to, OverFreeze: p.chance.IntN(2) == 0}))
	}},
	{"hide or show the section", func(p *randomHand, b *tournament.SectionBook) error {
		if p.chance.IntN(3) == 0 {
			return second(p.desk.HideSection(p.ctx, p.event, p.by(), b.Section.SectionID))
		}
		return second(p.desk.ShowSection(p.ctx, p.event, p.by(), b.Section.SectionID))
	}},
	{"prizes", func(p *randomHand, b *tournament.SectionBook) error {
		plan := tournament.PrizePlan{Revision: b.Prizes.Revision, Split: p.one("place", "even", "hort", "nonsense"), Public: true, Currency: "€"}
		for n := range p.chance.IntN(4) {
			plan.Prizes = append(plan.Prizes, tournament.Prize{Name: "Prize", Place: n + 1, Money: 1000 * n, Category: p.one("", "", "School", "U1200")})
		}
		return second(p.desk.SavePrizes(p.ctx, p.event, p.by(), tournament.PrizeSettings{SectionID: b.Section.SectionID, Plan: plan}))
	}},
	{"times", func(p *randomHand, b *tournament.SectionBook) error {
		return second(p.desk.MoveTimes(p.ctx, p.event, p.by(), tournament.MoveTimes{SectionID: b.Section.SectionID, Minutes: p.chance.IntN(60) - 20}))
	}},
	{"the pool", func(p *randomHand, b *tournament.SectionBook) error {
		var pool []int64
		for _, player := range b.Players {
			if player.TeamID == nil {
				pool = append(pool, player.PlayerID)
			}
		}
		switch {
		case len(pool) > 1 && p.chance.IntN(2) == 0:
			return second(p.desk.PairPool(p.ctx, p.event, p.by(), fmt.Sprintf("Pool %d", p.chance.IntN(9)), pool[0], pool[1]))
		case len(pool) > 0 && p.chance.IntN(2) == 0:
			id := p.team(b)
			change := tournament.PartnerChange{TeamID: id, Joins: pool[0], Revision: b.Team(id).Revision}
			if members := b.Members(id); len(members) > 0 {
				change.Leaves = members[p.chance.IntN(len(members))].PlayerID
			}
			return second(p.desk.ChangePartner(p.ctx, p.event, p.by(), change))
		}
		return second(p.desk.AddPoolPlayer(p.ctx, p.event, p.by(), tournament.NewPoolPlayer{SectionID: b.Section.SectionID, Player: people(fmt.Sprintf("Pat P%d", p.chance.IntN(30)))[0]}))
	}},
	{"who sat there", func(p *randomHand, b *tournament.SectionBook) error {
		_, _, m := p.match(b)
		id := p.team(b)
		if members := b.Members(id); len(members) > 1 {
			in := tournament.CorrectSeats{MatchID: m.MatchID, TeamID: id, First: members[1].PlayerID, Second: members[0].PlayerID, Was: [2]int64{members[0].PlayerID, members[1].PlayerID}}
			if p.chance.IntN(2) == 0 {
				return p.desk.CorrectSeats(p.ctx, p.event, p.by(), in)
			}
			return second(p.desk.Substitute(p.ctx, p.event, p.by(), tournament.Substitute{TeamID: id, MatchID: m.MatchID, Out: members[0].PlayerID, In: members[len(members)-1].PlayerID}))
		}
		return nil
	}},
}

// foundFinal adds a section into which the first four of the other one come, if those two fit.
func (p *randomHand) foundFinal(like tournament.NewSection) {
	p.t.Helper()
	like.Name, like.System, like.Groups, like.Advance, like.Rounds = "Final", tournament.System(p.one("knockout", "round-robin", "team-swiss")), 0, 0, 3
	like.ThirdPlace, like.Consolation, like.TieBreaks, like.FirstTable = false, false, "", 40
	final, err := p.desk.AddSection(p.ctx, p.event, p.by(), like)
	if err != nil {
		return
	}
	_, err = p.desk.SetPhase(p.ctx, p.event, p.by(), tournament.SetPhase{SectionID: final.SectionID, Rule: p.phaseRule(1)})
	expect.True(p.t, err == nil || fault.Of(err) != fault.Internal, "%v", err)
}

// phaseRule is some way into a later section.
func (p *randomHand) phaseRule(from int64) phase.Rule {
	return phase.Rule{
		Feeds: []phase.Feed{{From: from, Kind: phase.Kind(p.one("places", "places", "places", "losers")), First: 1, Last: 1 + p.chance.IntN(5)}},
		Carry: phase.Carry(p.one("nothing", "points", "results")), Seeding: phase.Seeding(p.one("place", "strength", "lot")), Breaking: phase.Breaking(p.one("tie-breaks", "play-off")),
	}
}

// thePhases are acts on a section that others come into.
var thePhases = []randomAct{
	{"who comes into a section", func(p *randomHand, b *tournament.SectionBook) error {
		sections := expect.Must(p.desk.Reader().Sections(p.ctx, p.event))(p.t)
		to := sections[p.chance.IntN(len(sections))]
		in := tournament.SetPhase{SectionID: to.SectionID, Rule: p.phaseRule(b.Section.SectionID)}
		if now, known := tournament.PhaseOf(b.Path, to.SectionID); known {
			in.Revision = now.Revision
		}
		return second(p.desk.SetPhase(p.ctx, p.event, p.by(), in))
	}},
	{"a phase begins or is taken back", func(p *randomHand, b *tournament.SectionBook) error {
		if len(b.Path) == 0 {
			return nil
		}
		now, _ := tournament.PhaseOf(b.Path, b.Path[p.chance.IntN(len(b.Path))].SectionID)
		if p.chance.IntN(3) == 0 {
			return p.desk.TakeStartBack(p.ctx, p.event, p.by(), now.SectionID, now.Revision)
		}
		books := map[int64]*tournament.SectionBook{}
		for _, id := range now.SourceIDs() {
			books[id] = expect.Must(p.desk.Reader().Book(p.ctx, p.event, id))(p.t)
		}
		field, err := now.Field(books)
		if err != nil {
			return err
		}
		return second(p.desk.StartPhase(p.ctx, p.event, p.by(), tournament.StartPhase{SectionID: now.SectionID, Revision: now.Revision, Basis: field.Digest(), Seed: "4d1f"}))
	}},
	{"a play-off", func(p *randomHand, b *tournament.SectionBook) error {
		in := tournament.PairPlayOff{SectionID: b.Section.SectionID, Name: fmt.Sprintf("Play-off %d", p.chance.IntN(9))}
		table, err := b.Standings(0)
		if err != nil || len(table.Rows) < 2 {
			return err
		}
		at := p.chance.IntN(len(table.Rows) - 1)
		in.Teams = []int64{table.Rows[at].TeamID, table.Rows[at+1].TeamID}
		return second(p.desk.PairPlayOff(p.ctx, p.event, p.by(), in))
	}},
}
