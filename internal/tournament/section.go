package tournament

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/standings"
)

// What a lost game or match as a penalty needs in a section.
const (
	TellChief      = "tell-chief"      // the section chief is told at once
	SecondOfficial = "second-official" // somebody else confirms it before it counts
)

// Defaults that no rulebook decides.
const (
	defaultTieBreaks     = "PTS,DE,BH/C1,BH,SB,WIN"
	rotatingTieBreaks    = "PTS,WIN"
	robinTieBreaks       = "PTS,DE,WIN,SB"
	defaultClockMS       = 300_000
	defaultAppealMinutes = 15
	defaultGraceMinutes  = 3
	defaultMatches       = 2
	defaultRounds        = 5
)

// WithDefaults fills what the organizer left open: the rulebook's clock and
// matches per pairing, a draw's worth for the allotted bye of the team system
// (C.04.6 art. 1.4) and a win's in individual Swiss systems. An unknown rulebook
// is left for the check to name.
func (n NewSection) WithDefaults() NewSection {
	book, err := rulebook.ByName(n.Rulebook)
	if err != nil {
		return n
	}
	matches, _ := book.MatchesPerPairing()
	n.MatchesPerPairing = firstOf(n.MatchesPerPairing, matches, defaultMatches)
	n.System = firstOf(n.System, TeamSwiss)
	n.ColourMode = firstOf(n.ColourMode, "none")
	n.InitialColour = firstOf(n.InitialColour, "W")
	n.Rounds = firstOf(n.Rounds, defaultRounds)
	n.Scoring = firstOf(n.Scoring, "match")
	n.SeatRotation = firstOf(n.SeatRotation, RotateColours)
	n.SquadSize = firstOf(n.SquadSize, 2)
	n.LineUpHour = firstOf(n.LineUpHour, UntilPublication)
	n.FirstTable = firstOf(n.FirstTable, 1)
	n.ClockMS = firstOf(n.ClockMS, book.TimeControl().BaseMS, defaultClockMS)
	n.AppealMinutes = firstOf(n.AppealMinutes, defaultAppealMinutes)
	n.HeavyPenalties = firstOf(n.HeavyPenalties, TellChief)
	n.ByeKinds = firstOf(n.ByeKinds, AnyBye)
	n = n.onlyOwnOptions()
	longest := 2 * n.ClockMS * int64(n.MatchesPerPairing) / 60_000
	n.RoundMinutes = firstOf(n.RoundMinutes, int(longest)+5)
	if n.TieBreaks == "" {
		n.TieBreaks = n.System.defaultTieBreaks()
	}
	n.TieBreakEdition = firstOf(n.TieBreakEdition, int(standings.Edition2026))
	if n.GraceMinutes == nil {
		n.GraceMinutes = new(int)
		*n.GraceMinutes = defaultGraceMinutes
	}
	if n.RequestedByeLimit == nil {
		n.RequestedByeLimit = new(int)
		*n.RequestedByeLimit = 1
	}
	if n.ByePoints == nil {
		n.ByePoints = new(int)
		*n.ByePoints = n.defaultByePoints()
	}
	return n
}

// defaultTieBreaks is the usual order of the system.
func (s System) defaultTieBreaks() string {
	switch {
	case s == Rotating:
		return rotatingTieBreaks
	case s.Swiss():
		return defaultTieBreaks
	}
	return robinTieBreaks
}

func (n NewSection) defaultByePoints() int {
	full := Section{Scoring: n.Scoring, MatchesPerPairing: n.MatchesPerPairing}.MaxPairingPoints()
	switch n.System {
	case TeamSwiss, Rotating:
		return full / 2
	case RoundRobin, DoubleRoundRobin, GroupsKnockout:
		return 0 // everybody sits out once
	}
	return full
}

func firstOf[T comparable](values ...T) T {
	var zero T
	for _, v := range values {
		if v != zero {
			return v
		}
	}
	return zero
}

// Apply writes checked settings into a section row.
func (n NewSection) Apply(s *Section) {
	for _, setting := range settings {
		setting.kept.keep(&n, s)
	}
	s.AppealDeposit = strings.TrimSpace(n.AppealDeposit)
	if len(s.HouseRules) == 0 {
		s.HouseRules = json.RawMessage("{}")
	}
	s.TeamSize = 2
	if book, err := rulebook.ByName(n.Rulebook); err == nil {
		s.TeamSize = book.Boards()
	}
}

