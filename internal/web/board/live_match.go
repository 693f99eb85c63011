package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/board"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *Handlers) liveRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskMatch, access.SeeLive, visit.With(h.liveOf, h.liveMatch)),
		visit.Post(address.DeskMatch+"/act", access.EnterLive, visit.With(h.liveOf, h.recordAct)),
		visit.Post(address.DeskMatch+"/takeback", access.EnterLive, visit.With(h.liveOf, h.takeBackAct)),
		visit.Post(address.DeskMatch+"/import", access.EnterLive, visit.With(h.liveOf, h.loadGame)),
		visit.Get(address.DeskMatch+"/game.bpgn", access.SeeLive, visit.With(h.liveOf, h.liveGame)),
		visit.Get(address.DeskMatch+"/score", access.SeeLive, visit.With(h.liveOf, h.liveScore)),
		visit.Post(address.DeskMatch+"/result", access.EnterResult, visit.With(h.liveOf, h.enterLiveResult)),
		visit.Get(address.Section+"/round/:round/table/:table/match/:match", access.ReadPublic, h.publicLive),
	}
}

// liveView is a match with its record, on the way to a page.
type liveView struct {
	book  *tournament.SectionBook
	round *tournament.Round
	pair  tournament.Pairing
	match tournament.Match
	live  *livegame.Record
	name  func(tournament.Player) string
	told  bool // the stored result may be told to the reader
	more  bool // moves are put on record although the match is over
}

// liveOf reads the match that the address names.
func (h *Handlers) liveOf(v *visit.Visit) (*liveView, error) {
	book, round, err := h.RoundBook(v)
	if err != nil {
		return nil, err
	}
	l := &liveView{book: book, round: round, name: tournament.Player.Name, more: v.FormValue("more") == "yes"}
	if l.pair, l.match, err = visit.MatchAt(v, book, round); err != nil {
		return nil, err
	}
	l.told = l.match.Result != nil
	l.live, err = h.Live.LiveMatch(v.Request().Context(), v.Event.EventID, l.match.MatchID)
	return l, err
}

func (l *liveView) place() tournament.LivePlace {
	return tournament.LivePlace{SectionID: l.book.Section.SectionID, MatchID: l.match.MatchID}
}

// base is the address of the match at the desk.
func (l *liveView) base(v *visit.Visit) string {
	return fmt.Sprintf("%s/table/%d/match/%d", v.DeskRound(l.round.RoundNo), l.pair.Table(), l.match.MatchNo)
}

// liveMatch shows a match step by step; ?ply= shows an earlier step.
func (h *Handlers) liveMatch(v *visit.Visit, l *liveView) error {
	page := h.deskLive(v, l)
	if err := h.liveCards(v, l, &page); err != nil {
		return err
	}
	return v.Page(board.DeskPage(h.liveFrame(v, l), page))
}

func (h *Handlers) liveFrame(v *visit.Visit, l *liveView) layout.Frame {
	return v.Frame(layout.Desk, v.Words.Say("Table %d, match %d", l.pair.Table(), l.match.MatchNo), l.book.Event.Version)
}

// deskLive is the page with everything a keeper of the record may do.
func (h *Handlers) deskLive(v *visit.Visit, l *liveView) board.Live {
	page := h.livePage(v, l)
	page.Base, page.CanEnter, page.After = l.base(v), v.Can(access.EnterLive), l.live.LastSeq
	page.linkRows()
	page.linkRulings(v.Event.Slug, l.live)
	page.Wall = fmt.Sprintf("%s/wall?table=%d&match=%d", v.DeskRound(l.round.RoundNo), l.pair.Table(), l.match.MatchNo)
	page.Incident = fmt.Sprintf("/e/%s/desk/incidents/new?section=%s&round=%d&table=%d&match=%d&ply=%d",
		v.Event.Slug, v.Section.Slug, l.round.RoundNo, l.pair.Table(), l.match.MatchNo, page.At)
	page.Export, page.Import = page.Base+"/game.bpgn", page.CanEnter
	page.Score = fmt.Sprintf("%s/score?at=%d", page.Base, page.At)
	page.Feeds = fmt.Sprintf("/e/%s/desk/%s/boards", v.Event.Slug, v.Section.Slug)
	if l.book.Section.Broadcast {
		page.Spectators = fmt.Sprintf("/e/%s/%s/round/%d/table/%d/match/%d", v.Event.Slug, v.Section.Slug, l.round.RoundNo, l.pair.Table(), l.match.MatchNo)
	}
	if last := l.live.LastAct(); last != nil && !last.Act.Ruling {
		page.LastEntry = stepWords(v.Words, last)
	}
	if page.Proposal = l.proposal(v); page.Proposal == nil && l.match.Result != nil {
		r := l.match.Result
		page.Result = visit.Told(v, r.Outcome.Said(publicpages.TeamNames(l.book, l.pair), r.Forfeit, r.EndsOf()))
	}
	page.Over, page.More = l.overBy(len(l.live.Steps)), l.more
	if page.Result == "" && !page.Over {
		page.Flags = l.flags(v)
	}
	for i := range page.Boards {
		page.Boards[i].Focus = page.Boards[i].ID == v.QueryParam("on")
	}
	return page.Live
}

