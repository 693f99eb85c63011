package public

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (h *Handlers) rulesRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/rules", access.ReadPublic, h.compareRules),
		visit.Get(address.Section+"/rules", access.ReadPublic, h.sectionRules),
	}
}

// sectionRules is the rulebook as the section plays it, with its house rules.
func (h *Handlers) sectionRules(v *visit.Visit) error {
	query := shorten(strings.Join(strings.Fields(v.QueryParam("q")), " "))
	return v.Public(v.Section.Slug+" rules?"+query, func() (templ.Component, int64, error) {
		b := v.Book()
		book, err := b.Section.Rules()
		if err != nil {
			return nil, 0, err
		}
		p := pages.RulesPage{Book: book, Query: query, Minutes: b.Section.AppealMinutes, SectName: b.Section.Name, Local: publicpages.LocalRules(v.Words, book)}
		if query != "" {
			p.Hits = book.Search(tournament.NameKey(query), func(sentence string) string {
				return tournament.NameKey(v.Words.Rule(sentence) + " " + sentence)
			})
		}
		frame := v.Frame(layout.Public, v.Words.Say("Rules"), b.Event.Version)
		frame.Tab = "rules"
		return pages.Rules(frame, p), b.Event.Version, nil
	})
}

// compareRules sets the five texts side by side.
func (h *Handlers) compareRules(v *visit.Visit) error {
	all := v.QueryParam("all") == "yes"
	return v.Public(fmt.Sprintf("rulebooks?%t", all), func() (templ.Component, int64, error) {
		return pages.Compare(v.Frame(layout.Public, v.Words.Say("Rulebooks"), 0), comparison(all)), 0, nil
	})
}

// comparison is the settings of all rulebooks, or those in which they differ.
func comparison(all bool) pages.ComparePage {
	p := pages.ComparePage{Books: rulebook.All(), All: all}
	byTopic := map[rulebook.Topic][]rulebook.Line{}
	for _, line := range rulebook.Compare(p.Books...) {
		if line.Differs || p.All {
			byTopic[line.Setting.Topic()] = append(byTopic[line.Setting.Topic()], line)
		}
	}
	for _, topic := range rulebook.Topics() {
		if lines := byTopic[topic]; len(lines) > 0 {
			p.Topics = append(p.Topics, pages.CompareTopic{Topic: topic, Lines: lines})
		}
	}
	return p
}
