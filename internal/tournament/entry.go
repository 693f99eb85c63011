package tournament

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/limit"
)

// NewPlayer is a person as entered. Rating nil means unrated.
type NewPlayer struct {
	FirstName  string
	LastName   string
	Rating     *int
	Grade      string
	School     string
	ExternalID string // number at a federation
}

// Name is the player's full name.
func (p NewPlayer) Name() string { return tidy(p.FirstName + " " + p.LastName) }

// SplitName makes first and last name of a name in one line: "Last, First", or
// the first word and the rest. A single word is a first name.
func SplitName(name string) (first, last string) {
	if last, first, ok := strings.Cut(name, ","); ok {
		return tidy(first), tidy(last)
	}
	first, last, _ = strings.Cut(tidy(name), " ")
	return first, last
}

// NewTeam is a team as entered: two players, up to four where the section has reserves, one under
// JARED. SameName says
// that a person with a name that is on the list already is somebody else.
type NewTeam struct {
	SectionID    int64
	Name         string
	School       string
	Players      []NewPlayer
	ArrivesRound int  // 0: the next round to be paired
	MissedHalf   bool // the rounds before it score half a pairing each
	Categories   string
	SameName     bool
}

// NewPoolPlayer is a player who waits for a partner.
type NewPoolPlayer struct {
	SectionID int64
	Player    NewPlayer
	SameName  bool
}

// Entries are all teams and players of an event.
type Entries struct {
	Teams   []Team
	Players []Player
}

// EntryProblem is one thing wrong with an entry: Line is the number the caller
// gave it, Field the input it concerns.
type EntryProblem struct {
	Line  int
	Field string
	Kind  ProblemKind
	What  fault.Clause
	Do    fault.Clause
}

// ProblemKind tells problems apart that a person may decide about.
type ProblemKind string

const (
	WrongEntry ProblemKind = ""           // it has to be corrected
	SameName   ProblemKind = "same name"  // another person may have the name
	NoPartner  ProblemKind = "no partner" // the player may go to the pool
	NoSection  ProblemKind = "no section" // the section may be made
)

// Message is the problem and the way out in one line.
func (p EntryProblem) Message() fault.Clause {
	if p.Do.String() == "" {
		return p.What
	}
	return fault.Part("%s %s", p.What, p.Do)
}

// MaxRating is the highest rating an entry may have.
const MaxRating = 4000

// register checks entries against those there are and among themselves. It
// allots addresses and codes, never numbers of the database.
type register struct {
	sections map[int64]Section
	teams    map[teamKey]string   // names in use, by section
	people   map[teamKey][]person // players by section and name
	slugs    map[string]bool
	codes    map[string]bool
	names    map[string]int // by what was numbered: the last number given, so that many of one name are not counted again and again
	problems []EntryProblem
	// hides reports whether names in a section are made of shortened ones, see hiding.
	hides func(Section) bool
}

type teamKey struct {
	sectionID int64
	key       string
}

// person is a player as the register knows him, with where he plays.
type person struct {
	name, externalID string
	place            func(name string) fault.Clause // says where the person of that name plays
}

func newRegister(sections []Section, entries Entries) *register {
	r := &register{
		sections: map[int64]Section{}, teams: map[teamKey]string{}, people: map[teamKey][]person{}, slugs: map[string]bool{}, codes: map[string]bool{}, names: map[string]int{},
		hides: func(Section) bool { return false },
	}
	for _, s := range visible(sections) {
		r.sections[s.SectionID] = s
	}
	names := map[int64]string{}
	for _, t := range entries.Teams {
		if r.sections[t.SectionID].EntrySize() == 2 {
			names[t.TeamID] = t.Name
		}
		r.teams[teamKey{t.SectionID, t.NameKey}] = t.Name
		r.slugs[t.Slug], r.codes[t.Code] = true, true
	}
	for _, p := range entries.Players {
		place := inPool
		if p.TeamID != nil {
			place = playsFor(names[*p.TeamID])
		}
		at := teamKey{p.SectionID, p.NameKey}
		r.people[at] = append(r.people[at], person{p.Name(), p.ExternalID, place})
	}
	return r
}

