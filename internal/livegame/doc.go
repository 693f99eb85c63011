// Package livegame is the record of a match that somebody follows: the acts as they
// came in, the match played through them step by step, its clocks, and how its
// boards ended.
//
// The package is pure. Acts are only ever added; what they come to is computed anew
// by [Fold] each time. It must never learn of events, sections or people: a match is
// its two boards and which team, slot 1 or 2, sits on side 1.
package livegame
