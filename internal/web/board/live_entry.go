package board

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/intake"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/board"
)

// recordAct puts on record what a form of the live match says.
func (h *Handlers) recordAct(v *visit.Visit, l *liveView) error {
	in, err := actForm(v, l)
	if err == nil {
		_, err = h.Live.RecordAct(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if err != nil {
		return h.liveAgain(v, err)
	}
	query := url.Values{}
	if l.more {
		query.Set("more", "yes")
	}
	if in.Board != "" {
		query.Set("on", in.Board)
	}
	return v.SeeOther("%s", withQuery(l.base(v), query))
}

// actForm reads the act: the pressed button names it, with what belongs to it
// behind it ("turn", "press", "pass N", "made BA e7e5").
func actForm(v *visit.Visit, l *liveView) (tournament.RecordAct, error) {
	var form fault.Form
	in := tournament.RecordAct{
		LivePlace: l.place(), Board: v.FormValue("board"), Seat: v.FormValue("seat"), Text: v.FormText("move"), Clocks: actClocks(v, &form, l),
		More: l.more,
	}
	in.After = v.FormNumber(&form, "after", 0, 1<<30)
	words := strings.Fields(v.FormValue("do"))
	if len(words) == 0 {
		words = []string{string(livegame.ActTurn)}
	}
	in.Kind = livegame.Kind(words[0])
	switch {
	case words[0] == "made" && len(words) == 3:
		in.Kind, in.AsMade, in.Seat, in.Text = livegame.ActTurn, true, words[1], words[2]
	case len(words) == 2:
		in.Piece = words[1]
	}
	return in, form.Err()
}

// actClocks reads the clock of the side to move, or all four.
func actClocks(v *visit.Visit, form *fault.Form, l *liveView) livegame.Clocks {
	clocks := livegame.UnknownClocks
	read := func(field string, seat bughouse.Seat) {
		ms, err := livegame.ParseClock(v.FormText(field))
		if err != nil {
			form.Add(field, "%s.", err)
		}
		clocks[seat] = ms
	}
	now, _ := l.live.Head()
	for seat := bughouse.WA; seat <= bughouse.BB; seat++ {
		read("clock_"+seat.String(), seat)
	}
	switch v.FormValue("board") {
	case "A":
		read("clock", bughouse.SeatAt(bughouse.A, now.Board(bughouse.A).Turn()))
	case "B":
		read("clock", bughouse.SeatAt(bughouse.B, now.Board(bughouse.B).Turn()))
	}
	return clocks
}

// liveAgain shows the match as it stands now with what was refused; the typed
// move stays, and an illegal one can be recorded as it was made.
func (h *Handlers) liveAgain(v *visit.Visit, cause error) error {
	if !visit.Refusable(cause) {
		return cause
	}
	l, err := h.liveOf(v) // a stale form shows what was added meanwhile
	if err != nil {
		return err
	}
	page := h.deskLive(v, l)
	page.Problem, page.Errors = visit.SaidIn(v.Words, cause), visit.FieldsIn(v.Words, cause)
	page.Game, page.GameNo, page.Clocks = v.FormValue("text"), v.FormText("number"), map[string]string{}
	typed, saidBeside := v.FormValue("board"), false
	for i := range page.Boards {
		b := &page.Boards[i]
		for _, seat := range []string{b.Top.Seat, b.Bottom.Seat} {
			page.Clocks[seat] = v.FormText("clock_" + seat)
		}
		if b.Focus = b.ID == typed; b.Focus {
			b.Typed, b.TypedClock = v.FormText("move"), v.FormText("clock")
			saidBeside = page.CanEnter && b.OnMove != ""
		}
	}
	for _, field := range []string{"press", "pass", "seat", "act", "after"} {
		if message := page.Errors[field]; message != "" {
			page.Problem = message
		}
	}
	if page.Errors["move"] != "" {
		if page.Problem = page.Errors["move"]; saidBeside { // the field is there
			page.Problem = ""
		}
	}
	var illegal *bughouse.IllegalError
	if errors.As(cause, &illegal) {
		page.Refused = &board.Refused{Board: illegal.Seat.Board().String(), Seat: illegal.Seat.String(), Typed: v.FormText("move"), Move: illegal.Move.UCI()}
	}
	return v.Again(cause, board.DeskPage(h.liveFrame(v, l), page))
}

// withQuery is an address with its query, if there is one.
func withQuery(address string, query url.Values) string {
	if len(query) == 0 {
		return address
	}
	return address + "?" + query.Encode()
}

// takeBackAct withdraws the last act.
func (h *Handlers) takeBackAct(v *visit.Visit, l *liveView) error {
	var form fault.Form
	at := l.place()
	at.After = v.FormNumber(&form, "after", 0, 1<<30)
	err := form.Err()
	var done tournament.Recorded
	if err == nil {
		done, err = h.Live.TakeBackAct(v.Request().Context(), v.Event.EventID, v.Command(), at)
	}
	if err != nil {
		return h.liveAgain(v, err)
	}
	if n := len(l.live.Steps); n > 0 && l.live.LastSeq == at.After { // the step that went, in the reader's language
		return v.Onward(l.base(v), v.Words.Say("Taken back: %s", stepWords(v.Words, &l.live.Steps[n-1]))+".")
	}
	return v.Onward(l.base(v), done.In(visit.Saying(v.Words))+".")
}

// loadGame puts a game text on record.
func (h *Handlers) loadGame(v *visit.Visit, l *liveView) error {
	var form fault.Form
	in := tournament.LoadGame{LivePlace: l.place(), Game: v.FormNumber(&form, "number", 1, 100_000), Replace: v.FormValue("replace") == "yes", Names: v.FormValue("names") == "yes"}
	in.After = v.FormNumber(&form, "after", 0, 1<<30)
	text, err := gameText(v)
	if err != nil {
		return err
	}
	in.Text = intake.Limit(v.Request().Context(), bytes.NewReader(text), maxGame)
	if len(text) > maxGame {
		form.Add("game", "The text is larger than %d MB. Choose one with fewer games.", maxGame>>20)
	}
	err = form.Err()
	var done tournament.Recorded
	if err == nil {
		done, err = h.Live.LoadGame(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if over := visit.Overdue(v); over != nil {
		err = over
	}
	if err != nil {
		return h.liveAgain(v, err)
	}
	return v.Onward(l.base(v), done.In(visit.Saying(v.Words))+".")
}

// maxGame bounds a game text, which may hold many games; one takes up to 100 KB.
const maxGame = 4 << 20

// gameText is the uploaded file, or else the pasted text.
func gameText(v *visit.Visit) ([]byte, error) {
	text, source, err := v.Upload("file", maxGame)
	if source == "" {
		text = []byte(v.FormValue("text"))
	}
	return text, err
}

// liveGame writes the record as a game text.
func (h *Handlers) liveGame(v *visit.Visit, l *liveView) error {
	game, err := tournament.GameOf(l.live)
	if err != nil {
		return err
	}
	game.Tags = l.tags()
	if r := l.match.Result; r != nil && r.Outcome != tournament.DoubleLoss { // which a record has no word for
		game.Result = map[int]string{0: "1/2-1/2", l.match.Side1Slot: "1-0", 3 - l.match.Side1Slot: "0-1"}[r.Outcome.Winner()]
	}
	var out bytes.Buffer
	if err := bughouse.WriteBPGN(&out, game); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%s-r%d-t%d-m%d.bpgn", v.Event.Slug, v.Section.Slug, l.round.RoundNo, l.pair.Table(), l.match.MatchNo)
	v.Response().Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"`, name))
	return v.Blob(http.StatusOK, "text/plain; charset=utf-8", out.Bytes())
}

// tags are the head of a game text.
func (l *liveView) tags() []bughouse.Tag {
	tags := []bughouse.Tag{
		{Name: "Event", Value: l.book.Event.Name},
		{Name: "Site", Value: l.book.Event.Venue},
		{Name: "Date", Value: l.book.Event.StartsOn.Format("2006.01.02")},
		{Name: "Section", Value: l.book.Section.Name},
		{Name: "Round", Value: fmt.Sprint(l.round.RoundNo)},
		{Name: "Table", Value: fmt.Sprint(l.pair.Table())},
		{Name: "Match", Value: fmt.Sprint(l.match.MatchNo)},
		{Name: "TimeControl", Value: fmt.Sprintf("%d+0", l.book.Section.ClockMS/1000)},
	}
	start, _ := l.live.At(0)
	drawn := diagram.MatchOf(&start)
	for seat, name := range []string{"WhiteA", "BlackA", "WhiteB", "BlackB"} {
		tags = append(tags, bughouse.Tag{Name: name, Value: l.seat(&start, drawn, bughouse.Seat(seat)).Name})
	}
	return tags
}

// enterLiveResult enters the result that the boards ask for; a person has
// pressed the button that names it.
func (h *Handlers) enterLiveResult(v *visit.Visit, l *liveView) error {
	var form fault.Form
	after := v.FormNumber(&form, "after", 0, 1<<30)
	if err := form.Err(); err != nil {
		return h.liveAgain(v, err)
	}
	ends, err := l.endsOf(v)
	if err == nil && after == l.live.LastSeq && !ends.Known() {
		err = fault.New(fault.Conflict, "No board has ended, so there is no result to enter.")
	}
	if err == nil {
		var done tournament.Entered
		done, err = h.Results.EnterResult(v.Request().Context(), v.Event.EventID, v.Command(), tournament.TypedResult{
			SectionID: v.Section.SectionID, Round: l.round.RoundNo, Table: l.pair.Table(), Match: l.match.MatchNo, Revision: l.match.Revision,
			Source: "live", Ends: ends, LiveSeq: &after, MayChange: v.Can(access.ChangeResult),
		})
		if err == nil {
			return v.Onward(l.base(v), wording.EnteredWords(v.Words, done))
		}
	}
	return h.liveAgain(v, err)
}