func inPool(name string) fault.Clause {
	return fault.Part("%s already waits in the partner pool of this section.", name)
}

// playsFor says where somebody plays; who enters alone plays for no team.
func playsFor(team string) func(name string) fault.Clause {
	return func(name string) fault.Clause {
		if team == "" {
			return fault.Part("%s is entered already.", name)
		}
		return fault.Part("%s already plays for %s.", name, team)
	}
}

func (r *register) note(line int, field string, kind ProblemKind, what, do fault.Clause) {
	r.problems = append(r.problems, EntryProblem{line, field, kind, what, do})
}

// team checks a team as entered. Without a name it gets one that is made of its players', and
// who enters alone has no other.
func (r *register) team(line int, n NewTeam) NewTeam {
	section, ok := r.sections[n.SectionID]
	if !ok {
		r.note(line, "section", WrongEntry, fault.Part("The event has no such section."), fault.Part("Choose another one."))
		return n
	}
	switch {
	case len(n.Players) == 1 && section.EntrySize() == 2:
		r.note(line, "player2", NoPartner, fault.Part("%s has no partner.", n.Players[0].Name()), fault.Part("Enter the partner, or put the player into the partner pool."))
	case len(n.Players) < section.EntrySize(), len(n.Players) > section.Squad():
		what := fault.Part("A team of %s has %s, not %d.", section.Name, playerCount(section), len(n.Players))
		do := fault.Part("Enter the players of one team.")
		if section.System == Rotating {
			what, do = fault.Part("In %s everybody enters alone.", section.Name), fault.Part("Enter the partner separately.")
		} else if size := len(n.Players); size > section.Squad() && size <= 4 && section.EntrySize() == 2 {
			do = fault.Part("Enter the players of one team, or let teams of the section have reserves first: its match template says how many.")
		}
		r.note(line, fmt.Sprintf("player%d", min(len(n.Players), section.Squad()+1)), WrongEntry, what, do)
	}
	if n.ArrivesRound < 0 || n.ArrivesRound > section.Rounds {
		r.note(line, "arrives", WrongEntry, fault.Part("The section has rounds 1 to %d.", section.Rounds), fault.Part("Enter one of them."))
	}
	n.School = tidy(n.School)
	var long fault.Form
	if limit.Line.Check(&long, "school", n.School); long.Err() != nil {
		r.note(line, "school", WrongEntry, fault.At(long.Err(), "school"), fault.Clause{})
	}
	n.Categories = r.categories(line, n.Categories)
	team := ""
	if section.EntrySize() == 2 {
		team = cmp.Or(tidy(n.Name), madeName(section, n.Players, r.hides(section)))
	}
	for i, p := range n.Players {
		n.Players[i] = r.player(line, i+1, n.SectionID, p, n.SameName, team)
	}
	n.Name = tidy(n.Name)
	switch {
	case len(n.Players) == 1 && section.EntrySize() == 1:
		n.Name = r.freeName(section, madeName(section, n.Players, r.hides(section)))
	case n.Name == "":
		n.Name = madeName(section, n.Players, r.hides(section))
	}
	r.teamName(line, n.SectionID, n.Name)
	return n
}

// freeName is that name, with a number where another entry of the section has it already.
func (r *register) freeName(section Section, base string) string {
	return r.numbered(fmt.Sprintf("name %d %s", section.SectionID, NameKey(base)), base, "%s (%d)", func(name string) bool {
		return r.teams[teamKey{section.SectionID, NameKey(name)}] != ""
	})
}

// numbered is base, or where that is taken base with the first number from 2 that is
// free. Numbers under a key only grow.
func (r *register) numbered(key, base, format string, taken func(string) bool) string {
	name, n := base, max(1, r.names[key])
	for taken(name) {
		n++
		name = fmt.Sprintf(format, base, n)
	}
	r.names[key] = n
	return name
}

