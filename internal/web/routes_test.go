package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Who may use a route: pub everybody, desk scorekeeper, td director, sec section
// chief, cfd chief floor director, org organizer, adm server administrator, in
// any anybody signed in, site organizers of the server. A plus adds those who have
// the role in another event.
const (
	pub     = "pub"
	signed  = "in"
	deskers = "desk td sec cfd"
	viewers = "desk td sec cfd org"
	floorer = "td sec cfd"
	chiefs  = "sec cfd"
)

// matrix has one row per route; a route without a row fails the test.
var matrix = map[string]string{
	"GET /healthz":                                  pub,
	"GET /static/*":                                 pub,
	"GET /e/:event/stream":                          pub,
	"GET /e/:event/desk/stream":                     viewers,
	"GET /sw.js":                                    pub,
	"GET /no-contact":                               pub,
	"GET /manifest.webmanifest":                     pub,
	"GET /e/:event/manifest.webmanifest":            pub,
	"GET /sign-in":                                  pub,
	"POST /sign-in":                                 pub,
	"POST /sign-out":                                pub,
	"GET /join/:token/continue":                     pub,
	"POST /join/:token/continue":                    pub,
	"POST /join/:token/continue/file":               pub,
	"GET /join/:token/continue/progress":            pub,
	"POST /join/:token/continue/enter":              pub,
	"GET /join/:token":                              pub,
	"POST /join/:token":                             pub,
	"GET /account":                                  signed,
	"POST /account":                                 signed,
	"POST /account/density":                         signed,
	"POST /account/password":                        signed,
	"POST /sign-in/code":                            pub,
	"GET /account/here":                             signed,
	"GET /account/phone":                            signed,
	"POST /account/phone":                           signed,
	"GET /account/devices":                          signed,
	"GET /e/:event/hall/:screen":                    pub,
	"GET /e/:event/desk/screens":                    viewers,
	"POST /e/:event/desk/screens":                   viewers,
	"GET /l/:code":                                  pub,
	"GET /e/:event/team/:team/own":                  "link",
	"POST /e/:event/team/:team/own/check-in":        "link",
	"POST /e/:event/team/:team/own/report":          "link",
	"POST /e/:event/team/:team/own/line-up":         "link",
	"POST /e/:event/team/:team/own/call":            "link",
	"POST /e/:event/team/:team/own/appeal":          "link",
	"POST /e/:event/team/:team/own/withdraw":        "link",
	"POST /e/:event/team/:team/own/bye":             "link",
	"GET /e/:event/find":                            pub,
	"GET /e/:event/find/names":                      pub,
	"GET /e/:event/team/:team":                      pub,
	"GET /e/:event/:section/pairings":               pub,
	"GET /e/:event/:section/round/:round/pairings":  pub,
	"GET /e/:event/:section/standings":              pub,
	"GET /e/:event/:section/round/:round/standings": pub,
	"GET /e/:event/:section/crosstable":             pub,
	"GET /e/:event/:section/standings/embed":        pub,
	"GET /e/:event/:section/standings.csv":          pub,
	"GET /e/:event/:section/status":                 pub,
	"POST /account/devices":                         signed,

	"GET /":                                                  pub,
	"GET /e/:event":                                          pub,
	"GET /e/:event/poster":                                   pub,
	"GET /e/:event/player/:player":                           pub,
	"GET /rules":                                             pub,
	"GET /guide":                                             pub,
	"GET /guide/pages":                                       pub,
	"GET /guide/:guide":                                      pub,
	"GET /guide/img/:picture":                                pub,
	"GET /embed.js":                                          pub,
	"GET /e/:event/embed":                                    pub,
	"GET /e/:event/:section/pairings/embed":                  pub,
	"GET /e/:event/:section/bracket/embed":                   pub,
	"GET /e/:event/team/:team/embed":                         pub,
	"GET /api":                                               pub,
	"GET /openapi.yaml":                                      pub,
	"GET /e/:event/:section/rules":                           pub,
	"GET /desk":                                              signed,
	"GET /e/:event/desk":                                     viewers,
	"GET /e/:event/desk/notices":                             signed,
	"GET /new-event":                                         "site",
	"POST /new-event":                                        "site",
	"GET /e/:event/desk/setup":                               viewers,
	"POST /e/:event/desk/setup/state":                        "cfd org",
	"GET /e/:event/desk/setup/event":                         "cfd org",
	"POST /e/:event/desk/setup/event":                        "cfd org",
	"GET /e/:event/desk/setup/new":                           "cfd org",
	"POST /e/:event/desk/setup/new":                          "cfd org",
	"GET /e/:event/desk/setup/path":                          "cfd org",
	"POST /e/:event/desk/setup/path":                         "cfd org",
	"GET /e/:event/desk/setup/:section/paper":                viewers,
	"GET /e/:event/desk/setup/:section":                      "sec cfd org",
	"POST /e/:event/desk/setup/:section":                     "sec cfd org",
	"GET /e/:event/desk/:section/teams.csv":                  viewers,
	"GET /e/:event/desk/:section/teams":                      viewers,
	"POST /e/:event/desk/:section/teams/check-in":            "desk td sec cfd org",
	"GET /e/:event/desk/:section/teams/close":                "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/close":               "desk td sec cfd org",
	"GET /e/:event/desk/:section/teams/new":                  "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/new":                 "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/pair":                "desk td sec cfd org",
	"GET /e/:event/desk/:section/teams/:team":                viewers,
	"POST /e/:event/desk/:section/teams/:team":               "desk td sec cfd org",
	"GET /e/:event/desk/:section/line-ups":                   viewers,
	"POST /e/:event/desk/:section/line-ups/:team":            "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/:team/bye":           "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/:team/withdraw":      "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/:team/return":        "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/:team/let-in":        "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/:team/link":          "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/:team/apart":         "desk td sec cfd org",
	"GET /e/:event/desk/people":                              "sec cfd org",
	"POST /e/:event/desk/people/invite":                      "sec cfd org",
	"POST /e/:event/desk/people/cancel":                      "sec cfd org",
	"POST /e/:event/desk/people/give":                        "sec cfd org",
	"POST /e/:event/desk/people/take":                        "sec cfd org",
	"POST /e/:event/desk/people/tie":                         "sec cfd org",
	"POST /e/:event/desk/people/sign-out":                    "cfd org",
	"GET /e/:event/desk/rules":                               "cfd org adm",
	"POST /e/:event/desk/rules":                              "cfd org adm",
	"GET /e/:event/desk/import":                              "desk td sec cfd org",
	"POST /e/:event/desk/import":                             "desk td sec cfd org",
	"GET /e/:event/desk/incidents":                           viewers,
	"GET /e/:event/desk/incidents/new":                       deskers,
	"POST /e/:event/desk/incidents/new":                      deskers,
	"GET /e/:event/desk/incidents/:incident":                 viewers,
	"POST /e/:event/desk/incidents/:incident":                deskers,
	"POST /e/:event/desk/incidents/:incident/take":           deskers,
	"POST /e/:event/desk/incidents/:incident/hold":           deskers,
	"POST /e/:event/desk/incidents/:incident/take-over":      deskers,
	"POST /e/:event/desk/incidents/:incident/join":           deskers,
	"POST /e/:event/desk/incidents/:incident/chief":          deskers,
	"POST /e/:event/desk/incidents/:incident/statement":      deskers,
	"POST /e/:event/desk/incidents/:incident/close":          deskers,
	"POST /e/:event/desk/incidents/:incident/answer":         deskers,
	"GET /e/:event/desk/incidents/:incident/ruling":          viewers,
	"POST /e/:event/desk/incidents/:incident/ruling":         floorer,
	"POST /e/:event/desk/incidents/:incident/second":         floorer,
	"POST /e/:event/desk/incidents/:incident/note":           floorer + " org",
	"POST /e/:event/desk/incidents/:incident/chief-comes":    floorer + " org",
	"POST /e/:event/desk/incidents/:incident/appeal":         deskers,
	"GET /e/:event/desk/appeals":                             floorer + " org",
	"GET /e/:event/desk/appeals/:appeal":                     floorer + " org",
	"POST /e/:event/desk/appeals/:appeal":                    floorer + " org",
	"POST /e/:event/desk/appeals/:appeal/hold":               floorer + " org",
	"POST /e/:event/desk/appeals/:appeal/late":               floorer + " org",
	"POST /e/:event/desk/appeals/:appeal/withdraw":           floorer + " org",
	"POST /e/:event/desk/appeals/:appeal/step-aside":         floorer + " org",
	"GET /e/:event/:section/prizes":                          pub,
	"GET /e/:event/:section/prospects":                       pub,
	"GET /e/:event/desk/:section/report/import":              "sec cfd org",
	"POST /e/:event/desk/:section/report/import":             "sec cfd org",
	"GET /e/:event/desk/:section/prizes":                     viewers,
	"GET /e/:event/desk/:section/prospects":                  viewers,
	"GET /e/:event/desk/:section/announcements":              viewers,
	"POST /e/:event/desk/:section/announcements":             "sec cfd org",
	"GET /e/:event/desk/:section/prizes/edit":                "sec cfd org",
	"POST /e/:event/desk/:section/prizes/edit":               "sec cfd org",
	"GET /e/:event/desk/:section/groups":                     viewers,
	"POST /e/:event/desk/:section/groups":                    "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/:team/partner":       "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/clubs":               "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/:team/move":          "desk td sec cfd org",
	"GET /e/:event/desk/:section/teams/move":                 "desk td sec cfd org",
	"POST /e/:event/desk/:section/teams/move":                "desk td sec cfd org",
	"GET /e/:event/desk/setup/check":                         viewers,
	"POST /e/:event/desk/setup/hide":                         "cfd org",
	"GET /e/:event/desk/setup/:section/:step":                "sec cfd org",
	"POST /e/:event/desk/setup/:section/:step":               "sec cfd org",
	"GET /e/:event/desk/penalties":                           floorer + " org",
	"POST /e/:event/desk/:section/line-ups/:team/substitute": "td sec cfd",

	"GET /e/:event/desk/:section/report.trf":          viewers,
	"GET /e/:event/desk/print":                        viewers,
	"GET /e/:event/desk/print/:section/round/:round":  viewers,
	"POST /e/:event/desk/print/:section/round/:round": viewers,
	"GET /e/:event/slip/:code":                        pub,

	"GET /e/:event/desk/journal":  viewers,
	"POST /e/:event/desk/journal": "sec cfd org adm",

	"GET /e/:event/desk/:section/corrections/:correction":                               floorer,
	"POST /e/:event/desk/:section/corrections/:correction":                              floorer,
	"GET /e/:event/desk/:section/round/:round/table/:table/match/:match/correct/notice": viewers,
	"GET /e/:event/desk/people/paper":                                                   "sec cfd org",
	"GET /e/:event/desk/journal/export.csv":                                             "sec cfd org adm",
	"GET /e/:event/desk/journal/seals":                                                  "sec cfd org adm",
	"POST /e/:event/desk/floor/move":                                                    "cfd",
	"POST /e/:event/desk/messages":                                                      "cfd",
	"POST /e/:event/desk/messages/:message/end":                                         "cfd",
	"POST /e/:event/desk/messages/:message/dismiss":                                     viewers,
	"GET /e/:event/desk/floor":                                                          "sec cfd org",
	"GET /e/:event/desk/backup":                                                         "cfd org adm",
	"POST /e/:event/desk/backup":                                                        "adm",
	"POST /e/:event/desk/backup/second":                                                 "adm",
	"GET /e/:event/desk/backup/lost":                                                    "cfd org adm",
	"GET /e/:event/desk/backup/lost/paper":                                              "cfd org adm",
	"GET /e/:event/desk/backup/:file":                                                   "adm",
	"POST /e/:event/desk/backup/:file/try":                                              "adm",
	"GET /server/health":                                                                "cfd+ org+ adm site", // one server for all events

	"GET /e/:event/desk/:section":                              viewers,
	"GET /e/:event/desk/:section/pace":                         viewers,
	"POST /e/:event/desk/:section/pace/move":                   "sec cfd org",
	"POST /e/:event/desk/:section/pace/back":                   "sec cfd org",
	"POST /e/:event/desk/:section/pace/plan":                   "sec cfd org",
	"POST /e/:event/desk/:section/pace/rounds":                 "sec cfd org",
	"GET /e/:event/desk/tour":                                  viewers,
	"POST /e/:event/desk/tour":                                 viewers,
	"GET /e/:event/desk/exercises":                             viewers,
	"GET /e/:event/desk/undo":                                  viewers,
	"POST /e/:event/desk/undo":                                 viewers,
	"GET /e/:event/desk/:section/points":                       viewers,
	"POST /e/:event/desk/:section/points":                      floorer,
	"POST /e/:event/desk/:section/points/back":                 floorer,
	"GET /e/:event/desk/:section/phase":                        viewers,
	"POST /e/:event/desk/:section/phase/set":                   "sec cfd org",
	"POST /e/:event/desk/:section/phase/start":                 "sec cfd",
	"POST /e/:event/desk/:section/phase/back":                  "sec cfd",
	"POST /e/:event/desk/:section/phase/tie":                   "sec cfd",
	"POST /e/:event/desk/:section/phase/play-off":              "sec cfd",
	"GET /e/:event/desk/conduct":                               viewers,
	"POST /e/:event/desk/conduct":                              floorer,
	"POST /e/:event/desk/conduct/end":                          floorer,
	"GET /e/:event/desk/pace":                                  "sec cfd org",
	"POST /e/:event/desk/pace/move":                            "cfd org",
	"POST /e/:event/desk/pace/back":                            "cfd org",
	"GET /e/:event/desk/:section/pair":                         "td sec cfd org",
	"GET /e/:event/desk/:section/round/:round/pair":            "td sec cfd org",
	"POST /e/:event/desk/:section/round/:round/pair":           chiefs,
	"GET /e/:event/desk/:section/round/:round/pair/progress":   "td sec cfd org",
	"GET /e/:event/desk/:section/round/:round/pair/publish":    chiefs,
	"POST /e/:event/desk/:section/round/:round/pair/publish":   chiefs,
	"GET /e/:event/desk/:section/round/:round/pair/paper":      chiefs,
	"GET /e/:event/desk/:section/round/:round/pair/tables":     chiefs,
	"POST /e/:event/desk/:section/round/:round/pair/tables":    chiefs,
	"POST /e/:event/desk/:section/round/:round/pair/decider":   chiefs,
	"POST /e/:event/desk/:section/round/:round/pair/change":    chiefs,
	"POST /e/:event/desk/:section/round/:round/pair/move":      chiefs,
	"POST /e/:event/desk/:section/round/:round/pair/unpublish": chiefs,
	"POST /e/:event/desk/:section/round/:round/clock":          chiefs,
	"GET /e/:event/desk/:section/round/:round/clock":           viewers,
	"POST /e/:event/desk/:section/round/:round/clock/pause":    chiefs,
	"POST /e/:event/desk/:section/round/:round/clock/minutes":  chiefs,
	"POST /e/:event/desk/:section/round/:round/clock/table":    floorer,
	"POST /e/:event/desk/:section/round/:round/clock/match":    chiefs,
	"POST /e/:event/desk/:section/round/:round/clock/confirm":  chiefs,
	"POST /e/:event/desk/:section/round/:round/clock/message":  viewers,

	"GET /e/:event/desk/:section/wall":                                             viewers,
	"GET /e/:event/desk/:section/round/:round/wall":                                viewers,
	"POST /e/:event/desk/:section/round/:round/entry":                              deskers,
	"POST /e/:event/desk/:section/round/:round/beside":                             deskers,
	"GET /e/:event/desk/:section/round/:round/bulk":                                deskers,
	"POST /e/:event/desk/:section/round/:round/bulk":                               deskers,
	"POST /e/:event/desk/:section/round/:round/undo":                               deskers,
	"GET /e/:event/desk/:section/round/:round/verify":                              deskers,
	"POST /e/:event/desk/:section/round/:round/verify":                             deskers,
	"GET /e/:event/desk/:section/round/:round/table/:table/no-show":                floorer,
	"POST /e/:event/desk/:section/round/:round/table/:table/no-show":               floorer,
	"GET /e/:event/desk/:section/round/:round/missing":                             viewers,
	"POST /e/:event/desk/:section/round/:round/missing":                            deskers,
	"POST /e/:event/desk/:section/round/:round/missing/runner":                     deskers,
	"POST /e/:event/desk/:section/round/:round/missing/rows":                       deskers,
	"POST /e/:event/desk/:section/round/:round/verify/at":                          deskers,
	"GET /e/:event/desk/:section/round/:round/verify/sample":                       deskers,
	"GET /e/:event/desk/:section/round/:round/table/:table/match/:match":           viewers,
	"POST /e/:event/desk/:section/round/:round/table/:table/match/:match/act":      deskers,
	"POST /e/:event/desk/:section/round/:round/table/:table/match/:match/takeback": deskers,
	"POST /e/:event/desk/:section/round/:round/table/:table/match/:match/import":   deskers,
	"GET /e/:event/desk/:section/round/:round/table/:table/match/:match/score":     viewers,
	"GET /e/:event/desk/:section/round/:round/table/:table/match/:match/game.bpgn": viewers,
	"POST /e/:event/desk/:section/round/:round/table/:table/match/:match/result":   deskers,
	"GET /e/:event/desk/:section/boards":                                           viewers,
	"POST /e/:event/desk/:section/boards":                                          deskers,
	"POST /e/:event/desk/:section/boards/close":                                    deskers,
	"GET /server/kept":                     "adm",
	"POST /server/kept":                    "adm",
	"POST /server/kept/:guest/close":       "adm",
	"GET /server/kept/:guest/backup/:file": "adm",
	"GET /kept/backup":                     "", // needs the token of another Tandem
	"POST /kept/backup/:file":              "", // as well
	"POST /e/:event/:section/round/:round/table/:table/match/:match/acts":           "", // needs the token of a board system
	"GET /e/:event/:section/round/:round/table/:table/match/:match":                 pub,
	"GET /e/:event/desk/:section/round/:round/table/:table/match/:match/resolve":    floorer,
	"POST /e/:event/desk/:section/round/:round/table/:table/match/:match/resolve":   floorer,
	"GET /e/:event/desk/:section/round/:round/table/:table/match/:match/seats":      "td sec cfd",
	"POST /e/:event/desk/:section/round/:round/table/:table/match/:match/seats":     "td sec cfd",
	"GET /e/:event/desk/:section/round/:round/table/:table/match/:match/correct":    floorer,
	"POST /e/:event/desk/:section/round/:round/table/:table/match/:match/correct":   floorer,
	"POST /e/:event/desk/:section/round/:round/table/:table/match/:match/take-back": floorer,
	"GET /api/v1/events":                                                                                    pub,
	"GET /api/v1/events/:event":                                                                             pub,
	"GET /api/v1/events/:event/sections/:section/teams":                                                     pub,
	"GET /api/v1/events/:event/sections/:section/rounds":                                                    pub,
	"GET /api/v1/events/:event/sections/:section/rounds/:round/pairings":                                    pub,
	"GET /api/v1/events/:event/sections/:section/rounds/:round/line-ups":                                    pub,
	"GET /api/v1/events/:event/sections/:section/rounds/:round/standings":                                   pub,
	"GET /api/v1/events/:event/sections/:section/standings":                                                 pub,
	"GET /api/v1/events/:event/sections/:section/status":                                                    pub,
	"GET /api/v1/events/:event/sections/:section/pace":                                                      pub,
	"GET /api/v1/events/:event/path":                                                                        pub,
	"GET /api/v1/events/:event/sections/:section/phase":                                                     viewers,
	"POST /api/v1/events/:event/sections/:section/phase/start":                                              chiefs,
	"POST /api/v1/events/:event/sections/:section/phase/back":                                               chiefs,
	"POST /api/v1/events/:event/sections/:section/play-offs":                                                chiefs,
	"GET /api/v1/events/:event/sections/:section/prospects":                                                 pub,
	"GET /e/:event/desk/programs":                                                                           "sec cfd org",
	"POST /e/:event/desk/programs":                                                                          "sec cfd org",
	"POST /e/:event/desk/programs/stop":                                                                     "sec cfd org",
	"POST /e/:event/desk/programs/webhooks":                                                                 "sec cfd org",
	"POST /e/:event/desk/programs/webhooks/resume":                                                          "sec cfd org",
	"POST /e/:event/desk/programs/webhooks/close":                                                           "sec cfd org",
	"GET /api/v1/events/:event/sections/:section/rounds/:round/matches":                                     viewers,
	"POST /api/v1/events/:event/sections/:section/rounds/:round/tables/:table/matches/:match/result":        deskers,
	"POST /api/v1/events/:event/sections/:section/rounds/:round/tables/:table/matches/:match/result/verify": deskers,
	"POST /api/v1/events/:event/sections/:section/rounds/:round/tables/:table/matches/:match/result/undo":   deskers,
	"POST /api/v1/events/:event/sections/:section/teams":                                                    "desk td sec cfd org",
	"POST /api/v1/events/:event/sections/:section/teams/:team/check-in":                                     "desk td sec cfd org",
	"POST /api/v1/events/:event/sections/:section/teams/:team/withdraw":                                     "desk td sec cfd org",
	"POST /api/v1/events/:event/sections/:section/teams/:team/return":                                       "desk td sec cfd org",
	"POST /api/v1/events/:event/sections/:section/teams/:team/bye":                                          "desk td sec cfd org",
	"POST /api/v1/events/:event/sections/:section/teams/:team/let-in":                                       "desk td sec cfd org",
	"GET /api/v1/events/:event/conduct":                                                                     "td sec cfd org",
	"GET /api/v1/events/:event/sections/:section/points":                                                    viewers,
	"POST /api/v1/events/:event/sections/:section/points":                                                   floorer,
	"POST /api/v1/events/:event/sections/:section/points/:points/take-back":                                 floorer,
	"POST /api/v1/events/:event/sections/:section/teams/:team/line-up":                                      "desk td sec cfd org",
	"GET /api/v1/events/:event/sections/:section/rounds/:round/draft":                                       "td sec cfd org",
	"POST /api/v1/events/:event/sections/:section/rounds/:round/draft":                                      chiefs,
	"POST /api/v1/events/:event/sections/:section/rounds/:round/publish":                                    chiefs,
	"POST /api/v1/events/:event/sections/:section/rounds/:round/clock":                                      chiefs,
	"POST /api/v1/events/:event/sections/:section/rounds/:round/tables/:table/clock":                        floorer,
	"POST /api/v1/events/:event/sections/:section/rounds/:round/tables/:table/matches/:match/incidents":     deskers,

	"GET /robots.txt":                                  pub,
	"GET /sitemap.xml":                                 pub,
	"GET /favicon.ico":                                 pub,
	"GET /.well-known/change-password":                 pub,
	"GET /e/:event/calendar.ics":                       pub,
	"GET /e/:event/team/:team/calendar.ics":            pub,
	"GET /e/:event/:section/table/:table":              pub,
	"GET /e/:event/:section/round/:round/table/:table": pub,
	"GET /e/:event/preview.png":                        pub,
	"GET /e/:event/team/:team/preview.png":             pub,
	"GET /e/:event/:section/preview.png":               pub,
}

