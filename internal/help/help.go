// Package help says what each page of the desk is for, in five lines, and which keys it
// has. Pages, the key lists of the wall and the guide's list of all pages take their
// words from here. It must know nothing of events and people: what a page does not have
// for somebody is left out where the help is shown.
package help

import (
	"slices"

	"github.com/tandemchess/tandem/internal/text"
)

// Page is the help of a page, or of several that do the same work.
type Page struct {
	ID    string // its anchor in the list of all pages
	Title text.Message
	Lines [5]text.Message // what it is for, what to do first, what happens then
	Keys  []*Keys
	Guide string // the chapter that says more: "directors#results"

	routes []string
}

// Routes are the addresses that it is the help of.
func (p Page) Routes() []string { return p.routes }

// Keys are the keys of one part of a page.
type Keys struct {
	Title text.Message
	List  []Key
}

// Key is what one key does, or several that do alike.
type Key struct {
	Press []string // as the cap of each says, in English
	Does  text.Message

	// On selects what the keys act on. A page without it does not have them, so that it
	// must select what the script looks for, as static/js says.
	On string
}

// Everywhere are the keys of every page of the desk.
var Everywhere = &Keys{Title: text.Message("On every page"), List: []Key{
	{Press: []string{"z"}, Does: text.Message("undo your last act"), On: "[data-take-back]"},
	{Press: []string{"?"}, Does: text.Message("this help"), On: "[data-help-open]"},
}}

// Of is the help of the page at a route.
func Of(route string) (Page, bool) {
	page, ok := byRoute[route]
	return page, ok
}

// All lists the helps in the order of a round, then of the day.
func All() []Page { return slices.Concat(roundPages, disputePages, dayPages, eventPages) }

var byRoute = func() map[string]Page {
	found := map[string]Page{}
	for _, p := range All() {
		for _, route := range p.routes {
			found[route] = p
		}
	}
	return found
}()

// AllKeys are the groups of keys that the page has, those of every page last. Where a
// group has a key that every page has, that one goes without saying.
func (p Page) AllKeys() []*Keys {
	rest := &Keys{Title: Everywhere.Title}
	for _, k := range Everywhere.List {
		own := slices.ContainsFunc(p.Keys, func(g *Keys) bool {
			return slices.ContainsFunc(g.List, func(o Key) bool { return slices.Equal(o.Press, k.Press) })
		})
		if !own {
			rest.List = append(rest.List, k)
		}
	}
	return append(slices.Clone(p.Keys), rest)
}
