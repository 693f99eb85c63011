// Package layout holds what every page shares: the document, the bars of the
// public, desk, plain and hall frames, and the small parts pages are made of
// (state marks, team discs, seats, fields, notes). Components take plain display
// values and never a service.
package layout

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/letters"
	"github.com/tandemchess/tandem/internal/text"
)

// Kind is the frame of a page.
type Kind string

const (
	Public Kind = "phone" // for everybody, shared from memory
	Desk   Kind = "desk"  // signed in
	Plain  Kind = "plain" // sign-in, errors
	Hall   Kind = "hall"  // screens in the hall
	Embed  Kind = "embed" // inside a page of another site, shared like Public
)

// Frame is everything around a page's own content.
type Frame struct {
	Kind    Kind
	Title   string
	Asset   func(name string) string
	Path    string
	Program string // version, revision and day of the program, for the foot of the page; may be empty
	Version int64  // event version the page was read at; 0: no live updates
	Answer  bool   // the page says what came of a form: news of the event must not wipe that away
	Now     time.Time
	Zone    *time.Location
	Words   text.Words // the reader's language, or the one that an official has chosen
	FormKey string     // one-time key for the page's forms
	Said    string     // a sentence about what was just done
	Wide    bool       // the page fills the window instead of scrolling as a document
	Seal    string     // of the journal when the page was read, for the foot of what is printed
	Share   *Share     // what other sites are told of the page; nil: it is nobody else's business
	Part    bool       // an open page asks anew: only its main part is sent
	Extra   string     // a style sheet and a script that this page has besides, by their name without its end

	EventName, EventSlug                    string
	SectionName, SectionSlug, SectionLetter string
	Across                                  bool   // what is shown comes from other sections too: their news counts
	Tab                                     string // public frame: find, pairings, standings or rules

	Person         string
	Theme, Density string
	TextSize       string // normal, large or largest; of the account
	SingleKeys     bool
	Build          string // version of the program, told to it when a desk page opens its stream
	Sections       []Section
	Links          []Link
	TakeBack       string    // where this person's last act is undone; empty: nowhere
	Messages       []Message // of the floor, above the page
	Alerts         []Alert   // what waits for this person, above the page
	Tour           *Tour     // its step or its offer, above the page; nil: none
	Help           *Help     // what the page says of itself; nil: nothing
	KeepPage       string    // a page that this device keeps for when there is no contact
	ReadOnly       bool      // nothing can be saved at present
	Heard          int64     // event version of the messages and alerts; they are live on every desk page
}

// Message is what the floor tells this desk.
type Message struct {
	ID         int64
	Body, From string
	At         time.Time
}

// Alert is what somebody is told at once, until it is answered.
type Alert struct {
	Headline, Place, Detail string
	DetailLang              string // "en" of a ruling, which is kept in the English of its day, "" of somebody's words
	From                    string
	At                      time.Time
	Look, To                string // the way there
	Button, Answer          string // the answer; empty where looking there is the answer
	Ruling                  int64  // that the answer is about, 0 for none
}

// Section is an entry of the section picker.
type Section struct{ Slug, Name, Letter string }

// Link is an entry of the desk's menu.
type Link struct {
	Label, To string
	Current   bool
	More      bool // seldom used: behind "More"
	Often     bool // used all day on the floor: stays in the bar of a phone
}

// twoLines reports whether the bar of a desk page is too long for one line of a usual window, as
// it is in some languages and with long names: then its links have a line of their own. It is
// reckoned from the letters; how wide the window is, the style sheet knows.
func (f Frame) twoLines() bool {
	const (
		oneLine      = 1420 // px
		letter, gap  = 8, 14
		title        = 11      // a letter of it
		around, rest = 14, 484 // of a link; the logo, the buttons, the age and the margins
	)
	width := rest + title*letters.Count(f.Title) + letter*letters.Count(f.moreLabel()+f.Say("Undo")+f.Person)
	if len(f.Sections) > 0 {
		width += gap + letter*letters.Count(f.sectionPicked())
	}
	for _, l := range f.Links {
		if !l.More {
			width += around + letter*letters.Count(l.Label)
		}
	}
	return width > oneLine
}

