package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phrase"
)

// CountsFor says what a corrected result counts for.
type CountsFor string

// The scopes of a correction. Where it does not count, the report that it
// replaced still does.
const (
	CountsAll       CountsFor = "all"       // standings and pairings
	CountsStandings CountsFor = "standings" // not for pairings
	CountsRecord    CountsFor = "record"    // the record of the match alone
)

// use is what a result is wanted for.
type use int

const (
	forStandings use = iota
	forPairing
)

// limited reports whether a report counts for less than everything.
func (r *ResultReport) limited() bool {
	return r != nil && (r.Counts == CountsStandings || r.Counts == CountsRecord || r.CountsFrom != nil)
}

// countsFor reports whether r counts in that use for a round: the standings after
// it, or its pairing.
func (r *ResultReport) countsFor(u use, round int) bool {
	switch {
	case r.State == ReportWithdrawn, r.Counts == CountsRecord, r.Counts == CountsStandings && u == forPairing:
		return false
	case r.CountsFrom != nil && round < *r.CountsFrom:
		return false
	}
	return true
}

// before is what counts where r does not: what was on record until somebody decided on what r
// says. A correction that only counts for less narrows what it repeats, and that the match was to
// be played again is no result.
func (r *ResultReport) before() *ResultReport {
	was := r.under()
	for was != nil && (was.Outcome == NoResult || r.narrows(was)) && was.under() != nil {
		was = was.under()
	}
	return was
}

// under is the report that r took the place of, passing over those that were withdrawn since.
func (r *ResultReport) under() *ResultReport {
	was := r.Replaced
	for was != nil && was.State == ReportWithdrawn {
		was = was.Replaced
	}
	return was
}

// narrows reports whether r is a correction that says the same as the correction or the ruling
// before it.
func (r *ResultReport) narrows(was *ResultReport) bool {
	return r.Source == "correction" && was.Outcome == r.Outcome && was.Forfeit == r.Forfeit && (was.Source == "correction" || was.Source == "ruling")
}

// counting is the pairing with the results that count in that use for a round.
// The record of a match shows its last result all the same.
func (p Pairing) counting(u use, round int) Pairing {
	limited := false
	for i := range p.Matches {
		limited = limited || p.Matches[i].Result.limited()
	}
	if !limited {
		return p
	}
	p.Matches = slices.Clone(p.Matches)
	for i := range p.Matches {
		r := p.Matches[i].Result
		for r != nil && !r.countsFor(u, round) {
			r = r.before()
		}
		if r != nil && r.Outcome == NoResult {
			r = nil
		}
		p.Matches[i].Result = r
	}
	return p
}

// CheckScope notes in form what is wrong with what a correction asks to count for.
func (in Correction) CheckScope(form *fault.Form, rec Record) {
	if in.Counts != "" && !slices.Contains([]CountsFor{CountsAll, CountsStandings, CountsRecord}, in.Counts) {
		form.Add("then", "Choose what the correction counts for.")
	}
	if in.From != 0 && (in.From <= rec.Round.RoundNo || in.From > rec.Section.Rounds) {
		form.Add("from", "Enter a round from %d to %d.", rec.Round.RoundNo+1, rec.Section.Rounds)
	}
}

// scope checks what a correction asks to count for and writes it into its report.
func (in Correction) scope(rec Record, r *ResultReport) error {
	var form fault.Form
	in.CheckScope(&form, rec)
	if err := form.Err(); err != nil {
		return err
	}
	r.Counts = in.Counts
	if in.From != 0 {
		r.CountsFrom = &in.From
	}
	return nil
}

// ScopeWords says what a correction asks to count for.
func (in Correction) ScopeWords() phrase.Sentence {
	r := ResultReport{Counts: in.Counts}
	if in.From != 0 {
		r.CountsFrom = &in.From
	}
	return r.ScopeWords()
}

// ScopeWords says what a corrected result counts for, empty for everything at
// once.
func (r ResultReport) ScopeWords() phrase.Sentence {
	switch {
	case r.Counts == CountsRecord:
		return phrase.Of("for the record only")
	case r.Counts == CountsStandings && r.CountsFrom != nil:
		return phrase.Of("in the standings only, from round %d on", *r.CountsFrom)
	case r.Counts == CountsStandings:
		return phrase.Of("in the standings only")
	case r.CountsFrom != nil:
		return phrase.Of("from round %d on", *r.CountsFrom)
	}
	return phrase.Sentence{}
}
