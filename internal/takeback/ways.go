package takeback

import (
	"context"
	"maps"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// way is how the acts of one kind are taken back, or why they are not.
type way struct {
	// commands are the methods that act so, of Tournament, Dispute and Account.
	commands []string

	none fault.Word // why there is no taking back; else the rest is filled in

	may    access.Action // who takes it back needs it
	mayAll access.Action // the same for an act about all sections, where that is another
	rests  []rest        // what may not have changed since
	same   []string      // later acts about the same subject that stand on it
	built  []string      // later acts of the section that are built on it
	below  bool          // anything recorded at the places below its subject stands on it

	then func(*act) Sentence // what is so afterwards, as a sentence
	undo func(context.Context, *Desk, target) error

	kind   string          // a word for what other commands take back without naming their act
	undoes string          // it is such a command, and takes back an act of that kind
	undid  func(*act) bool // where only some of them do; nil: all
}

// target is what an undo gets.
type target struct {
	eventID int64
	cmd     journal.Command
	by      access.Actor
	may     func(access.Action, int64) bool
	*act
}

// ways has a row for every kind of entry that a service writes, by the entry's action.
var ways = table(entryWays, pairWays, setupWays, phaseWays, roundWays, timeWays, pointsWays, resultWays, floorWays, liveWays, disputeWays, peopleWays)

func table(parts ...map[string]*way) map[string]*way {
	all := map[string]*way{}
	for _, part := range parts {
		for action := range maps.Keys(part) {
			if all[action] != nil {
				panic("two ways to take back " + action) // found by the first test
			}
		}
		maps.Copy(all, part)
	}
	return all
}

// never is the row of acts that are not taken back.
func never(why fault.Word, commands ...string) *way { return &way{commands: commands, none: why} }

// says is a sentence that needs nothing of the act.
func says(word fault.Word) func(*act) Sentence { return func(*act) Sentence { return sentence(word) } }

// about is a sentence about what the act was about, which is its part: the name of a team.
func about(word fault.Word) func(*act) Sentence {
	return func(a *act) Sentence { return sentence(word, a.what()) }
}

// Sentence is one that whoever reads it hears in his language.
type Sentence = fault.Clause

func sentence(word fault.Word, parts ...any) Sentence { return fault.Part(string(word), parts...) }
