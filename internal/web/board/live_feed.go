package board

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/board"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *Handlers) feedRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/boards", access.SeeLive, visit.With(h.feedsPage, h.feeds)),
		visit.Post(address.DeskSection+"/boards", access.EnterLive, h.openFeed),
		visit.Post(address.DeskSection+"/boards/close", access.EnterLive, h.closeFeed),
		visit.Post(address.Acts, access.ReadPublic, h.ingestActs), // asks for the token itself
	}
}

func (h *Handlers) feedsPage(v *visit.Visit) (board.Feeds, error) {
	base := fmt.Sprintf("/e/%s/desk/%s/boards", v.Event.Slug, v.Section.Slug)
	page := board.Feeds{Base: base, CanEdit: v.Can(access.EnterLive), Address: fmt.Sprintf("/e/%s/%s/round/1/table/1/match/1/acts", v.Event.Slug, v.Section.Slug)}
	list, err := h.Reader.Feeds(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	for _, f := range list {
		page.List = append(page.List, board.FeedRow{ID: f.FeedID, Name: f.Name, Since: v.Words.Moment(f.CreatedAt.In(v.Event.Zone())), Closed: f.ClosedAt != nil})
	}
	return page, err
}

func (h *Handlers) feeds(v *visit.Visit, page board.Feeds) error {
	return v.Page(board.FeedsPage(v.Frame(layout.Desk, v.Words.Say("Electronic boards"), 0), page))
}

// openFeed lets a board system in and shows its token, once: it is in no address
// and no log.
func (h *Handlers) openFeed(v *visit.Visit) error {
	token := visit.Token(v)
	hash := account.HashToken(token)
	opened, err := h.Live.OpenFeed(v.Request().Context(), v.Event.EventID, v.Command(), v.Section.SectionID, v.FormText("name"), hash)
	if err == nil && !opened { // the form came again
		_, unknown := h.Reader.FeedByToken(v.Request().Context(), hash)
		if opened = unknown == nil; !opened && !fault.Is(unknown, fault.NotFound) {
			return unknown
		}
	}
	if err != nil && !visit.Refusable(err) {
		return err
	}
	page, readErr := h.feedsPage(v)
	if readErr != nil {
		return readErr
	}
	if err != nil {
		page.Name, page.Error = v.FormText("name"), visit.FieldsIn(v.Words, err)["name"]
		return v.Again(err, board.FeedsPage(v.Frame(layout.Desk, v.Words.Say("Electronic boards"), 0), page))
	}
	if opened {
		page.Token = token
	}
	return v.Page(board.FeedsPage(v.Frame(layout.Desk, v.Words.Say("Electronic boards"), 0), page))
}

func (h *Handlers) closeFeed(v *visit.Visit) error {
	var form fault.Form
	id := v.FormNumber(&form, "feed", 1, 1<<30)
	err := form.Err()
	if err == nil {
		err = h.Live.CloseFeed(v.Request().Context(), v.Event.EventID, v.Command(), v.Section.SectionID, int64(id))
	}
	if err != nil {
		return err
	}
	return v.Onward(fmt.Sprintf("/e/%s/desk/%s/boards", v.Event.Slug, v.Section.Slug), v.Words.Say("Its token works no more."))
}

// ingestActs takes acts from an electronic board system. Answers are JSON: what
// was taken, or what is wrong at which field.
func (h *Handlers) ingestActs(v *visit.Visit) error {
	done, err := h.ingest(v)
	if err != nil {
		return err
	}
	return v.JSON(http.StatusOK, done)
}

func (h *Handlers) ingest(v *visit.Visit) (tournament.Ingested, error) {
	token, ok := strings.CutPrefix(v.Request().Header.Get("Authorization"), "Bearer ")
	if !ok {
		v.Response().Header().Set("WWW-Authenticate", "Bearer")
		return tournament.Ingested{}, fault.New(fault.SignIn, "Send the token of the board system in the header Authorization.")
	}
	feed, err := h.Reader.FeedByToken(v.Request().Context(), account.HashToken(token))
	if fault.Is(err, fault.NotFound) || err == nil && (feed.EventID != v.Event.EventID || feed.SectionID != v.Section.SectionID) {
		v.Response().Header().Set("WWW-Authenticate", "Bearer")
		return tournament.Ingested{}, fault.New(fault.SignIn, "This token is not one of this section, or works no more.")
	}
	if err != nil {
		return tournament.Ingested{}, err
	}
	book, round, err := h.RoundBook(v)
	if err != nil {
		return tournament.Ingested{}, err
	}
	_, match, err := visit.MatchAt(v, book, round)
	if err != nil {
		return tournament.Ingested{}, err
	}
	var body struct {
		Acts []tournament.FeedAct `json:"acts"`
	}
	sent, err := io.ReadAll(v.Request().Body)
	if err == nil {
		err = visit.PlainJSON(sent)
	}
	if err == nil {
		read := json.NewDecoder(bytes.NewReader(sent))
		read.DisallowUnknownFields()
		err = read.Decode(&body)
	}
	if err != nil {
		return tournament.Ingested{}, fault.Wrap(fault.Invalid, err, "The body is not JSON of the form {\"acts\": [{\"id\": \"1\", \"n\": 1, \"by\": \"WA\", \"move\": \"e2e4\"}]}.")
	}
	return h.Live.IngestActs(v.Request().Context(), feed, tournament.LivePlace{MatchID: match.MatchID}, body.Acts)
}
