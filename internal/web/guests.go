package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/savepoint"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

const guestsPath = "/server/kept"

// Other Tandems send their save points here; each shows the token that it was given.
var guestRoutes = []route{
	{get, guestsPath, access.KeepServer, (*Server).guests},
	{post, guestsPath, access.KeepServer, (*Server).addGuest},
	{post, guestsPath + "/:guest/close", access.KeepServer, (*Server).closeGuest},
	{get, guestsPath + "/:guest/backup/:file", access.KeepServer, (*Server).downloadGuest},
	{get, savepoint.GuestPath, access.ReadPublic, (*Server).guestList},              // asks for the token itself
	{post, savepoint.GuestPath + "/:file", access.ReadPublic, (*Server).guestSends}, // as well
}

func (s *Server) guests(v *visit) error { return s.guestsPage(v, pages.Guests{}, nil) }

// guestsPage shows whose save points are kept, with the message of a refused form.
func (s *Server) guestsPage(v *visit, p pages.Guests, err error) error {
	if err != nil && !refusable(err) {
		return err
	}
	list, listErr := s.Guests.List()
	if listErr != nil {
		return listErr
	}
	p.Off, p.Address = s.Guests.Dir == "", v.absolute("")
	for _, g := range list {
		line := pages.Guest{Name: g.Name, Since: g.CreatedAt, Closed: !g.ClosedAt.IsZero(), To: fmt.Sprintf("%s/%d", guestsPath, g.ID)}
		for _, point := range g.Points {
			line.Points = append(line.Points, pages.GuestPoint{
				Name: point.Name, What: pointWords[point.Kind], Age: age(v.now.Sub(point.TakenAt)), Size: bytesInWords(uint64(point.Size)),
			})
		}
		p.List = append(p.List, line)
	}
	if err != nil {
		p.Name, p.Error = v.formText("name"), fault.Fields(err)["name"]
		if p.Error == "" {
			p.Problem = fault.Message(err)
		}
		return v.again(err, pages.GuestsPage(v.frame(layout.Desk, "Save points of others", 0), p))
	}
	return v.page(pages.GuestsPage(v.frame(layout.Desk, "Save points of others", 0), p))
}

// addGuest lets another Tandem in and shows its token, once.
func (s *Server) addGuest(v *visit) error {
	token := account.NewToken()
	name := v.formText("name")
	if err := s.Guests.Add(name, account.HashToken(token)); err != nil {
		return s.guestsPage(v, pages.Guests{}, err)
	}
	return s.guestsPage(v, pages.Guests{Secret: token, SecretOf: "Token of " + name}, nil)
}

func (s *Server) closeGuest(v *visit) error {
	id, err := strconv.Atoi(v.Param("guest"))
	if err != nil {
		return fault.New(fault.NotFound, "There is no such Tandem here.")
	}
	if err := s.Guests.Close(id); err != nil {
		return err
	}
	return v.say(guestsPath, "Its token works no more. What is kept of it stays.")
}

// downloadGuest hands a save point out again, for the machine that takes the place of the
// lost one.
func (s *Server) downloadGuest(v *visit) error {
	id, err := strconv.Atoi(v.Param("guest"))
	if err != nil {
		return fault.New(fault.NotFound, "There is no such Tandem here.")
	}
	f, err := s.Guests.Open(id, v.Param("file"))
	if err != nil {
		return err
	}
	defer f.Close()
	return v.sendFile(f, "")
}

// receiveWithin is how long another Tandem may take to send a save point.
const receiveWithin = 15 * time.Minute

// guest finds out who asks by the token that is shown.
func (v *visit) guest() (savepoint.Guest, error) {
	token, ok := strings.CutPrefix(v.Request().Header.Get("Authorization"), "Bearer ")
	if !ok {
		return savepoint.Guest{}, fault.New(fault.SignIn, "Show the token for save points in the header Authorization.")
	}
	return v.server.Guests.ByToken(account.HashToken(token))
}

// guestAnswer answers a program of another Tandem.
func (v *visit) guestAnswer(content any, err error) error {
	v.Response().Header().Set("Cache-Control", "no-store")
	if err == nil {
		return v.JSON(http.StatusOK, content)
	}
	kind := fault.Of(err)
	if kind == fault.Internal {
		return err
	}
	return v.JSON(statusOf[kind], map[string]any{"error": fault.Message(err)})
}

// guestList names the save points that are kept of whoever asks.
func (s *Server) guestList(v *visit) error {
	guest, err := v.guest()
	if err != nil {
		return v.guestAnswer(nil, err)
	}
	names, err := s.Guests.Names(guest)
	return v.guestAnswer(map[string]any{"names": names}, err)
}

// guestSends receives one more.
func (s *Server) guestSends(v *visit) error {
	guest, err := v.guest()
	if err != nil {
		return v.guestAnswer(nil, err)
	}
	ctx, cancel := context.WithTimeout(v.Request().Context(), receiveWithin)
	defer cancel()
	// What cannot have a deadline has none to move.
	_ = http.NewResponseController(v.Response().Writer).SetReadDeadline(time.Now().Add(receiveWithin))
	if v.Request().ContentLength > savepoint.MostGuestBytes {
		return v.guestAnswer(nil, fault.New(fault.Invalid, "A save point may have %d MB at most.", savepoint.MostGuestBytes>>20))
	}
	err = s.Guests.Receive(ctx, guest, v.Param("file"), v.Request().Body)
	return v.guestAnswer(map[string]any{"kept": v.Param("file")}, err)
}