// liveModel is the page while it is put together.
type liveModel struct{ board.Live }

// livePage is what everybody sees of a match.
func (h *Handlers) livePage(v *visit.Visit, l *liveView) liveModel {
	page := liveModel{board.Live{
		Place: v.Words.Say("%s, round %d, table %d, match %d", l.book.Section.Name, l.round.RoundNo, l.pair.Table(), l.match.MatchNo),
		Teams: publicpages.TeamNames(l.book, l.pair), Steps: len(l.live.Steps), OneBoard: l.book.Section.TeamSize == 1, Waiting: l.live.Waiting,
	}}
	page.At = l.stepShown(v.QueryParam("ply"))
	match, clocks := l.live.At(page.At)
	drawn := diagram.MatchOf(&match)
	for seat := range drawn.Players {
		drawn.Players[seat].Clock = livegame.FormatClock(clocks[seat])
	}
	ids := []bughouse.BoardID{bughouse.A, bughouse.B}
	if page.OneBoard {
		ids = ids[:1]
	}
	for _, id := range ids {
		page.Boards = append(page.Boards, h.liveBoard(v.Words, l, page.At, &match, drawn, id))
	}
	for i := range l.live.Steps {
		row := rowOf(v.Words, &l.live.Steps[i])
		row.Current = row.No == page.At
		if row.No > page.Steps-mostSpoken {
			row.Spoken = toldStep(v.Words, l.live, &l.live.Steps[i])
		}
		page.Log = append(page.Log, row)
	}
	return page
}

// stepShown is the step that the query asks for; the newest for anything else.
func (l *liveView) stepShown(typed string) int {
	n, err := strconv.Atoi(typed)
	if err != nil || n < 0 || n > len(l.live.Steps) {
		return len(l.live.Steps)
	}
	return n
}

// linkRows gives the log its addresses once the page knows its own.
func (m *liveModel) linkRows() {
	for i := range m.Log {
		m.Log[i].To = fmt.Sprintf("%s?ply=%d", m.Base, m.Log[i].No)
	}
}

// linkRulings leads from what a ruling ordered to the ruling.
func (m *liveModel) linkRulings(event string, live *livegame.Record) {
	for i := range m.Log {
		if act := live.Steps[i].Act; act.Incident != 0 {
			m.Log[i].Ruling = fmt.Sprintf("/e/%s/desk/incidents/%d/ruling", event, act.Incident)
		}
	}
}

// liveCards names the open incidents about the match.
func (h *Handlers) liveCards(v *visit.Visit, l *liveView, page *board.Live) error {
	page.Review = l.match.UnderReview
	if !l.match.UnderReview || !v.Can(access.SeeIncident) {
		return nil
	}
	open, err := h.Dispute.Reader().OpenIncidentsOf(v.Request().Context(), v.Event.EventID, l.match.MatchID)
	for _, i := range open {
		page.Cards = append(page.Cards, board.Card{
			Label: v.Words.Say("Incident %d", i.IncidentID), To: fmt.Sprintf("/e/%s/desk/incidents/%d", v.Event.Slug, i.IncidentID),
		})
	}
	return err
}

