package roster

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Decision is what the director says about a row with a problem.
type Decision string

const (
	Undecided Decision = ""
	Leave     Decision = "leave"  // out of the list
	Accept    Decision = "accept" // as it stands: odd text is meant, the name belongs to another person
	Pool      Decision = "pool"   // the player waits for a partner
)

// Choices are everything the director has said about a list.
type Choices struct {
	Mapping  Mapping
	Rows     map[int]Decision  // by line
	Sections map[string]string // section as the file calls it → section of the event, or one to be made
	Default  string            // section of rows that name none
}

// Problem is one thing to decide about, as the person finds it in the file.
type Problem struct {
	Line   int
	Column string
	Value  string // the cell
	What   fault.Clause
	Do     fault.Clause
	Accept bool // Accept settles it
	Pool   bool // Pool settles it
}

// Review is a list before it is saved. It can be saved when no problem is left.
type Review struct {
	Entries  []tournament.ImportEntry
	Problems []Problem // by line
	Unknown  []string  // sections the event does not have, as the file calls them
	Left     int       // rows the director leaves out
	Known    []Known   // entries the event has already
	Joined   int       // teams of which each player signed up and named the other
	Under    int       // rows read as players of the team that a row above them names
}

// Look makes entries of a table and checks them against the sections and the
// entries of the event. It changes nothing.
func Look(t Table, c Choices, sections []tournament.Section, existing tournament.Entries) Review {
	b := &builder{table: t, choices: c, places: map[place]cellAt{}, teams: map[string]int{}}
	b.findTeamsAbove(sections)
	for i, r := range t.Rows {
		b.current = i
		b.row(r)
	}
	b.joinPartners()
	b.shareSchools()
	b.askNames()
	b.setKnownAside(sections, existing)
	for _, p := range tournament.CheckEntries(sections, existing, b.review.Entries) {
		b.problem(p)
	}
	slices.SortStableFunc(b.review.Problems, func(x, y Problem) int { return x.Line - y.Line })
	return b.review
}

// place is a field of an entry; cellAt is where the file has it.
type place struct {
	line  int
	field string
}

type cellAt struct{ row, column int }

type builder struct {
	table   Table
	choices Choices
	review  Review
	places  map[place]cellAt
	teams   map[string]int // rows per player: section and team → index of the entry
	current int            // row being read
	above   map[int]int    // rows whose team a row above names: index of the row → that row's
}

func (b *builder) cell(f Field) string {
	i := b.choices.Mapping.column(f)
	if i < 0 || i >= len(b.table.Rows[b.current].Cells) {
		return ""
	}
	return b.table.Rows[b.current].Cells[i]
}

// note adds a problem of the current row in the column of a field.
func (b *builder) note(column int, p Problem) {
	r := b.table.Rows[b.current]
	p.Line, p.Column = r.Line, b.table.column(column)
	if column >= 0 && column < len(r.Cells) {
		p.Value = r.Cells[column]
	}
	b.review.Problems = append(b.review.Problems, p)
}

func (b *builder) row(r Row) {
	decision := b.choices.Rows[r.Line]
	if decision == Leave {
		b.review.Left++
		return
	}
	if decision != Accept {
		for _, flaw := range r.Flaws {
			b.note(flaw.Cell, Problem{What: flaw.says(), Do: fault.Part("Correct the row, accept it as it stands here, or leave it out."), Accept: true})
		}
	}
	if b.choices.Mapping.perTeam() {
		b.teamRow(r, decision)
		return
	}
	b.playerRow(r, decision)
}

func (b *builder) section() string {
	name := b.cell(Section)
	if name == "" {
		return b.choices.Default
	}
	if to := b.choices.Sections[tournament.NameKey(name)]; to != "" {
		return to
	}
	return name
}

// at notes where a field of the entry of a line stands: in the current row, in
// the first of the columns that the mapping has.
func (b *builder) at(line int, field string, columns ...Field) {
	found := -1
	for _, f := range columns {
		if i := b.choices.Mapping.column(f); i >= 0 {
			found = i
			break
		}
	}
	b.places[place{line, field}] = cellAt{b.current, found}
}

