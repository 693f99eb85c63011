package journey_test

import (
	"fmt"
	"net/url"
	"os"
	"testing"

	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// From the first link that the program prints to the results of a round, knowing nothing
// else of it. With TANDEM_FIRST_LINK it is that of a program which runs somewhere on this
// machine: scripts/prove-download walks through the download like this.
func TestFromTheFirstLinkToResults(t *testing.T) {
	inBrowser(t)
	link := os.Getenv("TANDEM_FIRST_LINK")
	if link == "" {
		v := newVenue(t)
		link = v.url + "/join/" + expect.Must(v.accounts.ConsoleLink(t.Context()))(t).Token
	}
	first := expect.Must(url.Parse(link))(t)
	v := &venue{t: t, url: first.Scheme + "://" + first.Host}

	noor := v.visitor(desktop)
	noor.open(first.Path)
	noor.fill("[name=name]", "Noor Haddad")
	noor.fill("[name=login]", "noor")
	noor.fill("[name=password]", "four words in a row")
	noor.click("main .btn-main")
	noor.until("!location.pathname.startsWith('/join/')")

	noor.createsTheEvent()
	noor.open(lakeshore + "/desk/import")
	noor.upload("[name=file]", testdata.Path(t, "rosters")+"/teams-24.csv")
	noor.says("Read the list")
	noor.sees("main", "are read")
	noor.click("button[value=save]")
	noor.until("!location.pathname.endsWith('/import') || document.querySelector('.said')")

	noor.open(lakeshore + "/desk/open/round/1/pair")
	noor.says("Pair all 12 teams as they are")
	noor.says("Go on to publish")
	noor.fill("[name=typed]", "1")
	noor.says("Publish round 1")
	noor.until("!location.pathname.endsWith('/publish')")

	player := v.visitor(phone)
	player.open(lakeshore + "/find?q=Knight+Riders")
	player.sees(".answer", "Otto")

	noor.open(lakeshore + "/desk/open/round/1/wall")
	noor.until(settled + " && document.activeElement.name === 'table'")
	for table := 1; table <= 6; table++ {
		noor.press(fmt.Sprintf("%d\r1\r3\r", table))
	}
	noor.until(settled + " && document.querySelectorAll('.tile').length === 6 && !document.querySelector('.tile[data-state=play]')")
	player.open(lakeshore + "/open/standings")
	player.sees("main", "Knight Riders")
	player.sees("main", "1½")
	noor.content()
	player.content()
}
