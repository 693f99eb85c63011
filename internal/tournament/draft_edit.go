package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phrase"
)

// DraftEditKind is one way to change a draft by hand.
type DraftEditKind string

// The edits of a draft. Table numbers stay unless a number is held.
const (
	EditSwap   DraftEditKind = "swap"   // two teams change places; opponents change colours
	EditPair   DraftEditKind = "pair"   // two teams meet; their opponents become free
	EditUnpair DraftEditKind = "unpair" // the teams of a table, or a team with a bye, become free
	EditBye    DraftEditKind = "bye"    // a team gets a bye
	EditHold   DraftEditKind = "hold"   // a team's pairing moves to a table and stays there
	EditUndo   DraftEditKind = "undo"   // the last edit is taken back
)

// mostEdits bounds how many edits can be taken back.
const mostEdits = 50

// draftChange carries out one edit on a draft; names gives the names of teams.
type draftChange struct {
	draft      *Draft
	by         string
	name       func(teamID int64) string
	award      map[ByeKind]int
	firstTable int // of the section
	rotating   bool
}

// apply changes the draft. The draft stays as it was when an error is returned.
func (c draftChange) apply(in DraftEditInput) error {
	if in.Kind == EditUndo {
		return c.undo()
	}
	before := c.draft.clone()
	sentence, err := c.carryOut(in)
	if err != nil {
		*c.draft = before
		return err
	}
	c.draft.remember(before, sentence, c.by)
	return nil
}

func (c draftChange) carryOut(in DraftEditInput) (phrase.Sentence, error) {
	if c.rotating && in.Kind != EditSwap && in.Kind != EditHold {
		return phrase.Sentence{}, fault.New(fault.Conflict, "With rotating partners a table has four players. Swap two of them, also with one who sits out, or make the draft again.")
	}
	switch in.Kind {
	case EditSwap:
		return c.swap(in.TeamID, in.OtherID)
	case EditPair:
		return c.pair(in.TeamID, in.OtherID)
	case EditUnpair:
		return c.unpair(in.TeamID)
	case EditBye:
		return c.bye(in.TeamID, in.Bye)
	case EditHold:
		return c.hold(in.TeamID, in.Table)
	}
	return phrase.Sentence{}, fault.New(fault.Invalid, "A draft cannot be changed by “%s”.", in.Kind)
}

// locate finds a team that may be moved by hand.
func (c draftChange) locate(teamID int64) (place, error) {
	at, ok := c.draft.find(teamID)
	if !ok {
		return at, fault.New(fault.Conflict, "This team is not in the draft. Make the draft again to include it.")
	}
	if at.bye >= 0 && c.draft.Byes[at.bye].Kind != ByePairing && c.draft.Byes[at.bye].By == "" {
		return at, fault.New(fault.Conflict, "%s does not play this round. Change that on the page Teams first.", c.name(teamID))
	}
	return at, nil
}

func (c draftChange) swap(a, b int64) (phrase.Sentence, error) {
	if a == b {
		return phrase.Sentence{}, fault.New(fault.Invalid, "Choose two different teams to swap.")
	}
	from, err := c.locate(a)
	if err != nil {
		return phrase.Sentence{}, err
	}
	to, err := c.locate(b)
	if err != nil {
		return phrase.Sentence{}, err
	}
	if from.loose >= 0 && to.loose >= 0 {
		return phrase.Sentence{}, fault.New(fault.Invalid, "%s and %s are both without an opponent. Pair them instead.", c.name(a), c.name(b))
	}
	one, other := c.slot(from), c.slot(to)
	*one, *other = *other, *one
	c.mark(from)
	c.mark(to)
	if from.table >= 0 && from.table == to.table && !c.rotating {
		return phrase.Of("%s and %s change colours.", c.name(a), c.name(b)), nil
	}
	return phrase.Of("%s and %s change places.", c.name(a), c.name(b)), nil
}