func (h *Handlers) liveBoard(w text.Words, l *liveView, page int, match *bughouse.Match, drawn diagram.Match, id bughouse.BoardID) board.Board {
	p := match.Board(id)
	onMove := bughouse.SeatAt(id, p.Turn())
	below := bughouse.White
	if drawn.Boards[id].From == diagram.BlackBelow {
		below = bughouse.Black
	}
	drawn.Boards[id].Label, drawn.Boards[id].Told = w.Say("Board %s", id), wording.BothSides(w, drawn.Boards[id].Setup)
	b := board.Board{
		ID: id.String(), SVG: diagram.SVG(drawn.Boards[id], diagram.Linked(h.Asset("pieces.svg"))), OnMove: onMove.String(), Moves: legalMoves(p),
		Top: l.seat(match, drawn, bughouse.SeatAt(id, below.Opponent())), Bottom: l.seat(match, drawn, bughouse.SeatAt(id, below)),
	}
	b.Told, b.Squares = drawn.Boards[id].Told, squaresOf(w, drawn.Boards[id].Setup)
	b.Status, b.Loud = statusWords(w, match, id)
	ruled, over := l.live.EndedBy(page)[id] != nil, l.overBy(page)
	if over && !l.endedItself(match, id) {
		b.Status, b.Loud = l.overWords(w, page), true
	}
	if ruled {
		b.Status, b.Loud = l.endWords(w, page, id), true
	}
	if ruled || over && !l.more {
		b.OnMove, b.Moves = "", ""
		b.Top.OnMove, b.Bottom.OnMove = false, false
	}
	return b
}

// endWords tells how a ruling has ended a board by a step.
func (l *liveView) endWords(w text.Words, step int, id bughouse.BoardID) string {
	end := l.live.EndedBy(step)[id]
	if end.Reason == "" {
		return w.Say("A ruling has decided the match.")
	}
	if end.Winner == 0 {
		return w.Say("A ruling has drawn this board.")
	}
	return w.Say("A ruling has ended this board: %s win.", publicpages.TeamNames(l.book, l.pair)[end.Winner-1])
}

// statusWords tells what the side to move can do, where that is not plain.
func statusWords(w text.Words, match *bughouse.Match, id bughouse.BoardID) (sentence string, ends bool) {
	p := match.Board(id)
	side := wording.Colour(w, p.Turn())
	over, drawn := match.Over(id)
	if ends, _ := p.Rules().Ends(p.Status()); ends && !over {
		return w.Say("%s has no legal move, but the last move was illegal, so it ends nothing. It may be claimed.", side), true
	}
	switch p.Status() {
	case bughouse.Checkmate:
		return w.Say("%s is checkmated.", side), true
	case bughouse.Stalemate:
		if drawn {
			return w.Say("%s has no legal move: stalemate.", side), true
		}
		return w.Say("%s has no legal move.", side), true
	case bughouse.AwaitingBlock:
		return w.Say("%s is in check and can only wait for a piece to put between.", side), false
	case bughouse.AwaitingPiece:
		return w.Say("%s has no legal move until a piece comes.", side), false
	}
	if p.InCheck() {
		return w.Say("%s to move, in check.", side), false
	}
	return w.Say("%s to move.", side), false
}

// legalMoves lists where each man and each piece in stock can go:
// "e2:e3 e4;N@:a3 b4".
func legalMoves(p *bughouse.Position) string {
	to := map[string][]string{}
	var order []string
	for _, m := range p.Moves(nil) {
		from := m.From().String()
		if m.IsDrop() {
			from = string(rune(m.Dropped().Letter())) + "@"
		}
		if to[from] == nil {
			order = append(order, from)
		}
		if square := m.To().String(); !slices.Contains(to[from], square) {
			to[from] = append(to[from], square)
		}
	}
	var parts []string
	for _, from := range order {
		parts = append(parts, from+":"+strings.Join(to[from], " "))
	}
	return strings.Join(parts, ";")
}

