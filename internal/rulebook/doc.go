// Package rulebook holds the five bughouse rulebooks as data: typed settings,
// the articles they rest on, the points the texts leave open and the other
// answer each allows, penalty ladders, and the match result that follows from
// two board results.
//
// A [Book] is one of the presets TR3, FIDEX, USCF-R, USCF-C and JARED, found
// with [ByName], or a preset under the [HouseRules] of a section. Nothing
// outside this package may ask which rulebook it has before it: behaviour
// follows from settings alone, so a house rule and a rulebook are the same kind
// of thing. Articles are cited by short name and number ("FIDEX 18") and
// described in our own words, never quoted.
//
// The package is pure: no clock, no chance, no files. Values are shared and
// must not be changed by readers.
package rulebook
