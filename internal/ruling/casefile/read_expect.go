package casefile

import (
	"regexp"
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
)

var (
	bases   = []rulebook.Basis{rulebook.Explicit, rulebook.Derived, rulebook.Default, rulebook.OfficialsCall}
	verdict = []rulebook.Verdict{rulebook.Upheld, rulebook.Denied, rulebook.Discretion, rulebook.None}
	matches = []string{"T1", "T2", "draw", "double-loss", "continues", "W", "B"}
	status  = []bughouse.Status{bughouse.InPlay, bughouse.AwaitingBlock, bughouse.Checkmate, bughouse.AwaitingPiece, bughouse.Stalemate}
	reasons = []bughouse.Reason{
		bughouse.GameOver, bughouse.NotYourTurn, bughouse.KingNotPlaced, bughouse.KingPlacementCentre,
		bughouse.KingPlacementAdjacent, bughouse.QueenDrop, bughouse.NotInStock, bughouse.NotYetPassable, bughouse.SquareOccupied,
		bughouse.PawnDropRank, bughouse.KingLeftInCheck, bughouse.NoOwnMan, bughouse.CastlingNotAllowed, bughouse.CastlingRight,
		bughouse.CastlingPath, bughouse.CastlingCheck, bughouse.OwnManThere, bughouse.KingCapture, bughouse.Movement, bughouse.PromotionPiece,
	}
	citation = regexp.MustCompile(`^(TR3|FIDEX|USCF-R|USCF-C|JARED) [A-Z0-9a-z.]+$`)
)

// readExpected reads the "expect" of a case, as strictly as the rest.
func readExpected(n *node) (*Expected, error) {
	e := &Expected{}
	f := openObject(n)
	f.text("id")
	f.text("explain")
	e.Verdict = rulebook.Verdict(readWord(f, "verdict", "a verdict", wordsOf(verdict)...))
	e.Match = readWord(f, "match", "a match result", matches...)
	e.Basis = rulebook.Basis(readWord(f, "basis", "a basis", wordsOf(bases)...))
	if g := f.required("games"); g != nil {
		games, err := readGames(g)
		f.keep(err)
		e.Games = games
	}
	if r := f.required("remedies"); r != nil {
		f.keep(e.readRemedies(r))
	}
	if a := f.required("articles"); a != nil {
		f.keep(e.readArticles(a))
	}
	if s := f.optional("status"); s != nil {
		f.keep(e.readStatus(s))
	}
	if l := f.optional("legality"); l != nil {
		f.keep(e.readLegality(l))
	}
	if o := f.optional("open"); o != nil {
		e.HasOpen = true
		f.keep(e.readOpen(o))
	}
	if c := f.optional("clocks"); c != nil {
		f.keep(readExpectedClocks(c))
	}
	return e, f.done()
}

func readGames(n *node) (map[bughouse.BoardID]ruling.Game, error) {
	out := make(map[bughouse.BoardID]ruling.Game)
	f := openObject(n)
	for _, id := range []bughouse.BoardID{bughouse.A, bughouse.B} {
		g := f.optional(id.String())
		if g == nil {
			continue
		}
		gf := openObject(g)
		if gf.required("ended") != nil && gf.flag("ended", false) {
			var game ruling.Game
			game.Ended = true
			game.Winner, game.Reason = readEnd(gf)
			out[id] = game
		} else if gf.n.get("reason") != nil {
			out[id] = ruling.Game{Reason: rulebook.Reason(readWord(gf, "reason", "stopped", string(rulebook.ReasonStopped)))}
		} else {
			out[id] = ruling.Game{}
		}
		f.keep(gf.done())
	}
	return out, f.done()
}

func (e *Expected) readRemedies(n *node) error {
	items, err := n.asList()
	if err != nil {
		return err
	}
	e.Remedies = []string{}
	for i := range items {
		r, err := readRemedy(&items[i])
		if err != nil {
			return err
		}
		e.Remedies = append(e.Remedies, r.String())
	}
	return nil
}

