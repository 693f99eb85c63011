package text

// habits are how a language writes days, times, decimals and moves.
type habits struct {
	clock    string // layout of package time
	date     string
	day      string    // a date without its year
	weekdays [7]string // from Sunday
	months   [12]string
	decimal  string
	pieces   [6]string // king, queen, rook, bishop, knight, pawn
	letters  []string  // those that have a place of their own in the alphabet, besides A to Z
}

var englishHabits = habits{
	clock: "3:04 pm", date: "{weekday} {day} {month} {year}", decimal: ".", day: "{weekday} {day} {month}",
	weekdays: [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
	months:   [12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
	pieces:   [6]string{"K", "Q", "R", "B", "N", "P"},
}

var germanHabits = habits{
	clock: "15:04", date: "{weekday}, {day}. {month} {year}", day: "{weekday}, {day}. {month}", decimal: ",",
	weekdays: [7]string{"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"},
	months:   [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
	pieces:   [6]string{"K", "D", "T", "L", "S", "B"},
}

var frenchHabits = habits{
	clock: "15:04", date: "{weekday} {day} {month} {year}", decimal: ",", day: "{weekday} {day} {month}",
	weekdays: [7]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."},
	months:   [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
	pieces:   [6]string{"R", "D", "T", "F", "C", "P"},
}

var spanishHabits = habits{
	clock: "15:04", date: "{weekday}, {day} de {month} de {year}", day: "{weekday}, {day} de {month}", decimal: ",",
	weekdays: [7]string{"dom", "lun", "mar", "mié", "jue", "vie", "sáb"},
	months:   [12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"},
	pieces:   [6]string{"R", "D", "T", "A", "C", "P"}, letters: []string{"Ñ"},
}

var czechHabits = habits{
	clock: "15:04", date: "{weekday} {day}. {month} {year}", day: "{weekday} {day}. {month}", decimal: ",",
	weekdays: [7]string{"ne", "po", "út", "st", "čt", "pá", "so"},
	months:   [12]string{"ledna", "února", "března", "dubna", "května", "června", "července", "srpna", "září", "října", "listopadu", "prosince"},
	pieces:   [6]string{"K", "D", "V", "S", "J", "P"}, letters: []string{"CH", "Č", "Ř", "Š", "Ž"},
}