// slot is where the team at a place is written.
func (c draftChange) slot(at place) *DraftSeat {
	switch {
	case at.table >= 0:
		return c.draft.seat(at)
	case at.bye >= 0:
		return &c.draft.Byes[at.bye].DraftSeat
	}
	return &c.draft.Loose[at.loose]
}

// mark notes who set a table or bye by hand.
func (c draftChange) mark(at place) {
	switch {
	case at.table >= 0:
		c.draft.Tables[at.table].By, c.draft.Tables[at.table].PairingReasons = c.by, PairingReasons{}
	case at.bye >= 0:
		bye := &c.draft.Byes[at.bye]
		bye.By, bye.Reason, bye.Said = c.by, "", phrase.Sentence{}
	}
}

func (c draftChange) pair(a, b int64) (phrase.Sentence, error) {
	if a == b {
		return phrase.Sentence{}, fault.New(fault.Invalid, "Choose two different teams to pair.")
	}
	at, err := c.locate(a)
	if err != nil {
		return phrase.Sentence{}, err
	}
	other, err := c.locate(b)
	if err != nil {
		return phrase.Sentence{}, err
	}
	first, second := *c.slot(at), *c.slot(other)
	table := at.table
	if table < 0 {
		table = other.table
	}
	c.take(a)
	c.take(b)
	if table < 0 {
		table = c.emptyTable()
	}
	t := &c.draft.Tables[table]
	c.loosen(t.First)
	c.loosen(t.Second)
	t.First, t.Second, t.By, t.PairingReasons = first, second, c.by, PairingReasons{}
	t.Group = max(first.Points, second.Points)
	return phrase.Of("%s meet %s at table %d.", c.name(a), c.name(b), t.Table), nil
}

// emptyTable is the first table nobody sits at, a new one at the end when there
// is none.
func (c draftChange) emptyTable() int {
	last := c.firstTable - 1
	for i, t := range c.draft.Tables {
		if t.First.TeamID == 0 && t.Second.TeamID == 0 {
			return i
		}
		last = max(last, t.Table)
	}
	c.draft.Tables = append(c.draft.Tables, DraftTable{Table: last + 1})
	return len(c.draft.Tables) - 1
}

// take removes a team from where it is; its opponent stays where he is.
func (c draftChange) take(teamID int64) {
	at, _ := c.draft.find(teamID)
	switch {
	case at.table >= 0:
		*c.draft.seat(at) = DraftSeat{}
		c.mark(at)
	case at.bye >= 0:
		c.draft.Byes = slices.Delete(c.draft.Byes, at.bye, at.bye+1)
	case at.loose >= 0:
		c.draft.Loose = slices.Delete(c.draft.Loose, at.loose, at.loose+1)
	}
}

func (c draftChange) loosen(s DraftSeat) {
	if s.TeamID != 0 {
		c.draft.Loose = append(c.draft.Loose, s)
	}
}

func (c draftChange) unpair(teamID int64) (phrase.Sentence, error) {
	at, err := c.locate(teamID)
	switch {
	case err != nil:
		return phrase.Sentence{}, err
	case at.loose >= 0:
		return phrase.Sentence{}, fault.New(fault.Invalid, "%s has no opponent already.", c.name(teamID))
	case at.bye >= 0:
		c.loosen(c.draft.Byes[at.bye].DraftSeat)
		c.draft.Byes = slices.Delete(c.draft.Byes, at.bye, at.bye+1)
		return phrase.Of("The bye of %s is taken back.", c.name(teamID)), nil
	}
	t := &c.draft.Tables[at.table]
	sentence := phrase.Of("Table %d is empty: %s and %s have no opponent.", t.Table, c.name(t.First.TeamID), c.name(t.Second.TeamID))
	c.loosen(t.First)
	c.loosen(t.Second)
	t.First, t.Second, t.By, t.PairingReasons = DraftSeat{}, DraftSeat{}, c.by, PairingReasons{}
	return sentence, nil
}

