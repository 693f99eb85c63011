package roster

import (
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
)

// Field is what a column holds.
type Field string

// The fields. A list has one row per team (fields with 1 to 4) or one row per
// player (fields without).
const (
	Ignored Field = ""
	Team    Field = "team"
	Section Field = "section"
	School  Field = "school"
	Prizes  Field = "categories" // words for prizes

	Both    Field = "both" // the names of all players of a team in one cell
	Player1 Field = "player1"
	First1  Field = "first1"
	Last1   Field = "last1"
	Rating1 Field = "rating1"
	Grade1  Field = "grade1"
	ID1     Field = "id1"
	School1 Field = "school1"
	Player2 Field = "player2"
	First2  Field = "first2"
	Last2   Field = "last2"
	Rating2 Field = "rating2"
	Grade2  Field = "grade2"
	ID2     Field = "id2"
	School2 Field = "school2"
	Player3 Field = "player3"
	First3  Field = "first3"
	Last3   Field = "last3"
	Rating3 Field = "rating3"
	Grade3  Field = "grade3"
	ID3     Field = "id3"
	School3 Field = "school3"
	Player4 Field = "player4"
	First4  Field = "first4"
	Last4   Field = "last4"
	Rating4 Field = "rating4"
	Grade4  Field = "grade4"
	ID4     Field = "id4"
	School4 Field = "school4"

	Name   Field = "name"
	First  Field = "first"
	Last   Field = "last"
	Rating Field = "rating"
	Grade  Field = "grade"
	ID     Field = "id"
)

// FieldLabel is a field as a mapping form shows it.
type FieldLabel struct {
	Field Field
	Label fault.Clause
}

// Fields lists what a column may hold, in the order of forms.
func Fields() []FieldLabel {
	fields := []FieldLabel{
		{Ignored, fault.Part("not used")},
		{Team, fault.Part("team name")},
		{Section, fault.Part("section")},
		{School, fault.Part("school or club")},
		{Prizes, fault.Part("prize categories")},
		{Both, fault.Part("all players: “Ada Abara / Ben Castillo”")},
	}
	for i := range paired[Name] {
		seat := i + 1
		fields = append(fields,
			FieldLabel{paired[Name][i], fault.Part("player %d", seat)},
			FieldLabel{paired[First][i], fault.Part("player %d: first name", seat)},
			FieldLabel{paired[Last][i], fault.Part("player %d: last name", seat)},
			FieldLabel{paired[Rating][i], fault.Part("player %d: rating", seat)},
			FieldLabel{paired[Grade][i], fault.Part("player %d: grade", seat)},
			FieldLabel{paired[ID][i], fault.Part("player %d: federation number", seat)},
			FieldLabel{paired[School][i], fault.Part("player %d: school", seat)},
		)
	}
	return append(fields,
		FieldLabel{Name, fault.Part("player (one per row)")},
		FieldLabel{First, fault.Part("first name (one player per row)")},
		FieldLabel{Last, fault.Part("last name (one player per row)")},
		FieldLabel{Rating, fault.Part("rating (one player per row)")},
		FieldLabel{Grade, fault.Part("grade (one player per row)")},
		FieldLabel{ID, fault.Part("federation number (one player per row)")},
	)
}

// Mapping says what each column of a table holds.
type Mapping []Field

// Guess proposes a mapping from the column names. A field is given once, to the
// first column that asks for it; a person corrects the rest.
func Guess(columns []string) Mapping {
	m, guessed := make(Mapping, len(columns)), make(Mapping, len(columns))
	for i, column := range columns {
		guessed[i] = guess(column)
		if f := guessed[i]; !slices.Contains(m[:i], f) {
			m[i] = f
		}
	}
	m.besideEach(guessed)
	m.besideCaptain(columns)
	m.besidePartner()
	if m.perTeam() { // beside "Player 1" a plain "Name" is the team's
		if i := slices.Index(m, Name); i >= 0 && !slices.Contains(m, Team) {
			m[i] = Team
		}
	}
	return m
}

// Complete proposes what columns hold that hold nothing yet: their names may have become
// legible.
func (m Mapping) Complete(columns []string) {
	for i, f := range Guess(columns) {
		if m[i] == Ignored && !slices.Contains(m, f) {
			m[i] = f
		}
	}
}

