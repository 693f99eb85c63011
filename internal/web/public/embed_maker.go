package public

import (
	"fmt"
	"html"
	"net/url"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (h *sharingHandlers) embedMakerRoutes() []visit.Route {
	return []visit.Route{visit.Get(address.EmbedMaker, access.ReadPublic, h.embedMaker)}
}

// embedMaker writes the lines that a webmaster copies, and shows what comes of them.
// What is not known is as if it had not been said: the page has lists alone.
func (h *sharingHandlers) embedMaker(v *visit.Visit) error {
	known := func(name string, values ...string) string {
		if asked := v.QueryParam(name); slices.Contains(values, asked) {
			return asked
		}
		return values[0]
	}
	w := v.Words
	p := pages.EmbedMakerPage{
		Kind: knownEmbed(v.QueryParam("what")), Rows: known("rows", "", "5", "10", "20", "50"), Theme: known("theme", "", "light", "dark"), Language: known("in", languageCodes()...),
		RowChoices:    []layout.Choice{{Label: w.Say("all")}, {Value: "5", Label: "5"}, {Value: "10", Label: "10"}, {Value: "20", Label: "20"}, {Value: "50", Label: "50"}},
		ThemeChoices:  []layout.Choice{{Label: w.Say("as on the reader's device")}, {Value: "light", Label: w.Say("Light")}, {Value: "dark", Label: w.Say("Dark")}},
		LanguageNames: []layout.Choice{{Label: w.Say("as the reader's browser asks")}},
	}
	for _, kind := range embedKinds {
		p.Kinds = append(p.Kinds, layout.Choice{Value: kind, Label: w.Say(embedNames[kind])})
	}
	for _, l := range text.Languages() {
		p.LanguageNames = append(p.LanguageNames, layout.Choice{Value: l.Code(), Label: l.Name()})
	}
	sections, err := publicSections(v)
	if err != nil {
		return err
	}
	for _, x := range sections {
		p.Sections = append(p.Sections, layout.Choice{Value: x.Slug, Label: x.Name})
	}
	frame := v.Frame(layout.Public, w.Say("Show on another site"), 0)
	if len(sections) == 0 {
		return v.Page(pages.EmbedMaker(frame, p))
	}
	p.Section = known("section", append([]string{sections[0].Slug}, sectionSlugs(sections)...)...)
	if part := v.Snap.Parts[p.Section]; part != nil {
		for _, t := range part.View.Teams {
			p.Teams = append(p.Teams, layout.Choice{Value: t.Slug, Label: t.Name})
		}
	}
	if len(p.Teams) > 0 {
		p.Team = p.Teams[0].Value
		if i := slices.IndexFunc(p.Teams, func(c layout.Choice) bool { return c.Value == v.QueryParam("team") }); i >= 0 {
			p.Team = p.Teams[i].Value
		}
	}
	p.Preview, p.Snippet = snippet(v, p)
	return v.Page(pages.EmbedMaker(frame, p))
}

// snippet is the address of the page that was chosen and what shows it elsewhere.
func snippet(v *visit.Visit, p pages.EmbedMakerPage) (address, lines string) {
	address = fmt.Sprintf("/e/%s/%s/%s/embed", v.Event.Slug, p.Section, p.Kind)
	if p.Kind == "team" {
		if p.Team == "" {
			return "", ""
		}
		address = fmt.Sprintf("/e/%s/team/%s/embed", v.Event.Slug, p.Team)
	}
	query := url.Values{}
	for name, value := range map[string]string{"rows": p.Rows, "theme": p.Theme, "lang": p.Language} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	title := html.EscapeString(v.Event.Name + ": " + v.Words.Say(embedNames[p.Kind]))
	lines = fmt.Sprintf("<iframe data-tandem src=\"%s\" title=\"%s\" width=\"100%%\" height=\"480\" loading=\"lazy\" style=\"border: 0\"></iframe>\n<script src=\"%s\" async></script>\n",
		html.EscapeString(v.Absolute(address)), title, v.Absolute("/embed.js"))
	return address, lines
}

func sectionSlugs(sections []layout.Section) []string {
	var all []string
	for _, s := range sections {
		all = append(all, s.Slug)
	}
	return all
}

func languageCodes() []string {
	all := []string{""}
	for _, l := range text.Languages() {
		all = append(all, l.Code())
	}
	return all
}
