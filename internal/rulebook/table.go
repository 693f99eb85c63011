package rulebook

// row is one setting under the five rulebooks, each cell written
// "value · articles ⟨open point: other value⟩"; "—" is no rule.
type row struct {
	setting                         Setting
	tr3, fidex, uscfr, uscfc, jared string
}

// table is the whole of what distinguishes the rulebooks. Two readers comparing
// it with the texts line by line should need nothing else.
var table = []row{
	{IllegalFrom, "press · 18", "press · 19", "release · 6, 8, 15.V ⟨4: press⟩", "press · 6, 8", "release · 5 ⟨33: press⟩"},
	{IllegalUntil, "release · 3 ⟨5: press⟩", "press · 19, 14", "press · 8, 8.I ⟨5: release⟩", "press · 8, 8.a", "release · 5 ⟨33: press⟩"},
	{IllegalClaim, "stop · 3 ⟨23: stop-or-king⟩", "aloud-and-stop · 19", "stop-or-king · 15.V", "stop-or-king · 15.a.4", "any · 5 ⟨33: stop⟩"},
	{IllegalPenalty, "game-loss · 18", "game-loss · 19", "game-loss · 8", "game-loss · 8", "take-back · 5 ⟨33: game-loss⟩"},
	{IllegalLapsed, "stands · 3", "stands · 19", "stands · 8.I, 8.III", "stands · 8.a, 8.c", "stands · 5 ⟨33⟩"},
	{Correction, "same-piece · 18", "free · 14", "free · 6 ⟨4⟩", "free · 6", "free · 5 ⟨33⟩"},
	{TouchBoard, "touch · 3, 17", "none · 14", "touch · 25, 6 ⟨32: release⟩", "none · 6", "—"},
	{TouchStock, "contact · 17", "none · 14", "release · 6", "none · 6", "—"},
	{IllegalDropBinds, "no · 18, 17 ⟨15: yes⟩", "no · 14", "no · 8 ⟨4⟩", "no · 6", "no · 5 ⟨33⟩"},
	{PassFrom, "press · 18", "press · 5", "press · 9 ⟨3: release⟩", "press · 9, 6", "move · 6"},
	{EarlyUse, "illegal · 18 ⟨16: return⟩", "illegal · 5, 19 ⟨16: return⟩", "illegal · 9, 8 ⟨16: return⟩", "illegal · 9, 8 ⟨16: return⟩", "illegal"},
	{CapturesGoTo, "partner · 6", "partner · 5", "partner · 9, 10", "partner · 9, 10", "opponent · 6"},
	{WithheldPiece, "removed · 16", "given · 5", "—", "—", "given · 6"},
	{CapturedPromoted, "pawn · 9", "pawn · 9", "pawn · 10.III", "pawn · 10.c", "pawn · 6 ⟨29: piece⟩"},
	{QueenDrops, "yes · 7", "yes · 7", "yes · 10", "yes · 10", "no · 5"},
	{Drops, "yes · 7", "yes · 7", "yes · 10.I, 10.II", "yes · 10.a, 10.b, 15.a.1.a", "yes · 5"},
	{KingPlacement, "no", "no", "no", "no", "yes · 3, 4"},
	{Castling, "yes · 3", "yes · A1", "yes · 25", "yes · 8.c, 13", "no · 2, 5 ⟨29: yes⟩"},
	{DroppedRookCastles, "no · 3 ⟨17: yes⟩", "yes · 8", "no · 25 ⟨17: yes⟩", "no ⟨17: yes⟩", "no"},
	{DroppedPawnTwoStep, "yes · 7 ⟨18: no⟩", "yes · 8", "yes · 10 ⟨18: no⟩", "yes · 10 ⟨18: no⟩", "yes · 5 ⟨18: no⟩"},
	{SwappedCastling, "no · 3", "no · A1", "yes · 8.III", "yes · 8.c", "no"},
	{PromotionUndeclared, "ask · 9 ⟨19: illegal⟩", "ask · 9 ⟨19: illegal⟩", "ask · 21 ⟨19: illegal⟩", "ask · 21 ⟨19: illegal⟩", "ask · 5 ⟨19: illegal⟩"},
	{MateTest, "potential · 8", "potential · 10", "potential · 15.I, 15.II ⟨8: double-waits⟩ ⟨9: any-material⟩", "potential · 15.a.1, 15.a.1.a ⟨8: double-waits⟩ ⟨9: any-material⟩", "hand · 7, 6 ⟨28: potential⟩"},
	{MateCountsFrom, "release · 18", "announce-or-press · 10, 14, 17 ⟨6: press⟩ ⟨6: release⟩", "release · 6, 15.I", "announce-or-press · 6, 15.a.1, 16.b ⟨6: release⟩", "release · 7"},
	{Stalemate, "wait · 8", "wait · 10", "wait · 15.II, 16, 25 ⟨10: draw⟩", "wait · 15.a.1.a, 16 ⟨10: draw⟩", "draw · 7 ⟨29: wait⟩"},
	{InsufficientMaterial, "never · 8", "never · 10", "never · 16, 25", "never · 16", "—"},
	{LosingChances, "—", "—", "never · 24", "never · 24", "—"},
	{Repetition, "5 · 19 ⟨1: 4⟩", "4 · 18", "3 · 25, 16 ⟨2: 0⟩", "0 · 16 ⟨2: 3⟩", "—"},
	{RepetitionDropBreaks, "yes · 19", "no · 18", "no · 25", "no", "—"},
	{RepetitionAloud, "yes · 19", "yes · 18", "no · 25", "no", "—"},
	{DrawAgreement, "both-teams · 15", "both-teams · 22", "both-teams · 16.I", "both-teams · 16.a", "—"},
	{DrawOffer, "until-move · 3 ⟨34: until-refused⟩", "until-move · A1 ⟨34: until-refused⟩", "until-move · 25 ⟨34: until-refused⟩", "until-move ⟨34: until-refused⟩", "—"},
	{FlagClaim, "own-flag-up · 3", "own-flag-up · A1", "own-flag-up · 15.IV", "own-flag-up · 15.a.3", "—"},
	{BothFlags, "draw · 3, 13 ⟨27: board-only⟩", "draw · A1, 17 ⟨27: board-only⟩", "draw · 16.II", "draw · 16.b", "—"},
	{IllegalVFlag, "—", "—", "illegal-mover-loses · 15.VI", "illegal-mover-loses · 15.a.5", "—"},
	{MatchEndsOn, "any-end · 4, 13", "any-end · 17", "win · 7 ⟨11: any-end⟩", "win · 7 ⟨11: any-end⟩", "any-end · 7"},
	{LateEnd, "until-neutralised · 12, 13", "never · 17, 20", "never · 7", "never · 7", "never"},
	{NeutralisedBy, "running-game · 12 ⟨14: ended-game⟩", "ended-game · 20", "any · 7", "any · 7", "any"},
	{LinkedEnds, "both-count · 14, 13", "both-count · 21, 20", "by-time · 7 ⟨13: both-count⟩", "by-time · 7 ⟨13: both-count⟩", "by-time"},
	{EqualTime, "both-count · 13", "both-count · 20", "both-count · 7 ⟨13: by-order⟩", "both-count · 7 ⟨13: by-order⟩", "by-order"},
	{NoClock, "—", "—", "double-forfeit · 5 ⟨12: double-loss⟩", "double-forfeit · 5 ⟨12: double-loss⟩", "—"},
	{SetupClaimMoves, "—", "—", "1 · 8.II, 8.III", "1 · 8.b, 8.c", "—"},
	{ExcessTimeOver, "—", "—", "300000 · 8.II", "300000 · 8.b", "—"},
	{ClockPlace, "outer · 5", "outer · 3", "—", "—", "—"},
	{Substitution, "—", "—", "no · 1", "no · 1", "—"},
	{Appeal, "—", "—", "director → section-chief → chief · 18", "director → section-chief → chief · 18", "—"},
	{CountOver, "match ⟨35: event⟩", "match ⟨35: event⟩", "match ⟨35: event⟩", "match ⟨35: event⟩", "match ⟨35: event⟩"},
	{CountOverDisplace, "—", "—", "event · 17 ⟨36: match⟩", "event · 17 ⟨36: match⟩", "—"},

	{OnHideStock, "show-stock · 16", "show-stock · 6", "warning → game-loss · 11", "warning → game-loss · 11", "—"},
	{OnAskPress, "allowed · 16", "allowed · 6", "—", "—", "—"},
	{OnEarlyPass, "return-piece · 18 ⟨16: warning⟩ ⟨16: allowed⟩", "return-piece · 5 ⟨16: warning⟩", "return-piece · 9 ⟨16: warning⟩", "return-piece · 9, 6 ⟨16: warning⟩", "—"},
	{OnPoint, "warning → director · 10 ⟨25: director⟩", "warning → director · 11, 13 ⟨25: director⟩ ⟨25: allowed⟩", "—", "—", "—"},
	{OnTouchPartner, "warning → director · 10 ⟨25: director⟩", "warning → director · 11 ⟨25: director⟩", "—", "—", "—"},
	{OnMovePartner, "warning → director · 10 ⟨25: director⟩", "warning → director · 11 ⟨25: director⟩", "may-match-loss · 12", "may-match-loss · 12", "—"},
	{OnPressPartner, "warning → director · 10 ⟨25: director⟩", "warning → director · 11 ⟨25: director⟩", "—", "—", "—"},
	{OnHoverBoard, "—", "withdraw-hand · 12", "—", "—", "—"},
	{OnHoverClock, "—", "—", "withdraw-hand · 14.IV", "withdraw-hand · 14.d", "—"},
	{OnHand, "—", "—", "warning → deduct-time → game-loss · 13 ⟨20: warning → add-time → game-loss⟩", "warning → deduct-time → game-loss · 13 ⟨20: warning → add-time → game-loss⟩", "—"},
	{OnKnockClock, "—", "—", "add-time · 14.II", "add-time · 14.b", "—"},
	{OnDisplace, "restore · 3", "restore · A1", "restore · 17", "restore · 17", "—"},
	{OnRestorePress, "—", "—", "allowed · 17", "allowed · 17", "—"},
	{OnDisplacePress, "—", "—", "warning → add-time → game-loss → director · 17 ⟨21: offender-flag⟩", "warning → add-time → game-loss → director · 17 ⟨21: offender-flag⟩", "—"},
	{OnBang, "—", "director · 14", "may-deduct · 23", "may-deduct · 23", "—"},
	{OnAnnoy, "—", "director · 14", "—", "—", "—"},
	{OnAbuse, "—", "director · 14", "—", "—", "—"},
	{OnTelephone, "—", "—", "—", "—", "—"},
	{OnLate, "—", "—", "—", "—", "—"},
	{OnSwapClock, "—", "—", "refer · 22", "refer · 22", "—"},
	{OnStraightenClock, "—", "—", "allowed · 14.I", "allowed · 14.a", "—"},
	{OnRepunchClock, "—", "—", "allowed · 14.III", "allowed · 14.c", "—"},
	{OnTouchClock, "—", "—", "director · 14", "director · 14", "—"},
	{OnLiftClock, "—", "—", "improper · 19", "improper · 19", "—"},
	{OnAdvise, "allowed · 11", "allowed · 13", "allowed · 12", "allowed · 12", "—"},
	{OnPrompt, "—", "—", "may-new-game + may-expel · 20", "may-new-game + may-expel · 20", "—"},
	{OnOfficialPrompt, "—", "—", "may-new-game · 20", "may-new-game · 20", "—"},
	{OnStopClocks, "team-both-clocks · 20", "team-both-clocks · 15", "any-player-both-clocks · 18 ⟨22: own-clock⟩", "any-player-both-clocks · 18 ⟨22: own-clock⟩", "—"},
}

