package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
)

// route is one line of the route table. An address with :event (and :section)
// is resolved before the handler runs, and needs is asked about that event and
// section.
type route struct {
	method string
	path   string
	needs  access.Action
	handle func(*Server, *visit) error
}

const (
	get  = http.MethodGet
	post = http.MethodPost
)

// Addresses share these stems.
const (
	eventPath   = "/e/:event"
	sectionPath = "/e/:event/:section"
	deskPath    = "/e/:event/desk"
	deskSection = "/e/:event/desk/:section"
	deskRound   = "/e/:event/desk/:section/round/:round"
)

// routes is the whole table, one group per area.
func (s *Server) routes() []route {
	var all []route
	for _, group := range [][]route{
		serverRoutes,
		streamRoutes,
		installRoutes,
		noContactRoutes,
		pictureRoutes,
		calendarRoutes,
		tableRoutes,
		robotRoutes,
		accountRoutes,
		homeRoutes,
		rulesRoutes, rulebookRoutes,
		setupRoutes,
		teamRoutes,
		importRoutes,
		peopleRoutes,
		resultRoutes,
		liveRoutes,
		feedRoutes,
		journalRoutes,
		reportRoutes,
		backupRoutes,
		guestRoutes,
		floorRoutes,
		messageRoutes,
		noticeRoutes,
		correctionRoutes, noShowRoutes,
		healthRoutes,
		publicRoundRoutes,
		roundDeskRoutes,
		groupRoutes,
		clockRoutes,
		disputeRoutes,
		teamLinkRoutes,
		apiRoutes,
		referenceRoutes,
		apiResultRoutes,
		apiTeamRoutes,
		apiRoundRoutes,
		apiIncidentRoutes,
		programRoutes,
		embedRoutes,
		embedMakerRoutes,
		ownTeamRoutes,
		hallRoutes,
		printRoutes,
		prizeRoutes,
		slipCodeRoutes,
		importReportRoutes,
	} {
		all = append(all, group...)
	}
	return all
}

var serverRoutes = []route{
	{get, "/healthz", access.ReadPublic, (*Server).healthz},
	{get, "/static/*", access.ReadPublic, (*Server).static},
}

func (s *Server) register(routes []route) {
	for _, r := range routes {
		if !access.Known(r.needs) {
			panic("route " + r.method + " " + r.path + " declares no known permission") // found by the first test that starts a server
		}
		s.echo.Add(r.method, r.path, func(c echo.Context) error { return s.admit(c, r) })
	}
}
