package journey_test

import "testing"

// A parent follows a player and hands a link on: what is followed stands where one
// looks first, survives the news, and the link is that of the team.
func TestAPlayerIsFollowedAndALinkHandedOn(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.visitor(phone)
	p.open("/e/lakeshore-demo/player/3")
	name := p.ask("document.querySelector('h1').textContent.trim()")
	p.shoot("player")
	p.taps("Follow this player")
	p.sees("[data-follow][aria-pressed=true]", "Followed")
	team := p.ask("document.querySelector('[data-follow]').dataset.team")
	p.open("/e/lakeshore-demo")
	p.sees("[data-follows]:not([hidden]) a", name)
	p.shoot("home-follows")
	p.open("/e/lakeshore-demo/open/standings")
	p.until("document.querySelector('tr.mine')?.dataset.team === " + quote(team))

	p.open("/e/lakeshore-demo/find?team=knight-shift")
	p.until("!document.querySelector('[data-share]').hidden")
	// The device's own menu cannot be opened here; what it is handed can be read.
	p.ask("(navigator.share = async (what) => { document.documentElement.dataset.shared = what.url; }, 'ready')")
	p.taps("Share")
	p.until("document.documentElement.dataset.shared === location.origin + '/e/lakeshore-demo/team/knight-shift'")
	p.shoot("find-share")

	// Without that menu, and with a clipboard that refuses, the link is marked for copying by hand.
	p.ask("(navigator.share = undefined, navigator.clipboard.writeText = async () => { throw new Error('refused') }, 'ready')")
	p.taps("Share")
	p.until("getSelection().toString() === location.origin + '/e/lakeshore-demo/team/knight-shift' && document.activeElement.matches('[data-share] + input')")
	p.shoot("find-share-by-hand")

	// That of an article stands below its title, which keeps its width.
	p.open("/e/lakeshore-demo/open/rules#art-4")
	p.ask("(navigator.clipboard.writeText = async () => { throw new Error('refused') }, 'ready')")
	p.click("#art-4 .copy")
	p.until("getSelection().toString().endsWith('/rules#art-4') && document.activeElement.matches('#art-4 > .row + input')")
	p.shoot("article-by-hand")

	p.open("/e/lakeshore-demo/open/pairings?by=table")
	p.click("[data-rows] a.n")
	p.sees("h1", "Table 1")
	p.shoot("table")
	p.open("/e/lakeshore-demo/player/3")
	p.taps("Followed")
	p.open("/e/lakeshore-demo")
	p.until("document.querySelector('[data-follows]').hidden")
	p.content()
}
