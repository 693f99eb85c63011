// Package matching finds matchings of graphs: the largest, those of largest or
// smallest weight in a general graph, the lexicographically first in a bipartite
// one, and plans of transport between kinds. Vertices are the numbers from 0, and a
// mate of -1 is none.
//
// Answers are exact, and the same for the same input. The package must never learn
// of rounds, teams or rules: what a vertex, an edge or a weight stands for is its
// caller's affair.
package matching
