// Package casefile is incidents and rulings as JSON: it reads the cases that people
// and programs write, with what test data expects of them, and writes rulings.
//
// Nothing is guessed: [Read] refuses a case with the path of what is wrong. The
// package must never rule on anything; what a case means is the affair of package
// ruling, which knows nothing of texts.
package casefile
