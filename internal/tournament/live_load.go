package tournament

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/livegame"
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
func (s *LiveCommands) LoadGame(ctx context.Context, eventID int64, cmd journal.Command, in LoadGame) (Recorded, error) {
	if err := limit.Check(in); err != nil {
		return Recorded{}, err
	}
	game, err := pickGame(in.Text, in.Game)
	if err != nil {
		return Recorded{}, err
	}
	return s.changeLive(ctx, eventID, cmd, in.LivePlace, func(tx liveTx, rec *Record, live *livegame.Record) (liveChange, error) {
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
			from, err := restart(live)
			if err != nil {
				return c, err
			}
			c.acts = append(c.acts, livegame.NewAct(livegame.Act{Kind: livegame.ActGoBack, To: from}, livegame.UnknownClocks, cmd.Actor.Name, "import"))
		}
		acts := livegame.ActsOf(game, cmd.Actor.Name)
		c.acts = append(c.acts, acts...)
		c.said = fault.Part("Loaded game %d: %d moves", game.Number, len(game.Plies))
		if game.Closing != "" && limit.Text("summary", game.Closing) == nil {
			c.said = fault.Part("Loaded game %d: %d moves, %s, %s", game.Number, len(game.Plies), game.Result, game.Closing)
		}
		return c, playable(rec.Section, acts)
	})
}

// restart is the step from which a game can be put on record anew. What a ruling
// ordered is not withdrawn by it: the game begins behind a ruling that had the match
// played again, and is refused behind any other.
func restart(l *livegame.Record) (step int, err error) {
	step = l.RuledAt()
	if match, _ := l.At(step); match.BFEN() != l.Start.BFEN() || l.EndedBy(step) != [2]*livegame.BoardEnd{} {
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
			form.Add("game", "Line %d, game %d, ply %d, “%s”: %s. Nothing was loaded.", bad.Line, bad.Game, bad.Ply, bad.Token, reasonWords(bad.Reason))
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
func reasonWords(r bughouse.Reason) fault.Clause {
	return fault.Part("the move is illegal or cannot be read (%s)", strings.ReplaceAll(string(r), "-", " "))
}

// playable refuses a game that the section's rules do not allow.
func playable(section Section, acts []livegame.StoredAct) error {
	live, err := foldLive(section, acts)
	if err != nil {
		return err
	}
	for _, s := range live.Steps {
		if s.Broken != nil {
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
