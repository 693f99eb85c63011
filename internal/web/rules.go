package web

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

var rulesRoutes = []route{
	{get, "/rules", access.ReadPublic, (*Server).compareRules},
	{get, sectionPath + "/rules", access.ReadPublic, (*Server).sectionRules},
}

// sectionRules is the rulebook as the section plays it, with its house rules.
func (s *Server) sectionRules(v *visit) error {
	query := shorten(strings.Join(strings.Fields(v.QueryParam("q")), " "))
	return v.public(v.section.Slug+" rules?"+query, func() (templ.Component, int64, error) {
		b := v.book()
		book, err := b.Section.Rules()
		if err != nil {
			return nil, 0, err
		}
		p := pages.RulesPage{Book: book, Query: query, Minutes: b.Section.AppealMinutes, SectName: b.Section.Name, Local: localRules(v.words, book)}
		if query != "" {
			p.Hits = book.Search(tournament.NameKey(query), func(sentence string) string {
				return tournament.NameKey(v.words.Rule(sentence) + " " + sentence)
			})
		}
		frame := v.frame(layout.Public, v.words.Say("Rules"), b.Event.Version)
		frame.Tab = "rules"
		return pages.Rules(frame, p), b.Event.Version, nil
	})
}

// localRules are the questions the text leaves open or the organizer answers
// anew, with the answer here.
func localRules(w text.Words, book *rulebook.Book) []pages.LocalRule {
	var local []pages.LocalRule
	for _, c := range book.Cells() {
		if !c.Replaced && len(c.Points) == 0 {
			continue
		}
		local = append(local, pages.LocalRule{Setting: c.Setting, Note: c.Note, House: c.Replaced, Why: pages.Openness(w, book, c)})
	}
	return local
}

// compareRules sets the five texts side by side.
func (s *Server) compareRules(v *visit) error {
	p := pages.ComparePage{Books: rulebook.All(), All: v.QueryParam("all") == "yes"}
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
	return v.page(pages.Compare(v.frame(layout.Public, v.words.Say("Rulebooks"), 0), p))
}
