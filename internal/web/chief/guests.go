package chief

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
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

const guestsPath = "/server/kept"

// Other Tandems send their save points here; each shows the token that it was given.
func (h *machineHandlers) guestRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(guestsPath, access.KeepServer, h.guests),
		visit.Post(guestsPath, access.KeepServer, h.addGuest),
		visit.Post(guestsPath+"/:guest/close", access.KeepServer, h.closeGuest),
		visit.Get(guestsPath+"/:guest/backup/:file", access.KeepServer, h.downloadGuest),
		visit.Get(savepoint.GuestPath, access.ReadPublic, h.guestList),            // asks for the token itself
		visit.Post(savepoint.GuestPath+"/:file", access.ReadPublic, h.guestSends), // as well
	}
}

func (h *machineHandlers) guests(v *visit.Visit) error { return h.guestsPage(v, pages.Guests{}, nil) }

// guestsPage shows whose save points are kept, with the message of a refused form.
func (h *machineHandlers) guestsPage(v *visit.Visit, p pages.Guests, err error) error {
	if err != nil && !visit.Refusable(err) {
		return err
	}
	list, listErr := h.Guests.List()
	if listErr != nil {
		return listErr
	}
	p.Off, p.Address = h.Guests.Dir == "", v.Absolute("")
	for _, g := range list {
		line := pages.Guest{Name: g.Name, Since: g.CreatedAt, Closed: !g.ClosedAt.IsZero(), To: fmt.Sprintf("%s/%d", guestsPath, g.ID)}
		for _, point := range g.Points {
			line.Points = append(line.Points, pages.GuestPoint{
				Name: point.Name, What: v.Words.Say(pointWords[point.Kind]), Age: wording.Age(v.Words, v.Now.Sub(point.TakenAt)), Size: bytesInWords(uint64(point.Size)),
			})
		}
		p.List = append(p.List, line)
	}
	if err != nil {
		p.Name, p.Error = v.FormText("name"), visit.FieldsIn(v.Words, err)["name"]
		if p.Error == "" {
			p.Problem = visit.SaidIn(v.Words, err)
		}
		return v.Again(err, pages.GuestsPage(v.Frame(layout.Desk, v.Words.Say("Save points of others"), 0), p))
	}
	return v.Page(pages.GuestsPage(v.Frame(layout.Desk, v.Words.Say("Save points of others"), 0), p))
}

// addGuest lets another Tandem in and shows its token, once.
func (h *machineHandlers) addGuest(v *visit.Visit) error {
	token := visit.Token(v)
	name := v.FormText("name")
	if err := h.Guests.Add(name, account.HashToken(token)); err != nil {
		return h.guestsPage(v, pages.Guests{}, err)
	}
	return h.guestsPage(v, pages.Guests{Secret: token, SecretOf: v.Words.Say("Token of %s", name)}, nil)
}

func (h *machineHandlers) closeGuest(v *visit.Visit) error {
	id, err := strconv.Atoi(v.Param("guest"))
	if err != nil {
		return fault.New(fault.NotFound, "There is no such Tandem here.")
	}
	if err := h.Guests.Close(id); err != nil {
		return err
	}
	return v.Onward(guestsPath, v.Words.Say("Its token works no more. What is kept of it stays."))
}

// downloadGuest hands a save point out again, for the machine that takes the place of the
// lost one.
func (h *machineHandlers) downloadGuest(v *visit.Visit) error {
	id, err := strconv.Atoi(v.Param("guest"))
	if err != nil {
		return fault.New(fault.NotFound, "There is no such Tandem here.")
	}
	f, err := h.Guests.Open(id, v.Param("file"))
	if err != nil {
		return err
	}
	defer f.Close()
	return sendFile(v, f, "")
}

// receiveWithin is how long another Tandem may take to send a save point.
const receiveWithin = 15 * time.Minute

// guest finds out who asks by the token that is shown.
func (h *machineHandlers) guest(v *visit.Visit) (savepoint.Guest, error) {
	token, ok := strings.CutPrefix(v.Request().Header.Get("Authorization"), "Bearer ")
	if !ok {
		return savepoint.Guest{}, fault.New(fault.SignIn, "Show the token for save points in the header Authorization.")
	}
	return h.Guests.ByToken(account.HashToken(token))
}

// guestAnswer answers a program of another Tandem.
func guestAnswer(v *visit.Visit, content any, err error) error {
	v.Response().Header().Set("Cache-Control", "no-store")
	if err == nil {
		return v.JSON(http.StatusOK, content)
	}
	kind := fault.Of(err)
	if kind == fault.Internal {
		return err
	}
	return v.JSON(visit.StatusOf[kind], map[string]any{"error": fault.Message(err)})
}

// guestList names the save points that are kept of whoever asks.
func (h *machineHandlers) guestList(v *visit.Visit) error {
	guest, err := h.guest(v)
	if err != nil {
		return guestAnswer(v, nil, err)
	}
	names, err := h.Guests.Names(guest)
	return guestAnswer(v, map[string]any{"names": names}, err)
}

// guestSends receives one more.
func (h *machineHandlers) guestSends(v *visit.Visit) error {
	guest, err := h.guest(v)
	if err != nil {
		return guestAnswer(v, nil, err)
	}
	ctx, cancel := context.WithTimeout(v.Request().Context(), receiveWithin)
	defer cancel()
	// What cannot have a deadline has none to move.
	_ = http.NewResponseController(v.Response().Writer).SetReadDeadline(time.Now().Add(receiveWithin))
	if v.Request().ContentLength > savepoint.MostGuestBytes {
		return guestAnswer(v, nil, fault.New(fault.Invalid, "A save point may have %d MB at most.", savepoint.MostGuestBytes>>20))
	}
	err = h.Guests.Receive(ctx, guest, v.Param("file"), v.Request().Body)
	return guestAnswer(v, map[string]any{"kept": v.Param("file")}, err)
}