// check notes what is wrong; prefix stands before every field name.
func (n NewSection) check(form *fault.Form, prefix string) {
	at := func(field string) string { return prefix + field }
	checkName(form, at("name"), n.Name, fault.Word("the section"))
	checkSlugOf(form, at("name"), n.Name)
	if len([]rune(n.Letter)) > 2 {
		form.Add(at("letter"), "Use one or two characters.")
	}
	book, err := rulebook.ByName(n.Rulebook)
	if err != nil {
		form.Add(at("rulebook"), "Choose one of the rulebooks TR3, FIDEX, USCF-R, USCF-C and JARED.")
		return
	}
	checkHouseRules(form, at("house_rules"), book, n.HouseRules)
	n.checkSystem(form, at, book)
	if !slices.Contains([]string{"none", "A", "B"}, n.ColourMode) {
		form.Add(at("colour_mode"), "Choose no colour preference, type A or type B.")
	}
	if n.Scoring != "match" && n.Scoring != "pairing" {
		form.Add(at("scoring"), "Choose points per match or one result per pairing.")
	}
	switch {
	case !n.SeatRotation.known():
		form.Add(at("seat_rotation"), "Choose who sits where from match to match.")
	case n.SeatRotation == RotateOpponents && book.Boards() == 1:
		form.Add(at("seat_rotation"), "Under %s there is one board and one opponent. Choose that colours change, or that nothing does.", n.Rulebook)
	}
	if most := (Section{Scoring: n.Scoring, MatchesPerPairing: n.MatchesPerPairing}).MaxPairingPoints(); *n.ByePoints < 0 || *n.ByePoints > most {
		form.Add(at("bye_points"), "Enter a whole number from %d to %d.", 0, most)
	}
	n.checkSquad(form, at, book)
	n.checkSettings(form, at)
	if n.ClockMS < 30_000 || n.ClockMS > 7_200_000 {
		form.Add(at("clock"), "Enter a time from half a minute to two hours.")
	}
	checkTieBreaks(form, at("tie_breaks"), n.TieBreaks)
	if n.TieBreakEdition != int(standings.Edition2023) && n.TieBreakEdition != int(standings.Edition2026) {
		form.Add(at("tie_break_edition"), "Choose the regulations of 2023 or of 2026.")
	}
	n.checkPersonalTieBreaks(form, at("tie_breaks"))
}

func checkSlugOf(form *fault.Form, field, name string) {
	slug := Slug(name)
	switch {
	case slug == "" || len(slug) > 60:
		form.Add(field, "Use a name with some letters a–z or digits: the section's address is made of them.")
	case reservedSlugs[slug]:
		form.Add(field, "The name “%s” would hide a page of the event. Choose a different one.", name)
	}
}

// newSections checks all sections of a form, among themselves too.
func newSections(form *fault.Form, in []NewSection) []Section {
	var rows []Section
	seen := map[string]bool{}
	for i, n := range in {
		prefix := fmt.Sprintf("sections.%d.", i)
		n.refuseForeign(form, prefix, Section{})
		row := newSection(form, prefix, n, i+1)
		if seen[row.Slug] {
			form.Add(prefix+"name", "Two sections would have the address “%s”. Choose a different name.", row.Slug)
		}
		seen[row.Slug] = true
		rows = append(rows, row)
	}
	return rows
}

func newSection(form *fault.Form, prefix string, n NewSection, position int) Section {
	n.Name, n.Letter, n.Hall = tidy(n.Name), tidy(n.Letter), tidy(n.Hall)
	n = n.WithDefaults()
	row := Section{Slug: Slug(n.Name), Position: position}
	limit.Collect(form, prefix, n)
	n.check(form, prefix)
	if n.ByePoints != nil { // the rulebook is known
		n.Apply(&row)
	}
	return row
}

// newSectionTx writes a new section.
type newSectionTx interface {
	EventID() int64
	NextID(ctx context.Context, counter string) (int64, error)
	Sections(ctx context.Context) ([]Section, error)
	InsertSection(ctx context.Context, s Section) error
}

// sectionTx adds sections, hides them and shows them.
type sectionTx interface {
	newSectionTx
	Section(ctx context.Context, sectionID int64) (Section, error)
	SetSectionHidden(ctx context.Context, sectionID int64, hidden bool) error
	Path(ctx context.Context) ([]PathStep, error) // without sections out of sight
	Entries(ctx context.Context) (Entries, error)
}

// insertSection allots the number and a letter of its own and writes the row.
func insertSection(ctx context.Context, tx newSectionTx, s Section) (Section, error) {
	others, err := tx.Sections(ctx)
	if err != nil {
		return Section{}, err
	}
	for _, o := range others {
		if o.Slug == s.Slug || NameKey(o.Name) == NameKey(s.Name) {
			var form fault.Form
			o.nameTaken(&form, "name")
			return Section{}, form.Err()
		}
	}
	if s.SectionID, err = tx.NextID(ctx, "section"); err != nil {
		return Section{}, err
	}
	s.EventID, s.Position = tx.EventID(), len(others)+1
	s.Letter = freeLetter(s, others)
	return s, tx.InsertSection(ctx, s)
}

