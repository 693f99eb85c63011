package roster

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tandemchess/tandem/internal/tournament"
)

// words are the column names people use, folded by headingWords, in English, German,
// French, Spanish and Czech, with those of the lists that Swiss-Manager, chess-results,
// SwissSys, WinTD, Papi and Sharly write.
var words = map[Field]string{
	Team:    "team, team name, teamname, team group, mannschaft, mannschaftsname, equipe, nom de l equipe, nom equipe, nom d equipe, equipo, nombre del equipo, tym, nazev tymu, druzstvo",
	Section: "section, sec, section name, division, group, category, gruppe, klasse, abteilung, turnier, groupe, tournoi, tournament, categorie, grupo, categoria, seccion, skupina, kategorie, sekce",
	School:  "school, club, club city, club name, school name, school club, club school, verein, verein ort, schule, klub, ecole, club ecole, club ville, escuela, colegio, club ciudad, skola, oddil, clubname",
	Prizes:  "categories, prize category, prize categories, prizes, sonderpreise, preiskategorie, preiskategorien, categories de prix, categorias de premios, kategorie cen, cenove kategorie",
	Name:    "player, name, player name, playername, full name, fullname, spieler, spielername, joueur, nom du joueur, nom et prenom, nom prenom, jugador, nombre y apellido, nombre y apellidos, nombre completo, hrac, jmeno hrace, cele jmeno, participant, teilnehmer, competitor",
	First:   "first name, firstname, first, given name, given names, givenname, forename, vorname, prenom, nombre, jmeno, krestni jmeno",
	Last:    "last name, lastname, last, surname, family name, familyname, nachname, familienname, nom, nom de famille, apellido, apellidos, prijmeni",
	Grade:   "grade, school grade, year, klassenstufe, schulklasse, niveau, curso, grado, rocnik, trida",
	Both:    "players, both players, player a b, player names, partners, team members, members, spieler beide, joueurs, jugadores, hraci",
}

// paired are the fields that stand once per player in a row per team.
var paired = map[Field][4]Field{
	Name: {Player1, Player2, Player3, Player4}, First: {First1, First2, First3, First4}, Last: {Last1, Last2, Last3, Last4},
	Rating: {Rating1, Rating2, Rating3, Rating4}, Grade: {Grade1, Grade2, Grade3, Grade4}, ID: {ID1, ID2, ID3, ID4},
	School: {School1, School2, School3, School4},
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

func set(list string) map[string]bool {
	m := map[string]bool{}
	for _, word := range strings.Fields(list) {
		m[word] = true
	}
	return m
}

// A rating is called by one of its own words and any of the others: whose list it is
// from, how fast the games are. So is the number of a member.
var (
	ratingWords = set("rating ratings rtg rtng rat elo eloi elon elo1 rtgi rtgn rtgnat rtgint irtg nrtg dwz twz nwz ecf ratingi ratingn wertung wertungszahl cote classement puntuacion hodnoceni")
	ratingKinds = set("uscf us chess fide ffe ecf cfc nat national int intl international internat std standard rapid rapide blitz quick regular live current official estimated pre start player your de del la of")
	idWords     = set("id ids number num no nr n numero code ident identnumber lic licence license lizenz mitgliedsnummer licencia cislo pkz zps memberid fideid fidecode uscfid codefide nrffe numeroffe idno idfide fideno idfed")
	idKinds     = set("id uscf us chess fide ffe ecf cfc fed federation federal national nat mem member membership registracni de licence license ident player club")
	alone       = set("number num no nr n numero code player club de") // which name no federation: a row's own number
	players     = set("player players spieler joueur jugador hrac name names p board teammate member partner seat")
)

// seats are the words for the players of a row.
var seats = map[string]int{
	"1": 1, "2": 2, "3": 3, "4": 4, "one": 1, "two": 2, "three": 3, "four": 4, "a": 1, "b": 2, "c": 3, "d": 4,
	"i": 1, "ii": 2, "iii": 3, "iv": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "partner": 2, "teammate": 2,
}

// ordinals count players in words: "First player's rating", "Zweiter Spieler".
var ordinals = map[string]string{
	"first": "1", "second": "2", "third": "3", "fourth": "4", "erster": "1", "zweiter": "2", "dritter": "3", "vierter": "4",
	"premier": "1", "deuxieme": "2", "troisieme": "3", "quatrieme": "4", "primer": "1", "segundo": "2", "tercer": "3", "cuarto": "4",
	"prvni": "1", "druhy": "2", "treti": "3", "ctvrty": "4",
}

// counted names the people that such a word counts; "First name" is nobody's number.
var counted = set("player spieler joueur jugador hrac board teammate member partner")

// A name is called by both of its parts and the words between them: "First and last name".
var (
	givenWords  = set("first given vor vorname prenom nombre nombres jmeno")
	familyWords = set("last family surname nach nachname familienname nom apellido apellidos prijmeni")
	nameWords   = set("name names and und et y a full")
)

// captainWords name the first player where a column names only the partner.
var captainWords = set("captain captains kapitan mannschaftskapitan mannschaftsfuhrer capitaine capitan")

// reserveWords name who plays when another one does not: the third player of a row, or by a
// number of their own the third and the fourth.
var reserveWords = set("reserve reserves ersatz ersatzspieler remplacant remplacante suplente reserva nahradnik substitute alternate")

// headingWords splits a column name into folded words; digits stand apart from letters.
func headingWords(column string) []string {
	var b strings.Builder
	last := ' '
	for _, r := range tournament.NameKey(column) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '1' && r <= '4':
			if unicode.IsDigit(r) != unicode.IsDigit(last) && last != ' ' && !(unicode.IsDigit(last) && strings.ContainsRune("snrt", r)) {
				b.WriteByte(' ')
			}
			last = r
			b.WriteRune(r)
		case r == '\'' || r == '’':
			b.WriteByte(' ')
			last = ' '
		case unicode.IsDigit(r):
			return nil // "Round 5" is nobody's heading
		default:
			b.WriteByte(' ')
			last = ' '
		}
	}
	return slices.DeleteFunc(strings.Fields(b.String()), func(word string) bool { return asking[word] })
}

