package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/board"
	"github.com/tandemchess/tandem/templates/layout"
)

const actsPath = sectionPath + "/round/:round/table/:table/match/:match/acts"

var feedRoutes = []route{
	{get, deskSection + "/boards", access.SeeLive, (*Server).feeds},
	{post, deskSection + "/boards", access.EnterLive, (*Server).openFeed},
	{post, deskSection + "/boards/close", access.EnterLive, (*Server).closeFeed},
	{post, actsPath, access.ReadPublic, (*Server).ingestActs}, // asks for the token itself
}

func (v *visit) feedsPage() (board.Feeds, error) {
	base := fmt.Sprintf("/e/%s/desk/%s/boards", v.event.Slug, v.section.Slug)
	page := board.Feeds{Base: base, CanEdit: v.can(access.EnterLive), Address: fmt.Sprintf("/e/%s/%s/round/1/table/1/match/1/acts", v.event.Slug, v.section.Slug)}
	list, err := v.server.Tournament.Reader().Feeds(v.Request().Context(), v.event.EventID, v.section.SectionID)
	for _, f := range list {
		page.List = append(page.List, board.FeedRow{ID: f.FeedID, Name: f.Name, Since: f.CreatedAt.In(v.event.Zone()).Format("Mon 3:04 pm"), Closed: f.ClosedAt != nil})
	}
	return page, err
}

func (s *Server) feeds(v *visit) error {
	page, err := v.feedsPage()
	if err != nil {
		return err
	}
	return v.page(board.FeedsPage(v.frame(layout.Desk, "Electronic boards", 0), page))
}

// openFeed lets a board system in and shows its token, once: it is in no address
// and no log.
func (s *Server) openFeed(v *visit) error {
	token := account.NewToken()
	opened, err := s.Tournament.OpenFeed(v.Request().Context(), v.event.EventID, v.command(), v.section.SectionID, v.formText("name"), account.HashToken(token))
	if err != nil && !refusable(err) {
		return err
	}
	page, readErr := v.feedsPage()
	if readErr != nil {
		return readErr
	}
	if err != nil {
		page.Name, page.Error = v.formText("name"), fault.Fields(err)["name"]
		return v.again(err, board.FeedsPage(v.frame(layout.Desk, "Electronic boards", 0), page))
	}
	if opened {
		page.Token = token
	}
	return v.page(board.FeedsPage(v.frame(layout.Desk, "Electronic boards", 0), page))
}

func (s *Server) closeFeed(v *visit) error {
	var form fault.Form
	id := v.formNumber(&form, "feed", 1, 1<<30)
	err := form.Err()
	if err == nil {
		err = s.Tournament.CloseFeed(v.Request().Context(), v.event.EventID, v.command(), v.section.SectionID, int64(id))
	}
	if err != nil {
		return err
	}
	return v.say(fmt.Sprintf("/e/%s/desk/%s/boards", v.event.Slug, v.section.Slug), "Its token works no more.")
}

// ingestActs takes acts from an electronic board system. Answers are JSON: what
// was taken, or what is wrong at which field.
func (s *Server) ingestActs(v *visit) error {
	done, err := s.ingest(v)
	if err != nil {
		return err
	}
	return v.JSON(http.StatusOK, done)
}

// takesActs reports whether a request comes from a board system.
func takesActs(c echo.Context) bool { return c.Path() == actsPath }

func (s *Server) ingest(v *visit) (tournament.Ingested, error) {
	token, ok := strings.CutPrefix(v.Request().Header.Get("Authorization"), "Bearer ")
	if !ok {
		v.Response().Header().Set("WWW-Authenticate", "Bearer")
		return tournament.Ingested{}, fault.New(fault.SignIn, "Send the token of the board system in the header Authorization.")
	}
	feed, err := s.Tournament.Reader().FeedByToken(v.Request().Context(), account.HashToken(token))
	if fault.Is(err, fault.NotFound) || err == nil && (feed.EventID != v.event.EventID || feed.SectionID != v.section.SectionID) {
		v.Response().Header().Set("WWW-Authenticate", "Bearer")
		return tournament.Ingested{}, fault.New(fault.SignIn, "This token is not one of this section, or works no more.")
	}
	if err != nil {
		return tournament.Ingested{}, err
	}
	book, round, err := s.roundBook(v)
	if err != nil {
		return tournament.Ingested{}, err
	}
	_, match, err := v.matchAt(book, round)
	if err != nil {
		return tournament.Ingested{}, err
	}
	var body struct {
		Acts []tournament.FeedAct `json:"acts"`
	}
	sent, err := io.ReadAll(v.Request().Body)
	if err == nil {
		err = plainJSON(sent)
	}
	if err == nil {
		read := json.NewDecoder(bytes.NewReader(sent))
		read.DisallowUnknownFields()
		err = read.Decode(&body)
	}
	if err != nil {
		return tournament.Ingested{}, fault.Wrap(fault.Invalid, err, "The body is not JSON of the form {\"acts\": [{\"id\": \"1\", \"n\": 1, \"by\": \"WA\", \"move\": \"e2e4\"}]}.")
	}
	return s.Tournament.IngestActs(v.Request().Context(), feed, tournament.LivePlace{MatchID: match.MatchID}, body.Acts)
}
