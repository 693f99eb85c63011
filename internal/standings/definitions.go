package standings

// definition is what the package knows about a code.
type definition struct {
	name      string
	modifiers string // first letters of the modifiers it takes
	unit      Unit
	low       bool // the lower value is better
	rating    bool // undefined when somebody is unrated
	// reach says whose results the value depends on: 0 the own, 1 the
	// opponents', 2 the opponents' opponents'.
	reach int
	// collect lists the contributions; finish makes the value from them, their
	// sum when nil.
	collect func(e *engine, i int, c Code, list []Contribution) []Contribution
	finish  func(e *engine, i int, c Code, list []Contribution) Value
	// split, instead of both, orders a tied group into smaller groups.
	split func(x *tie, c Code, group []int) [][]int
}

// definitions lists every code, in the order help shows them.
var definitions = []definition{
	{name: "PTS", unit: Halves, collect: awarded},
	{name: "MPvGP", unit: Halves, collect: otherScore},
	{name: "DE", modifiers: "P", split: directEncounter("")},
	{name: "EDE", modifiers: "P", split: directEncounter("S")},
	{name: "EDEC", modifiers: "P", split: directEncounter("SC")},
	{name: "EDET", modifiers: "P", split: directEncounter("ST")},
	{name: "EDEB", modifiers: "P", split: directEncounter("SB")},
	{name: "EDEBT", modifiers: "P", split: directEncounter("SCT")},
	{name: "EDEBB", modifiers: "P", split: directEncounter("SCB")},
	{name: "BH", modifiers: "CMPF", unit: Halves, reach: 1, collect: buchholz},
	{name: "FB", modifiers: "CMP", unit: Halves, reach: 1, collect: foreBuchholz},
	{name: "AOB", modifiers: "CMPF", unit: Hundredth, reach: 2, collect: averageBuchholz, finish: averageHundredths},
	{name: "SB", modifiers: "CMPF", unit: Quarters, reach: 1, collect: sonnebornBerger},
	{name: "EMMSB", modifiers: "CMPF", unit: Quarters, reach: 1, collect: extended(matchScore, matchScore)},
	{name: "EMGSB", modifiers: "CMPF", unit: Quarters, reach: 1, collect: extended(matchScore, gameScore)},
	{name: "EGMSB", modifiers: "CMPF", unit: Quarters, reach: 1, collect: extended(gameScore, matchScore)},
	{name: "EGGSB", modifiers: "CMPF", unit: Quarters, reach: 1, collect: extended(gameScore, gameScore)},
	{name: "PS", modifiers: "C", unit: Halves, collect: progressive},
	{name: "KS", modifiers: "L", unit: Halves, reach: 1, collect: koya},
	{name: "WIN", collect: counter(wins)},
	{name: "WON", collect: counter(won)},
	{name: "BPG", collect: counter(black)},
	{name: "BWG", collect: counter(wonBlack)},
	{name: "REP", collect: counter(ready)},
	{name: "STD", unit: Halves, reach: 1, collect: standard},
	{name: "ARO", modifiers: "CM", rating: true, collect: opponentRatings, finish: averageWhole},
	{name: "TPR", rating: true, collect: opponentRatings, finish: performance},
	{name: "PTP", rating: true, collect: opponentRatings, finish: perfectPerformance},
	{name: "APRO", rating: true, reach: 1, collect: ofOpponents(performance), finish: averageWhole},
	{name: "APPO", rating: true, reach: 1, collect: ofOpponents(perfectPerformance), finish: averageWhole},
	{name: "RTNG", rating: true, collect: none, finish: ownRating},
	{name: "SSSC", modifiers: "CMKPF", unit: Hundredth, reach: 1, collect: buchholz, finish: strengthCombination},
	{name: "BC", unit: Halves, low: true, collect: boardCount},
	{name: "TBR", split: byBoards(topBoards)},
	{name: "BBE", split: byBoards(withoutBottom)},
	{name: "MMED", unit: Halves, reach: 1, collect: modifiedMedian},
	{name: "SOLK", unit: Halves, reach: 1, collect: solkoff},
	{name: "CUM", unit: Halves, collect: cumulative},
	{name: "CUMOPP", unit: Halves, reach: 1, collect: cumulativeOpposition},
	{name: "TPN", low: true, collect: none, finish: startingNumber},
}
