package desk

// keyLine is one entry of the key list.
type keyLine struct {
	keys []string
	does string
}

// wallKeyList are the keys of the wall; the first six stand beneath it.
var wallKeyList = []keyLine{
	{[]string{"↑", "↓", "←", "→"}, "move"},
	{[]string{"Enter"}, "enter result"},
	{[]string{"f"}, "find"},
	{[]string{"v"}, "verify"},
	{[]string{"d"}, "dispute"},
	{[]string{"o"}, "oldest missing"},
	{[]string{"0", "–", "9"}, "type a table number"},
	{[]string{"z"}, "undo your last entry"},
	{[]string{"?"}, "this list"},
}

// entryKeyList are the keys of an open table; the first six and the last stand beneath
// the wall meanwhile.
var entryKeyList = []keyLine{
	{[]string{"1", "2"}, "first or second team wins, as on the slip"},
	{[]string{"3"}, "draw"},
	{[]string{"Enter"}, "save; the next match is ready at once"},
	{[]string{"a", "b"}, "the board that decided"},
	{[]string{"m", "f", "r", "i"}, "mate, flag, resigned, illegal move"},
	{[]string{"x"}, "forfeit and rare results"},
	{[]string{"d"}, "open an incident"},
	{[]string{"0"}, "clear the choice"},
	{[]string{"z"}, "undo your last entry"},
	{[]string{"Esc"}, "back to the table number"},
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
