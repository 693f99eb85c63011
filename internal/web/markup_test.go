package web_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// attributes are those that our pages use, besides data-* and aria-*: anything else is
// a slip of a template, such as an "else" that was written into the tag.
var attributes = strings.Fields(`abbr accept action alt async autocapitalize autocomplete autofocus cellpadding charset checked class cols colspan content crossorigin
	datetime defer dir disabled download enctype enterkeyhint for form formaction formmethod formnovalidate headers height hidden href hreflang http-equiv id inert inputmode
	label lang list loading max maxlength media method min minlength multiple name novalidate open pattern placeholder popover popovertarget popovertargetaction readonly rel required rev role rows
	property rowspan scope selected size sizes span spellcheck src srcset start step tabindex target title translate type value width xmlns`)

// keepsMarkup fails the test where the page breaks what all of them keep. Faults are gathered
// first: a helper for each node costs more than reading the page.
func (a *answer) keepsMarkup() {
	a.t.Helper()
	var faults []string
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	namesOnce(a.doc, map[string]bool{}, say)
	knownAttributes(a.doc, say)
	commasFollow(a.doc, say)
	limitsSaid(a.doc, roomSaid(a.doc), say)
	for _, fault := range faults {
		a.t.Errorf("%s: %s", a.what, fault)
	}
	a.saysSomething()
}

// namesOnce finds elements that have one id: a label and a message then belong to the wrong
// field. What stands in a template is no part of the page yet.
func namesOnce(n *html.Node, known map[string]bool, say func(string, ...any)) {
	if id := attr(n, "id"); id != "" {
		if known[id] {
			say("the id %q is given twice", id)
		}
		known[id] = true
	}
	if n.Data == "template" {
		return
	}
	for c := range n.ChildNodes() {
		namesOnce(c, known, say)
	}
}

// knownAttributes finds attributes that no browser knows. Drawings have a language of their own.
func knownAttributes(n *html.Node, say func(string, ...any)) {
	if n.Namespace != "" {
		return
	}
	for _, at := range n.Attr {
		ours := strings.HasPrefix(at.Key, "data-") || strings.HasPrefix(at.Key, "aria-")
		if !ours && !slices.Contains(attributes, at.Key) {
			say("<%s> has an attribute %q that no browser knows", n.Data, at.Key)
		}
	}
	for c := range n.ChildNodes() {
		knownAttributes(c, say)
	}
}

// limitsSaid finds fields in which people write that do not keep them within the limit their
// form is held to, and long ones that do not say how much room there is. Rooms tells how often
// a page says it beside each field.
func limitsSaid(n *html.Node, rooms map[string]int, say func(string, ...any)) {
	name := attr(n, "name")
	writes := n.Data == "textarea" || n.Data == "input" && slices.Contains([]string{"", "text", "search", "url", "email", "tel", "password"}, attr(n, "type"))
	hidden := slices.ContainsFunc(n.Attr, func(at html.Attribute) bool { return at.Key == "hidden" })
	if writes && name != "" && !hidden {
		kind := limit.Of(name)
		if most, err := strconv.Atoi(attr(n, "maxlength")); err != nil || most > kind.Most {
			say("the field %s takes %q characters, and its form %d", name, attr(n, "maxlength"), kind.Most)
		}
		if n.Data == "textarea" && !kind.Raw && rooms[attr(n, "id")] != 1 {
			say("nothing beside the field %s says how much it takes", name)
		}
	}
	for c := range n.ChildNodes() {
		limitsSaid(c, rooms, say)
	}
}

// roomSaid counts, by the id of the field, what says how much room a field has.
func roomSaid(doc *html.Node) map[string]int {
	rooms := map[string]int{}
	for n := range doc.Descendants() {
		if field := attr(n, "data-room"); field != "" {
			rooms[field]++
		}
	}
	return rooms
}

// commasFollow finds a comma or a full stop behind a blank: templ sends one for the line that
// follows an element.
func commasFollow(n *html.Node, say func(string, ...any)) {
	if n.Data == "script" || n.Data == "style" || n.Data == "textarea" || n.Data == "pre" || n.Data == "code" {
		return
	}
	if said := strings.TrimLeft(n.Data, " \n\t"); n.Type == html.TextNode && said != n.Data && n.PrevSibling != nil {
		if strings.HasPrefix(said, ", ") || said == "," || strings.HasPrefix(said, ". ") {
			say("a blank stands before %.30q", said)
		}
	}
	for c := range n.ChildNodes() {
		commasFollow(c, say)
	}
}

// saysSomething fails the test when a page has a frame around nothing: who may do nothing
// there, and where there is nothing, is told so.
func (a *answer) saysSomething() {
	a.t.Helper()
	if len(find(a.doc, "main")) > 0 && len(find(a.doc, "main svg")) == 0 {
		expect.True(a.t, strings.TrimSpace(a.text("main")) != "", "%s: a page with nothing on it", a.what)
	}
}
