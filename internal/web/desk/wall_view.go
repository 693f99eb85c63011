package desk

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// wallView is what a person wants to see of the wall. It stands whole in the
// address, so that a view can be kept as a bookmark and lives through a reload.
type wallView struct {
	state       string // one state of layout, empty for all
	find        string // team, player or table
	oldestFirst bool   // missing tables by minutes late, then the others
	from, to    int    // my tables; 0 for no limit
	row         int    // one row of the hall; 0 for all
}

// viewOf reads a view from the parameters of an address. What cannot be read
// shows everything: a filter never hides a table by mistake.
func viewOf(q url.Values) wallView {
	w := wallView{find: strings.TrimSpace(q.Get("find")), oldestFirst: q.Get("order") == "oldest"}
	if layout.StateRank(q.Get("state")) >= 0 {
		w.state = q.Get("state")
	}
	w.from, w.to = tableRange(q.Get("tables"))
	w.row, _ = strconv.Atoi(q.Get("row")) // anything else is no row
	w.row = max(w.row, 0)
	return w
}

// tableRange reads "1-24", "25-" or "7".
func tableRange(text string) (from, to int) {
	first, last, ranged := strings.Cut(strings.ReplaceAll(strings.TrimSpace(text), "–", "-"), "-")
	from, _ = strconv.Atoi(strings.TrimSpace(first))
	to, _ = strconv.Atoi(strings.TrimSpace(last))
	if !ranged {
		to = from
	}
	from, to = max(from, 0), max(to, 0)
	if to != 0 && to < from {
		from, to = to, from
	}
	return from, to
}

// tables is the range as people type it.
func (w wallView) tables() string {
	switch {
	case w.from == 0 && w.to == 0:
		return ""
	case w.from == w.to:
		return strconv.Itoa(w.from)
	case w.to == 0:
		return strconv.Itoa(w.from) + "-"
	}
	return strconv.Itoa(max(w.from, 1)) + "-" + strconv.Itoa(w.to)
}

func (w wallView) mine(table int) bool { return table >= w.from && (w.to == 0 || table <= w.to) }

// query is the view as an address carries it, without "?".
func (w wallView) query() string {
	q := url.Values{}
	for name, value := range map[string]string{"state": w.state, "find": w.find, "tables": w.tables()} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if w.oldestFirst {
		q.Set("order", "oldest")
	}
	if w.row != 0 {
		q.Set("row", strconv.Itoa(w.row))
	}
	return q.Encode()
}

// with is the address of a wall in this view, with more parameters at its end.
func (w wallView) with(wall string, more ...string) string {
	parts := slices.DeleteFunc(append([]string{w.query()}, more...), func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return wall
	}
	return wall + "?" + strings.Join(parts, "&")
}

func (w wallView) inState(state string) wallView { w.state = state; return w }

func (w wallView) ordered(oldestFirst bool) wallView { w.oldestFirst = oldestFirst; return w }

// finds reports whether a pairing is what the search box asks for: its table
// number, or part of a name of a team or player.
func (w wallView) finds(book *tournament.SectionBook, p tournament.Pairing) bool {
	if w.find == "" || w.find == strconv.Itoa(p.Table()) {
		return true
	}
	wanted := tournament.NameKey(w.find)
	for _, id := range slices.Concat(p.InSlot(1), p.InSlot(2)) {
		if strings.Contains(tournament.NameKey(book.Team(id).Name), wanted) {
			return true
		}
		for _, player := range book.Members(id) {
			if strings.Contains(tournament.NameKey(player.Name()), wanted) {
				return true
			}
		}
	}
	return false
}

// arrange puts the tiles in the order of the view; they come by table.
func (w wallView) arrange(tiles []pages.Tile) {
	slices.SortStableFunc(tiles, func(a, b pages.Tile) int {
		if w.oldestFirst {
			if c := cmp.Compare(b.Late, a.Late); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.Table, b.Table)
	})
}

// filters are the chips above the wall.
func (w wallView) filters(wall string, counts map[string]int) []pages.Filter {
	all := 0
	for _, n := range counts {
		all += n
	}
	chips := []pages.Filter{{Count: all, On: w.state == "", To: w.inState("").with(wall)}}
	for _, state := range []string{
		layout.StatePlay, layout.StateMissing, layout.StateReported, layout.StateConflict, layout.StateReview, layout.StateVerified, layout.StateForfeit,
	} {
		if counts[state] > 0 || w.state == state || state == layout.StatePlay {
			chips = append(chips, pages.Filter{State: state, Count: counts[state], On: w.state == state, To: w.inState(state).with(wall)})
		}
	}
	return chips
}

// hallRows is how many rows of the hall a round fills, 0 when nobody said how
// many tables stand in one.
func hallRows(s tournament.Section, r *tournament.Round) int {
	rows := 0
	for _, p := range r.Pairings {
		rows = max(rows, s.HallRow(p.Table()))
	}
	return rows
}

// roundSteps are the states of a round as a line of pips.
func roundSteps(w text.Words, r *tournament.Round) []pages.Step {
	states := []tournament.RoundState{tournament.RoundPublished, tournament.RoundInPlay, tournament.RoundComplete, tournament.RoundLocked}
	now := slices.Index(states, r.State)
	steps := make([]pages.Step, len(states))
	for i, state := range states {
		steps[i] = pages.Step{Word: w.Say(wording.RoundStateWords[state]), Done: i < now, Now: i == now}
	}
	if r.Publication > 1 {
		steps[0].Word = w.Say("published v%d", r.Publication)
	}
	return steps
}

// matchPlayed is the match that was started last, or when nobody said so the one
// most tables are at: the first that fewer than half of them have a result of.
func matchPlayed(r *tournament.Round) (played, of int) {
	var results [10]int
	tables := 0
	for _, p := range r.Pairings {
		if p.Table() == 0 {
			continue
		}
		tables++
		of = max(of, len(p.Matches))
		for _, m := range p.Matches {
			if m.State != tournament.MatchOpen && m.MatchNo < len(results) {
				results[m.MatchNo]++
			}
		}
	}
	for played = 1; played < of && 2*results[played] >= tables; played++ {
	}
	return min(max(played, len(r.MatchStarts)), of), of
}
