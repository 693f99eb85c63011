package help

import "github.com/tandemchess/tandem/internal/text"

// Wall are the keys of the wall; the first six stand beneath it.
var Wall = &Keys{Title: text.Message("On the wall"), List: []Key{
	{[]string{"↑", "↓", "←", "→"}, text.Message("move"), "[data-grid] .tile"},
	{[]string{"Enter"}, text.Message("enter result"), "[data-grid] .tile"},
	{[]string{"f"}, text.Message("find"), "[data-wall] [name=find]"},
	{[]string{"v"}, text.Message("verify"), "[data-wall]"},
	{[]string{"d"}, text.Message("dispute"), `[data-wall][data-dispute-at]:not([data-dispute-at=""])`},
	{[]string{"o"}, text.Message("oldest missing"), `[data-grid][data-oldest]:not([data-oldest="0"], [data-oldest=""])`},
	{[]string{"0", "–", "9"}, text.Message("type a table number"), "[data-find] [name=table]"},
	{[]string{"z"}, text.Message("undo your last entry"), "[data-undo], [data-take-back]"},
	{[]string{"?"}, text.Message("this help"), "[data-help-open]"},
}}

// Entry are the keys of an open table; the first six and the last stand beneath the wall
// meanwhile.
var Entry = &Keys{Title: text.Message("In the entry"), List: []Key{
	{[]string{"1", "2"}, text.Message("first or second team wins, as on the slip"), enters},
	{[]string{"3"}, text.Message("draw"), enters},
	{[]string{"Enter"}, text.Message("save; the next match is ready at once"), enters},
	{[]string{"a", "b"}, text.Message("the board that decided"), enters},
	{[]string{"m", "f", "r", "i"}, text.Message("mate, flag, resigned, illegal move"), enters},
	{[]string{"x"}, text.Message("forfeit and rare results"), enters},
	{[]string{"d"}, text.Message("open an incident"), enters},
	{[]string{"0"}, text.Message("clear the choice"), enters},
	{[]string{"z"}, text.Message("undo your last entry"), enters},
	{[]string{"Esc"}, text.Message("back to the table number"), enters},
}}

// enters selects what is there for who may enter results.
const enters = "template[data-blank], [data-entry-form]"

var verifyKeys = &Keys{Title: text.Message("On the result with the frame"), List: []Key{
	{[]string{"↑", "↓"}, text.Message("another result"), "[data-verify] [data-waiting] ~ [data-waiting]"},
	{[]string{"y"}, text.Message("confirm it"), "[data-verify] [value=confirm]"},
	{[]string{"n"}, text.Message("reject it; the reason is asked for"), "[data-verify] [data-waiting] [name=reason]"},
	{[]string{"1", "2", "3"}, text.Message("type the result of the slip"), "[data-verify] [name=outcome]"},
	{[]string{"s"}, text.Message("skip it"), "[data-verify] [data-skip]"},
}}

var benchKeys = &Keys{Title: text.Message("On a team of the draft"), List: []Key{
	{[]string{"↑", "↓", "←", "→"}, text.Message("another team"), "[data-bench] [data-cell]"},
	{[]string{"space"}, text.Message("mark it"), "[data-bench] [data-cell]"},
	{[]string{"Enter"}, text.Message("swap the two that are marked"), `[data-bench] [data-draft] [value="swap"]`},
	{[]string{"p"}, text.Message("pair the two that are marked"), `[data-bench] [data-draft] [value="pair"]`},
	{[]string{"u"}, text.Message("take a pairing apart"), `[data-bench] [data-draft] [value="unpair"]`},
	{[]string{"c"}, text.Message("check the draft again"), `[data-bench] [data-draft] [value="check"]`},
	{[]string{"z"}, text.Message("take the last change of the draft back"), `[data-bench] [data-draft] [value="undo"]`},
}}

var liveKeys = &Keys{Title: text.Message("On the match"), List: []Key{
	{[]string{"←", "→"}, text.Message("one move back or on"), "[data-live-match] [data-step-key]"},
	{[]string{"Home", "End"}, text.Message("to the start or the end"), "[data-live-match] [data-step-key]"},
	{[]string{"a"}, text.Message("type a move on board A"), "[data-live-match] #move-A"},
	{[]string{"b"}, text.Message("type a move on board B"), "[data-live-match] #move-B"},
	{[]string{"p"}, text.Message("press the clock"), "[data-live-match] [data-press]"},
	{[]string{"d"}, text.Message("open an incident at this position"), "[data-live-match] [data-incident]"},
}}

var teamKeys = &Keys{Title: text.Message("Outside of fields"), List: []Key{
	{[]string{"/"}, text.Message("to the box for codes and names"), "[data-team-keys] [data-filter]"},
	{[]string{"n"}, text.Message("a late entry"), "[data-check-in] [data-new-team]"},
}}

var rulingKeys = &Keys{Title: text.Message("In the decision"), List: []Key{
	{[]string{"1"}, text.Message("follow the proposal"), `[data-decide] [data-key="1"]`},
	{[]string{"2"}, text.Message("deny the claim"), `[data-decide] [data-key="2"]`},
	{[]string{"3"}, text.Message("decide otherwise"), `[data-decide] [data-key="3"]`},
	{[]string{"Ctrl+Enter"}, text.Message("sign"), "[data-decide] [data-sign-button]"},
}}

var appealKeys = &Keys{Title: text.Message("In the decision"), List: []Key{
	{[]string{"u"}, text.Message("uphold"), `[data-decide] [data-key="u"]`},
	{[]string{"m"}, text.Message("modify"), `[data-decide] [data-key="m"]`},
	{[]string{"o"}, text.Message("overturn"), `[data-decide] [data-key="o"]`},
	{[]string{"s"}, text.Message("send back"), `[data-decide] [data-key="s"]`},
	{[]string{"Ctrl+Enter"}, text.Message("sign"), "[data-decide] [data-sign-button]"},
}}

var boardKeys = &Keys{Title: text.Message("On a board of the card"), List: []Key{
	{[]string{"↑", "↓", "←", "→"}, text.Message("another square"), setter},
	{[]string{"k", "q", "r", "b", "n", "p"}, text.Message("take a man in hand, with shift a black one"), setter},
	{[]string{"Enter"}, text.Message("put it there, or pick up the man that stands there"), setter},
	{[]string{"Del"}, text.Message("empty the square"), setter},
	{[]string{"+"}, text.Message("promoted, or not"), setter},
}}

// setter selects the boards of a card that somebody may fill in.
const setter = "[data-board-field]"

var paceKeys = &Keys{Title: text.Message("On this page"), List: []Key{
	{[]string{"l"}, text.Message("start later, by the minutes beside it"), `form[data-one-key="l"]`},
	{[]string{"z"}, text.Message("take the last move of the times back"), `form[data-one-key="z"]`},
}}

var announceKeys = &Keys{Title: text.Message("On this page"), List: []Key{
	{[]string{"a"}, text.Message("announce what is held"), `form[data-one-key="a"]`},
}}
