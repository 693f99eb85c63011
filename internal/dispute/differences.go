package dispute

import (
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Difference is one thing that two states of a card do not agree about.
type Difference struct {
	What, Before, After phrase.Sentence
	Men                 [2]string // the boards as they were and are (FEN), of a difference between boards
}

func (d Difference) String() string {
	switch before, after := d.Before.String(), d.After.String(); {
	case before == "":
		return d.What.String() + ": " + after
	case after == "":
		return d.What.String() + ": " + before + " removed"
	default:
		return d.What.String() + ": " + before + " → " + after
	}
}

// Differences tells in words what changed between two states of a card, in the
// order in which the card shows it.
func Differences(before, after Facts) []Difference {
	var list []Difference
	add := func(what, old, now phrase.Sentence) {
		if old.String() != now.String() {
			list = append(list, Difference{What: what, Before: old, After: now})
		}
	}
	add(phrase.Of("Claim"), before.Claim.words(), after.Claim.words())
	board := func(what phrase.Sentence, old, now string) {
		if n := len(list); menOf(old) != menOf(now) {
			add(what, same(menOf(old)), same(menOf(now)))
			list[n].Men = [2]string{old, now}
		}
	}
	board(phrase.Of("Board A"), before.BoardA, after.BoardA)
	board(phrase.Of("Board B"), before.BoardB, after.BoardB)
	for i, seat := range Seats {
		add(phrase.Of("Clock %s", seat), same(livegame.FormatClock(before.Clocks[i])), same(livegame.FormatClock(after.Clocks[i])))
	}
	add(phrase.Of("Acts"), same(actLines(before.Acts)), same(actLines(after.Acts)))
	add(phrase.Of("Position"), before.Certainty.words(), after.Certainty.words())
	old, now := before.Other.orNone(), after.Other.orNone()
	add(phrase.Of("Second version"), same(old.Owner), same(now.Owner))
	board(phrase.Of("Second version, board A"), old.BoardA, now.BoardA)
	board(phrase.Of("Second version, board B"), old.BoardB, now.BoardB)
	for i, seat := range Seats {
		add(phrase.Of("Second version, clock %s", seat), same(livegame.FormatClock(old.Clocks[i])), same(livegame.FormatClock(now.Clocks[i])))
	}
	for _, a := range after.Answers {
		add(same(a.Question), same(before.answerTo(a.Fact)), same(a.Answer))
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

// same is a part that is written alike in every language; of nothing it is empty.
func same(text string) phrase.Sentence {
	if text == "" {
		return phrase.Sentence{}
	}
	return phrase.Of("%s", text)
}

func (c Certainty) words() phrase.Sentence {
	return map[Certainty]phrase.Sentence{
		AsFound: phrase.Of("as-found"), Agreed: phrase.Of("agreed"), Disputed: phrase.Of("disputed"), Rebuilt: phrase.Of("rebuilt"),
	}[c]
}

func (c Claim) words() phrase.Sentence {
	said := same(strings.TrimSpace(c.By + " " + strings.ReplaceAll(c.Kind, "-", " ")))
	switch info, ok := rulebook.ClaimKind(c.Kind).Info(); {
	case ok && c.By != "":
		said = phrase.Of("%s %s", c.By, info.Name())
	case ok:
		said = phrase.Of("%s", info.Name())
	}
	if c.Against != "" {
		said = phrase.Of("%s against %s", said, c.Against)
	}
	if c.Piece != "" {
		said = phrase.Of("%s, piece %s", said, c.Piece)
	}
	if c.Silent {
		said = phrase.Of("%s, not said aloud", said)
	}
	if c.Running {
		said = phrase.Of("%s, clock not stopped", said)
	}
	return said
}

// orNone is the version, or one that says nothing.
func (v *Version) orNone() Version {
	if v != nil {
		return *v
	}
	return Version{Clocks: livegame.UnknownClocks}
}

func (f Facts) answerTo(fact string) string {
	for _, a := range f.Answers {
		if a.Fact == fact {
			return a.Answer
		}
	}
	return ""
}
