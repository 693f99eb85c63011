package reportfile

import (
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/trf"
)

var byeKinds = map[trf.Kind]tournament.ByeKind{
	trf.AllocatedBye: tournament.ByePairing, trf.FullPointBye: tournament.ByeFull, trf.HalfPointBye: tournament.ByeHalf, trf.ZeroPointBye: tournament.ByeZero,
}

// round makes the pairings of one round: tables in the order of the better
// number, then byes. An absence without points is no pairing at all.
func (r *reader) round(n int) {
	round := tournament.Round{RoundNo: n, State: tournament.RoundLocked, Publication: 1}
	if n == r.table.Paired {
		round.State = tournament.RoundComplete
	}
	var byes []tournament.Pairing
	for i := range r.table.Participants {
		p := &r.table.Participants[i]
		record := p.Records[n-1]
		if record.Kind.HasOpponent() {
			if table, ok := r.tableOf(n, p, record); ok {
				table.PairingNo, table.TableNo = len(round.Pairings)+1, ptr(r.plan.Section.FirstTable+len(round.Pairings))
				round.Pairings = append(round.Pairings, table)
			}
			continue
		}
		kind, isBye := byeKinds[record.Kind]
		if !isBye || kind == tournament.ByeZero && record.Points == 0 {
			if record.Points != 0 {
				r.refuse(n, p.Name, fault.Part("Write the points as a bye."), fault.Part("The team has points without a game or a bye."))
			}
			continue
		}
		if record.Points < 0 {
			r.refuse(n, p.Name, fault.Part("Correct the points of the bye."), fault.Part("A bye with negative points cannot be kept."))
			continue
		}
		byes = append(byes, tournament.Pairing{RoundNo: n, Bye: &kind, ByePoints: ptr(record.Points), Team1: ptr(int64(p.Number))})
	}
	for _, bye := range byes {
		bye.PairingNo = len(round.Pairings) + 1
		round.Pairings = append(round.Pairings, bye)
	}
	r.plan.Rounds = append(r.plan.Rounds, round)
}

// tableOf is the pairing of a participant and its opponent, told once, from the
// smaller number. The first team is the one with White on board A.
func (r *reader) tableOf(n int, p *trf.Participant, record trf.Record) (tournament.Pairing, bool) {
	other, known := r.index[record.Opponent]
	if !known {
		r.refuse(n, p.Name, fault.Part("Correct the number of the opponent."), fault.Part("The opponent %d is not in the file.", record.Opponent))
		return tournament.Pairing{}, false
	}
	back := other.Records[n-1]
	if !back.Kind.HasOpponent() || back.Opponent != p.Number {
		r.refuse(n, p.Name, fault.Part("Correct one of the two."), fault.Part("It meets %s, which does not meet it.", other.Name))
		return tournament.Pairing{}, false
	}
	if other.Number < p.Number {
		return tournament.Pairing{}, false // told already
	}
	if record.Colour == trf.Black || back.Colour == trf.White {
		p, other, record, back = other, p, back, record
	}
	table := tournament.Pairing{RoundNo: n, Team1: ptr(int64(p.Number)), Team2: ptr(int64(other.Number))}
	forfeit := record.Kind == trf.ForfeitWon || record.Kind == trf.ForfeitLost
	open := record.Kind == trf.Unfinished
	if open != (back.Kind == trf.Unfinished) || forfeit != (back.Kind == trf.ForfeitWon || back.Kind == trf.ForfeitLost) {
		r.refuse(n, p.Name, fault.Part("Correct one of the two."), fault.Part("Its result against %s is told in two ways.", other.Name))
		return tournament.Pairing{}, false
	}
	results, fits := matchResults(r.plan.Section.MatchesPerPairing, record.Points, back.Points)
	if !fits && !open {
		r.refuse(n, p.Name, fault.Part("Correct the points of the pairing."), fault.Part("%s to %s against %s cannot come from %d matches.",
			trf.FormatPoints(record.Points), trf.FormatPoints(back.Points), other.Name, r.plan.Section.MatchesPerPairing))
		return tournament.Pairing{}, false
	}
	for i := range r.plan.Section.MatchesPerPairing {
		m := tournament.Match{RoundNo: n, MatchNo: i + 1, Side1Slot: r.plan.Section.SeatRotation.Seating(i + 1).Side1Slot, State: tournament.MatchOpen}
		if !open {
			outcome := results[i]
			first, second := outcome.Points()
			m.State, m.Result = tournament.MatchVerified, &tournament.ResultReport{Outcome: outcome, Slot1Points: first, Slot2Points: second, Forfeit: forfeit}
		}
		table.Matches = append(table.Matches, m)
	}
	return table, true
}

// matchResults spreads the half points of a pairing over its matches: wins of the
// first team, wins of the second, at most one draw, then losses of both.
func matchResults(matches, first, second int) ([]tournament.Outcome, bool) {
	if first < 0 || second < 0 || first%2 != second%2 {
		return nil, false
	}
	var results []tournament.Outcome
	add := func(outcome tournament.Outcome, n int) {
		for range n {
			results = append(results, outcome)
		}
	}
	add(tournament.FirstWins, first/2)
	add(tournament.SecondWins, second/2)
	add(tournament.Drawn, first%2)
	if len(results) > matches {
		return nil, false
	}
	add(tournament.DoubleLoss, matches-len(results))
	return results, true
}
