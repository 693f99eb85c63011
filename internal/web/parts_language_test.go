package web_test

import (
	"net/http"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What is put together of parts, and what only a screen reader says, is in the reader's
// language to its last word.
func TestPartsOfPagesAreInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.exec(`update section set broadcast = true, broadcast_delay_s = 0`)
	l.hub.Resync()
	l.plays("A e4", "B d4", "A e5")
	l.chief.speaks("Dana Holt", "de")

	l.chief.get(liveDesk).wants(http.StatusOK).has("[data-seat=WA] [data-drop=Q] .vh", "Dame von WA")
	l.visitor().get(livePublic+"?lang=cs").wants(http.StatusOK).has("[data-seat=BB] .stock .vh", "dáma")
	score := l.chief.get(liveDesk + "/score?at=3").wants(http.StatusOK)
	expect.Equal(t, score.value("figure svg.match", "aria-label"), "Brett A und Brett B", "the picture is called")

	l.chief.get("/e/lake/desk/floor").wants(http.StatusOK).has("main tbody td", "0 von 4")
	l.chief.get("/server/health").wants(http.StatusForbidden).has("main", "Hauptschiedsrichter oder Veranstalter oder Administrator")
	admin := l.person("root", "Root", "administrator")
	admin.speaks("Root", "de")
	admin.get("/server/health").wants(http.StatusOK).has(".rows .tag", "gut")
	l.chief.get("/e/lake/desk/setup/open").wants(http.StatusOK).has("[name=tie_break_edition] option", "C.07 von 2026")
	l.chief.get("/e/lake/desk/setup/open/paper").wants(http.StatusOK).has("main", "C.07 of 2026")
}
