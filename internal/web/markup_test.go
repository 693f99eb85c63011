package web_test

import (
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

// knownAttributes fails the test when an element has an attribute that no browser
// knows. Drawings have a language of their own.
func (a *answer) knownAttributes(n *html.Node) {
	a.t.Helper()
	if n.Namespace != "" {
		return
	}
	for _, at := range n.Attr {
		ours := strings.HasPrefix(at.Key, "data-") || strings.HasPrefix(at.Key, "aria-")
		expect.True(a.t, ours || slices.Contains(attributes, at.Key), "%s: <%s> has an attribute %q that no browser knows", a.what, n.Data, at.Key)
	}
	for c := range n.ChildNodes() {
		a.knownAttributes(c)
	}
}

// limitsSaid fails the test when a field in which people write does not keep them within
// the limit that its form is held to, or when a long one does not say how much room there is.
func (a *answer) limitsSaid(n *html.Node) {
	a.t.Helper()
	name := attr(n, "name")
	writes := n.Data == "textarea" || n.Data == "input" && slices.Contains([]string{"", "text", "search", "url", "email", "tel", "password"}, attr(n, "type"))
	hidden := slices.ContainsFunc(n.Attr, func(at html.Attribute) bool { return at.Key == "hidden" })
	if writes && name != "" && !hidden {
		kind := limit.Of(name)
		if most, err := strconv.Atoi(attr(n, "maxlength")); err != nil || most > kind.Most {
			a.t.Errorf("%s: the field %s takes %q characters, and its form %d", a.what, name, attr(n, "maxlength"), kind.Most)
		}
		expect.True(a.t, n.Data != "textarea" || kind.Raw || len(find(a.doc, "[data-room="+attr(n, "id")+"]")) == 1,
			"%s: nothing beside the field %s says how much it takes", a.what, name)
	}
	for c := range n.ChildNodes() {
		a.limitsSaid(c)
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

// commasFollow fails the test when a comma or a full stop stands behind a blank: templ sends
// one for the line that follows an element.
func (a *answer) commasFollow(n *html.Node) {
	a.t.Helper()
	if n.Data == "script" || n.Data == "style" || n.Data == "textarea" || n.Data == "pre" || n.Data == "code" {
		return
	}
	if said := strings.TrimLeft(n.Data, " \n\t"); n.Type == html.TextNode && said != n.Data && n.PrevSibling != nil {
		expect.True(a.t, !strings.HasPrefix(said, ", ") && said != "," && !strings.HasPrefix(said, ". "), "%s: a blank stands before %.30q", a.what, said)
	}
	for c := range n.ChildNodes() {
		a.commasFollow(c)
	}
}
