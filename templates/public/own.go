package public

import (
	"strconv"
	"time"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/templates/layout"
)

// Own is what a team may do through its private link.
type Own struct {
	Base      string // address of the team's own page
	CheckIn   bool   // not seen in the hall yet
	Confirm   *OwnConfirm
	LineUp    *OwnLineUp
	Matches   []OwnMatch
	Rulings   []OwnRuling
	Penalties []string
	Done      string
	Problem   string
	Problems  map[string]string
	Summary   string // typed into a form that was refused
	Grounds   string
	LeftOut   bool     // it did not come and is not paired any more
	Byes      *OwnByes // nil when no round is left to skip
	NotTaken  string   // what a refused form held that is shown no more
}

// OwnByes are the rounds that the team can skip.
type OwnByes struct {
	Rounds, Kinds []layout.Choice
	Asked         []OwnBye
	Stays         bool   // what is asked for is not taken back
	Round, Kind   string // as typed
	WhyNot        string // why a kind that scores is not given any more
}

// OwnBye is a round that the team asked to skip.
type OwnBye struct {
	Round int
	Says  string
}

// OwnLineUp is the next line-up that the team can name.
type OwnLineUp struct {
	Title        string // "Line-up of round 3"
	Until        string // until when it can be changed
	Turns        string // that boards turn later; empty where they do not
	Round, Match int
	Players      []layout.Choice
	Playing      [2]int64 // board A, board B
}

// OwnMatch is a match of the present round.
type OwnMatch struct {
	ID      int64
	MatchNo int
	State   string   // layout state
	Says    []string // what is stored, in words; both reports of a conflict
	Next    string   // what has to happen now
	Choices []OwnChoice
	Calling string // an official is called, in words; empty offers to call one
}

// OwnChoice is a result the team may report.
type OwnChoice struct {
	Label, Outcome string
	Main           bool
}

// OwnConfirm is the result about to be reported, read back as a sentence.
type OwnConfirm struct {
	MatchID         int64
	Revision        int
	Title           string // "K–8, round 3, table 14, match 2"
	Sentence        string
	Warning         string // what the report sets off, when the other team said otherwise
	Outcome, Button string
}

// OwnRuling is a ruling about a match of the team.
type OwnRuling struct {
	ID              int64
	Place, Sentence string
	Reason          string // as the official wrote it
	Rests           []rulebook.Article
	State           string
	AppealUntil     *time.Time
	MayAppeal       bool
	Late            bool
	Appeal          string // where the appeal against it stands
	Open            int64  // the team's own appeal that waits for a decision, 0 for none
}

// running is the ruling whose appeal window closes first.
func (o Own) running() *OwnRuling {
	var first *OwnRuling
	for i := range o.Rulings {
		r := &o.Rulings[i]
		if !r.MayAppeal || r.Late || r.AppealUntil == nil {
			continue
		}
		if first == nil || r.AppealUntil.Before(*first.AppealUntil) {
			first = r
		}
	}
	return first
}

func (o Own) choose(m OwnMatch, c OwnChoice) templ.SafeURL {
	return templ.SafeURL(o.Base + "?match=" + id(m.ID) + "&outcome=" + c.Outcome)
}

func id(n int64) string { return strconv.FormatInt(n, 10) }
