package web

import (
	"fmt"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/templates/board"
	"github.com/tandemchess/tandem/templates/layout"
)

// publicLive shows a match to spectators where the section allows it, later than
// it happens by the section's delay. Nobody ever gets a step that is younger: the
// delay is counted from when the desk recorded it.
func (s *Server) publicLive(v *visit) error {
	shelf, err := v.book()
	if err != nil {
		return err
	}
	n, err := v.number("round")
	if err != nil {
		return err
	}
	round := shelf.Round(n)
	if !shelf.Section.Broadcast || round == nil || !round.Public() {
		return fault.New(fault.NotFound, "Matches of %s are not shown live here.", v.section.Name)
	}
	pair, match, err := v.matchAt(shelf.Book, round)
	if err != nil {
		return err
	}
	until := v.now.Add(-time.Duration(shelf.Section.BroadcastDelayS) * time.Second)
	seen, err := s.Public.LastLiveSeq(v.Request().Context(), v.event.EventID, match.MatchID, until)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("%s %d %d", v.Request().URL.Path, plyKey(v.QueryParam("ply"), seen), seen)
	return v.public(key, func() (templ.Component, int64, error) {
		live, err := s.Tournament.LiveMatchUntil(v.Request().Context(), v.event.EventID, match.MatchID, until)
		if err != nil {
			return nil, 0, err
		}
		// The board's result may be known before the moves are shown: leave it out.
		l := &liveView{book: shelf.Book, round: round, pair: pair, match: match, live: live, name: shelf.publicName}
		page := s.livePage(v, l)
		page.Base, page.DelayS = v.Request().URL.Path, shelf.Section.BroadcastDelayS
		page.linkRows()
		for i := range page.Log { // who keeps the record, and what was ruled, is the desk's business
			page.Log[i].Who, page.Log[i].Note, page.Log[i].Bad = "", "", false
		}
		frame := v.frame(layout.Public, fmt.Sprintf("Table %d, match %d", pair.Table(), match.MatchNo), shelf.Event.Version)
		return board.PublicPage(frame, page.Live), shelf.Event.Version, nil
	})
}

// plyKey names the step a spectator asks for; whatever is no step of the record
// is the newest.
func plyKey(typed string, seen int) int {
	n, err := strconv.Atoi(typed)
	if err != nil || n < 0 || n > seen {
		return seen
	}
	return n
}
