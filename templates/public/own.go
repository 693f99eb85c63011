package public

import "time"

// Own is what a team may do through its private link.
type Own struct {
	Base     string // address of the team's own page
	CheckIn  bool   // not seen in the hall yet
	Matches  []OwnMatch
	Rulings  []OwnRuling
	Done     string
	Problem  string
	Problems map[string]string
}

// OwnMatch is a match of the present round.
type OwnMatch struct {
	ID          int64
	MatchNo     int
	Revision    int
	Us, Them    string
	UsFirst     bool   // the own team is the first of the pairing
	Says        string // what is stored, in words
	MayReport   bool
	UnderReview bool
}

// OwnRuling is a ruling about a match of the team.
type OwnRuling struct {
	ID               int64
	Place, Sentence  string
	Reason, Articles string
	State            string
	At               time.Time
	AppealUntil      *time.Time
	MayAppeal        bool
	Late             bool
}

func (m OwnMatch) outcome(won bool) string {
	if won == m.UsFirst {
		return "slot1"
	}
	return "slot2"
}