func readRemedy(n *node) (ruling.Remedy, error) {
	f := openObject(n)
	var r ruling.Remedy
	var has ruling.Parts
	if kind := f.required("kind"); kind != nil {
		text, err := kind.asString()
		f.keep(err)
		r.Kind = rulebook.RemedyKind(text)
		var known bool
		if has, known = ruling.PartsOf(r.Kind); err == nil && !known {
			f.keep(kind.fail("not a remedy: %q", text))
		}
	}
	anyBoard, _ := rulebook.ByName(string(rulebook.TR3)) // expectations may name any seat and board
	if has.Seat {
		r.Seat = readSeat(f, "seat", anyBoard)
	}
	if has.MS {
		r.MS = ruling.NoClock
		if ms := f.optional("ms"); ms != nil {
			v, err := ms.asInt(0)
			f.keep(err)
			r.MS = v
		}
	}
	if has.Man {
		r.Man = readMan(f)
	}
	if has.Move {
		r.Move = readMove(f)
	}
	if has.Piece {
		r.Piece = readKind(f, "piece", "PNBRQ")
	}
	if has.Board {
		r.Board = readBoardID(f, anyBoard)
	}
	if has.Who {
		who := readWord(f, "who", "a bystander", ruling.ActorSpectator.String(), ruling.ActorOtherPlayer.String())
		if r.Who = ruling.ActorSpectator; who == ruling.ActorOtherPlayer.String() {
			r.Who = ruling.ActorOtherPlayer
		}
	}
	if has.To {
		r.To = readOfficial(f, "to")
	}
	return r, f.done()
}

func (e *Expected) readArticles(n *node) error {
	items, err := n.asList()
	if err != nil {
		return err
	}
	for i := range items {
		text, err := items[i].asString()
		if err != nil {
			return err
		}
		if !citation.MatchString(text) {
			return items[i].fail("not an article: %q", text)
		}
		e.Articles = append(e.Articles, text)
	}
	return nil
}

func (e *Expected) readStatus(n *node) error {
	e.Status = make(map[bughouse.BoardID]bughouse.Status)
	f := openObject(n)
	for _, id := range []bughouse.BoardID{bughouse.A, bughouse.B} {
		if n.get(id.String()) != nil {
			e.Status[id] = bughouse.Status(readWord(f, id.String(), "a status", wordsOf(status)...))
		}
	}
	return f.done()
}

func (e *Expected) readLegality(n *node) error {
	items, err := n.asList()
	if err != nil {
		return err
	}
	e.Legality = []ruling.Legality{}
	for i := range items {
		f := openObject(&items[i])
		var l ruling.Legality
		l.Act, l.Try = f.number("act"), f.number("try")
		if legal := f.required("legal"); legal != nil && !f.flag("legal", true) {
			l.Reason = bughouse.Reason(readWord(f, "reason", "a reason of illegality", wordsOf(reasons)...))
		}
		if (l.Act == 0) == (l.Try == 0) {
			f.keep(items[i].fail("expected act or try"))
		}
		if err := f.done(); err != nil {
			return err
		}
		e.Legality = append(e.Legality, l)
	}
	return nil
}

func (e *Expected) readOpen(n *node) error {
	items, err := n.asList()
	if err != nil {
		return err
	}
	for i := range items {
		v, err := items[i].asInt(1)
		if err != nil {
			return err
		}
		if _, ok := rulebook.PointByNumber(int(v)); !ok || slices.Contains(e.Open, int(v)) {
			return items[i].fail("not an open point, or named twice: %d", v)
		}
		e.Open = append(e.Open, int(v))
	}
	return nil
}

func readExpectedClocks(n *node) error {
	f := openObject(n)
	for s := bughouse.WA; s <= bughouse.BB; s++ {
		if c := f.optional(s.String()); c != nil {
			_, err := c.asInt(0)
			f.keep(err)
		}
	}
	return f.done()
}