// categories tidies the words a team may win prizes by.
func (r *register) categories(line int, text string) string {
	joined := strings.Join(CategoriesOf(text), ", ")
	var form fault.Form
	if limit.Line.Check(&form, "categories", joined); form.Err() != nil {
		r.note(line, "categories", WrongEntry, fault.At(form.Err(), "categories"), fault.Clause{})
	}
	return joined
}

// playerCount says how many players a team has: "two players", "two to four players".
func playerCount(s Section) fault.Word {
	return [...]fault.Word{1: fault.Word("one player"), 2: fault.Word("two players"), 3: fault.Word("two or three players"), 4: fault.Word("two to four players")}[s.Squad()]
}

// teamName checks a team's name and takes it.
func (r *register) teamName(line int, sectionID int64, name string) {
	var form fault.Form
	checkName(&form, "name", name, fault.Word("the team"))
	if err := form.Err(); err != nil {
		r.note(line, "name", WrongEntry, fault.At(err, "name"), fault.Clause{})
		return
	}
	at := teamKey{sectionID, NameKey(name)}
	if other, ok := r.teams[at]; ok {
		r.note(line, "name", WrongEntry, fault.Part("The section has a team “%s” already.", other), fault.Part("Choose a name that differs in more than case and accents."))
		return
	}
	r.teams[at] = name
}

// player checks one person and takes the name. seat is 1 to 4, 0 in the pool.
func (r *register) player(line, seat int, sectionID int64, p NewPlayer, sameName bool, team string) NewPlayer {
	field, rating := "player", "rating"
	place := inPool
	if seat > 0 {
		field, rating = fmt.Sprintf("player%d", seat), fmt.Sprintf("rating%d", seat)
		place = playsFor(team)
	}
	if section := r.sections[sectionID]; seat == 0 && section.EntrySize() == 1 {
		r.note(line, field, WrongEntry, fault.Part("In %s everybody enters alone.", section.Name), fault.Part("Enter the player as an entry, not for a partner."))
		return p
	}
	p.FirstName, p.LastName, p.Grade, p.School, p.ExternalID = tidy(p.FirstName), tidy(p.LastName), tidy(p.Grade), tidy(p.School), tidy(p.ExternalID)
	var form fault.Form
	checkName(&form, field, p.Name(), fault.Word("the player"))
	for _, text := range []string{p.Grade, p.School, p.ExternalID} {
		limit.Line.Check(&form, field, text)
	}
	if err := form.Err(); err != nil {
		r.note(line, field, WrongEntry, fault.At(err, field), fault.Clause{})
		return p
	}
	if p.Rating != nil && (*p.Rating < 0 || *p.Rating > MaxRating) {
		what := fault.Part("A rating of %s is impossible.", strconv.Itoa(*p.Rating))
		r.note(line, rating, WrongEntry, what, fault.Part("Enter a whole number from 0 to %d, or nothing for an unrated player.", MaxRating))
	}
	at := teamKey{sectionID, NameKey(p.Name())}
	for _, other := range r.people[at] {
		different := p.ExternalID != "" && other.externalID != "" && p.ExternalID != other.externalID
		if !different && !sameName {
			r.note(line, field, SameName, other.place(other.name), fault.Part("Correct it, or say that another person has the same name."))
			return p
		}
	}
	r.people[at] = append(r.people[at], person{p.Name(), p.ExternalID, place})
	return p
}

// err is the problems of a single entry as field messages.
func (r *register) err() error {
	var form fault.Form
	for _, p := range r.problems {
		form.Add(p.Field, "%s", p.Message())
	}
	return form.Err()
}

// slug allots an address nobody has; teams whose names hold no letter a–z are
// called by their number.
func (r *register) slug(name string, teamID int64) string {
	base := Slug(name)
	if base == "" {
		base = fmt.Sprintf("team-%d", teamID)
	}
	if len(base) > 60 {
		base = strings.TrimRight(base[:60], "-")
	}
	slug := r.numbered("slug "+base, base, "%s-%d", func(slug string) bool { return r.slugs[slug] })
	r.slugs[slug] = true
	return slug
}