// rowSeats are the fields of the players of a row per team.
var rowSeats = []struct{ full, first, last, rating, grade, id, school Field }{
	{Player1, First1, Last1, Rating1, Grade1, ID1, School1},
	{Player2, First2, Last2, Rating2, Grade2, ID2, School2},
	{Player3, First3, Last3, Rating3, Grade3, ID3, School3},
	{Player4, First4, Last4, Rating4, Grade4, ID4, School4},
}

func (b *builder) teamRow(r Row, decision Decision) {
	e := tournament.ImportEntry{Line: r.Line, Section: b.section(), Team: b.cell(Team), School: b.cell(School), Categories: b.cell(Prizes), SameName: decision == Accept}
	b.at(r.Line, "section", Section)
	b.at(r.Line, "name", Team)
	b.at(r.Line, "categories", Prizes)
	for i, f := range rowSeats {
		p := tournament.NewPlayer{FirstName: b.cell(f.first), LastName: b.cell(f.last), Grade: b.cell(f.grade), School: b.cell(f.school), ExternalID: b.cell(f.id)}
		p.Rating = b.seatRating(f.rating, i)
		if p.Name() == "" {
			b.fullName(&p, cmp.Or(b.cell(f.full), partOf(b.cell(Both), i)))
		}
		number := string(rune('1' + i))
		b.at(r.Line, "player"+number, f.full, f.last, f.first, Both)
		b.at(r.Line, "rating"+number, f.rating, Rating)
		if p.Name() != "" {
			e.Players = append(e.Players, p)
		}
	}
	if len(e.Players) == 0 {
		b.note(max(b.choices.Mapping.column(Player1), b.choices.Mapping.column(Last1), b.choices.Mapping.column(Both)), Problem{What: fault.Part("The row names no player."), Do: fault.Part("Enter the players or leave the row out.")})
		return
	}
	if len(e.Players) == 1 && decision == Pool {
		e.Pool, e.Team = true, ""
		b.places[place{r.Line, "player"}] = b.places[place{r.Line, "player1"}]
	}
	b.review.Entries = append(b.review.Entries, e)
}

// askNames asks for the names of teams that have none in a list where teams have names.
func (b *builder) askNames() {
	if !b.choices.Mapping.perTeam() || b.choices.Mapping.Nameless() {
		return
	}
	for _, e := range b.review.Entries {
		if e.Team == "" && !e.Pool && b.choices.Rows[e.Line] != Accept {
			b.current = b.rowOf(e.Line)
			b.note(b.choices.Mapping.column(Team), Problem{
				What: fault.Part("The team has no name."), Accept: true,
				Do: fault.Part("Enter one, or accept the row: the team is then called after its players."),
			})
		}
	}
}

func (b *builder) playerRow(r Row, decision Decision) {
	p := tournament.NewPlayer{FirstName: b.cell(First), LastName: b.cell(Last), Grade: b.cell(Grade), School: b.cell(School), ExternalID: b.cell(ID)}
	p.Rating = b.rating(Rating)
	if p.Name() == "" {
		b.fullName(&p, b.cell(Name))
	}
	if p.Name() == "" {
		b.note(max(b.choices.Mapping.column(Name), b.choices.Mapping.column(Last)), Problem{What: fault.Part("The row names no player."), Do: fault.Part("Enter the name or leave the row out.")})
		return
	}
	section, team := b.section(), b.cell(Team)
	if row, under := b.above[b.current]; under {
		var school string
		section, team, school = b.teamOf(row)
		p.School = cmp.Or(p.School, school)
		b.review.Under++
	}
	same := decision == Accept
	if team == "" || decision == Pool {
		b.at(r.Line, "player", Name, Last, First)
		b.at(r.Line, "rating", Rating)
		b.at(r.Line, "section", Section)
		b.review.Entries = append(b.review.Entries, tournament.ImportEntry{Line: r.Line, Section: section, Pool: true, Players: []tournament.NewPlayer{p}, SameName: same})
		return
	}
	key := tournament.NameKey(section) + "\n" + tournament.NameKey(team)
	i, known := b.teams[key]
	if !known {
		i = len(b.review.Entries)
		b.teams[key] = i
		b.review.Entries = append(b.review.Entries, tournament.ImportEntry{Line: r.Line, Section: section, Team: team, Categories: b.cell(Prizes)})
		b.at(r.Line, "section", Section)
		b.at(r.Line, "name", Team)
		b.at(r.Line, "player2", Team)
	}
	e := &b.review.Entries[i]
	e.Players = append(e.Players, p)
	e.SameName = e.SameName || same
	number := string(rune('0' + min(len(e.Players), 9)))
	b.at(e.Line, "player"+number, Name, Last, First)
	b.at(e.Line, "rating"+number, Rating)
}