// besideEach gives columns that have one name several times to the players they stand beside:
// "Player 1, Rating, Player 2, Rating", "Name, ID, Name, ID".
func (m Mapping) besideEach(guessed Mapping) {
	times, numbered := map[Field]int{}, false
	for _, f := range guessed {
		base, seat := playersField(f)
		numbered = numbered || seat > 0 && isName(base)
		if seat == 0 {
			times[base]++
		}
	}
	if !numbered && max(times[Name], times[First], times[Last]) < 2 {
		return // a row per player
	}
	repeated := func(f Field) bool { _, paired := paired[f]; return paired && times[f] > 1 }
	for i, f := range guessed {
		if repeated(f) {
			m[i] = Ignored
		}
	}
	give := func(i int, base Field, seat int) {
		if seat >= 1 && seat <= len(rowSeats) && !slices.Contains(m, paired[base][seat-1]) {
			m[i] = paired[base][seat-1]
		}
	}
	beside, players := make([]int, len(m)), 0 // beside: the seat of the last name up to a column
	for i, seat := 0, 0; i < len(m); i++ {
		switch base, number := playersField(guessed[i]); {
		case isName(base) && number > 0:
			seat = number
		case isName(base) && repeated(base):
			if seat == 0 || seat <= len(rowSeats) && slices.Contains(m, paired[base][seat-1]) {
				seat++
			}
			give(i, base, seat)
		}
		beside[i], players = seat, max(players, seat)
	}
	found := map[Field]int{}
	for i, f := range guessed {
		if !repeated(f) || isName(f) {
			continue
		}
		found[f]++
		if times[f] == players { // in the order of the players, also where they stand behind all names
			give(i, f, found[f])
		} else {
			give(i, f, beside[i])
		}
	}
}

// isName reports whether a field holds a name or a part of one.
func isName(f Field) bool { return f == Name || f == First || f == Last }

// playersField is the field of a row per player that a field of a row per team stands for, and
// the player's number, 0 where it has none.
func playersField(f Field) (base Field, seat int) {
	for base, seats := range paired {
		if i := slices.Index(seats[:], f); i >= 0 {
			return base, i + 1
		}
	}
	return f, 0
}

// besideCaptain makes "Captain, Partner" a row per team.
func (m Mapping) besideCaptain(columns []string) {
	has := func(f Field) bool { return slices.Contains(m, f) }
	if !has(Player2) || has(Player1) || has(First1) || has(Last1) || has(Name) || has(Last) {
		return
	}
	captain := func(word string) bool { return captainWords[word] }
	other := func(word string) bool { return !captainWords[word] && !players[word] }
	for i, f := range m {
		list := headingWords(columns[i])
		if f == Ignored && slices.ContainsFunc(list, captain) && !slices.ContainsFunc(list, other) {
			m[i] = Player1
			return
		}
	}
}

// besidePartner makes "Name, Rating, Partner, Partner rating" a row per team: what has
// no number is the first player's.
func (m Mapping) besidePartner() {
	has := func(fields ...Field) bool {
		return slices.ContainsFunc(m, func(f Field) bool { return slices.Contains(fields, f) })
	}
	if !has(Player2, First2, Last2) || has(Player1, First1, Last1) || !has(Name, Last) {
		return
	}
	for i, f := range m {
		if pair, ok := paired[f]; ok && f != School {
			m[i] = pair[0]
		}
	}
}

// recognised counts the cells that name a column.
func recognised(cells []string) int {
	n := 0
	for _, c := range cells {
		if guess(c) != Ignored {
			n++
		}
	}
	return n
}

// mostTitleRows is how far down the row of column names is looked for: above it stand
// the title of the event, its date, where it is played.
const mostTitleRows = 20

// headerOf finds the row that names the columns, -1 when none does. Below the first row
// it has to name two columns: a title may happen to be one of their words.
func headerOf(grid []Row) int {
	for i, r := range grid[:min(len(grid), mostTitleRows)] {
		if recognised(r.Cells) >= 2 {
			return i
		}
	}
	if recognised(grid[0].Cells) > 0 {
		return 0
	}
	return -1
}

// perTeam reports whether a row is a team.
func (m Mapping) perTeam() bool {
	return slices.ContainsFunc(m, func(f Field) bool {
		return f == Both || f == Player1 || f == Last1 || f == First1 || f == Player2 || f == Last2 || f == First2
	})
}

// Check returns why entries cannot be made by this mapping, nothing when they can.
func (m Mapping) Check(columns []string) fault.Clause {
	for i, f := range m {
		if j := slices.Index(m[:i], f); f != Ignored && j >= 0 {
			return fault.Part("The columns “%s” and “%s” cannot both hold the same. Choose for one of them what it holds.", ColumnWords(columns[j]), ColumnWords(columns[i]))
		}
	}
	perPlayer := slices.ContainsFunc(m, func(f Field) bool { return f == Name || f == First || f == Last })
	switch {
	case m.perTeam() && perPlayer:
		return fault.Part("Choose either a row per team (player 1, player 2) or a row per player, not both.")
	case !m.perTeam() && !perPlayer:
		return fault.Part("Choose which columns hold the players' names.")
	}
	return fault.Clause{}
}

// Nameless reports whether no column holds the names of teams.
func (m Mapping) Nameless() bool { return m.perTeam() && !slices.Contains(m, Team) }

// Unrated reports whether no column holds ratings, so that all entries are unrated.
func (m Mapping) Unrated() bool {
	return !slices.ContainsFunc(m, func(f Field) bool { return f == Rating || f == Rating1 || f == Rating2 || f == Rating3 || f == Rating4 })
}

// column finds the column of a field, -1 for none.
func (m Mapping) column(f Field) int { return slices.Index(m, f) }
