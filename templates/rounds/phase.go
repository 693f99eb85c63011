package rounds

import "github.com/tandemchess/tandem/templates/layout"

// Phase is who comes into a section, and who goes on from it.
type Phase struct {
	Section  string
	Here     string              // address of the page
	Path     []layout.PathColumn // where teams go, from left to right
	Leads    []PhaseLead
	Defined  bool
	Words    string // "places 1 to 8 of Open"
	Rule     []string
	Preview  PhaseField
	Started  string // "8 teams came in at 2:20 pm: Dana Holt let them in."
	MayBack  bool
	PlayOff  bool      // it decides a line of another section
	PlayOffs []PlayOff // for places of the section
	MayTie   bool      // order teams that are level across a line
	Revision int       // of the phase that was shown
	Start    *PhaseStart
	Form     *PhaseForm // nil where the rule stands
	Fixed    string     // why it stands
	Problem  string
}

// PhaseLead is a later phase with those of this section who would come in.
type PhaseLead struct {
	Name, To string
	Started  bool
	Lines    []string
	Open     []string // teams that can still come in or drop out
	In       []PhaseEntrant
	Ties     []LineTie
	PlayOff  bool
}

// LineTie are teams that are level across a line, with the play-off that can be paired, or that
// they play.
type LineTie struct {
	LevelTie
	Pair  *PlayOffForm
	Plays *PlayOff
}

// PlayOffForm is what is asked about a play-off before it is paired.
type PlayOffForm struct {
	Name                string
	Matches, FirstTable string
	Systems             []layout.Choice // none where two teams play
	System              string          // the one that was chosen
	Errors              map[string]string
}

// PlayOff is one that was paired.
type PlayOff struct{ Says, State, To string }

// PhaseField is who would come in now, or who came in.
type PhaseField struct {
	Entrants []PhaseEntrant
	Open     []string
	Lines    []string
	Waits    []PhaseWait
}

// PhaseEntrant is a team with its seed and why it has it.
type PhaseEntrant struct {
	Seed      int
	Team, Why string
	Certain   bool
}

// PhaseWait is what has to happen before the phase can start, and where.
type PhaseWait struct{ Says, To string }

// PhaseStart is the key that lets the teams in.
type PhaseStart struct {
	Teams    int
	Revision int
	Basis    string
	Lot      bool
	Carries  string
}

// PhaseForm is who comes in, as a form.
type PhaseForm struct {
	Revision                 int
	Feeds                    []FeedRow
	Carry, Seeding, Breaking string
	Sections, Kinds          []layout.Choice
	Carries, Seedings        []layout.Choice
	Breakings                []layout.Choice
	Errors                   map[string]string
}

// FeedRow is a line of the form: a field that is empty says nothing.
type FeedRow struct {
	No                      int
	From, Kind, First, Last string
	Errors                  map[string]string // by "from", "kind", "first"
}
