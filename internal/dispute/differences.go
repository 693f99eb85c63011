package dispute

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/livegame"
)

// Difference is one thing that two states of a card do not agree about.
type Difference struct{ What, Before, After string }

func (d Difference) String() string {
	switch {
	case d.Before == "":
		return d.What + ": " + d.After
	case d.After == "":
		return d.What + ": " + d.Before + " removed"
	}
	return d.What + ": " + d.Before + " → " + d.After
}

// Differences tells in words what changed between two states of a card, in the
// order in which the card shows it.
func Differences(before, after Facts) []Difference {
	var list []Difference
	add := func(what, old, now string) {
		if old != now {
			list = append(list, Difference{what, old, now})
		}
	}
	add("Claim", before.Claim.words(), after.Claim.words())
	add("Board A", menOf(before.BoardA), menOf(after.BoardA))
	add("Board B", menOf(before.BoardB), menOf(after.BoardB))
	for i, seat := range Seats {
		add("Clock "+seat, livegame.FormatClock(before.Clocks[i]), livegame.FormatClock(after.Clocks[i]))
	}
	add("Acts", actLines(before.Acts), actLines(after.Acts))
	add("Position", string(before.Certainty), string(after.Certainty))
	add("Other version", before.Other.words(), after.Other.words())
	for _, a := range after.Answers {
		add(a.Question, before.answerTo(a.Fact), a.Answer)
	}
	return list
}

// menOf is a board in words, or its text when it cannot be read.
func menOf(fen string) string {
	if fen == "" {
		return ""
	}
	setup, err := bughouse.ParseFEN(fen)
	if err != nil {
		return fen
	}
	return diagram.Words(diagram.Board{Setup: setup})
}

func actLines(acts []Act) string {
	return strings.ReplaceAll(strings.TrimSpace(FormatActs(acts)), "\n", "; ")
}

func (c Claim) words() string {
	text := strings.TrimSpace(c.By + " " + strings.ReplaceAll(c.Kind, "-", " "))
	if c.Against != "" {
		text += " against " + c.Against
	}
	if c.Piece != "" {
		text += ", piece " + c.Piece
	}
	if c.Silent {
		text += ", not said aloud"
	}
	if c.Running {
		text += ", clock not stopped"
	}
	return text
}

func (v *Version) words() string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%s says %s %s", v.Owner, menOf(v.BoardA), menOf(v.BoardB))
}

func (f Facts) answerTo(fact string) string {
	for _, a := range f.Answers {
		if a.Fact == fact {
			return a.Answer
		}
	}
	return ""
}
