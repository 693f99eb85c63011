package journey_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// tree is the page as a screen reader has it.
type tree struct {
	nodes []*accessibility.Node
	by    map[accessibility.NodeID]*accessibility.Node
}

// tree reads it; empty while the page gives way.
func (p *person) tree(ctx context.Context) tree {
	p.t.Helper()
	answer, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		return tree{}
	}
	t := tree{answer.Nodes, make(map[accessibility.NodeID]*accessibility.Node, len(answer.Nodes))}
	for _, n := range t.nodes {
		t.by[n.NodeID] = n
	}
	return t
}

// said is a value of the tree as text.
func said(v *accessibility.Value) string {
	if v == nil || len(v.Value) == 0 {
		return ""
	}
	var text any
	if err := json.Unmarshal(v.Value, &text); err != nil {
		return ""
	}
	return fmt.Sprint(text)
}

func property(n *accessibility.Node, name accessibility.PropertyName) string {
	for _, p := range n.Properties {
		if p.Name == name {
			return said(p.Value)
		}
	}
	return ""
}

// text is all that is read out below a node.
func (t tree) text(n *accessibility.Node) string {
	if said(n.Role) == "StaticText" {
		return said(n.Name)
	}
	all := ""
	for _, id := range n.ChildIDs {
		if c := t.by[id]; c != nil {
			all += " " + t.text(c)
		}
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(all, "\u2060", "")), " ")
}

// live are the roles that are read out as soon as their text changes.
var liveRoles = []string{"status", "alert", "log", "timer"}

// spoken is what is read out without asking: live regions, the title of the page, its
// headings, and what has the focus.
func (t tree) spoken() (all []string) {
	for _, n := range t.nodes {
		role := said(n.Role)
		switch {
		case n.Ignored:
		case slices.Contains(liveRoles, role) || property(n, accessibility.PropertyNameLive) == "polite" || property(n, accessibility.PropertyNameLive) == "assertive":
			all = append(all, t.text(n))
		case role == "RootWebArea" || role == "heading":
			all = append(all, said(n.Name))
		case property(n, accessibility.PropertyNameFocused) == "true":
			all = append(all, said(n.Name)+" "+said(n.Description))
		}
	}
	return all
}

// usable are the roles of what somebody can do something with.
var usable = []string{"link", "button", "textbox", "searchbox", "checkbox", "radio", "combobox", "listbox", "DisclosureTriangle", "spinbutton", "Date", "slider", "tab", "menuitem", "switch"}

// listens looks at the tree of a page that the person has not met yet: whether it has
// one main part and one heading of the first rank, and whether all that can be used has
// a role and a name that tells it from others.
func (w *worker) listens() {
	w.t.Helper()
	path := w.ask("location.pathname")
	if path == w.seen {
		return
	}
	w.seen = path
	t, count, names := w.tree(w.ctx), map[string]int{}, map[string]string{}
	for _, n := range t.nodes {
		if n.Ignored {
			continue
		}
		role, name := said(n.Role), strings.TrimSpace(said(n.Name))
		count[role]++
		if role == "heading" {
			count["heading "+property(n, accessibility.PropertyNameLevel)]++
		}
		expect.True(w.t, !slices.Contains(usable, role) || name != "", "%s: a %s has no name: %s", path, role, t.text(n))
		if role == "link" || role == "button" && !strings.HasPrefix(name, "Show date picker") { // which the browser draws
			leads := property(n, accessibility.PropertyNameURL)
			if earlier, same := names[role+name]; same && (role == "button" || earlier != leads) {
				w.t.Errorf("%s: more than one %s is called “%s”", path, role, name)
			}
			names[role+name] = leads
		}
		if (role == "generic" || role == "none") && property(n, accessibility.PropertyNameFocusable) == "true" {
			w.t.Errorf("%s: something that takes the focus has no role: %s", path, t.text(n))
		}
	}
	expect.True(w.t, count["main"] == 1 && count["heading 1"] == 1 && (!strings.HasPrefix(path, "/e/") || count["banner"]+count["navigation"] != 0),
		"%s: %d main parts, %d headings of the first rank, %d banners, %d ways about", path, count["main"], count["heading 1"], count["banner"], count["navigation"])
}

// outline is the page as it is listened to, for messages.
func (p *person) outline() string {
	t, lines := p.tree(p.ctx), []string{}
	for _, n := range t.nodes {
		role := said(n.Role)
		if !n.Ignored && (slices.Contains(usable, role) || role == "heading") {
			lines = append(lines, role+" “"+said(n.Name)+"”")
		}
		if !n.Ignored && slices.Contains(liveRoles, role) {
			lines = append(lines, role+": "+t.text(n))
		}
	}
	return strings.Join(lines[:min(len(lines), 160)], "\n")
}