var seats = map[string]access.Role{
	"desk": access.Scorekeeper, "td": access.Director, "sec": access.SectionChief, "cfd": access.Chief, "org": access.Organizer,
}

func TestEveryRouteForEveryRole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, key := range s.server.RouteKeys() {
		_, ok := matrix[key]
		expect.True(t, ok, "%s has no row in the permission matrix", key)
	}
	event, section, other := matrixEvent(t, s)
	people := map[string]*browser{"visitor": s.visitor(), "stranger": s.person("stranger", "Stranger", "none")}
	for name, role := range seats {
		people[name] = s.person(name, name, "none")
		people[name+" elsewhere"] = s.person(name+".elsewhere", name, "none")
		scope := section
		if role == access.Chief || role == access.Organizer {
			scope = 0 // theirs is the event as a whole
		}
		s.give(people[name], event, scope, role)
		s.give(people[name+" elsewhere"], other, 0, role)
	}
	people["adm"] = s.person("adm", "adm", "administrator")
	people["site"] = s.person("site", "site", "organizer")
	tokens := map[string]string{}
	for name, b := range people {
		if b.accountID == 0 {
			continue // a visitor has none
		}
		cmd := journal.Command{Actor: journal.Actor{AccountID: b.accountID, Name: name}}
		tokens[name] = account.NewToken()
		in := account.NewProgram{EventID: event, Name: name, Scopes: access.Scopes, ExpiresAt: s.clock().Add(time.Hour), Token: tokens[name]}
		expect.Must(s.accounts.OpenToken(t.Context(), cmd, in))(t)
	}

	for _, key := range s.server.RouteKeys() {
		method, pattern, _ := strings.Cut(key, " ")
		if strings.HasSuffix(pattern, "/stream") || pattern == "/sign-out" || strings.HasPrefix(pattern, "/account") && method == "POST" {
			continue // streams never end; the others would end the very sessions used here
		}
		for name, b := range people {
			want := mayUse(matrix[key], name)
			expect.Equal(t, !refused(b, method, address(pattern), tokens[name]), want, "%s as %s: allowed", key, name)
			public := strings.Contains(matrix[key], pub)
			expect.True(t, !strings.HasPrefix(pattern, "/api/") || public || refused(b, method, address(pattern), ""),
				"%s as %s: allowed by the cookie of the pages", key, name)
		}
	}
}

