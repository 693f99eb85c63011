package roster

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/tournament"
)

// Field is what a column holds.
type Field string

// The fields. A list has one row per team (fields with 1 and 2) or one row per
// player (fields without).
const (
	Ignored Field = ""
	Team    Field = "team"
	Section Field = "section"
	School  Field = "school"
	Prizes  Field = "categories" // words for prizes

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
	Label string
}

// Fields lists what a column may hold, in the order of forms.
func Fields() []FieldLabel {
	return []FieldLabel{
		{Ignored, "not used"},
		{Team, "team name"},
		{Section, "section"},
		{School, "school or club"},
		{Prizes, "prize categories"},
		{Player1, "player 1"},
		{First1, "player 1: first name"},
		{Last1, "player 1: last name"},
		{Rating1, "player 1: rating"},
		{Grade1, "player 1: grade"},
		{ID1, "player 1: federation number"},
		{School1, "player 1: school"},
		{Player2, "player 2"},
		{First2, "player 2: first name"},
		{Last2, "player 2: last name"},
		{Rating2, "player 2: rating"},
		{Grade2, "player 2: grade"},
		{ID2, "player 2: federation number"},
		{School2, "player 2: school"},
		{Name, "player (one per row)"},
		{First, "first name (one player per row)"},
		{Last, "last name (one player per row)"},
		{Rating, "rating (one player per row)"},
		{Grade, "grade (one player per row)"},
		{ID, "federation number (one player per row)"},
	}
}

// words are the column names people use, folded by tournament.NameKey without
// signs, in English, German, French, Spanish and Czech. %d stands for 1 or 2.
var words = map[Field]string{
	Team:    "team, team name, teamname, mannschaft, mannschaftsname, equipe, nom de l equipe, nom equipe, equipo, nombre del equipo, tym, nazev tymu, druzstvo",
	Section: "section, division, group, category, gruppe, klasse, abteilung, turnier, groupe, categorie, grupo, categoria, seccion, skupina, kategorie, sekce",
	School:  "school, club, school name, club name, verein, schule, klub, ecole, club ecole, escuela, colegio, skola, oddil, school club",
	Prizes:  "categories, prize category, prize categories, prizes, sonderpreise, preiskategorie, preiskategorien, categories de prix, categorias de premios, kategorie cen, cenove kategorie",
	Name:    "player, name, player name, full name, spieler, spielername, joueur, nom du joueur, nom et prenom, jugador, nombre y apellido, nombre completo, hrac, jmeno hrace, cele jmeno",
	First:   "first name, firstname, first, given name, vorname, prenom, nombre, jmeno, krestni jmeno",
	Last:    "last name, lastname, last, surname, family name, nachname, familienname, nom, nom de famille, apellido, apellidos, prijmeni",
	Rating:  "rating, rtg, elo, uscf rating, fide rating, us chess rating, dwz, wertung, wertungszahl, cote, classement, puntuacion, rating elo, hodnoceni",
	Grade:   "grade, year, klassenstufe, schulklasse, niveau, curso, grado, rocnik, trida",
	ID:      "id, uscf id, us chess id, uscf, member id, membership id, fide id, fide, federation number, mitgliedsnummer, licence, numero de licence, licencia, cislo, registracni cislo",
}

// paired are the fields that stand once per player in a row per team.
var paired = map[Field][2]Field{
	Name: {Player1, Player2}, First: {First1, First2}, Last: {Last1, Last2}, Rating: {Rating1, Rating2}, Grade: {Grade1, Grade2}, ID: {ID1, ID2},
	School: {School1, School2},
}

var byWord = func() map[string]Field {
	m := map[string]Field{}
	for field, list := range words {
		for word := range strings.SplitSeq(list, ", ") {
			m[word] = field
		}
	}
	return m
}()

// guess reads one column name. "Rating 2", "Player 2 rating" and "Spieler 2"
// carry the number of the player.
func guess(column string) Field {
	var b strings.Builder
	number := 0
	for _, r := range tournament.NameKey(column) {
		switch {
		case r == '1' || r == '2':
			if number != 0 {
				return Ignored
			}
			number = int(r - '0')
			b.WriteByte(' ')
		case r >= 'a' && r <= 'z':
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	word := strings.Join(strings.Fields(b.String()), " ")
	if number == 0 {
		return byWord[word]
	}
	field, ok := byWord[word]
	if !ok { // "Player 2 rating": what follows the player's word
		for _, who := range []string{"player ", "spieler ", "joueur ", "jugador ", "hrac "} {
			if rest, found := strings.CutPrefix(word, who); found {
				field = byWord[rest]
			}
		}
	}
	return paired[field][number-1]
}

// Mapping says what each column of a table holds.
type Mapping []Field

// Guess proposes a mapping from the column names. A field is given once, to the
// first column that asks for it; a person corrects the rest.
func Guess(columns []string) Mapping {
	m := make(Mapping, len(columns))
	for i, column := range columns {
		if f := guess(column); f != Ignored && !slices.Contains(m[:i], f) {
			m[i] = f
		}
	}
	if m.perTeam() { // beside "Player 1" a plain "Name" is the team's
		if i := slices.Index(m, Name); i >= 0 && !slices.Contains(m, Team) {
			m[i] = Team
		}
	}
	return m
}

func looksLikeHeader(cells []string) bool {
	return slices.ContainsFunc(cells, func(c string) bool { return guess(c) != Ignored })
}

// perTeam reports whether a row is a team.
func (m Mapping) perTeam() bool {
	return slices.ContainsFunc(m, func(f Field) bool {
		return f == Player1 || f == Last1 || f == First1 || f == Player2 || f == Last2 || f == First2
	})
}

// Check returns why entries cannot be made by this mapping, "" when they can.
func (m Mapping) Check(columns []string) string {
	for i, f := range m {
		if j := slices.Index(m[:i], f); f != Ignored && j >= 0 {
			return fmt.Sprintf("The columns “%s” and “%s” cannot both hold the same. Choose for one of them what it holds.", columns[j], columns[i])
		}
	}
	perPlayer := slices.ContainsFunc(m, func(f Field) bool { return f == Name || f == First || f == Last })
	switch {
	case m.perTeam() && perPlayer:
		return "Choose either a row per team (player 1, player 2) or a row per player, not both."
	case !m.perTeam() && !perPlayer:
		return "Choose which columns hold the players' names."
	}
	return ""
}

// column finds the column of a field, -1 for none.
func (m Mapping) column(f Field) int { return slices.Index(m, f) }