// longTabs reports whether the words below a page for readers are long, as in French and Spanish.
func (f Frame) longTabs() bool {
	const usual = 30 // letters, in English 26
	return letters.Count(f.Say("Find")+f.Say("Pairings")+f.Say("Standings")+f.Say("Rules")) > usual
}

// sectionPicked is the section on whose page one is, or that it is a page of all.
func (f Frame) sectionPicked() string {
	if f.SectionSlug != "" {
		return f.SectionName
	}
	return f.Say("All sections")
}

// moreLabel is what stands on the menu of seldom used pages: the present one, when
// it is among them.
func (f Frame) moreLabel() string {
	for _, l := range f.Links {
		if l.More && l.Current {
			return l.Label
		}
	}
	return f.Say("More")
}

// onlyPhone reports whether the menu has nothing to say where the bar has room for
// all links.
func (f Frame) onlyPhone() bool {
	for _, l := range f.Links {
		if l.More {
			return false
		}
	}
	return true
}

// Problem is what an error page says.
type Problem struct {
	Status                        int
	Title, Message, Request, Back string
	Fields                        []string // what is wrong with which field
	Desk                          string   // of this official; empty for everybody else
}

func (f Frame) event(path string) string   { return "/e/" + f.EventSlug + path }
func (f Frame) section(path string) string { return "/e/" + f.EventSlug + "/" + f.SectionSlug + path }

// live is the event version that the open page follows, 0 for a page that follows
// nothing. A desk page without live parts of its own still hears messages.
func (f Frame) live() int64 {
	if f.Version == 0 && f.Kind == Desk {
		return f.Heard
	}
	return f.Version
}

// stream is where the page hears of news: of the desk, of its section, or of the
// whole event.
func (f Frame) stream() string {
	switch {
	case f.Kind == Desk:
		return f.event("/desk/stream?build=" + url.QueryEscape(f.Build))
	case f.Kind == Public && f.SectionSlug != "" && !f.Across:
		return f.event("/stream?section=" + f.SectionSlug)
	}
	return f.event("/stream")
}

// Clock prints a time of day in the event's zone.
func (f Frame) Clock(t time.Time) string {
	if f.Zone != nil {
		t = t.In(f.Zone)
	}
	return f.Words.Clock(t)
}

// title is what the window is called: the page, its event and the program, each once.
func (f Frame) title() string {
	parts := []string{f.Title}
	for _, part := range []string{f.EventName, "Tandem"} {
		if part != "" && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " · ")
}

// day is the date in the event's zone.
func (f Frame) day() string {
	if f.Zone != nil {
		return f.Words.Date(f.Now.In(f.Zone))
	}
	return f.Words.Date(f.Now)
}

// Say says a sentence in the reader's language.
func (f Frame) Say(m text.Message, parts ...any) string { return f.Words.Say(m, parts...) }

// Cap is what stands on the cap of a key, by its English name.
func (f Frame) Cap(key string) string {
	switch key {
	case "Enter":
		return f.Say("Enter")
	case "Esc":
		return f.Say("Esc")
	case "space":
		return f.Say("space")
	}
	return key
}

// Date prints a day in the reader's language.
func (f Frame) Date(t time.Time) string { return f.Words.Date(t) }

// Half prints half points: 3 is "1½".
func Half(points int) string { return text.Words{}.Half(points) }

// Score prints the half points of two sides: 3 and 1 are "1½–½".
func Score(own, other int) string { return text.Words{}.Score(own, other) }

// Entries counts teams, or players where everybody enters alone.
func Entries(w text.Words, alone bool, n int) string {
	if alone {
		return w.Say("%d players", n)
	}
	return w.Say("%d teams", n)
}

// ClockTime prints milliseconds as a chess clock shows them: 2:41, 0:07.
func ClockTime(ms int64) string {
	if ms < 0 {
		return "–:––"
	}
	s := ms / 1000
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Comma stands behind one of n things in a row, but for the last. It is written without a
// blank before it: templ sends one for every line that follows an element.
func Comma(i, n int) string {
	if i == n-1 {
		return ""
	}
	return ", "
}

// Spaced writes codes separated by commas as people do, one space after each.
func Spaced(codes string) string {
	list := strings.Split(codes, ",")
	for i, code := range list {
		list[i] = strings.TrimSpace(code)
	}
	return strings.Join(list, ", ")
}
