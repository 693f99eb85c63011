// Package reportfile turns a section into a tournament report file and a report file
// into the content of an empty section.
//
// What the file implies and what the section would show are compared before anything
// is written: points and places agree, or the file is refused with what is wrong and
// what to do. The package must never write by itself; the command of package
// tournament does, in one change. The format is the affair of package trf.
package reportfile
