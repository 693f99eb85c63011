package desk

import "github.com/tandemchess/tandem/internal/text"

// keyLine is one entry of the key list.
type keyLine struct {
	keys []string
	does text.Message
}

// wallKeyList are the keys of the wall; the first six stand beneath it.
var wallKeyList = []keyLine{
	{[]string{"↑", "↓", "←", "→"}, text.Message("move")},
	{[]string{"Enter"}, text.Message("enter result")},
	{[]string{"f"}, text.Message("find")},
	{[]string{"v"}, text.Message("verify")},
	{[]string{"d"}, text.Message("dispute")},
	{[]string{"o"}, text.Message("oldest missing")},
	{[]string{"0", "–", "9"}, text.Message("type a table number")},
	{[]string{"z"}, text.Message("undo your last entry")},
	{[]string{"?"}, text.Message("this list")},
}

// entryKeyList are the keys of an open table; the first six and the last stand beneath
// the wall meanwhile.
var entryKeyList = []keyLine{
	{[]string{"1", "2"}, text.Message("first or second team wins, as on the slip")},
	{[]string{"3"}, text.Message("draw")},
	{[]string{"Enter"}, text.Message("save; the next match is ready at once")},
	{[]string{"a", "b"}, text.Message("the board that decided")},
	{[]string{"m", "f", "r", "i"}, text.Message("mate, flag, resigned, illegal move")},
	{[]string{"x"}, text.Message("forfeit and rare results")},
	{[]string{"d"}, text.Message("open an incident")},
	{[]string{"0"}, text.Message("clear the choice")},
	{[]string{"z"}, text.Message("undo your last entry")},
	{[]string{"Esc"}, text.Message("back to the table number")},
}

// Here is the address of the wall in its present view.
func (w Wall) Here() string {
	if w.View == "" {
		return w.Base + "/wall"
	}
	return w.Base + "/wall?" + w.View
}

// OtherOrder is the address of the wall in the order it does not have now.
func (w Wall) OtherOrder() string {
	if w.OldestFirst {
		return w.ByTable
	}
	return w.ByOldest
}
