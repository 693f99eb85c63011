// Package ruling answers incidents: an [Incident] in, a [Ruling] out.
//
// An incident is what is known at the table: a rulebook, two boards, clocks,
// earlier offences, the acts in the order they happened, and what is claimed.
// [Rule] folds the acts under the rulebook's settings (what is legal, when a
// move is complete, what is in whose stock, which window is open), judges the
// claim, and gives verdict, result, remedies, articles and basis. Which open
// points of the text the ruling depends on is found by ruling again with the
// other answer. [NextQuestion] finds the one missing fact worth asking for, the
// same way: by trying its answers.
//
// The package is pure, works on its types only and never guesses. It holds no rule
// of its own beyond the order in which settings apply, and must never ask which
// rulebook it has before it. Incidents and rulings as JSON are the affair of package
// casefile.
package ruling
