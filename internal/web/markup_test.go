package web_test

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// attributes are those that our pages use, besides data-* and aria-*: anything else is
// a slip of a template, such as an "else" that was written into the tag.
var attributes = strings.Fields(`abbr accept action alt async autocapitalize autocomplete autofocus cellpadding charset checked class cols colspan content crossorigin
	datetime defer dir disabled download enctype enterkeyhint for form formaction formmethod formnovalidate headers height hidden href hreflang http-equiv id inert inputmode
	label lang list loading max maxlength media method min minlength multiple name novalidate open pattern placeholder popover popovertarget popovertargetaction readonly rel required rev role rows
	rowspan scope selected size sizes span spellcheck src srcset start step tabindex target title translate type value width xmlns`)

// knownAttributes fails the test when an element has an attribute that no browser
// knows. Drawings have a language of their own.
func (a *answer) knownAttributes(n *html.Node) {
	a.t.Helper()
	if n.Namespace != "" {
		return
	}
	for _, at := range n.Attr {
		ours := strings.HasPrefix(at.Key, "data-") || strings.HasPrefix(at.Key, "aria-")
		if !ours && !slices.Contains(attributes, at.Key) {
			a.t.Errorf("%s: <%s> has an attribute %q that no browser knows", a.what, n.Data, at.Key)
		}
	}
	for c := range n.ChildNodes() {
		a.knownAttributes(c)
	}
}
