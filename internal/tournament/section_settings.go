package tournament

import (
	"encoding/json"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
)

// Section is a competition inside an event. Points are half points, ClockMS is
// each player's time for a game in milliseconds.
type Section struct {
	EventID           int64
	SectionID         int64
	Slug              string
	Name              string
	Letter            string
	Position          int
	Rulebook          string // TR3, FIDEX, USCF-R, USCF-C or JARED
	HouseRules        json.RawMessage
	System            System
	GroupCount        int    // round robins side by side, 1 = everybody meets everybody
	DoubleCycle       bool   // groups-knockout: two cycles in the groups
	Advance           int    // groups-knockout: how many of each group go on; else 0
	ThirdPlace        bool   // knockout: the losers of the semifinals play for third place
	Consolation       bool   // knockout: a bracket for those who lose their first match
	ColourMode        string // none, A or B (C.04.6)
	InitialColour     string // W or B, drawn by lot
	Accelerated       bool   // Baku
	Rounds            int
	MatchesPerPairing int
	SeatRotation      SeatRotation // who sits where from match to match
	Scoring           string       // match: points per match; pairing: one result per pairing
	ByePoints         int
	RequestedByeLimit int
	ByeKinds          ByeKinds // which byes teams may ask for
	ByesStay          bool     // a bye that was asked for is not taken back
	LeaveOutAfter     int      // defaults after which a team is not paired any more; 0: it is always
	NoHalfInLast      int      // the number of last rounds without half-point byes on request
	TieBreaks         string   // codes of C.07 separated by commas
	TieBreakEdition   int      // year of those regulations: 2023 or 2026
	TeamSize          int      // players on one side of a table: 2; 1 under JARED
	SquadSize         int      // players a team may have, 2 to 4; see Squad
	LineUpHour        LineUpHour
	SubstitutionLimit *int // players who may come into a team's line-up after its first match; nil: any number
	MidMatch          bool // a player may come in while a match is played
	FirstTable        int
	Hall              string
	ClockMS           int64
	RoundMinutes      int
	GraceMinutes      int // after the round clock until a result counts as missing
	AppealMinutes     int
	VerifyTeams       bool // equal reports of both teams verify a result
	VerifyRekey       bool // an equal entry by another person verifies a result
	Broadcast         bool
	BroadcastDelayS   int
	HeavyPenalties    string // tell-chief or second-official: what a lost game or match as a penalty needs
	OneOfficial       bool   // nobody is there to sign a second time
	PublicProspects   bool   // everybody may read who can still win
	HoldFinal         bool   // the last round's results are kept back until the final standings are announced
	AnnouncedRound    int    // the last round whose final standings were announced; 0: none
	AppealDeposit     string // words such as "20 euro"; empty for none
	MaxGrade          *int
	Revision          int
	FrozenAt          *time.Time // first publication: rules and scoring are fixed
	TablesPerRow      int        // of the hall; 0 when nobody said
	Hidden            bool       // out of sight, without an entry
}

// NewSection is what an organizer says about a section. A zero value takes the
// default of the rulebook and the pairing system; where zero is a value of its
// own the field is a pointer.
type NewSection struct {
	Name, Letter, Hall string
	Rulebook           string
	HouseRules         json.RawMessage // see HouseRules
	System             System
	Groups             int // round robins: how many groups play side by side
	DoubleCycle        bool
	Advance            int
	ThirdPlace         bool
	Consolation        bool
	ColourMode         string // none, A or B
	InitialColour      string // W or B; drawing it by lot is the caller's part
	Accelerated        bool
	Rounds             int
	MatchesPerPairing  int
	SeatRotation       SeatRotation
	SquadSize          int // players a team may have, 2 to 4
	LineUpHour         LineUpHour
	SubstitutionLimit  *int   // nil: any number
	MidMatch           bool   // a player may come in while a match is played
	Scoring            string // match or pairing
	ByePoints          *int   // half points of a pairing-allotted bye
	RequestedByeLimit  *int
	ByeKinds           ByeKinds
	ByesStay           bool
	LeaveOutAfter      int // not with rotating partners: defaults after which a team is not paired any more
	NoHalfInLast       int // last rounds without half-point byes on request
	TieBreaks          string
	TieBreakEdition    int // 2023 or 2026, the default
	FirstTable         int
	ClockMS            int64
	RoundMinutes       int
	GraceMinutes       *int
	AppealMinutes      int
	SingleSource       bool // no second source verifies a result
	Broadcast          bool
	BroadcastDelayS    int
	HeavyPenalties     string // tell-chief or second-official
	OneOfficial        bool   // one official alone: nothing waits for a second signature
	PublicProspects    bool   // everybody may read who can still win
	HoldFinal          bool   // the last round's results are kept back until the final standings are announced
	AppealDeposit      string
	MaxGrade           *int
}