// asking are words that a form asks with, "What is your partner's rating?", and what is left of
// that "partner's".
var asking = set("s what is your my the please enter")

// guess reads one column name; what a form explains in brackets, only where nothing else helps.
func guess(column string) Field {
	if field := guessWords(headingWords(column)); field != Ignored {
		return field
	}
	if before, _, explained := strings.Cut(column, "("); explained {
		return guessWords(headingWords(before))
	}
	return Ignored
}

// guessWords reads the words of a column name. "Rating 2", "Player B rating", "Partner" and
// "Spieler 2" say which player of the row they are about.
func guessWords(list []string) Field {
	for i, word := range list[:max(len(list)-1, 0)] {
		if number := ordinals[word]; number != "" && counted[list[i+1]] {
			list[i] = number
		}
	}
	if field := meaning(list); field != Ignored {
		return field
	}
	list, after := reserve(list)
	seat := 0
	rest := slices.DeleteFunc(slices.Clone(list), func(word string) bool {
		n := seats[word]
		if n == 0 || (seat != 0 && seat != n) {
			return false
		}
		seat = n
		return true
	})
	if after > 0 {
		seat = max(seat, 1)
	}
	if seat += after; seat == 0 || seat > 4 {
		return Ignored
	}
	if !slices.ContainsFunc(rest, func(word string) bool { return !players[word] }) {
		if len(rest) == 0 && after == 0 && list[0] != "partner" && list[0] != "teammate" {
			return Ignored // "A", "2"
		}
		return paired[Name][seat-1]
	}
	field := meaning(rest)
	for field == Ignored && len(rest) > 1 && players[rest[0]] { // "Player 2 rating": what follows the player's word
		rest = rest[1:]
		field = meaning(rest)
	}
	return paired[field][seat-1]
}

// reserve takes the word for a reserve player out of a column name: his number counts after the
// first two.
func reserve(list []string) (rest []string, after int) {
	rest = slices.DeleteFunc(slices.Clone(list), func(word string) bool { return reserveWords[word] })
	if len(rest) < len(list) {
		after = 2
	}
	return rest, after
}

// meaning is what a column name without the number of a player says.
func meaning(list []string) Field {
	if field := byWord[strings.Join(list, " ")]; field != Ignored || len(list) == 0 {
		return field
	}
	all := func(in ...map[string]bool) bool {
		return !slices.ContainsFunc(list, func(word string) bool {
			return !slices.ContainsFunc(in, func(known map[string]bool) bool { return known[word] })
		})
	}
	some := func(in map[string]bool) bool {
		return slices.ContainsFunc(list, func(word string) bool { return in[word] })
	}
	switch {
	case some(givenWords) && some(familyWords) && all(givenWords, familyWords, nameWords):
		return Name
	case some(ratingWords) && all(ratingWords, ratingKinds):
		return Rating
	case some(idWords) && all(idWords, idKinds) && !all(alone):
		return ID
	case len(list) == 1 && (list[0] == "uscf" || list[0] == "fide" || list[0] == "ffe"):
		return ID
	}
	return Ignored
}
