package rulebook

// TimeControl is what a rulebook prescribes, in milliseconds; zero where it
// leaves the choice to the organizer.
type TimeControl struct {
	BaseMS, DelayMS int64
	Articles        []string
	Note            string
}

// profile is what a rulebook says outside the settings table.
type profile struct {
	title       string
	character   string
	boards      int
	fallback    string // article for matters the text does not name
	baseLaw     string // the laws that article brings in
	resignation string
	time        TimeControl
	matches     int // matches per pairing the text asks for or suggests; 0 where it says nothing
	matchesFrom string

	resignationRead bool // the resignation article speaks of another end
}

var profiles = map[Name]profile{
	TR3: {
		"Three-minute tournament rules", "FIDE five-minute blitz laws underneath (TR3 3)", 2, "3", "FIDE's five-minute blitz laws", "3",
		TimeControl{180_000, 0, []string{"2"}, "Three minutes for the whole game."},
		0, "", false,
	},
	FIDEX: {
		"Bughouse extension to the FIDE Laws", "FIDE blitz laws underneath (FIDEX A1)", 2, "A1", "FIDE's blitz laws", "A1",
		TimeControl{0, 0, []string{"A1"}, "The text sets none; the base laws are blitz."},
		0, "", false,
	},
	USCFR: {
		"USCF bughouse, release move", "US Official Rules underneath (USCF-R 25)", 2, "25", "the US Official Rules of Chess, 5th edition", "15.III",
		TimeControl{300_000, 2_000, []string{"4"}, "Five minutes, two seconds' delay when the clock can."},
		0, "", false,
	},
	USCFC: {
		"USCF bughouse, clock move", "no law underneath: what it does not name is the director's", 2, "", "", "15.a.2",
		TimeControl{300_000, 0, []string{"4"}, "Five minutes."},
		0, "", false,
	},
	JARED: {
		"Jared bughouse", "two players, one board; moves and drops as in ordinary bughouse (JARED 5)", 1, "5", "", "7",
		TimeControl{0, 0, nil, "The text sets none."},
		2, "1", true,
	},
}

// Title is the rulebook's full name in our words.
func (b *Rulebook) Title() string { return profiles[b.name].title }

// Character says in one line what lies underneath the text.
func (b *Rulebook) Character() string { return profiles[b.name].character }

// TimeControl is what the text prescribes.
func (b *Rulebook) TimeControl() TimeControl { return profiles[b.name].time }

// MatchesPerPairing is how many matches two teams play when they meet and the
// article that suggests it; 0 where the text leaves it to the organizer.
func (b *Rulebook) MatchesPerPairing() (matches int, article string) {
	return profiles[b.name].matches, profiles[b.name].matchesFrom
}

// ClaimWindow tells how and until when an illegal move may be claimed.
type ClaimWindow struct {
	Opens, Closes, Form, Cost string
	Articles                  []string
}

// IllegalMoveWindow is the claim window for illegal moves in plain words.
func (b *Rulebook) IllegalMoveWindow() ClaimWindow {
	w := ClaimWindow{
		Opens:  IllegalFrom.Say(b.Value(IllegalFrom)),
		Closes: IllegalUntil.Say(b.Value(IllegalUntil)),
		Form:   IllegalClaim.Say(b.Value(IllegalClaim)),
		Cost:   IllegalPenalty.Say(b.Value(IllegalPenalty)),
	}
	for _, s := range []Setting{IllegalFrom, IllegalUntil, IllegalClaim, IllegalPenalty} {
		w.Articles = appendNew(w.Articles, b.CellArticles(s)...)
	}
	return w
}

// AppealWindow is how long an appeal may be made, in minutes from the ruling. No
// text names one; zero means until the next round of the section is published.
type AppealWindow int

// AppealPath is the way an appeal takes.
type AppealPath struct {
	Levels   []Official   // empty where the text has none
	Articles []string     // what it rests on
	Window   AppealWindow // a house setting: no text names it
}

// AppealPath returns the levels an appeal climbs.
func (b *Rulebook) AppealPath() AppealPath {
	p := AppealPath{Articles: b.CellArticles(Appeal), Window: b.appeals}
	for _, level := range b.Value(Appeal).Levels() {
		p.Levels = append(p.Levels, Official(level))
	}
	return p
}

// NextLevel is the level after the one that decided; ok is false when none is left.
func (p AppealPath) NextLevel(decidedBy Official) (next Official, ok bool) {
	for _, level := range p.Levels {
		if level.Rank() > decidedBy.Rank() {
			return level, true
		}
	}
	return "", false
}

// StopRule tells who may stop which clocks in a dispute and after a game has ended.
type StopRule struct {
	Dispute, AfterEnd, Director string
	Articles                    []string
}

// StopRule is the book's rule in plain words.
func (b *Rulebook) StopRule() StopRule {
	r := StopRule{
		Dispute:  OnStopClocks.Say(b.Value(OnStopClocks)),
		AfterEnd: NeutralisedBy.Say(b.Value(NeutralisedBy)),
		Director: "a director present neutralises the match",
	}
	for _, s := range []Setting{OnStopClocks, NeutralisedBy} {
		r.Articles = appendNew(r.Articles, b.CellArticles(s)...)
	}
	return r
}
