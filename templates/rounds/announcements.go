package rounds

import "time"

// Announcements is what a section keeps from everybody, and what says it.
type Announcements struct {
	To     string // where its forms are sent
	May    bool   // this person announces
	Needs  string // who does, for the others
	Setup  string // where a section is told to hold its final standings; empty for who may not
	Holds  bool   // the section announces its final standings
	Final  string // how they stand, in one sentence
	Ready  bool   // they can be announced now
	Held   []HeldRuling
	Failed string // why nothing was announced
}

// HeldRuling is a ruling that only officials know.
type HeldRuling struct {
	ID              int64
	Place, Sentence string
	By              string
	At              time.Time
	Incident        string // its page
	Next            bool   // the key announces it
}