// code allots the short code of the badge: the section's letter and a number.
func (r *register) code(section Section, teamID int64) string {
	code := fmt.Sprintf("%s-%02d", section.Letter, teamID)
	for n := teamID + 1; r.codes[code]; n++ {
		code = fmt.Sprintf("%s-%02d", section.Letter, n)
	}
	r.codes[code] = true
	return code
}

// strength is the sum of the two highest ratings of a team, whoever will play; an unrated player
// counts 0.
func strength(players []Player) int {
	var ratings []int
	for _, p := range players {
		if p.Rating != nil {
			ratings = append(ratings, *p.Rating)
		}
	}
	slices.Sort(ratings)
	sum := 0
	for _, r := range ratings[max(0, len(ratings)-2):] {
		sum += r
	}
	return sum
}

// registerTx reads the names, codes and addresses that are taken.
type registerTx interface {
	Event(ctx context.Context) (Event, error)
	Sections(ctx context.Context) ([]Section, error)
	Entries(ctx context.Context) (Entries, error)
	Path(ctx context.Context) ([]PathStep, error)
}

// playerTx says of which event a new player is, and since when.
type playerTx interface {
	EventID() int64
	Now() time.Time
}

// enterTx enters teams and players.
type enterTx interface {
	registerTx
	playerTx
	NextIDs(ctx context.Context, counter string, n int) (first int64, err error)
	InsertTeams(ctx context.Context, teams []Team) error
	InsertPlayers(ctx context.Context, players []Player) error
}

// loadRegister reads what new entries are checked against.
func loadRegister(ctx context.Context, tx registerTx) (*register, error) {
	sections, err := tx.Sections(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := tx.Entries(ctx)
	if err != nil {
		return nil, err
	}
	r := newRegister(sections, entries)
	return r, r.hiding(ctx, tx)
}

// admit writes checked teams and pool players in one go and returns the teams
// in the order given.
func (r *register) admit(ctx context.Context, tx enterTx, teams []NewTeam, pool []NewPoolPlayer) ([]Team, []Player, error) {
	people := len(pool)
	for _, n := range teams {
		people += len(n.Players)
	}
	teamID, err := tx.NextIDs(ctx, "team", len(teams))
	if err != nil {
		return nil, nil, err
	}
	playerID, err := tx.NextIDs(ctx, "player", people)
	if err != nil {
		return nil, nil, err
	}
	var rows []Team
	var players []Player
	for _, n := range teams {
		t := Team{
			EventID: tx.EventID(), TeamID: teamID, SectionID: n.SectionID, Name: n.Name, NameKey: NameKey(n.Name), Slug: r.slug(n.Name, teamID),
			Code: r.code(r.sections[n.SectionID], teamID), School: n.School, Categories: n.Categories, State: TeamEntered, ArrivesRound: max(1, n.ArrivesRound), CreatedAt: tx.Now(),
		}
		first := len(players)
		for seat, p := range n.Players {
			row := playerRow(tx, playerID, n.SectionID, p)
			row.TeamID, row.SeatOrder = &t.TeamID, ptr(seat+1)
			players = append(players, row)
			playerID++
		}
		t.Strength = strength(players[first:])
		rows = append(rows, t)
		teamID++
	}
	for _, n := range pool {
		players = append(players, playerRow(tx, playerID, n.SectionID, n.Player))
		playerID++
	}
	if err := tx.InsertTeams(ctx, rows); err != nil {
		return nil, nil, err
	}
	return rows, players, tx.InsertPlayers(ctx, players)
}

func playerRow(tx playerTx, id, sectionID int64, p NewPlayer) Player {
	return Player{
		EventID: tx.EventID(), PlayerID: id, SectionID: sectionID, FirstName: p.FirstName, LastName: p.LastName, NameKey: NameKey(p.Name()),
		Rating: p.Rating, Grade: p.Grade, School: p.School, ExternalID: p.ExternalID, CreatedAt: tx.Now(),
	}
}

func ptr[T any](v T) *T { return &v }