// shareSchools gives a team the school that all its players have.
func (b *builder) shareSchools() {
	for i := range b.review.Entries {
		e := &b.review.Entries[i]
		other := func(p tournament.NewPlayer) bool { return p.School != e.Players[0].School }
		if e.School == "" && !e.Pool && len(e.Players) >= 2 && !slices.ContainsFunc(e.Players, other) {
			e.School = e.Players[0].School
		}
	}
}

// partOf is the name of one player of a cell that holds all of a team.
func partOf(cell string, seat int) string {
	parts := []string{cell}
	for _, mark := range []string{"/", "&", "+", ";", " and ", " und ", " et ", " y ", " a "} {
		if strings.Contains(cell, mark) {
			parts = strings.SplitN(cell, mark, len(rowSeats))
			break
		}
	}
	if seat >= len(parts) {
		return ""
	}
	return strings.TrimSpace(parts[seat])
}

// seatRating is the rating of a player of a row per team. Beside a cell with all names one
// cell holds all ratings.
func (b *builder) seatRating(f Field, seat int) *int {
	if b.choices.Mapping.column(f) >= 0 || b.choices.Mapping.column(Both) < 0 {
		return b.rating(f)
	}
	return b.ratingIn(Rating, partOf(b.cell(Rating), seat))
}

// fullName gives a player the name of a cell, and the rating that stands behind it where no
// column says one.
func (b *builder) fullName(p *tournament.NewPlayer, cell string) {
	name, rating := ratingBehind(cell)
	p.FirstName, p.LastName = tournament.SplitName(name)
	p.Rating = cmp.Or(p.Rating, rating)
}

func (b *builder) rating(f Field) *int { return b.ratingIn(f, b.cell(f)) }

func (b *builder) ratingIn(f Field, text string) *int {
	rating, problem, ok := parseRating(text)
	if !ok {
		b.note(b.choices.Mapping.column(f), Problem{What: problem, Do: fault.Part("Enter a whole number from 0 to 4000, or leave the cell empty for an unrated player.")})
	}
	return rating
}

// placeOf is where the file has a field of an entry. An entry of one player has no
// number in its fields; whatever else is missing, the row is the entry's own.
func (b *builder) placeOf(line int, field string) cellAt {
	for _, name := range []string{field, strings.TrimRight(field, "1234"), "player", "name"} {
		if at, ok := b.places[place{line, name}]; ok {
			return at
		}
	}
	named := -1
	for _, f := range []Field{Name, Last, Player1, Last1, Both} {
		named = max(named, b.choices.Mapping.column(f))
	}
	return cellAt{b.rowOf(line), named}
}

// rowOf is the row of the table that has a line of the file.
func (b *builder) rowOf(line int) int {
	row, _ := slices.BinarySearchFunc(b.table.Rows, line, func(r Row, line int) int { return r.Line - line })
	return row
}

// problem turns what the event says about an entry into the words of the file.
func (b *builder) problem(p tournament.EntryProblem) {
	at := b.placeOf(p.Line, p.Field)
	b.current = at.row
	b.note(at.column, Problem{What: p.What, Do: p.Do, Accept: p.Kind == tournament.SameName, Pool: p.Kind == tournament.NoPartner})
	if p.Kind == tournament.NoSection {
		name := b.cell(Section)
		if !slices.Contains(b.review.Unknown, name) {
			b.review.Unknown = append(b.review.Unknown, name)
		}
	}
}
