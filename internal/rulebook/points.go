package rulebook

// silence is the open point recorded when USCF-C has no article to decide by.
const silence = 31

// WhichFirst is the open point recorded when a match result depends on which of two
// ended boards ended first, or on whether clocks were stopped between, and nobody
// has said.
const WhichFirst = 37

// Point is a place where the texts leave room: what is open, the answer Tandem
// applies, and why. Rulings that depend on one are shown as not explicit.
type Point struct {
	Number                 int
	Open, Default, Because string
}

// PointByNumber finds an open point.
func PointByNumber(n int) (Point, bool) {
	if n < 1 || n > len(points) {
		return Point{}, false
	}
	return points[n-1], true
}

var points = []Point{
	{1, "How many occurrences TR3 19 asks for: its repetitions may or may not count the first", "Five occurrences", "read literally: what is repeated four times has been there five times"},
	{2, "Whether a repetition can be claimed in USCF games: the draw list (16) does not name it", "USCF-R: at the third occurrence, the base law's; USCF-C: never", "USCF-R 25 gives what its articles do not cover to the base law, and 24 would not have to exclude a draw if 16 named them all; USCF-C has no such article"},
	{3, "When a move is complete in USCF-R: article 6 looks at the release, 8.I and 9 at the clock", "Release fixes the move; the clock opens passing and closes the claim window", "the particular article goes before the general one"},
	{4, "Whether an illegal move can be claimed in USCF-R before the clock is pressed", "Yes, from the release; it cannot be taken back", "articles 6 and 15.V"},
	{5, "Whether the claimant's release or press ends the claim window", "USCF-R: the press; TR3: the release", "8.I names the clock; base law speaks of making a move"},
	{6, "Whether a mate counts before the clock is pressed (FIDEX, USCF-C)", "When announced or pressed, whichever is first", "mate ends the game, and who announces it has left no doubt; a move is final with the clock"},
	{7, "Whether a check that nothing can block may be waited out (USCF 15)", "No", "a player waits for a blocker; where none can help there is nothing to wait for"},
	{8, "Whether a distant double check may be waited out (USCF)", "No, if no supply of pieces would parry it", "waiting must be able to help"},
	{9, "Whether a stock piece that cannot block counts as material (USCF)", "No: the player may wait", "the text asks for material that blocks the check"},
	{10, "Whether a player without a move who is not in check is stalemated (USCF)", "No, the player waits on their own time", "the draw list does not name it"},
	{11, "Whether one drawn board ends the match (USCF)", "No, the other board plays on; two drawn boards draw the match", "article 7 speaks of winning"},
	{12, "What a board without any clock means for the match", "It has no winner and the other board decides; both boards: both teams lose", "article 5 speaks of that game"},
	{13, "Two games ending at once (USCF)", "The earlier recorded end decides; if they cannot be told apart, both count", "neutral"},
	{14, "Whose clock has to be stopped after the first game (TR3 12)", "That of the game still running", "it is the game that can go on"},
	{15, "Whether a dropped piece that was let go may be taken back when the drop is illegal (TR3 17, 18)", "Yes, before the press; the same piece is dropped legally if it can be", "both articles keep their effect"},
	{16, "What follows when a captured piece is passed or used before the clock is pressed", "Used: an illegal move once completed; only passed: handed back", "each text forbids it and none names what it costs; TR3 speaks only of using the piece"},
	{17, "Whether a dropped rook can castle (TR3, USCF)", "No", "the right belongs to the king and rook that have not moved"},
	{18, "Whether a pawn dropped on its second rank may advance two squares (TR3, USCF, JARED)", "Yes, and it may be taken en passant", "a pawn on its starting square; common practice"},
	{19, "What if a promotion is not announced", "The player is asked; nothing is lost; a queen if nobody asks", "no text names a penalty"},
	{20, "Whether the one-minute penalty (USCF 13) is taken from the offender or given to the opponent", "Taken from the offender", "it is called a penalty; additions are named as such elsewhere"},
	{21, "Whose flag USCF 17 means", "The victim's: the extra minute restores the loss", "otherwise the minute makes no sense"},
	{22, "Whether both clocks (USCF 18) are both boards or both sides of one", "Both boards", "the match is one"},
	{23, "Whether taking the king is a claim (TR3)", "No: stop the clock and claim", "base law knows no claim by taking the king"},
	{24, "What an unfounded claim costs", "Nothing; play resumes with the times as they stand", "no text names a penalty"},
	{25, "What acting on the partner's board costs (TR3, FIDEX), and whether pointing at it is such an act (FIDEX)", "A warning, then the director's discretion; the same for pointing", "no text names a penalty; both forbid acting on that board in any way"},
	{26, "The section chief in small events (USCF 18)", "Where there is none the path goes straight to the chief", "practical"},
	{27, "Both flags down (TR3, FIDEX)", "The board is drawn and, as the first game to end, so is the match", "base blitz law"},
	{28, "When a player in Jared bughouse is mated", "When no legal move exists with the pieces in hand", "nobody can supply a player who is to move"},
	{29, "Captured promoted men, castling and stalemate in Jared bughouse", "A pawn; no castling; a draw", "ordinary bughouse; kings are placed; no supply is possible"},
	{30, "Whether a queen begins in stock in Jared bughouse", "No", "queens may not be dropped"},
	{31, "Matters outside the articles of USCF-C", "The director's discretion, recorded as such", "the text has no fallback article"},
	{32, "Whether touching a man on the board binds in USCF-R", "Yes, as in the base law", "article 6 is headed touch-move, says when a move is complete and lets only men off the board be touched at any time; 25 gives the rest to the base law"},
	{33, "How and until when an illegal move is claimed in Jared bughouse, and what it costs", "In any way, until the opponent has moved; it is taken back and nothing is lost", "the text is silent and the game is for fun"},
	{34, "Whether a draw offer to a team stands after an opponent has moved", "No: whoever moves without an answer lets it lapse", "base law ends an offer so; the texts speak only of who must offer and agree"},
	{35, "Over what a player's earlier offences are counted", "Over the match", "no text says; a ladder ends with the loss of a game, which is one of this match"},
	{36, "Over what knocking over men and then pressing is counted (USCF 17)", "Over the whole event", "the article does not say, but it has a step after the one that loses the game"},
	{WhichFirst, "Which of two boards that different teams won ended first, when nobody knows", "No result is derived: the players and witnesses are asked, and the director decides", "no text decides by anything but the order of the ends (TR3 12, 13; FIDEX 17, 20; USCF 7)"},
}
