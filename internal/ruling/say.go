package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// SeatWords are the seats as officials say them. Pages put the players' names in their
// place.
var SeatWords = [4]phrase.Word{
	phrase.Word("White on board A"), phrase.Word("Black on board A"), phrase.Word("White on board B"), phrase.Word("Black on board B"),
}

var colourWords = [2]phrase.Word{phrase.Word("White"), phrase.Word("Black")}

// seatName is a seat as officials say it.
func seatName(s bughouse.Seat, boards int) phrase.Word {
	if boards == 1 {
		return colourWords[s.Color()]
	}
	return SeatWords[s]
}

func actorName(a Actor, boards int) phrase.Word {
	if s, ok := a.Seat(); ok {
		return seatName(s, boards)
	}
	switch a {
	case ActorDirector:
		return phrase.Word("the director")
	case ActorSpectator:
		return phrase.Word("a spectator")
	}
	return phrase.Word("a player of another match")
}

// explain is one plain sentence: the answer, the ground, the effect.
func (o *outcome) explain(in *Incident) phrase.Sentence {
	n := in.Book.Boards()
	effect := phrase.Row("; ", o.effects(n)...)
	if in.Claim == nil {
		if o.j.verdict == rulebook.Discretion {
			return phrase.Of("The director decides, because %s; %s.", o.j.why, effect)
		}
		return phrase.Of("%s.", phrase.Capital{Sayable: effect})
	}
	info, _ := in.Claim.Kind.Info()
	who, claim, why := seatName(in.Claim.By, n), info.Name(), o.groundWithBaseLaw(in.Book)
	if o.needless(in.Claim) {
		return phrase.Of("The claim of %s (%s) changes nothing in the result, because %s; %s.", who, claim, o.j.why, effect)
	}
	switch o.j.verdict {
	case rulebook.Upheld:
		return phrase.Of("The claim of %s (%s) is upheld, because %s; %s.", who, claim, why, effect)
	case rulebook.Denied:
		return phrase.Of("The claim of %s (%s) is denied, because %s; %s.", who, claim, why, effect)
	case rulebook.Discretion:
		return phrase.Of("The claim of %s (%s) is for the director to decide, because %s; %s.", who, claim, why, effect)
	}
	return phrase.Of("The claim of %s (%s) leads to no proposal, because %s; %s.", who, claim, why, effect)
}

// groundWithBaseLaw says where the ground is not the rulebook's own: the setting that
// decided first rests on the laws that the rulebook brings in for what it leaves open,
// or has no answer but theirs.
func (o *outcome) groundWithBaseLaw(book *rulebook.Rulebook) phrase.Sentence {
	if len(o.j.rests) == 0 || !book.LeavesToBaseLaw(o.j.rests[0]) {
		return o.j.why
	}
	return phrase.Of("%s (%s leaves this to %s)", o.j.why, book.Cite(book.Fallback()), phrase.Word(book.BaseLaw()))
}

// effects are what the ruling does, each as part of a sentence.
func (o *outcome) effects(boards int) []phrase.Sentence {
	var out []phrase.Sentence
	for _, r := range o.j.remedies {
		say := r.Say(boards)
		if o.j.verdict == rulebook.Discretion {
			say = phrase.Of("an option: %s", say)
		}
		out = append(out, say)
	}
	for id := range o.f.boardIDs() {
		if g := o.game(id); g.Ended {
			out = append(out, gameSentence(id, g, boards))
		}
	}
	return append(append(out, o.f.oddSentences(boards)...), o.matchSentence(boards))
}

func gameSentence(id bughouse.BoardID, g Game, boards int) phrase.Sentence {
	how, board := phrase.Word(g.Reason.Label()), id.String()
	if boards == 1 {
		switch {
		case g.Winner == WhiteWins:
			return phrase.Of("the game is won by White by %s", how)
		case g.Winner == BlackWins:
			return phrase.Of("the game is won by Black by %s", how)
		case g.Reason == rulebook.ReasonNoClock:
			return phrase.Of("the game has no winner because nobody brought a clock")
		}
		return phrase.Of("the game is drawn by %s", how)
	}
	switch {
	case g.Winner == WhiteWins:
		return phrase.Of("the game on board %s is won by White by %s", board, how)
	case g.Winner == BlackWins:
		return phrase.Of("the game on board %s is won by Black by %s", board, how)
	case g.Reason == rulebook.ReasonNoClock:
		return phrase.Of("the game on board %s has no winner because nobody brought a clock", board)
	}
	return phrase.Of("the game on board %s is drawn by %s", board, how)
}

