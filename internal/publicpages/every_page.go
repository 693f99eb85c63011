package publicpages

import (
	"fmt"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/web/address"
)

// buildAhead makes pages of a version before it is shown. When a round is published
// these are all pages of its section: everybody who is told looks at once, each at the
// own table. With other news they are those that most readers would wait for.
func (k *Snapshots) buildAhead(old, next *Snapshot) {
	var published []*Part
	var wanted []live.Address
	anew := []*live.Pages{next.Pages}
	for slug, p := range next.Parts {
		before := old.Parts[slug]
		if before == nil || publishes(before.View.SectionBook, p.View.SectionBook) {
			published = append(published, p)
		}
		if before != p {
			anew = append(anew, p.Pages)
		}
	}
	limit := k.ofNews
	if len(published) > 0 {
		limit = k.ofPublication
	}
	for _, pages := range anew {
		wanted = append(wanted, pages.Wanted(limit.pages)...)
		if len(published) > 0 {
			pages.Fade()
		}
	}
	if len(published) > 0 {
		wanted = slices.Concat(wanted, newerSelves(wanted), next.everyPage(published, readersOf(wanted)))
	}
	began := time.Now()
	enough := func() bool {
		return time.Since(began) > limit.time || slices.ContainsFunc(anew, (*live.Pages).Full)
	}
	if left := k.buildAll(next, wanted, enough); left > 0 && len(published) > 0 {
		k.log.Warn("a publication is shown before all its pages are built", "event", next.Event.EventID, "left", left, "of", len(wanted), "after", time.Since(began))
	}
}

// buildAll makes pages until that is enough and tells how many are left.
func (k *Snapshots) buildAll(next *Snapshot, wanted []live.Address, enough func() bool) (left int) {
	work := make(chan live.Address)
	var builders sync.WaitGroup
	for range max(1, runtime.GOMAXPROCS(0)/2) { // the others belong to the desk
		builders.Go(func() {
			for a := range work {
				k.build(next, a)
			}
		})
	}
	defer builders.Wait()
	defer close(work)
	for i, a := range wanted {
		if enough() {
			return len(wanted) - i
		}
		work <- a
	}
	return 0
}

// reader is a host and a language in which public pages are read.
type reader struct{ host, language string }

// readersOf are those who asked for pages before. A page in a language nobody reads
// the event in is made for the first who does.
func readersOf(asked []live.Address) []reader {
	var all []reader
	for _, a := range asked {
		if r := (reader{a.Host, a.Language}); a.Language != "" && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// mostReaders bounds how many hosts and languages a publication is built for ahead.
const mostReaders = 8

// newerSelves are the addresses by which open pages ask for what they show anew.
func newerSelves(asked []live.Address) []live.Address {
	var all []live.Address
	for _, a := range asked {
		if a.Language == "" || strings.Contains(a.URI, "part=main") {
			continue
		}
		also := "?"
		if strings.Contains(a.URI, "?") {
			also = "&"
		}
		a.URI += also + "part=main"
		all = append(all, a)
	}
	return all
}

// everyPage lists the addresses of all pages of sections and of their event, those the
// site leads to. Live matches, which change with time, and what depends on words that
// somebody types are not among them.
func (s *Snapshot) everyPage(parts []*Part, readers []reader) []live.Address {
	pages := s.eventPages()
	var lists []string
	for _, p := range parts {
		pages = append(pages, p.sectionPages()...)
		lists = append(lists, p.sectionLists()...)
	}
	readers = readers[:min(len(readers), mostReaders)]
	all := make([]live.Address, 0, len(readers)*len(pages)+len(lists))
	for _, r := range readers {
		for _, page := range pages {
			all = append(all, live.Address{Host: r.host, Language: r.language, URI: page})
		}
	}
	if len(readers) > 0 {
		for _, list := range lists {
			all = append(all, live.Address{Host: readers[0].host, URI: list})
		}
	}
	return all
}

func (s *Snapshot) eventPages() []string {
	stem := "/e/" + s.Event.Slug
	pages := []string{stem, stem + "/find"}
	for _, screen := range s.Screens {
		pages = append(pages, stem+"/hall/"+screen.Slug)
	}
	return pages
}

// sectionPages are the pages that people read; lists first, since most wait for them.
func (p *Part) sectionPages() []string {
	event := "/e/" + p.View.Event.Slug
	stem := event + "/" + p.View.Section.Slug
	pages := []string{stem + "/pairings", stem + "/pairings?by=name", stem + "/pairings?by=table", stem + "/standings", stem + "/crosstable", stem + "/status"}
	for _, t := range p.View.Teams {
		pages = append(pages, event+"/find?team="+t.Slug, event+"/team/"+t.Slug)
	}
	for _, player := range p.View.Players {
		pages = append(pages, event+"/player/"+strconv.FormatInt(player.PlayerID, 10))
	}
	for i := range p.View.Rounds {
		if r := &p.View.Rounds[i]; r.Public() {
			round := fmt.Sprintf("%s/round/%d", stem, r.RoundNo)
			pages = append(pages, round+"/pairings", round+"/pairings?by=name", round+"/pairings?by=table", round+"/standings")
		}
	}
	for _, category := range p.View.Filters() {
		pages = append(pages, stem+"/standings?category="+url.QueryEscape(category))
	}
	pages = append(pages, stem+"/rules", stem+"/standings/embed")
	if p.View.Section.PublicProspects {
		pages = append(pages, stem+"/prospects")
	}
	if p.View.Prizes.Public {
		pages = append(pages, stem+"/prizes")
	}
	return pages
}

// sectionLists are what programs read, in any language.
func (p *Part) sectionLists() []string {
	stem := address.API + "/events/" + p.View.Event.Slug
	section := stem + "/sections/" + p.View.Section.Slug
	lists := []string{stem, section + "/teams", section + "/rounds", section + "/standings", section + "/status"}
	for i := range p.View.Rounds {
		if r := &p.View.Rounds[i]; r.Public() {
			round := fmt.Sprintf("%s/rounds/%d", section, r.RoundNo)
			lists = append(lists, round+"/pairings", round+"/standings")
		}
	}
	return lists
}
