package rulebook

import "fmt"

// Setting is one question the rulebooks answer differently. The names are those
// of case files and of house rules; String returns them.
type Setting uint8

// The settings in the order of the comparison table. The last block, from
// OnHideStock, is the conduct ladders.
const (
	IllegalFrom Setting = iota
	IllegalUntil
	IllegalClaim
	IllegalPenalty
	IllegalLapsed
	Correction
	TouchBoard
	TouchStock
	IllegalDropBinds
	PassFrom
	EarlyUse
	CapturesGoTo
	WithheldPiece
	CapturedPromoted
	QueenDrops
	Drops
	KingPlacement
	Castling
	DroppedRookCastles
	DroppedPawnTwoStep
	SwappedCastling
	PromotionUndeclared
	MateTest
	MateCountsFrom
	Stalemate
	InsufficientMaterial
	LosingChances
	Repetition
	RepetitionDropBreaks
	RepetitionAloud
	DrawAgreement
	DrawOffer
	FlagClaim
	BothFlags
	IllegalVFlag
	MatchEndsOn
	LateEnd
	NeutralisedBy
	LinkedEnds
	EqualTime
	NoClock
	SetupClaimMoves
	ExcessTimeOver
	ClockPlace
	Substitution
	Appeal
	CountOver
	CountOverDisplace
	OnHideStock
	OnAskPress
	OnEarlyPass
	OnPoint
	OnTouchPartner
	OnMovePartner
	OnPressPartner
	OnHoverBoard
	OnHoverClock
	OnHand
	OnKnockClock
	OnDisplace
	OnRestorePress
	OnDisplacePress
	OnBang
	OnAnnoy
	OnAbuse
	OnTelephone
	OnLate
	OnSwapClock
	OnStraightenClock
	OnRepunchClock
	OnTouchClock
	OnLiftClock
	OnAdvise
	OnPrompt
	OnOfficialPrompt
	OnStopClocks

	// SettingCount is the number of settings.
	SettingCount = int(OnStopClocks) + 1
)

// Settings lists every setting in table order.
func Settings() []Setting {
	all := make([]Setting, SettingCount)
	for i := range all {
		all[i] = Setting(i)
	}
	return all
}

var settingByName = func() map[string]Setting {
	m := make(map[string]Setting, SettingCount)
	for i, info := range infos {
		m[info.name] = Setting(i)
	}
	return m
}()

// ParseSetting finds a setting by its name ("illegal-from", "on-bang").
func ParseSetting(name string) (Setting, error) {
	s, ok := settingByName[name]
	if !ok {
		return 0, fmt.Errorf("not a setting: %q", name)
	}
	return s, nil
}

func (s Setting) String() string { return infos[s].name }

// Topic is the heading the setting stands under on the rules page.
func (s Setting) Topic() Topic { return infos[s].topic }

// Question is what the setting answers, as one plain question.
func (s Setting) Question() string { return infos[s].question }

// Choices lists the words the setting may have, with what each means. It is
// empty for numbers and for the appeal path; for a ladder it lists the steps.
func (s Setting) Choices() []Choice { return infos[s].choices() }

// IsLadder reports whether the setting is a conduct ladder: steps that repeated
// offences climb.
func (s Setting) IsLadder() bool { return infos[s].domain == ladder }

// PriorLadder is the name under which earlier offences of this kind are counted:
// the offence's own name, except that everything done on the partner's board
// counts as one.
func (s Setting) PriorLadder() string {
	switch s {
	case OnPoint, OnTouchPartner, OnMovePartner, OnPressPartner:
		return "partner-board"
	}
	return s.Offence()
}

// Offence is the name of a conduct ladder without "on-" ("hide-stock"); for any
// other setting it is the setting's name.
func (s Setting) Offence() string {
	const prefix = "on-"
	name := s.String()
	if len(name) > len(prefix) && name[:len(prefix)] == prefix {
		return name[len(prefix):]
	}
	return name
}

// Topic groups settings and articles on the rules page.
type Topic string

// The topics in page order.
const (
	TopicMatch     Topic = "Teams, boards and the match result"
	TopicTime      Topic = "Clocks and time"
	TopicMoves     Topic = "Moves and drops"
	TopicStock     Topic = "Captured pieces and stocks"
	TopicTouch     Topic = "Touching and completing a move"
	TopicIllegal   Topic = "Illegal moves"
	TopicEnds      Topic = "How a game ends"
	TopicConduct   Topic = "Conduct"
	TopicOfficials Topic = "Officials, disputes and appeals"
)

// Topics lists the topics in page order.
func Topics() []Topic {
	return []Topic{TopicMatch, TopicTime, TopicMoves, TopicStock, TopicTouch, TopicIllegal, TopicEnds, TopicConduct, TopicOfficials}
}

// Choice is a word a setting may have and what it means, as the end of the
// sentence the setting's question begins.
type Choice struct {
	Value   Value
	Meaning string
}