func mayUse(row, name string) bool {
	for _, who := range strings.Fields(row) {
		if who == pub || who == strings.TrimSuffix(name, " elsewhere")+"+" || who == signed && name != "visitor" || who == name {
			return true
		}
	}
	return false
}

// address fills the names of an address with those of the matrix event.
func address(pattern string) string {
	return strings.NewReplacer(
		":event", "matrix", ":section", "open", ":round", "1", ":table", "1", ":match", "1", ":team", "none", ":incident", "1", ":appeal", "1",
		":token", "none", ":file", "none", ":guest", "1", ":screen", "main", "*", "none",
	).Replace(pattern)
}

// refused reports whether the answer is that of a missing permission.
// Programs show their token.
func refused(b *browser, method, path, token string) bool {
	b.t.Helper()
	if strings.HasPrefix(path, "/api/") {
		r := expect.Must(http.NewRequestWithContext(b.t.Context(), method, b.url+path, nil))(b.t)
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		a := b.do(r)
		return a.status == http.StatusForbidden || a.status == http.StatusUnauthorized
	}
	if method == http.MethodGet {
		a := b.get(path)
		return a.status == http.StatusForbidden || a.status == http.StatusUnauthorized || a.status == http.StatusSeeOther && strings.HasPrefix(a.to(), "/sign-in")
	}
	a := b.post(path, url.Values{})
	return a.status == http.StatusForbidden || a.status == http.StatusUnauthorized
}