// settings is the one list of what a section can be set to: see Setting. Its order is
// that of the printed sheet, and within a step that of the form.
var settings = []Setting{
	{
		Name: "name", Label: fault.Word("The name"), Step: NamingStep, Weight: Handy, Columns: []string{"name"},
		kept: text(func(n *NewSection) *string { return &n.Name }, func(s *Section) *string { return &s.Name }),
		Ask:  Question{Label: "Name", Hint: "As on pairings: Open, U1600, K-8. The address is made of it once.", Required: true},
	},
	{
		Name: "letter", Label: fault.Word("The letter"), Step: NamingStep, Weight: Handy, Columns: []string{"letter"},
		kept: text(func(n *NewSection) *string { return &n.Letter }, func(s *Section) *string { return &s.Letter }),
		Ask:  Question{Label: "Letter", Hint: "One or two signs for badges and hall screens. Empty: taken from the name."},
	},
	{
		Name: "max_grade", Label: fault.Word("The highest grade"), Step: NamingStep, Weight: Decisive, Columns: []string{"max_grade"},
		Least: 0, Most: 12,
		kept: limitOrNone{direct[*int]{func(n *NewSection) **int { return &n.MaxGrade }, func(s *Section) **int { return &s.MaxGrade }}},
		Ask:  Question{Label: "Highest grade", Hint: "Empty: no limit. With one, last names are shortened in public."},
	},
	{
		Name: "rulebook", Label: fault.Word("The rulebook"), Step: RulebookStep, Weight: Frozen, Columns: []string{"rulebook"}, Sheet: "Rulebook",
		kept: text(func(n *NewSection) *string { return &n.Rulebook }, func(s *Section) *string { return &s.Rulebook }),
	},
	{
		Name: "house_rules", Label: fault.Word("The set of house rules"), Step: RulebookStep, Weight: Frozen, Columns: []string{"house_rules"},
		kept: answers{direct[json.RawMessage]{func(n *NewSection) *json.RawMessage { return &n.HouseRules }, func(s *Section) *json.RawMessage { return &s.HouseRules }}},
	},
	{
		Name: "system", Label: fault.Word("The pairing system"), Step: SystemStep, Weight: Frozen, Columns: []string{"system"}, Sheet: "Pairing system",
		kept: text(func(n *NewSection) *System { return &n.System }, func(s *Section) *System { return &s.System }),
		told: inText(spaced),
	},
	{
		Name: "colour_mode", Label: fault.Word("The colour preference"), Step: SystemStep, Weight: Frozen, Columns: []string{"colour_mode"},
		kept: text(func(n *NewSection) *string { return &n.ColourMode }, func(s *Section) *string { return &s.ColourMode }),
	},
	{
		Name: "groups", Label: fault.Word("The number of groups"), Step: SystemStep, Weight: Frozen, Columns: []string{"group_count"},
		kept: number(func(n *NewSection) *int { return &n.Groups }, func(s *Section) *int { return &s.GroupCount }),
	},
	{
		Name: "advance", Label: fault.Word("The number of those who go on from a group"), Step: SystemStep, Weight: Frozen, Columns: []string{"advance"},
		kept: number(func(n *NewSection) *int { return &n.Advance }, func(s *Section) *int { return &s.Advance }),
	},
	{
		Name: "double_cycle", Label: fault.Word("The second cycle in the groups"), Step: SystemStep, Weight: Frozen, Columns: []string{"double_cycle"},
		kept: yesNo(func(n *NewSection) *bool { return &n.DoubleCycle }, func(s *Section) *bool { return &s.DoubleCycle }),
	},
	{
		Name: "third_place", Label: fault.Word("The match for third place"), Step: SystemStep, Weight: Frozen, Columns: []string{"third_place"},
		kept: yesNo(func(n *NewSection) *bool { return &n.ThirdPlace }, func(s *Section) *bool { return &s.ThirdPlace }),
	},
	{
		Name: "consolation", Label: fault.Word("The consolation bracket"), Step: SystemStep, Weight: Frozen, Columns: []string{"consolation"},
		kept: yesNo(func(n *NewSection) *bool { return &n.Consolation }, func(s *Section) *bool { return &s.Consolation }),
	},
	{
		Name: "accelerated", Label: fault.Word("The acceleration"), Step: SystemStep, Weight: Frozen, Columns: []string{"accelerated"},
		kept: yesNo(func(n *NewSection) *bool { return &n.Accelerated }, func(s *Section) *bool { return &s.Accelerated }),
	},
	{
		Name: "rounds", Label: fault.Word("The number of rounds"), Step: SystemStep, Weight: Founding, Columns: []string{"rounds"}, Sheet: "Rounds",
		Least: 1, Most: 99,
		kept: number(func(n *NewSection) *int { return &n.Rounds }, func(s *Section) *int { return &s.Rounds }),
		Ask:  Question{Label: "Rounds"},
	},
	{
		Name: "initial_colour", Label: fault.Word("The initial colour"), Step: SystemStep, Weight: Founding, Columns: []string{"initial_colour"},
		kept: text(func(n *NewSection) *string { return &n.InitialColour }, func(s *Section) *string { return &s.InitialColour }),
		told: oneOf(map[string]string{"W": "White", "B": "Black"}),
		Ask: Question{
			Label: "First colour on board A", Hint: "For the strongest team in round 1.",
			Choices: []Option{{"", "Draw by lot now"}, {"W", "White"}, {"B", "Black"}}, Refusal: fault.Word("Choose White or Black, as drawn by lot."),
		},
	},
	{
		Name: "matches", Label: fault.Word("The number of matches per pairing"), Step: TemplateStep, Weight: Frozen, Columns: []string{"matches_per_pairing"}, Sheet: "Matches per pairing",
		Least: 1, Most: 9,
		kept: number(func(n *NewSection) *int { return &n.MatchesPerPairing }, func(s *Section) *int { return &s.MatchesPerPairing }),
	},
	{
		Name: "seat_rotation", Label: fault.Word("The change of seats"), Step: TemplateStep, Weight: Frozen, Columns: []string{"seat_rotation"}, Sheet: "Seats",
		kept: text(func(n *NewSection) *SeatRotation { return &n.SeatRotation }, func(s *Section) *SeatRotation { return &s.SeatRotation }),
		told: inText(spaced),
	},
	{
		Name: "squad_size", Label: fault.Word("The number of players of a team"), Step: TemplateStep, Weight: Founding, Columns: []string{"squad_size"}, Sheet: "Players per team",
		Least: 2, Most: 4,
		kept: number(func(n *NewSection) *int { return &n.SquadSize }, func(s *Section) *int { return &s.SquadSize }),
		Ask:  Question{Label: "Players a team may have", Hint: "2 to 4. Two of them play a match; the line-up says who."},
	},
	{
		Name: "line_up_hour", Label: fault.Word("The hour of line-ups"), Step: TemplateStep, Weight: Founding, Columns: []string{"line_up_hour"}, Sheet: "Line-ups are named before",
		kept: text(func(n *NewSection) *LineUpHour { return &n.LineUpHour }, func(s *Section) *LineUpHour { return &s.LineUpHour }),
		told: oneOf(map[string]string{string(UntilPublication): "the round is published", string(UntilClock): "the round clock starts", string(UntilMatch): "the match starts"}),
		Ask: Question{
			Label: "Line-ups are named before", Hint: "For teams of three and four.", Refusal: fault.Word("Choose until when line-ups may be changed."),
			Choices: []Option{{string(UntilPublication), "the round is published"}, {string(UntilClock), "the round clock starts"}, {string(UntilMatch), "the match starts"}},
		},
	},
	{
		Name: "substitution_limit", Label: fault.Word("The limit of substitutions"), Step: TemplateStep, Weight: Decisive, Columns: []string{"substitution_limit"}, Sheet: "Substitutions per team",
		Least: 0, Most: 99,
		kept: limitOrNone{direct[*int]{func(n *NewSection) **int { return &n.SubstitutionLimit }, func(s *Section) **int { return &s.SubstitutionLimit }}},
		Ask:  Question{Label: "Substitutions per team", Hint: "Players who may come in after the team's first match, in the whole section. Empty: any number."},
	},
	{
		Name: "mid_match", Label: fault.Word("Coming in during a match"), Step: TemplateStep, Weight: Founding, Columns: []string{"mid_match"}, Sheet: "A player may come in during a match",
		kept: yesNo(func(n *NewSection) *bool { return &n.MidMatch }, func(s *Section) *bool { return &s.MidMatch }),
		Ask:  Question{Label: "A third player may come in while a match is played", Hint: "The desk logs each with its reason."},
	},
	{
		Name: "scoring", Label: fault.Word("The scoring"), Step: ScoringStep, Weight: Frozen, Columns: []string{"scoring"}, Sheet: "Scoring",
		kept: text(func(n *NewSection) *string { return &n.Scoring }, func(s *Section) *string { return &s.Scoring }),
		told: oneOf(map[string]string{"match": "points for each match", "pairing": "one result for each pairing"}),
	},
	{
		Name: "bye_points", Label: fault.Word("The worth of a bye"), Step: ScoringStep, Weight: Frozen, Columns: []string{"bye_points"}, Sheet: "Bye of the pairing system",
		kept: chosenNumber{func(n *NewSection) **int { return &n.ByePoints }, func(s *Section) *int { return &s.ByePoints }},
		told: inNumbers(halves),
	},
	{
		Name: "bye_limit", Label: fault.Word("The limit of requested byes"), Step: ScoringStep, Weight: Decisive, Columns: []string{"requested_bye_limit"}, Sheet: "Requested byes per team",
		Least: 0, Most: 99,
		Not:  []System{Knockout},
		kept: chosenNumber{func(n *NewSection) **int { return &n.RequestedByeLimit }, func(s *Section) *int { return &s.RequestedByeLimit }},
		Ask:  Question{Label: "Requested byes per team", Hint: "Half-point byes a team may ask for. Rounds off for nothing are not limited."},
	},
	{
		Name: "no_half_in_last", Label: fault.Word("The number of last rounds without half-point byes"), Step: ScoringStep, Weight: Decisive, Columns: []string{"no_half_in_last"}, Sheet: "No half-point byes",
		Least: 0, Most: 99,
		Not:  []System{Knockout},
		kept: number(func(n *NewSection) *int { return &n.NoHalfInLast }, func(s *Section) *int { return &s.NoHalfInLast }),
		Ask:  Question{Label: "Last rounds without half-point byes", Hint: "0 gives them in every round."},
	},
	{
		Name: "bye_kinds", Label: fault.Word("The kind of requested byes"), Step: ScoringStep, Weight: Decisive, Columns: []string{"bye_kinds"}, Sheet: "Byes that may be asked for",
		Not:  []System{Knockout},
		kept: text(func(n *NewSection) *ByeKinds { return &n.ByeKinds }, func(s *Section) *ByeKinds { return &s.ByeKinds }),
		told: oneOf(map[string]string{"any": "half or full points, as the desk says", "half": "half points", "full": "full points", "zero": "none that score"}),
		Ask: Question{
			Label: "Byes that may be asked for", Hint: "A round off for nothing is always possible.", Refusal: fault.Word("Choose which byes may be asked for."),
			Choices: []Option{{"any", "Half or full points, as the desk says"}, {"half", "Half points only"}, {"full", "Full points only"}, {"zero", "None that score"}},
		},
	},
	{
		Name: "byes_stay", Label: fault.Word("Byes that stay"), Step: ScoringStep, Weight: Decisive, Columns: []string{"byes_stay"}, Sheet: "A requested bye stays",
		Not:  []System{Knockout},
		kept: yesNo(func(n *NewSection) *bool { return &n.ByesStay }, func(s *Section) *bool { return &s.ByesStay }),
		Ask:  Question{Label: "A bye that was asked for cannot be taken back or changed"},
	},
	{
		Name: "leave_out_after", Label: fault.Word("The number of defaults after which a team is left out"), Step: ScoringStep, Weight: Decisive, Columns: []string{"leave_out_after"}, Sheet: "Left out after defaults",
		Least: 0, Most: 9,
		Not:  []System{Rotating},
		kept: number(func(n *NewSection) *int { return &n.LeaveOutAfter }, func(s *Section) *int { return &s.LeaveOutAfter }),
		Ask:  Question{Label: "Defaults after which a team is left out of later pairings", Hint: "0: it is paired all the same. Who would have met it sits out or goes through; the desk can let a team in again."},
	},
	{
		Name: "tie_breaks", Label: fault.Word("The order of tie-breaks"), Step: TieBreakStep, Weight: Frozen, Columns: []string{"tie_breaks"}, Sheet: "Tie-breaks",
		kept: text(func(n *NewSection) *string { return &n.TieBreaks }, func(s *Section) *string { return &s.TieBreaks }),
		told: inText(listed),
	},
	{
		Name: "tie_break_edition", Label: fault.Word("The edition of the tie-breaks"), Step: TieBreakStep, Weight: Frozen, Columns: []string{"tie_break_edition"},
		kept: number(func(n *NewSection) *int { return &n.TieBreakEdition }, func(s *Section) *int { return &s.TieBreakEdition }),
	},
	{
		Name: "clock", Label: fault.Word("The time on the clocks"), Step: TemplateStep, Weight: Decisive, Columns: []string{"clock_ms"}, Sheet: "Time per player",
		kept: clockTime{direct[int64]{func(n *NewSection) *int64 { return &n.ClockMS }, func(s *Section) *int64 { return &s.ClockMS }}},
		told: inNumbers(clockWords),
		Ask:  Question{Label: "Minutes per player and match", Hint: "Such as 5, 3 or 2:30."},
	},
	{
		Name: "round_minutes", Label: fault.Word("The length of a round"), Step: TemplateStep, Weight: Decisive, Columns: []string{"round_minutes"}, Sheet: "Round",
		Least: 1, Most: 600,
		kept: number(func(n *NewSection) *int { return &n.RoundMinutes }, func(s *Section) *int { return &s.RoundMinutes }),
		told: inNumbers(minuteWords),
		Ask:  Question{Label: "Minutes per round", Hint: "Length of the round clock."},
	},
	{
		Name: "grace_minutes", Label: fault.Word("The grace"), Step: TemplateStep, Weight: Handy, Columns: []string{"grace_minutes"},
		Least: 0, Most: 60,
		kept: chosenNumber{func(n *NewSection) **int { return &n.GraceMinutes }, func(s *Section) *int { return &s.GraceMinutes }},
		told: inNumbers(minuteWords),
		Ask:  Question{Label: "Grace in minutes", Hint: "After the round clock, until a result counts as missing."},
	},
	{
		Name: "appeal_minutes", Label: fault.Word("The time to appeal"), Step: RulebookStep, Weight: Decisive, Columns: []string{"appeal_minutes"}, Sheet: "Appeals",
		Least: 1, Most: 600,
		kept: number(func(n *NewSection) *int { return &n.AppealMinutes }, func(s *Section) *int { return &s.AppealMinutes }),
		told: inNumbers(minuteWords),
		Ask:  Question{Label: "Minutes to appeal", Hint: "From the ruling. No rulebook names a time."},
	},
	{
		Name: "appeal_deposit", Label: fault.Word("The deposit for an appeal"), Step: RulebookStep, Weight: Handy, Columns: []string{"appeal_deposit"},
		kept: text(func(n *NewSection) *string { return &n.AppealDeposit }, func(s *Section) *string { return &s.AppealDeposit }),
		Ask:  Question{Label: "Deposit for an appeal", Hint: "Such as 20 euro. Empty: none. It is returned unless the ruling is upheld."},
	},
	{
		Name: "heavy_penalties", Label: fault.Word("What heavy penalties need"), Step: RulebookStep, Weight: Decisive, Columns: []string{"heavy_penalties"},
		kept: text(func(n *NewSection) *string { return &n.HeavyPenalties }, func(s *Section) *string { return &s.HeavyPenalties }),
		told: inText(spaced),
		Ask: Question{
			Label: "A game or match lost as a penalty", Refusal: fault.Word("Choose what a lost game or match as a penalty needs."),
			Choices: []Option{{TellChief, "counts at once, and the section chief is told"}, {SecondOfficial, "counts when a second official confirms it"}},
		},
	},
	{
		Name: "first_table", Label: fault.Word("The first table"), Step: TableStep, Weight: Handy, Columns: []string{"first_table"}, Sheet: "Tables",
		Least: 1, Most: 9999,
		kept: number(func(n *NewSection) *int { return &n.FirstTable }, func(s *Section) *int { return &s.FirstTable }),
		Ask:  Question{Label: "First table number", Hint: "Sections in one hall need ranges of their own."},
	},
	{
		Name: "hall", Label: fault.Word("The hall"), Step: TableStep, Weight: Handy, Columns: []string{"hall"},
		kept: text(func(n *NewSection) *string { return &n.Hall }, func(s *Section) *string { return &s.Hall }),
		Ask:  Question{Label: "Hall or row"},
	},
	{
		Name: "broadcast_delay", Label: fault.Word("The delay of the broadcast"), Step: TableStep, Weight: Handy, Columns: []string{"broadcast_delay_s"},
		Least: 0, Most: 3600,
		kept: number(func(n *NewSection) *int { return &n.BroadcastDelayS }, func(s *Section) *int { return &s.BroadcastDelayS }),
		told: inNumbers(secondWords),
		Ask:  Question{Label: "Delay of the broadcast in seconds"},
	},
	{
		Name: "verify", Label: fault.Word("The second source"), Step: TableStep, Weight: Decisive, Columns: []string{"verify_teams", "verify_rekey"}, Sheet: "Second report verifies",
		kept: secondSource{},
		Ask:  Question{Label: "A second equal report verifies a result (other team, or another person at the desk)"},
	},
	{
		Name: "one_official", Label: fault.Word("One official alone"), Step: RulebookStep, Weight: Decisive, Columns: []string{"one_official"}, Sheet: "One official alone",
		kept: yesNo(func(n *NewSection) *bool { return &n.OneOfficial }, func(s *Section) *bool { return &s.OneOfficial }),
		Ask: Question{
			Label: "One official alone: nothing waits for a second signature.",
			Hint:  "For a small event. The journal has this switch, and each corrected result says that one official signed.",
		},
	},
	{
		Name: "broadcast", Label: fault.Word("The broadcast"), Step: TableStep, Weight: Handy, Columns: []string{"broadcast"}, Sheet: "Live matches public",
		kept: yesNo(func(n *NewSection) *bool { return &n.Broadcast }, func(s *Section) *bool { return &s.Broadcast }),
		Ask:  Question{Label: "Everybody may follow live matches"},
	},
	{
		Name: "public_prospects", Label: fault.Word("Who can still win"), Step: TableStep, Weight: Handy, Columns: []string{"public_prospects"}, Sheet: "Who can still win is public",
		kept: yesNo(func(n *NewSection) *bool { return &n.PublicProspects }, func(s *Section) *bool { return &s.PublicProspects }),
		Ask:  Question{Label: "Everybody may read who can still win, from the last third of the rounds on"},
	},
	{
		Name: "hold_final", Label: fault.Word("The announcement of the final standings"), Step: TableStep, Weight: Handy, Columns: []string{"hold_final"}, Sheet: "Final standings are announced",
		kept: yesNo(func(n *NewSection) *bool { return &n.HoldFinal }, func(s *Section) *bool { return &s.HoldFinal }),
		Ask: Question{
			Label: "The final standings are announced",
			Hint:  "The results of the last round stay with the desk until then. The page Announcements says them, by one key.",
		},
	},
}

// SectionIDs are the numbers of sections, in their order.
func SectionIDs(sections []Section) []int64 {
	ids := make([]int64, len(sections))
	for i, s := range sections {
		ids[i] = s.SectionID
	}
	return ids
}