func (o *outcome) matchSentence(boards int) phrase.Sentence {
	switch o.d.Match {
	case rulebook.WonByT1:
		return wonBy(bughouse.WA, boards)
	case rulebook.WonByT2:
		return wonBy(bughouse.BA, boards)
	case rulebook.Drawn:
		return phrase.Of("the match is drawn")
	case rulebook.DoubleLoss:
		return phrase.Of("both teams lose the match")
	}
	switch {
	case o.d.Discretion:
		return phrase.Of("the match is for the director to decide")
	case o.d.Lacks != 0 && o.j.lacks:
		return phrase.Of("the match has no result yet")
	case o.d.Lacks != 0:
		return phrase.Of("the match has no result yet: %s", lackWords(o.d.Lacks))
	}
	return phrase.Of("the match goes on")
}

// wonBy tells the match won by the side of a seat on board A.
func wonBy(s bughouse.Seat, boards int) phrase.Sentence {
	if boards == 1 {
		return phrase.Of("%s wins", seatName(s, boards))
	}
	return phrase.Of("%s and %s win the match", seatName(s, boards), seatName(s.Partner(), boards))
}

// Say is the remedy as part of a sentence.
func (r Remedy) Say(boards int) phrase.Sentence {
	seat, piece, board := seatName(r.Seat, boards), phrase.Word(r.Piece.String()), r.Board.String()
	switch r.Kind {
	case rulebook.Warning:
		return phrase.Of("%s is warned", seat)
	case rulebook.GameLoss:
		return phrase.Of("%s loses the game as a penalty", seat)
	case rulebook.MatchLoss:
		return phrase.Of("the team of %s loses the match as a penalty", seat)
	case rulebook.TakeBack:
		return phrase.Of("%s takes the move back", seat)
	case rulebook.ChoosePromotion:
		return phrase.Of("%s names the promotion piece now", seat)
	case rulebook.ShowStock:
		return phrase.Of("%s shows the stock", seat)
	case rulebook.WithdrawHand:
		return phrase.Of("%s takes the hand away", seat)
	case rulebook.Restore:
		return phrase.Of("%s puts the men back on the own time", seat)
	case rulebook.AddTime:
		return phrase.Of("%s gets %s more", seat, timeOf(r.MS))
	case rulebook.DeductTime:
		return phrase.Of("%s loses %s", seat, timeOf(r.MS))
	case rulebook.SetTime:
		return phrase.Of("the clock of %s is set to %s", seat, timeOf(r.MS))
	case rulebook.SamePiece:
		return phrase.Of("%s must play the %s", seat, r.Man.said())
	case rulebook.MoveStands:
		return phrase.Of("the move %s of %s stands", r.Move.UCI(), seat)
	case rulebook.GivePiece:
		return phrase.Of("%s gets the %s", seat, piece)
	case rulebook.ReturnPiece:
		return phrase.Of("%s gives the %s back until the clock is pressed", seat, piece)
	case rulebook.RemovePiece:
		return phrase.Of("the %s is out of play", piece)
	case rulebook.NewGame:
		return phrase.Of("board %s plays a new game", board)
	case rulebook.CorrectSetup:
		return phrase.Of("the set-up of board %s is corrected", board)
	case rulebook.MoveClock:
		return phrase.Of("the clock of board %s is moved to the outer side", board)
	case rulebook.Expel:
		return phrase.Of("%s is expelled", actorName(r.Who, boards))
	case rulebook.Refer:
		return phrase.Of("the matter goes to the %s", phrase.Word(r.To.Title()))
	case rulebook.RestartClocks:
		return phrase.Of("the clocks are started again")
	}
	return phrase.Sentence{}
}

// said is the man as part of a sentence.
func (m Man) said() phrase.Sentence {
	if m.Kind == bughouse.NoKind {
		return phrase.Of("man on %s", m.Square.String())
	}
	return phrase.Of("%s from stock", phrase.Word(m.Kind.String()))
}

func timeOf(ms int64) phrase.Sentence {
	switch {
	case ms == NoClock:
		return phrase.Of("time the director names")
	case ms == 60_000:
		return phrase.Of("one minute")
	case ms%60_000 == 0:
		return phrase.Of("%d minutes", int(ms/60_000))
	}
	return phrase.Of("%d seconds", int(ms/1000))
}
