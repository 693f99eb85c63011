package wording

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
	"github.com/tandemchess/tandem/templates/setup"
)

// codeSentences say in one sentence what a code counts.
var codeSentences = map[string]text.Message{
	"PTS": text.Message("Points of all rounds."), "MPvGP": text.Message("The other of match points and game points."),
	"DE":    text.Message("Results of the tied teams against each other."),
	"EDE":   text.Message("Results of the tied teams against each other, then their game points."),
	"EDEC":  text.Message("As EDE, then board count among the tied teams."),
	"EDET":  text.Message("As EDE, then results from the top board down."),
	"EDEB":  text.Message("As EDE, then results without the bottom boards."),
	"EDEBT": text.Message("As EDE, then board count and results from the top board down."),
	"EDEBB": text.Message("As EDE, then board count and results without the bottom boards."),
	"BH":    text.Message("Buchholz: the points of all opponents, added up."), "FB": text.Message("Buchholz as if the last round were drawn everywhere."),
	"AOB": text.Message("Average Buchholz of the opponents."), "SB": text.Message("Sonneborn-Berger: each opponent's points times the points won from that opponent."),
	"EMMSB": text.Message("Each opponent's match points times the match points won from that opponent."),
	"EMGSB": text.Message("Each opponent's match points times the game points won from that opponent."),
	"EGMSB": text.Message("Each opponent's game points times the match points won from that opponent."),
	"EGGSB": text.Message("Each opponent's game points times the game points won from that opponent."),
	"PS":    text.Message("The running score after each round, added up."), "KS": text.Message("Points against opponents who scored at least half."),
	"WIN": text.Message("Rounds won, with or without play."), "WON": text.Message("Rounds won at the board."),
	"BPG": text.Message("Games played with Black."), "BWG": text.Message("Games won with Black."),
	"REP": text.Message("Rounds the team was ready to play."), "STD": text.Message("One for each opponent outscored in the round, a half for equal."),
	"ARO": text.Message("Average rating of the opponents."), "TPR": text.Message("Rating at which the result was to be expected."),
	"PTP":  text.Message("Lowest rating at which the points were to be expected."),
	"APRO": text.Message("Average performance rating of the opponents."), "APPO": text.Message("Average perfect performance of the opponents."),
	"RTNG": text.Message("Rating: the higher first."), "SSSC": text.Message("Game points plus a share of Buchholz."),
	"BC":   text.Message("Board count: the lower first. In bughouse both boards share the result."),
	"TBR":  text.Message("Results from the top board down. In bughouse both boards share the result."),
	"BBE":  text.Message("Results without the bottom boards. In bughouse both boards share the result."),
	"MMED": text.Message("Modified Median: opponents' points without the extremes (US Chess)."),
	"SOLK": text.Message("Solkoff: the points of all opponents (US Chess)."), "CUM": text.Message("Cumulative: the running score, added up (US Chess)."),
	"CUMOPP": text.Message("The opponents' cumulative scores, added up (US Chess)."), "TPN": text.Message("Starting number: the stronger team first."),
}

// CodeSentence says what a code with its modifiers counts.
func CodeSentence(w text.Words, c standings.Code) string {
	sentence := w.Say(codeSentences[c.Name])
	add := func(more string) { sentence += " " + more }
	switch c.Score {
	case standings.MatchPoints:
		add(w.Say("By match points."))
	case standings.GamePoints:
		add(w.Say("By game points."))
	}
	switch {
	case c.CutHigh == 1:
		add(w.Say("Without the lowest and the highest."))
	case c.CutHigh > 1:
		add(w.Say("Without the %d lowest and highest.", c.CutHigh))
	case c.CutLow == 1:
		add(w.Say("Without the lowest."))
	case c.CutLow > 1:
		add(w.Say("Without the %d lowest.", c.CutLow))
	}
	if c.Limit > 0 || c.LimitAdd != 0 {
		add(w.Say("With a limit of its own (%s).", c.String()))
	}
	if c.Divisor > 0 {
		add(w.Say("Buchholz divided by %s.", strconv.Itoa(c.Divisor)))
	}
	if c.AsPlayed {
		add(w.Say("Forfeits count as games."))
	}
	if c.Fore {
		add(w.Say("The last round counts as drawn."))
	}
	return sentence
}

// usualTieBreaks are lists an organizer can take as they are.
var usualTieBreaks = []struct {
	name  text.Message
	codes string
}{
	{text.Message("Swiss, the usual for bughouse"), "PTS,DE,BH/C1,BH,SB,WIN"},
	{text.Message("Round robin"), "PTS,DE,WIN,SB"},
	{text.Message("US Chess (34E)"), "PTS,MMED,SOLK,CUM,CUMOPP"},
	{text.Message("FIDE, board by board counted as one"), "PTS,DE,BH/C1,BH,EMMSB,REP,WIN"},
}

func TieBreakChoices(w text.Words) []layout.Choice {
	choices := []layout.Choice{{Value: "", Label: w.Say("As typed above")}}
	for _, list := range usualTieBreaks {
		choices = append(choices, layout.Choice{Value: list.codes, Label: w.Say(list.name) + ": " + list.codes})
	}
	return choices
}

// TieBreakWords explain every code an organizer may choose.
func TieBreakWords(w text.Words) []setup.TieBreakWord {
	var list []setup.TieBreakWord
	for _, name := range standings.Names() {
		if name != "PTS" { // always first
			list = append(list, setup.TieBreakWord{Code: name, Sentence: CodeSentence(w, standings.Code{Name: name})})
		}
	}
	return list
}