// nameTaken notes that a name is the section's, and of one that nobody sees why.
func (s Section) nameTaken(form *fault.Form, field string) {
	if s.Hidden {
		form.Add(field, "The event has a section “%s” already, which is hidden: the set-up can show it again. Choose a different name.", s.Name)
	}
	form.Add(field, "The event has a section “%s” already. Choose a different name.", s.Name)
}

// freeLetter keeps the letter that was asked for unless another section has
// it; otherwise it takes the first free one of the name, then a number.
func freeLetter(s Section, others []Section) string {
	taken := func(letter string) bool {
		return slices.ContainsFunc(others, func(o Section) bool { return o.Letter == letter && o.SectionID != s.SectionID })
	}
	if s.Letter != "" && !taken(s.Letter) {
		return s.Letter
	}
	var signs []string
	for _, r := range s.Name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			signs = append(signs, string(unicode.ToUpper(r)))
		}
	}
	candidates := signs[:min(1, len(signs))]
	for i := 1; i < len(signs); i++ {
		candidates = append(candidates, signs[0]+signs[i])
	}
	for n := 1; n <= 99; n++ {
		candidates = append(candidates, fmt.Sprint(n))
	}
	for _, letter := range candidates {
		if !taken(letter) {
			return letter
		}
	}
	return "?"
}

// roomForEntries is how many tables are left to a section that nobody entered yet.
const roomForEntries = 50

// FirstFreeTable is the table with which another section begins: after the last one of those
// that there are, on the next full ten, so that late entries find room.
func FirstFreeTable(sections []Section, entries Entries) int {
	teams := map[int64]int{}
	for _, t := range entries.Teams {
		teams[t.SectionID]++
	}
	last := 0
	for _, s := range visible(sections) {
		tables := roomForEntries
		switch {
		case teams[s.SectionID] == 0:
		case s.System == Rotating:
			tables = (teams[s.SectionID] + 3) / 4
		default:
			tables = (teams[s.SectionID] + 1) / 2
		}
		last = max(last, s.FirstTable+tables-1)
	}
	return min((last+9)/10*10+1, 9999)
}

func freeTables(ctx context.Context, tx sectionTx) (int, error) {
	sections, err := tx.Sections(ctx)
	if err != nil {
		return 0, err
	}
	entries, err := tx.Entries(ctx)
	return FirstFreeTable(sections, entries), err
}

// AddSection adds a section to an event. Without a first table its tables begin after
// those of the others.
func (s *SetupCommands) AddSection(ctx context.Context, eventID int64, cmd journal.Command, in NewSection) (Section, error) {
	var form fault.Form
	in.refuseForeign(&form, "", Section{})
	row := newSection(&form, "", in, 0)
	if err := form.Err(); err != nil {
		return Section{}, err
	}
	return change(ctx, s.sections, eventID, cmd, func(tx sectionTx) (Section, journal.Change, error) {
		row := row
		if in.FirstTable == 0 {
			var err error
			if row.FirstTable, err = freeTables(ctx, tx); err != nil {
				return Section{}, journal.Change{}, err
			}
		}
		added, err := insertSection(ctx, tx, row)
		return added, journal.Change{Action: "add section", Subject: added.Slug, After: valuesFrom(Founding, added)}, err
	})
}

// MaxTieBreaks bounds the list, so that a table of standings can be read.
const MaxTieBreaks = 12

// checkTieBreaks reads the codes as the standings will, each of them once, the
// points first.
func checkTieBreaks(form *fault.Form, field, list string) {
	codes, err := standings.ParseCodes(list)
	if err != nil {
		form.Add(field, "The list cannot be read: %s. Enter codes separated by commas, PTS first, such as %s.", err, defaultTieBreaks)
		return
	}
	seen := map[string]bool{}
	for _, c := range codes {
		if seen[c.String()] {
			form.Add(field, "%s stands in the list twice. Remove one.", c)
		}
		seen[c.String()] = true
	}
	if codes[0].Name != "PTS" {
		form.Add(field, "Enter tie-break codes separated by commas, PTS first, such as %s.", defaultTieBreaks)
	}
	if len(codes) > MaxTieBreaks {
		form.Add(field, "Enter at most %d codes.", MaxTieBreaks)
	}
}
