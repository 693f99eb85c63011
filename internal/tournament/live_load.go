package tournament

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// LoadGame is a game text to put on record.
type LoadGame struct {
	LivePlace
	Text    io.Reader // BPGN, one or several games
	Game    int       // which of them, from 1
	Replace bool      // start over when something is recorded already
	Names   bool      // load it although it names other players
}

// LoadGame puts a whole game on record, or nothing: a text that cannot be read
// or played is refused with the ply, the move and the reason. Clocks come from
// the comments behind the moves.
func (s *Service) LoadGame(ctx context.Context, eventID int64, cmd journal.Command, in LoadGame) (Recorded, error) {
	if err := limit.Check(in); err != nil {
		return Recorded{}, err
	}
	game, err := pickGame(in.Text, in.Game)
	if err != nil {
		return Recorded{}, err
	}
	return s.changeLive(ctx, eventID, cmd, in.LivePlace, func(tx Tx, rec *Record, live *Live) (liveChange, error) {
		c := liveChange{action: "load game"}
		if !in.Names {
			if err := compareNames(ctx, tx, rec, game); err != nil {
				return c, err
			}
		}
		if len(live.Steps) > 0 {
			if !in.Replace {
				return c, fault.New(fault.Conflict, "This match has a record of %d steps already. Choose to start over if the game text shall take its place.", len(live.Steps))
			}
			from, err := live.restart()
			if err != nil {
				return c, err
			}
			entry, err := newEntry(LiveAct{Kind: LiveGoBack, To: from}, UnknownClocks, cmd.Actor.Name, "import")
			if err != nil {
				return c, err
			}
			c.entries = append(c.entries, entry)
		}
		entries, err := entriesOf(game, cmd.Actor.Name)
		if err != nil {
			return c, err
		}
		c.entries = append(c.entries, entries...)
		c.sentence = fmt.Sprintf("Loaded game %d: %d moves", game.Number, len(game.Plies))
		if game.Closing != "" && limit.Text("summary", game.Closing) == nil {
			c.sentence += ", " + game.Result + ", " + game.Closing
		}
		return c, playable(rec.Section, entries)
	})
}

// restart is the step from which a game can be put on record anew. What a ruling
// ordered is not withdrawn by it: the game begins behind a ruling that had the match
// played again, and is refused behind any other.
func (l *Live) restart() (step int, err error) {
	step = l.ruledAt()
	if match, _ := l.At(step); match.BFEN() != l.Start.BFEN() || l.EndedBy(step) != [2]*BoardEnd{} {
		return 0, fault.New(fault.Conflict, "A ruling has changed this record at step %d, and a game text would undo that. A ruling or an appeal changes it.", step)
	}
	return step, nil
}

// pickGame reads the n-th game of a text.
func pickGame(text io.Reader, n int) (*bughouse.Game, error) {
	var form fault.Form
	r := bughouse.NewBPGNReader(text)
	for i := 1; ; i++ {
		game, err := r.Next()
		var bad *bughouse.GameError
		switch {
		case errors.Is(err, io.EOF) && i == 1:
			form.Add("game", "There is no game in this text. It needs to be BPGN, such as 1A. e4 1B. d4 1a. e5.")
			return nil, form.Err()
		case errors.Is(err, io.EOF):
			form.Add("number", "The text holds %d games; choose one from 1 to %d.", i-1, i-1)
			return nil, form.Err()
		case errors.As(err, &bad) && i == n:
			form.Add("game", "Line %d, game %d, ply %d, %q: %s. Nothing was loaded.", bad.Line, bad.Game, bad.Ply, bad.Token, reasonWords(bad.Reason))
			return nil, form.Err()
		case err != nil && !errors.As(err, &bad):
			return nil, fmt.Errorf("read the game text: %w", err)
		case i == n && len(game.Plies) == 0:
			form.Add("game", "Game %d has no moves.", n)
			return nil, form.Err()
		case i == n:
			return game, nil
		}
	}
}

// reasonWords is the reason against a move in words.
func reasonWords(r bughouse.Reason) string {
	return "the move is illegal or cannot be read (" + strings.ReplaceAll(string(r), "-", " ") + ")"
}

// entriesOf writes a game as entries: one whole turn per ply.
func entriesOf(g *bughouse.Game, byName string) ([]LiveEntry, error) {
	clocks := startClocks(g)
	var entries []LiveEntry
	add := func(act LiveAct, clocks Clocks) error {
		e, err := newEntry(act, clocks, byName, "import")
		entries = append(entries, e)
		return err
	}
	a, b := g.Start()
	if start, usual := bughouse.FormatBFEN(&a, &b), bughouse.NewMatch(bughouse.Rules{}); start != usual.BFEN() {
		if err := add(LiveAct{Kind: LivePosition, Position: start}, clocks); err != nil {
			return nil, err
		}
	}
	for _, ply := range g.Plies {
		if ply.HasClock {
			clocks[ply.Seat] = max(0, ply.Clock) // a clock below zero is a flag nobody noticed
		}
		if err := add(LiveAct{Kind: LiveTurn, Seat: ply.Seat.String(), Move: ply.Move.UCI()}, clocks); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// startClocks reads the tag TimeControl, "120+0".
func startClocks(g *bughouse.Game) Clocks {
	base, _, _ := strings.Cut(g.Tag("TimeControl"), "+")
	seconds, err := strconv.Atoi(base)
	if err != nil || seconds < 0 || int64(seconds)*1000 > maxClockMS {
		return UnknownClocks
	}
	ms := int64(seconds) * 1000
	return Clocks{ms, ms, ms, ms}
}

// playable refuses a game that the section's rules do not allow.
func playable(section Section, entries []LiveEntry) error {
	live, err := foldLive(section, entries)
	if err != nil {
		return err
	}
	for _, s := range live.Steps {
		if s.Broken != "" {
			var form fault.Form
			form.Add("game", "Ply %d, %s %s, cannot be played under %s: %s. Nothing was loaded.", s.No, s.Act.Seat, s.Act.Move, section.Rulebook, s.Broken)
			return form.Err()
		}
		if section.TeamSize == 1 && s.Act.Seat != "" && s.Seat.Board() == bughouse.B {
			var form fault.Form
			form.Add("game", "The game has moves on board B, but %s is played on one board. Nothing was loaded.", section.Rulebook)
			return form.Err()
		}
	}
	return nil
}