// derived marks cells whose value follows from an article by reading rather
// than by its words: open point 7 for mate; a draw list (16) that does not name a
// kind of draw; an agreement "between the teams" (16) read as one of all four
// players; castling known only from what the articles say about it in passing;
// clocks "on the side" (TR3 5) read as the outer one; a position without the
// stocks (FIDEX 18) read as one that drops do not break; ends that no clock tells
// apart (FIDEX 20) read as simultaneous beyond the case article 21 names; a match
// that is over (7) read as one that nobody has to stop; and the effect of a
// prohibition that names none: a hand is taken away (FIDEX 12, USCF 14), a clock
// is left to the director (USCF 22), an official's call does what a spectator's
// does (USCF 20); a fourth step (USCF 17) that no match can reach, since the third
// loses it; an insult (FIDEX 14) read as annoying on purpose.
var derived = map[Name][]Setting{
	TR3:   {ClockPlace},
	FIDEX: {RepetitionDropBreaks, EqualTime, OnHoverBoard, OnAbuse},
	USCFR: {MateTest, InsufficientMaterial, DrawAgreement, NeutralisedBy, OnHoverClock, OnSwapClock, OnOfficialPrompt, CountOverDisplace},
	USCFC: {MateTest, InsufficientMaterial, DrawAgreement, NeutralisedBy, OnHoverClock, OnSwapClock, OnOfficialPrompt, Castling, CountOverDisplace},
}

// openInPart marks cells that the text answers itself, with only a detail left
// open: whether a king taken is a claim (23), whether a move complete on release
// opens passing and closes a claim earlier than the clock that is named (3, 5),
// which check may be waited out and by whom (8, 9), what a drawn board, two linked
// wins or a board without a clock mean for the match (11 to 13), how the minute of
// a written ladder is taken (20), whose flag its first step means (21), which
// clocks "both" are (22).
var openInPart = map[Name][]Setting{
	TR3:   {IllegalClaim},
	USCFR: {IllegalUntil, PassFrom, MateTest, MatchEndsOn, LinkedEnds, NoClock, OnHand, OnDisplacePress, OnStopClocks},
	USCFC: {MateTest, MatchEndsOn, LinkedEnds, NoClock, OnHand, OnDisplacePress, OnStopClocks},
}
