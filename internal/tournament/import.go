package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// Import is an entry list after the director has decided about it. Sections
// are those to be made on the way; an entry names its section, new or not.
type Import struct {
	Source   string        // name of the file, for the journal
	Sections []NewSection  `limit:"-"` // check themselves
	Entries  []ImportEntry `limit:"-"` // checked row by row, so that each problem stands at its row
	// Unsettled is how many problems the director has not decided about yet; a
	// list with any is refused, unless it is the repeat of one that was saved.
	Unsettled int
}

// ImportEntry is a team, or with Pool set a single player without partner. Line
// is the line of the file, for messages.
type ImportEntry struct {
	Line    int
	Section string
	Team    string
	School  string
	// Categories are words for prizes, separated by commas.
	Categories string
	Players    []NewPlayer
	Pool       bool
	SameName   bool
}

// Imported says what an import made.
type Imported struct {
	Sections, Teams, Players, Pool int
}

// CheckImport returns what would keep ImportEntries from saving: it looks at
// the entries of the event as they are now and changes nothing.
func (s *EntryCommands) CheckImport(ctx context.Context, eventID int64, in Import) ([]EntryProblem, error) {
	if err := limit.Check(in); err != nil {
		return nil, err
	}
	sections, err := s.reads.Sections(ctx, eventID)
	if err != nil {
		return nil, err
	}
	entries, err := s.reads.Entries(ctx, eventID)
	if err != nil {
		return nil, err
	}
	var form fault.Form
	for i, n := range newSections(&form, in.Sections) {
		n.SectionID = int64(-1 - i)
		sections = append(sections, n)
	}
	if err := form.Err(); err != nil {
		return nil, err
	}
	return CheckEntries(sections, entries, in.Entries), nil
}

// CheckEntries checks a list against the sections and entries there are, and
// among itself.
func CheckEntries(sections []Section, entries Entries, list []ImportEntry) []EntryProblem {
	r := newRegister(sections, entries)
	r.list(list)
	return r.problems
}

func noSection(name string) fault.Clause {
	if name == "" {
		return fault.Part("The entry names no section.")
	}
	return fault.Part("The event has no section “%s”.", name)
}

// list checks the entries of an import and sorts them into teams and pool.
func (r *register) list(in []ImportEntry) (teams []NewTeam, pool []NewPoolPlayer) {
	byName := map[string]int64{}
	for id, s := range r.sections {
		byName[NameKey(s.Name)] = id
	}
	for _, e := range in {
		id, ok := byName[NameKey(e.Section)]
		switch {
		case !ok:
			r.note(e.Line, "section", NoSection, noSection(e.Section), fault.Part("Choose a section for these entries, or make it."))
		case e.Pool && len(e.Players) == 1 && r.sections[id].EntrySize() == 2:
			pool = append(pool, NewPoolPlayer{SectionID: id, Player: r.player(e.Line, 0, id, e.Players[0], e.SameName, "")})
		default:
			teams = append(teams, r.team(e.Line, NewTeam{SectionID: id, Name: e.Team, School: e.School, Categories: e.Categories, Players: e.Players, SameName: e.SameName}))
		}
	}
	return teams, pool
}

// listTx enters a whole list, with the sections it names.
type listTx interface {
	enterTx
	publishedRounds
	NextID(ctx context.Context, counter string) (int64, error)
	InsertSection(ctx context.Context, s Section) error
}

// ImportEntries saves an entry list whole or not at all, with one journal entry.
func (s *EntryCommands) ImportEntries(ctx context.Context, eventID int64, cmd journal.Command, in Import) (Imported, error) {
	if err := limit.Check(in); err != nil {
		return Imported{}, err
	}
	cmd.Alone = true // it takes long, and results beside it must not wait for it
	var form fault.Form
	sections := newSections(&form, in.Sections)
	if err := form.Err(); err != nil {
		return Imported{}, err
	}
	return change(ctx, s.lists, eventID, cmd, func(tx listTx) (Imported, journal.Change, error) {
		if in.Unsettled > 0 {
			return Imported{}, journal.Change{}, fault.New(fault.Invalid, "Some rows are still to be decided. Nothing was saved.")
		}
		for _, section := range sections {
			if _, err := insertSection(ctx, tx, section); err != nil {
				return Imported{}, journal.Change{}, err
			}
		}
		r, err := loadRegister(ctx, tx)
		if err != nil {
			return Imported{}, journal.Change{}, err
		}
		teams, pool := r.list(in.Entries)
		if len(r.problems) > 0 {
			return Imported{}, journal.Change{}, problemsError(r.problems)
		}
		if len(teams)+len(pool) == 0 {
			return Imported{}, journal.Change{}, fault.New(fault.Invalid, "The list holds no entries.")
		}
		if err := arrivals(ctx, tx, teams); err != nil {
			return Imported{}, journal.Change{}, err
		}
		rows, players, err := r.admit(ctx, tx, teams, pool)
		if err != nil {
			return Imported{}, journal.Change{}, err
		}
		made := Imported{len(sections), len(rows), len(players), len(pool)}
		listed := make([]string, len(rows))
		for i, t := range rows {
			listed[i] = t.Code + " " + t.Name
		}
		return made, journal.Change{
			Action: "import entries", Subject: "entries",
			After: map[string]any{"file": in.Source, "made": made, "teams": listed, "pool": names(players[len(players)-len(pool):])},
		}, nil
	})
}

// arrivals lets teams play from the next round of their section.
func arrivals(ctx context.Context, tx publishedRounds, teams []NewTeam) error {
	next := map[int64]int{}
	for i, t := range teams {
		round, known := next[t.SectionID]
		if !known {
			var err error
			if round, err = nextRound(ctx, tx, t.SectionID); err != nil {
				return err
			}
			next[t.SectionID] = round
		}
		teams[i].ArrivesRound = round
	}
	return nil
}

// problemsError names the problems by line.
func problemsError(problems []EntryProblem) error {
	var form fault.Form
	for _, p := range problems {
		form.Add(fmt.Sprintf("line%d.%s", p.Line, p.Field), "%s", p.Message())
	}
	return form.Err()
}
