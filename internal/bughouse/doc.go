// Package bughouse holds the rules of play: pieces, squares, stocks, positions
// of one board, matches of two boards, legality, status, conservation of the
// men, and the notations FEN, BFEN, UCI, SAN and BPGN. Every live board, claim
// and ruling stands on it.
//
// # Set-up, position, match
//
// A [Setup] is what a person types or a file says; it may be nonsense. A
// [Position] is a set-up the rules accept ([Setup.Position]) or, where a ruling
// must look at a board an illegal move has spoiled, the board as it was found
// ([Setup.AsFound]). A [Match] is two positions and the pieces travelling
// between them.
//
// # Rules as data
//
// Rulebooks differ in a few points of play. [Rules] names those points by what
// they mean; the zero value is ordinary bughouse. No rulebook is named here.
//
// The package never reads a clock, draws a random number or touches a file:
// clocks are milliseconds the caller hands in, texts are readers. It never
// panics on bad input; it says where the input is wrong and what was expected.
package bughouse
