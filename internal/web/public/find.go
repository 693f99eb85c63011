package public

import (
	"maps"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (h *Handlers) publicRoundRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Event+"/find", access.ReadPublic, h.find),
		visit.Get(address.Event+"/find/names", access.ReadPublic, h.findNames),
		visit.Get(address.Event+"/team/:team", access.ReadPublic, h.teamPage),
		visit.Get(address.Event+"/player/:player", access.ReadPublic, h.playerPage),
		visit.Get(address.Section+"/pairings", access.ReadPublic, h.currentPairings),
		visit.Get(address.Section+"/round/:round/pairings", access.ReadPublic, h.roundPairings),
		visit.Get(address.Section+"/standings", access.ReadPublic, h.currentStandings),
		visit.Get(address.Section+"/round/:round/standings", access.ReadPublic, h.roundStandings),
		visit.Get(address.Section+"/crosstable", access.ReadPublic, h.crossTable),
		visit.Get(address.Section+"/standings.csv", access.ReadPublic, h.standingsCSV),
		visit.Get(address.Section+"/status", access.ReadPublic, h.roundStatus),
	}
}

// mostHits is how many hits one answer lists; more letters find the rest.
const mostHits = 30

// longestQuery bounds what is searched for, and with it the pages kept in memory.
const longestQuery = 60

// find answers "where do I sit?" for whatever somebody typed. Answers are kept in
// memory for a team's own address only: there is no end to what can be typed.
func (h *Handlers) find(v *visit.Visit) error {
	query := shorten(v.FormText("q"))
	shelves := visit.SectionViews(v)
	if query != "" {
		page, _, err := findPage(v, shelves, v.QueryParam("team"), query)
		if err != nil {
			return err
		}
		return v.Page(page)
	}
	team := ""
	if hits := lookUp(shelves, v.QueryParam("team"), publicpages.Typed{}); len(hits) == 1 {
		team = hits[0].Team.Slug
		keepWith(v, hits[0].View, *hits[0].Team)
	}
	return v.Public("find "+team, func() (templ.Component, int64, error) {
		return findPage(v, shelves, team, query)
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
func lookUp(shelves []*publicpages.SectionView, team string, t publicpages.Typed) []publicpages.SearchHit {
	var hits []publicpages.SearchHit
	for _, shelf := range shelves {
		if own, ok := shelf.TeamBySlug(team); ok {
			return []publicpages.SearchHit{{View: shelf, Team: &own}}
		}
		if t.Text != "" {
			hits = append(hits, shelf.Search(t)...)
		}
	}
	if len(hits) == 0 {
		for _, shelf := range shelves {
			hits = append(hits, shelf.Guess(t)...)
		}
	}
	publicpages.SortHits(hits)
	return hits
}

func findPage(v *visit.Visit, shelves []*publicpages.SectionView, team, query string) (templ.Component, int64, error) {
	hits := lookUp(shelves, team, publicpages.ReadTyped(query))
	page := pages.FindPage{Query: query, Asked: query != "", TableWords: strings.Join(slices.Sorted(maps.Keys(publicpages.TableWords())), " ")}
	frame := v.Frame(layout.Public, v.Words.Say("Find my team"), v.Event.Version)
	frame.Tab = "find"
	if one := single(hits); one != nil {
		answer, err := answer(v, one.View, *one.Team)
		if err != nil {
			return nil, 0, err
		}
		page.Answer, page.Asked = &answer, true
		if query == "" {
			page.Query = answer.TeamName
		}
		frame.SectionName, frame.SectionSlug, frame.SectionLetter = answer.SectionName, answer.SectionSlug, answer.SectionLetter
		if frame.Across = wentOn(one.View, *one.Team); !frame.Across {
			frame.Version = one.View.Event.Version
		}
		shareTeam(v, &frame, answer)
		hits = nil
	}
	frame.Share.Hidden = query != ""
	page.Guess = len(hits) > 0 && hits[0].Rank == publicpages.RankNear
	page.More = max(0, len(hits)-mostHits)
	for _, h := range hits[:len(hits)-page.More] {
		page.Hits = append(page.Hits, hitRow(h))
	}
	return pages.Find(frame, page), frame.Version, nil
}

// single is the only hit, or the only one that fits exactly.
func single(hits []publicpages.SearchHit) *publicpages.SearchHit {
	if len(hits) == 1 && hits[0].Rank < publicpages.RankNear || len(hits) > 1 && hits[0].Rank == publicpages.RankExact && hits[1].Rank != publicpages.RankExact {
		return &hits[0]
	}
	return nil
}

func hitRow(h publicpages.SearchHit) pages.Hit {
	row := pages.Hit{TeamName: h.Team.Name, TeamSlug: h.Team.Slug, SectionName: h.View.Section.Name, School: h.Team.School}
	for _, p := range h.View.Members(h.Team.TeamID) {
		name := h.View.PublicName(p)
		if name == h.Team.Name { // who plays alone
			continue
		}
		row.Players = append(row.Players, pages.HitPlayer{Name: name, Fits: slices.Contains(h.Players, name)})
	}
	if r := h.View.Current(); r != nil {
		if p := r.PairingOf(h.Team.TeamID); p != nil {
			row.Table = p.Table()
		}
	}
	return row
}

// wentOn reports whether a team plays in a later phase as well: a page about it then shows
// where, and that is news of another section.
func wentOn(of *publicpages.SectionView, team tournament.Team) bool {
	return len(tournament.PhasesEntered(of.SectionBook, team.TeamID)) > 0
}

// keepWith makes the section of a team that of the visit, so that the page is kept with
// those of the section; not where it shows another section too.
func keepWith(v *visit.Visit, of *publicpages.SectionView, team tournament.Team) {
	if !wentOn(of, team) {
		v.Section = of.Section
	}
}

// teamOf finds the team of the address and its book.
func teamOf(v *visit.Visit) (*publicpages.SectionView, tournament.Team, error) {
	for _, shelf := range visit.SectionViews(v) {
		if t, ok := shelf.TeamBySlug(v.Param("team")); ok {
			keepWith(v, shelf, t)
			return shelf, t, nil
		}
	}
	return nil, tournament.Team{}, visit.Refused(fault.NotFound, text.Message("%s has no team with this address. Find it by name."), v.Event.Name)
}
