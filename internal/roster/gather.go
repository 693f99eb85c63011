package roster

import (
	"context"
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/intake"
)

// Bounds of what is gathered from a file, beside those of a Table.
const (
	// maxEmptyRun is how many empty rows in a row end a list: spreadsheets write rows
	// down to the last they know, a million of them, where one was formatted.
	maxEmptyRun   = 1000
	maxTotalCells = 1_000_000
)

// gather collects the rows of a list that hold anything.
type gather struct {
	pace  *intake.Pace
	rows  []Row
	cells int
	empty int  // rows without text since the last with some
	ended bool // by empty rows; what follows them is not read
}

func newGather(ctx context.Context) *gather { return &gather{pace: intake.NewPace(ctx)} }

// add takes the next row and reports whether there is a place for another one.
func (g *gather) add(r Row) (more bool, err error) {
	if err := g.pace.Step(); err != nil {
		return false, err
	}
	if r.Cells = trimEnd(r.Cells); len(r.Cells) == 0 {
		g.empty++
		g.ended = g.empty >= maxEmptyRun
		return !g.ended, nil
	}
	g.empty = 0
	if err := tooWide(r.Line, len(r.Cells)); err != nil {
		return false, err
	}
	g.rows = append(g.rows, r)
	if g.cells += len(r.Cells); g.cells > maxTotalCells {
		return false, fault.New(fault.Invalid, "The list has more than %d cells. Remove the columns that are not needed.", maxTotalCells)
	}
	if len(g.rows) > MaxRows+1 {
		return false, fault.New(fault.Invalid, "The list has more than %d rows. Split it.", MaxRows)
	}
	return true, nil
}

// note says where reading ended, "" at the end of the file.
func (g *gather) note() fault.Clause {
	if !g.ended {
		return fault.Clause{}
	}
	return fault.Part("The list ends where %s rows in a row are empty; nothing below them is read.", strconv.Itoa(maxEmptyRun))
}
