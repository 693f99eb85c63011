package rulebook

// domain says what kind of value a setting takes.
type domain uint8

const (
	words  domain = iota // one of a few words
	number               // a whole number
	path                 // officials in the order an appeal climbs
	ladder               // penalty steps, first offence first
)

type info struct {
	name     string
	topic    Topic
	domain   domain
	question string
	values   []Choice
	special  []Choice // words a ladder may have as a whole instead of steps
}

func (i info) choices() []Choice {
	if i.domain == ladder {
		return append(append([]Choice(nil), i.special...), stepChoices()...)
	}
	return i.values
}

var scopeChoices = []Choice{
	{Value(PerGame), "the game"},
	{Value(PerMatch), "the match"},
	{Value(PerEvent), "the whole event"},
}

func yesNo(yes, no string) []Choice { return []Choice{{"yes", yes}, {"no", no}} }

// infos describes every setting: its name in files, where it is shown, what it
// asks, and what each answer means.
var infos = [SettingCount]info{
	IllegalFrom: {"illegal-from", TopicIllegal, words, "From when can an illegal move be claimed?", []Choice{
		{"press", "once the clock was pressed; before that it is taken back"},
		{"release", "as soon as the man is let go"},
	}, nil},
	IllegalUntil: {"illegal-until", TopicIllegal, words, "Which act of the claimant closes the claim window?", []Choice{
		{"release", "letting go of their own next move"},
		{"press", "completing their own next move with the clock"},
	}, nil},
	IllegalClaim: {"illegal-claim", TopicIllegal, words, "How must an illegal move be claimed?", []Choice{
		{"stop", "by stopping the clock"},
		{"aloud-and-stop", "by saying so aloud and stopping the clock"},
		{"stop-or-king", "by stopping the clock or taking the king"},
		{"aloud-and-stop-or-king", "by saying so aloud and stopping the clock, or by taking the king"},
		{"any", "in any way"},
	}, nil},
	IllegalPenalty: {"illegal-penalty", TopicIllegal, words, "What does an illegal move cost?", []Choice{
		{"game-loss", "the game"},
		{"take-back", "nothing: it is taken back"},
	}, nil},
	IllegalLapsed: {"illegal-lapsed", TopicIllegal, words, "What becomes of an illegal move nobody claimed in time?", []Choice{
		{"stands", "it stands"},
	}, nil},
	Correction: {"correction", TopicIllegal, words, "What must be played after an illegal move was taken back?", []Choice{
		{"same-piece", "the same piece, if it has a legal move"},
		{"free", "any legal move"},
	}, nil},
	TouchBoard: {"touch-board", TopicTouch, words, "What binds a player to a man on the board?", []Choice{
		{"touch", "touching it on purpose"},
		{"release", "letting it go on a square"},
		{"none", "nothing before the clock is pressed"},
	}, nil},
	TouchStock: {"touch-stock", TopicTouch, words, "What binds a player to a stock piece?", []Choice{
		{"contact", "putting it on an empty square on purpose, even while holding it"},
		{"release", "letting it go on a square"},
		{"none", "nothing before the clock is pressed"},
	}, nil},
	IllegalDropBinds: {
		"illegal-drop-binds", TopicTouch, words, "Must an illegal drop stay when the clock was not pressed?",
		yesNo("yes, a dropped piece cannot be taken back", "no, it is taken back"), nil,
	},
	PassFrom: {"pass-from", TopicStock, words, "From when may a captured piece be passed and used?", []Choice{
		{"press", "once the capturer has pressed the clock"},
		{"release", "once the capturing move was let go"},
		{"move", "with the move itself"},
	}, nil},
	EarlyUse: {"early-use", TopicStock, words, "What is a drop of a piece that could not be passed yet?", []Choice{
		{"illegal", "an illegal move"},
		{"return", "only taken back"},
	}, nil},
	CapturesGoTo: {"captures-go-to", TopicStock, words, "Who gets captured pieces?", []Choice{
		{"partner", "the partner"},
		{"opponent", "the opponent, at once"},
	}, nil},
	WithheldPiece: {"withheld-piece", TopicStock, words, "What becomes of a captured piece that was kept elsewhere?", []Choice{
		{"removed", "it is out of play"},
		{"given", "it is handed over"},
	}, nil},
	CapturedPromoted: {"captured-promoted", TopicStock, words, "What does a captured promoted man become?", []Choice{
		{"pawn", "a pawn"},
		{"piece", "the piece it was promoted to"},
	}, nil},
	QueenDrops: {"queen-drops", TopicMoves, words, "May a queen be dropped?", yesNo("yes", "no"), nil},
	Drops: {"drops", TopicMoves, words, "May pieces be dropped, also with check, mate or as a block?", []Choice{
		{"yes", "yes, on any empty square, no pawn on the first or last rank"},
	}, nil},
	KingPlacement: {
		"king-placement", TopicMoves, words, "Does each side begin by placing its king?",
		yesNo("yes, outside the middle and away from the other king", "no"), nil,
	},
	Castling: {"castling", TopicMoves, words, "Is castling allowed?", yesNo("yes", "no"), nil},
	DroppedRookCastles: {
		"dropped-rook-castles", TopicMoves, words, "May a king castle with a rook dropped on its corner?",
		yesNo("yes, while the king has not moved", "no, only with the original rook"), nil,
	},
	DroppedPawnTwoStep: {
		"dropped-pawn-two-step", TopicMoves, words, "May a pawn dropped on its second rank advance two squares?",
		yesNo("yes, and it may be taken en passant", "no"), nil,
	},
	SwappedCastling: {
		"swapped-castling", TopicMoves, words, "With king and queen set up the wrong way round, may a player castle?",
		yesNo("yes, short towards the a-file and long towards the h-file", "no"), nil,
	},
	PromotionUndeclared: {"promotion-undeclared", TopicMoves, words, "What if the promotion piece was not named?", []Choice{
		{"ask", "the player is asked; a queen if nobody asks"},
		{"illegal", "the move is illegal"},
	}, nil},
	MateTest: {"mate-test", TopicEnds, words, "When is a player in check without a legal move checkmated?", []Choice{
		{"potential", "when no piece the partner could still supply would help"},
		{"hand", "when no piece in hand helps"},
		{"double-waits", "when no supply would help, but a distant multiple check may be waited out"},
		{"any-material", "when no supply would help, or when any piece at all is in hand"},
	}, nil},
	MateCountsFrom: {"mate-counts-from", TopicEnds, words, "From when does a mate count?", []Choice{
		{"release", "once the mating man is let go"},
		{"announce-or-press", "once it is announced or the clock is pressed, whichever comes first"},
		{"press", "once the clock is pressed"},
	}, nil},
	Stalemate: {"stalemate", TopicEnds, words, "What of a player who is not in check and has no move?", []Choice{
		{"wait", "the player waits for a piece while the clock runs"},
		{"draw", "the game is drawn"},
	}, nil},
	InsufficientMaterial: {"insufficient-material", TopicEnds, words, "Can a draw for insufficient material be claimed?", []Choice{
		{"never", "never"},
	}, nil},
	LosingChances: {"losing-chances", TopicEnds, words, "Can a draw for insufficient losing chances be claimed?", []Choice{
		{"never", "never"},
	}, nil},
	Repetition: {"repetition", TopicEnds, number, "At how many occurrences of a position can a draw be claimed? (0: never)", nil, nil},
	RepetitionDropBreaks: {
		"repetition-drop-breaks", TopicEnds, words, "Does a drop in between break a repetition?",
		yesNo("yes", "no"), nil,
	},
	RepetitionAloud: {"repetition-aloud", TopicEnds, words, "Must repetitions be counted aloud?", yesNo("yes", "no"), nil},
	DrawAgreement: {"draw-agreement", TopicEnds, words, "Who must agree to a draw?", []Choice{
		{"both-teams", "both players of both teams, for the whole match"},
	}, nil},
	DrawOffer: {"draw-offer", TopicEnds, words, "How long does a draw offer stand?", []Choice{
		{"until-move", "until an opponent it was made to refuses it or moves without an answer"},
		{"until-refused", "until it is refused"},
	}, nil},
	FlagClaim: {"flag-claim", TopicTime, words, "When does a fallen flag win?", []Choice{
		{"own-flag-up", "when the opponent points it out and stops the clock with their own flag up"},
	}, nil},
	BothFlags: {"both-flags", TopicTime, words, "What if both flags are down?", []Choice{
		{"draw", "the game is drawn"},
		{"board-only", "the game is drawn but does not end the match"},
	}, nil},
	IllegalVFlag: {"illegal-v-flag", TopicIllegal, words, "Illegal move and flag claimed at the same instant: who wins?", []Choice{
		{"illegal-mover-loses", "the player who moved illegally loses"},
	}, nil},
	MatchEndsOn: {"match-ends-on", TopicMatch, words, "What ends the match?", []Choice{
		{"any-end", "the first game to end, also drawn"},
		{"win", "the first game won; a drawn game leaves it to the other board"},
	}, nil},
	LateEnd: {"late-end", TopicMatch, words, "Does the other game's end still count after the first?", []Choice{
		{"until-neutralised", "yes, until the running game was neutralised"},
		{"never", "no"},
	}, nil},
	NeutralisedBy: {"neutralised-by", TopicMatch, words, "Whose stop neutralises the match after the first end?", []Choice{
		{"running-game", "a player of the game still running, or the director"},
		{"ended-game", "a player of the ended game, or the director"},
		{"any", "anyone's"},
	}, nil},
	LinkedEnds: {"linked-ends", TopicMatch, words, "Two mates answering one capture?", []Choice{
		{"both-count", "both count"},
		{"by-time", "the earlier one decides"},
	}, nil},
	EqualTime: {"equal-time", TopicMatch, words, "Two ends at times that cannot be told apart?", []Choice{
		{"both-count", "both count"},
		{"by-order", "the one recorded first decides"},
	}, nil},
	NoClock: {"no-clock", TopicTime, words, "What if neither player of a board has a clock?", []Choice{
		{"double-forfeit", "both lose that game; the other board decides the match"},
		{"double-loss", "both teams lose the match"},
	}, nil},
	SetupClaimMoves: {"setup-claim-moves", TopicIllegal, number, "Until each side has made how many moves can a wrong set-up be claimed?", nil, nil},
	ExcessTimeOver:  {"excess-time-over", TopicTime, number, "Above how much time may a director reduce a clock?", nil, nil},
	ClockPlace: {"clock-place", TopicTime, words, "Where do the clocks stand?", []Choice{
		{"outer", "on the outer sides, where all four players see both"},
	}, nil},
	Substitution: {"substitution", TopicMatch, words, "May a player be substituted?", yesNo("yes", "no"), nil},
	Appeal:       {"appeal", TopicOfficials, path, "To whom does an appeal go?", nil, nil},

	CountOver: {"count-over", TopicConduct, words, "Over what are a player's earlier offences of one kind counted?", scopeChoices, nil},
	CountOverDisplace: {
		"count-over-displace", TopicConduct, words, "Over what is knocking over men and then pressing counted?", scopeChoices, nil,
	},

	OnHideStock:       {"on-hide-stock", TopicConduct, ladder, "Hiding stock pieces", nil, nil},
	OnAskPress:        {"on-ask-press", TopicConduct, ladder, "Pressing without a move to see a hidden stock", nil, nil},
	OnEarlyPass:       {"on-early-pass", TopicConduct, ladder, "Passing a captured piece too early", nil, nil},
	OnPoint:           {"on-point", TopicConduct, ladder, "Pointing at the partner's board", nil, nil},
	OnTouchPartner:    {"on-touch-partner", TopicConduct, ladder, "Touching a man on the partner's board", nil, nil},
	OnMovePartner:     {"on-move-partner", TopicConduct, ladder, "Moving a man on the partner's board", nil, nil},
	OnPressPartner:    {"on-press-partner", TopicConduct, ladder, "Pressing the partner's clock", nil, nil},
	OnHoverBoard:      {"on-hover-board", TopicConduct, ladder, "Holding a hand over the board", nil, nil},
	OnHoverClock:      {"on-hover-clock", TopicConduct, ladder, "Keeping a hand on or over the clock", nil, nil},
	OnHand:            {"on-hand", TopicConduct, ladder, "Moving with two hands or pressing with the other hand", nil, nil},
	OnKnockClock:      {"on-knock-clock", TopicConduct, ladder, "Knocking over the clock", nil, nil},
	OnDisplace:        {"on-displace", TopicConduct, ladder, "Knocking over men", nil, nil},
	OnRestorePress:    {"on-restore-press", TopicConduct, ladder, "Pressing without a move while the opponent puts men back", nil, nil},
	OnDisplacePress:   {"on-displace-press", TopicConduct, ladder, "Knocking over men and pressing before putting them back", nil, []Choice{{offenderFlag, "as written, but the extra minute depends on the offender's own flag"}}},
	OnBang:            {"on-bang", TopicConduct, ladder, "Banging men or clock", nil, nil},
	OnAnnoy:           {"on-annoy", TopicConduct, ladder, "Annoying the opponent on purpose", nil, nil},
	OnAbuse:           {"on-abuse", TopicConduct, ladder, "Insulting or threatening somebody", nil, nil},
	OnTelephone:       {"on-telephone", TopicConduct, ladder, "A telephone that rings or is used", nil, nil},
	OnLate:            {"on-late", TopicConduct, ladder, "Arriving late", nil, nil},
	OnSwapClock:       {"on-swap-clock", TopicConduct, ladder, "Changing a clock", nil, nil},
	OnStraightenClock: {"on-straighten-clock", TopicConduct, ladder, "Straightening the clock", nil, nil},
	OnRepunchClock:    {"on-repunch-clock", TopicConduct, ladder, "Pressing again because the clock did not start", nil, nil},
	OnTouchClock:      {"on-touch-clock", TopicConduct, ladder, "Touching the clock for another reason", nil, nil},
	OnLiftClock:       {"on-lift-clock", TopicConduct, ladder, "An official picking up the clock without a dispute", nil, nil},
	OnAdvise:          {"on-advise", TopicConduct, ladder, "A partner talking or advising", nil, nil},
	OnPrompt:          {"on-prompt", TopicConduct, ladder, "A spectator or another player interfering", nil, nil},
	OnOfficialPrompt:  {"on-official-prompt", TopicConduct, ladder, "An official calling a flag or an illegal move unasked", nil, nil},
	OnStopClocks: {"on-stop-clocks", TopicOfficials, words, "Who may stop which clocks in a dispute?", []Choice{
		{"team-both-clocks", "both partners together, both boards"},
		{"any-player-both-clocks", "any player, both boards"},
		{"own-clock", "any player, the clock of their own board only"},
	}, nil},
}