func (l *liveView) seat(match *bughouse.Match, drawn diagram.Match, seat bughouse.Seat) board.Seat {
	p := match.Board(seat.Board())
	view := board.Seat{
		Seat: seat.String(), Name: seat.String(), Slot: l.match.SlotOf(seat.String()), Clock: drawn.Players[seat].Clock, OnMove: p.Turn() == seat.Color(),
		Press: match.AwaitsPress(seat),
	}
	view.Team = publicpages.TeamNames(l.book, l.pair)[view.Slot-1]
	game := l.match.Games[seat.Board()]
	id := game.WhiteID
	if seat.Color() == bughouse.Black {
		id = game.BlackID
	}
	if id != nil {
		if player, ok := l.book.Player(*id); ok {
			view.Name = l.name(player)
		}
	}
	stock, hand := p.Stock(seat.Color()), match.InHand(seat)
	letter := strings.ToLower(seat.Color().String()[:1])
	places := []bughouse.Kind{bughouse.Queen, bughouse.Rook, bughouse.Bishop, bughouse.Knight, bughouse.Pawn}
	if p.Rules().KingPlacement {
		places = append([]bughouse.Kind{bughouse.King}, places...)
	}
	for _, k := range places {
		view.Stock = append(view.Stock, board.Place{
			Letter: string(rune(k.Letter())), Symbol: letter + string(rune(k.Letter())), Count: int(stock[k]),
		})
		for range hand[k] {
			view.Hand = append(view.Hand, string(rune(k.Letter())))
		}
	}
	return view
}

// rowOf is one step of the log.
func rowOf(w text.Words, step *livegame.Step) board.Row {
	row := board.Row{No: step.No, Off: step.Off, Text: stepWords(w, step), Who: step.ByName, Note: visit.Why(w, step.Broken)}
	if step.Act.Ruling {
		row.Note = w.Say("ordered by a ruling of %s", step.ByName)
	}
	if step.Act.Seat == "" {
		return row
	}
	row.Seat, row.Board = step.Act.Seat, step.Seat.Board().String()
	if !step.IsMove() {
		return row
	}
	row.Bad = step.Broken != nil
	dots := "."
	if step.Seat.Color() == bughouse.Black {
		dots = "…"
	}
	row.Number = strconv.Itoa(step.Number) + dots
	if ms := step.Clocks[step.Seat]; ms != livegame.NoClock {
		row.Clock = livegame.FormatClock(ms)
	}
	switch {
	case row.Bad:
		row.Note = w.Say("illegal, recorded as made: %s", row.Note)
	case step.Act.Kind == livegame.ActMove:
		row.Note = w.Say("clock not pressed with it")
	}
	return row
}

// proposal offers the result that the boards ask for; nil while nothing ended.
func (l *liveView) proposal(v *visit.Visit) *board.Proposal {
	ends := l.live.Ends(l.match.Side1Slot)
	if !ends.Known() {
		return nil
	}
	teams := publicpages.TeamNames(l.book, l.pair)
	p := &board.Proposal{}
	if r := l.match.Result; r != nil {
		p.Stored = visit.Told(v, r.Outcome.Said(teams, r.Forfeit, r.EndsOf()))
	}
	may := v.Can(access.EnterResult) && l.round.State != tournament.RoundLocked
	derived, err := tournament.Derive(l.book.Section, l.match, ends)
	if _, asks := visit.FieldsIn(v.Words, err)["order"]; asks {
		p.Sentence, p.Articles = visit.SaidIn(v.Words, err), ""
		for _, o := range l.book.Section.OrdersToAdd(ends.Order) {
			if may {
				p.Answers = append(p.Answers, board.OrderAnswer{Order: string(o), Label: v.Words.Say(text.Message(o.Label()))})
			}
		}
		return p
	}
	if err != nil {
		p.Sentence, p.Articles = v.Words.Say("A board has ended, which does not decide the match yet."), visit.SaidIn(v.Words, err)
		return p
	}
	p.Sentence, p.Articles = visit.Told(v, derived.Outcome.Said(teams, false, ends))+".", strings.Join(derived.Articles, ", ")
	same := l.match.Result != nil && l.match.Result.Outcome == derived.Outcome
	if may && !same {
		p.Button = v.Words.Say("Enter: %s", winWords(v.Words, derived.Outcome, teams))
	}
	return p
}

// winWords is the effect of a result in two or three words.
func winWords(w text.Words, o tournament.Outcome, teams [2]string) string {
	if slot := o.Winner(); slot != 0 {
		return w.Say("%s win", teams[slot-1])
	}
	return w.Say("draw")
}