func (c draftChange) bye(teamID int64, kind ByeKind) (phrase.Sentence, error) {
	award, known := c.award[kind]
	if !known {
		return phrase.Sentence{}, fault.New(fault.Invalid, "Choose which bye %s gets.", c.name(teamID))
	}
	at, err := c.locate(teamID)
	if err != nil {
		return phrase.Sentence{}, err
	}
	seat := *c.slot(at)
	if at.table >= 0 {
		t := &c.draft.Tables[at.table]
		opponent := t.First
		if at.slot == 0 {
			opponent = t.Second
		}
		c.loosen(opponent)
		t.First, t.Second, t.By, t.PairingReasons = DraftSeat{}, DraftSeat{}, c.by, PairingReasons{}
	} else {
		c.take(teamID)
	}
	c.draft.Byes = append(c.draft.Byes, DraftBye{DraftSeat: seat, Kind: kind, Award: award, By: c.by})
	return phrase.Of("%s has no game this round and gets %s.", c.name(teamID), pointsSaid(award)), nil
}

// mostTables bounds a table number typed by hand.
const mostTables = 9999

func (c draftChange) hold(teamID int64, table int) (phrase.Sentence, error) {
	if table < 1 || table > mostTables {
		return phrase.Sentence{}, fault.New(fault.Invalid, "Enter a table number from 1 to %d.", mostTables)
	}
	at, err := c.locate(teamID)
	if err != nil {
		return phrase.Sentence{}, err
	}
	if at.table < 0 {
		return phrase.Sentence{}, fault.New(fault.Conflict, "%s has no table in this draft.", c.name(teamID))
	}
	t := &c.draft.Tables[at.table]
	if i := c.draft.AtTable(table); i >= 0 {
		c.draft.Tables[i].Table = t.Table
	}
	t.Table, t.Held = table, true
	slices.SortFunc(c.draft.Tables, func(a, b DraftTable) int { return a.Table - b.Table })
	return phrase.Of("%s play at table %d.", c.name(teamID), table), nil
}

// clone copies everything an edit can change.
func (d *Draft) clone() Draft {
	copied := *d
	copied.Tables, copied.Byes, copied.Loose = slices.Clone(d.Tables), slices.Clone(d.Byes), slices.Clone(d.Loose)
	return copied
}

// remember keeps what an edit changed so that it can be taken back.
func (d *Draft) remember(before Draft, said phrase.Sentence, by string) {
	e := DraftEdit{Sentence: said.String(), Said: said, By: by, Byes: before.Byes, Loose: before.Loose}
	was := make(map[int]DraftTable, len(before.Tables))
	for _, t := range before.Tables {
		was[t.Table] = t
	}
	for _, t := range d.Tables {
		old, existed := was[t.Table]
		switch {
		case !existed:
			e.Added = append(e.Added, t.Table)
		case old.First != t.First || old.Second != t.Second || old.FirstPartner != t.FirstPartner || old.SecondPartner != t.SecondPartner || old.By != t.By || old.Held != t.Held:
			e.Tables = append(e.Tables, old)
		}
		delete(was, t.Table)
	}
	for _, gone := range was {
		e.Tables = append(e.Tables, gone)
	}
	d.Edits = append(d.Edits, e)
	if len(d.Edits) > mostEdits {
		d.Edits = d.Edits[1:]
	}
}

func (c draftChange) undo() error {
	d := c.draft
	if len(d.Edits) == 0 {
		return fault.New(fault.Conflict, "There is no change by hand to take back.")
	}
	last := d.Edits[len(d.Edits)-1]
	d.Edits = d.Edits[:len(d.Edits)-1]
	d.Tables = slices.DeleteFunc(d.Tables, func(t DraftTable) bool { return slices.Contains(last.Added, t.Table) })
	for _, old := range last.Tables {
		if i := d.AtTable(old.Table); i >= 0 {
			d.Tables[i] = old
			continue
		}
		d.Tables = append(d.Tables, old)
	}
	slices.SortFunc(d.Tables, func(a, b DraftTable) int { return a.Table - b.Table })
	d.Byes, d.Loose = last.Byes, last.Loose
	return nil
}
