// Package migrations embeds the schema as numbered goose files. A file is never
// edited after a release; schema changes come in steps so that the previous
// release still runs beside the next.
package migrations

import (
	"embed"
	"io/fs"
	"strconv"
	"strings"
)

//go:embed *.sql
var steps embed.FS

// Files holds every NNNNN_name.sql of this folder. It is a variable, as Beside is, for the
// test that runs this program as a later release: with more steps, set before anything reads.
var Files fs.FS = steps

// Beside is the oldest schema whose programs may go on working while a newer node has
// brought the schema to its last step. The steps behind it only add: tables, and columns
// that may be left out. A step that takes away or changes what is there, or adds what older
// programs would have to fill, sets Beside to its own number, and nodes of before say so and
// change nothing any more; a test holds both together.
var Beside int64 = 48

// OldestServer is the oldest major version of PostgreSQL that the steps are tested with. Some
// use what 12 does not have, and a later one may use all that this one has.
const OldestServer = 15

// Versions are the numbers of the steps.
func Versions() []int64 {
	names, err := fs.Glob(Files, "*.sql")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	var versions []int64
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic("migrations: " + name + " has no number")
		}
		versions = append(versions, version)
	}
	return versions
}
