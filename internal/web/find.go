package web

import (
	"maps"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

var publicRoundRoutes = []route{
	{get, eventPath + "/find", access.ReadPublic, (*Server).find},
	{get, eventPath + "/find/names", access.ReadPublic, (*Server).findNames},
	{get, eventPath + "/team/:team", access.ReadPublic, (*Server).teamPage},
	{get, eventPath + "/player/:player", access.ReadPublic, (*Server).playerPage},
	{get, sectionPath + "/pairings", access.ReadPublic, (*Server).currentPairings},
	{get, sectionPath + "/round/:round/pairings", access.ReadPublic, (*Server).roundPairings},
	{get, sectionPath + "/standings", access.ReadPublic, (*Server).currentStandings},
	{get, sectionPath + "/round/:round/standings", access.ReadPublic, (*Server).roundStandings},
	{get, sectionPath + "/crosstable", access.ReadPublic, (*Server).crossTable},
	{get, sectionPath + "/standings.csv", access.ReadPublic, (*Server).standingsCSV},
	{get, sectionPath + "/status", access.ReadPublic, (*Server).roundStatus},
}

// mostHits is how many hits one answer lists; more letters find the rest.
const mostHits = 30

// longestQuery bounds what is searched for, and with it the pages kept in memory.
const longestQuery = 60

// find answers "where do I sit?" for whatever somebody typed. Answers are kept in
// memory for a team's own address only: there is no end to what can be typed.
func (s *Server) find(v *visit) error {
	query := shorten(v.formText("q"))
	shelves := v.shelves()
	if query != "" {
		v.Response().Header().Set("Cache-Control", "no-cache")
		page, _, err := v.findPage(shelves, v.QueryParam("team"), query)
		if err != nil {
			return err
		}
		return v.page(page)
	}
	team := ""
	if hits := lookUp(shelves, v.QueryParam("team"), typed{}); len(hits) == 1 {
		team, v.section = hits[0].team.Slug, hits[0].shelf.Section
	}
	return v.public("find "+team, func() (templ.Component, int64, error) {
		return v.findPage(shelves, team, query)
	})
}

// shorten bounds what is searched for.
func shorten(query string) string {
	if letters := []rune(query); len(letters) > longestQuery {
		return string(letters[:longestQuery])
	}
	return query
}

// lookUp finds a team by its address, or the teams for what was typed.
func lookUp(shelves []*shelf, team string, t typed) []searchHit {
	var hits []searchHit
	for _, shelf := range shelves {
		if own, ok := shelf.TeamBySlug(team); ok {
			return []searchHit{{shelf: shelf, team: &own}}
		}
		if t.text != "" {
			hits = append(hits, shelf.search(t)...)
		}
	}
	if len(hits) == 0 {
		for _, shelf := range shelves {
			hits = append(hits, shelf.guess(t)...)
		}
	}
	sortHits(hits)
	return hits
}

func (v *visit) findPage(shelves []*shelf, team, query string) (templ.Component, int64, error) {
	hits := lookUp(shelves, team, readTyped(query))
	page := pages.FindPage{Query: query, Asked: query != "", TableWords: strings.Join(slices.Sorted(maps.Keys(tableWords())), " ")}
	frame := v.frame(layout.Public, v.words.Say("Find my team"), v.event.Version)
	frame.Tab = "find"
	if one := single(hits); one != nil {
		answer, err := v.answer(one.shelf, *one.team)
		if err != nil {
			return nil, 0, err
		}
		page.Answer, page.Asked = &answer, true
		if query == "" {
			page.Query = answer.TeamName
		}
		frame.SectionName, frame.SectionSlug, frame.SectionLetter = answer.SectionName, answer.SectionSlug, answer.SectionLetter
		frame.Version = one.shelf.Event.Version
		v.shareTeam(&frame, answer)
		hits = nil
	}
	frame.Share.Hidden = query != ""
	page.Guess = len(hits) > 0 && hits[0].rank == rankNear
	page.More = max(0, len(hits)-mostHits)
	for _, h := range hits[:len(hits)-page.More] {
		page.Hits = append(page.Hits, hitRow(h))
	}
	return pages.Find(frame, page), frame.Version, nil
}

// single is the only hit, or the only one that fits exactly.
func single(hits []searchHit) *searchHit {
	if len(hits) == 1 && hits[0].rank < rankNear || len(hits) > 1 && hits[0].rank == rankExact && hits[1].rank != rankExact {
		return &hits[0]
	}
	return nil
}

func hitRow(h searchHit) pages.Hit {
	row := pages.Hit{TeamName: h.team.Name, TeamSlug: h.team.Slug, SectionName: h.shelf.Section.Name, School: h.team.School}
	for _, p := range h.shelf.Members(h.team.TeamID) {
		name := h.shelf.publicName(p)
		row.Players = append(row.Players, pages.HitPlayer{Name: name, Fits: slices.Contains(h.players, name)})
	}
	if r := h.shelf.Current(); r != nil {
		if p := r.PairingOf(h.team.TeamID); p != nil {
			row.Table = p.Table()
		}
	}
	return row
}

// shelves are the books of all sections of the event, in the state that the visit
// sees.
func (v *visit) shelves() []*shelf {
	var all []*shelf
	for _, section := range v.snap.sections {
		all = append(all, v.snap.parts[section.Slug].shelf)
	}
	return all
}

// teamOf finds the team of the address and its book. Its section becomes that of the
// visit, so that the page is kept with those of the section.
func (v *visit) teamOf() (*shelf, tournament.Team, error) {
	for _, shelf := range v.shelves() {
		if t, ok := shelf.TeamBySlug(v.Param("team")); ok {
			v.section = shelf.Section
			return shelf, t, nil
		}
	}
	return nil, tournament.Team{}, refused(fault.NotFound, text.Message("%s has no team with this address. Find it by name."), v.event.Name)
}
