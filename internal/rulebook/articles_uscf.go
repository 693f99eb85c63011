package rulebook

// uscfArticle is an article of the two USCF editions, which share most of their
// text but number its parts differently and disagree on when a move is complete.
type uscfArticle struct {
	release, clock string // its number in USCF-R and in USCF-C, empty where missing
	topic          Topic
	title          string
	summary        string
	clockSummary   string // where USCF-C says something else
}

func (a uscfArticle) summaryFor(n Name) string {
	if n == USCFC && a.clockSummary != "" {
		return a.clockSummary
	}
	return a.summary
}

var articlesUSCF = []uscfArticle{
	{"1", "1", TopicMatch, "Players", "A team is two people; nobody is substituted.", ""},
	{"2", "2", TopicMatch, "Games", "In a round each player of a team plays one game against the other team; there are several rounds.", "A team plays two games, one per player, against each other team."},
	{"3", "3", TopicMatch, "Colours", "The team decides who plays White and who plays Black.", "The team decides in each match who plays White and who plays Black."},
	{"4", "4", TopicTime, "Time control", "Five minutes each, with two seconds' delay where the clock can.", "Five minutes each."},
	{"5", "5", TopicTime, "Bringing a clock", "Every player brings a clock; where neither player of a game has one, both forfeit that game.", ""},
	{"6", "6", TopicTouch, "Completing a move", "A move on the board is complete when the man is let go. Stock pieces may be handled freely, but once placed they stay.", "A move is complete only when the opponent's clock was started."},
	{"7", "7", TopicMatch, "End of the match", "The match ends as soon as one player wins a game.", ""},
	{"8", "8", TopicIllegal, "Illegal moves", "An illegal move loses if it is caught before the next move.", "An illegal move loses if it is caught on the first move after it."},
	{"8.I", "8.a", TopicIllegal, "Claim window", "Who has moved and started the clock can no longer claim the move before.", ""},
	{"8.II", "8.b", TopicIllegal, "Set-up and clocks", "Position and clocks are checked before play; once both sides have moved nothing is corrected, except that the director may reduce a clock showing more than five minutes.", ""},
	{"8.III", "8.c", TopicIllegal, "Unnoticed mistakes", "An illegal move nobody noticed stands for good. With king and queen set up the wrong way round a player may castle short on the queen's side and long on the king's side; after both have moved the set-up stays.", ""},
	{"9", "9", TopicStock, "Passing pieces", "A captured piece is passed only once the opponent's clock was started.", "A captured piece is passed only once the move is complete."},
	{"10", "10", TopicMoves, "Moving or placing", "A player moves one of their own men or places a piece that the partner has captured and passed.", "A player moves one of their own men or places a piece that the partner has captured."},
	{"10.I", "10.a", TopicMoves, "Where pieces go", "A piece may be placed on any empty square, a pawn not on the first or last rank.", ""},
	{"10.II", "10.b", TopicMoves, "Check and mate by placing", "A placed piece may give or block check, or mate.", "A placed piece may give check or mate."},
	{"10.III", "10.c", TopicStock, "Captured promoted pawns", "A promoted pawn is a pawn again once captured.", ""},
	{"11", "11", TopicConduct, "Visible stocks", "Hiding captured pieces is warned once and then loses the game.", ""},
	{"12", "12", TopicConduct, "Partners", "Partners may talk and suggest moves; moving a partner's man is ground to forfeit the match.", ""},
	{"13", "13", TopicConduct, "Clock hand", "The clock is pressed with the hand that moved. Two hands are for castling only, never for capturing. First a warning, then a minute, then the game.", ""},
	{"14", "14", TopicConduct, "Touching the clock", "Apart from pressing it, players leave the clock alone, with these exceptions.", ""},
	{"14.I", "14.a", TopicConduct, "Straightening", "The clock may be straightened.", ""},
	{"14.II", "14.b", TopicConduct, "Knocking over", "Knocking the clock over gives the opponent a minute.", ""},
	{"14.III", "14.c", TopicConduct, "A clock that does not start", "The opponent's side may be pushed down and one's own pressed again; if that does not help, the director is called.", ""},
	{"14.IV", "14.d", TopicConduct, "Hovering", "Everyone may press after moving; no hand stays on or over the clock.", ""},
	{"15", "15", TopicEnds, "Wins", "A game is won in the following ways.", ""},
	{"15.I", "15.a.1", TopicEnds, "Mate", "The player who mates wins.", ""},
	{"15.II", "15.a.1.a", TopicEnds, "Waiting under check", "A player without material to block may wait for the partner to supply it while the player's time lasts, unless the check comes from a knight or from next to the king.", ""},
	{"15.III", "15.a.2", TopicEnds, "Resignation", "The opponent of a player who resigns wins.", ""},
	{"15.IV", "15.a.3", TopicTime, "Flag", "The opponent of the player whose flag falls first wins by pointing it out and neutralising the clock with their own flag still up.", ""},
	{"15.V", "15.a.4", TopicIllegal, "Claiming an illegal move", "After an illegal move the opponent wins by taking the king or stopping the clock.", ""},
	{"15.VI", "15.a.5", TopicIllegal, "Illegal move against flag", "A player who moved illegally may still claim on time by doing so first; of simultaneous claims the illegal mover loses.", ""},
	{"16", "16", TopicEnds, "Draws", "A game is drawn in the following ways; no others are named.", ""},
	{"16.I", "16.a", TopicEnds, "Draw by agreement", "The teams may agree to a draw during the game.", ""},
	{"16.II", "16.b", TopicTime, "Both flags down", "The game is drawn if both flags are down and nothing was claimed, unless a side mates before both are noticed; an announced mate beats later claims on time.", ""},
	{"17", "17", TopicConduct, "Displaced men", "Who knocks men over puts them back on their own time; the opponent may start that clock without moving. Pressing after knocking men over is warned (or the opponent gets a minute if a flag fell), then a minute, then the game, then the director's choice.", ""},
	{"18", "18", TopicOfficials, "Disputes and appeals", "In a dispute a player may stop both clocks. The director hears both players and reliable witnesses; appeals go to the section chief and then to the chief floor director, who is final.", ""},
	{"19", "19", TopicOfficials, "Director and clock", "The director does not pick up the clock except in a dispute.", ""},
	{"20", "20", TopicOfficials, "Bystanders", "Spectators and other players keep out. If one interferes the director may order a new game and expel that person. The director too stays silent about flags and illegal moves unless it was agreed otherwise.", ""},
	{"21", "21", TopicMoves, "Promotion", "The promoted pawn stays on the board, laid on its side, and the choice is made clear.", ""},
	{"22", "22", TopicTime, "Defective clocks", "Only the director finds a clock defective and changes it.", ""},
	{"23", "23", TopicConduct, "Banging", "Excessive banging may cost time.", ""},
	{"24", "24", TopicEnds, "Losing chances", "No draw is claimed for insufficient losing chances.", ""},
	{"25", "", TopicOfficials, "Base law", "The US Official Rules of Chess, 5th edition, settle what these articles do not: a man touched and a repetition, for instance.", ""},
}
