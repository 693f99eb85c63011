package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
)

const eventAPI = address.API + "/events/:event"

const sectionAPI = eventAPI + "/sections/:section"

func (h *Handlers) apiRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.API+"/events", access.ReadPublic, h.apiEvents),
		visit.Get(eventAPI, access.ReadPublic, h.apiEvent),
		visit.Get(sectionAPI+"/teams", access.ReadPublic, h.apiTeams),
		visit.Get(sectionAPI+"/rounds", access.ReadPublic, h.apiRounds),
		visit.Get(sectionAPI+"/rounds/:round/pairings", access.ReadPublic, h.apiPairings),
		visit.Get(sectionAPI+"/rounds/:round/line-ups", access.ReadPublic, h.apiLineUps),
		visit.Get(sectionAPI+"/standings", access.ReadPublic, h.apiStandings),
		visit.Get(sectionAPI+"/rounds/:round/standings", access.ReadPublic, h.apiRoundStandings),
		visit.Get(sectionAPI+"/status", access.ReadPublic, h.apiStatus),
		visit.Get(sectionAPI+"/pace", access.ReadPublic, h.apiPace),
		visit.Get(sectionAPI+"/prospects", access.ReadPublic, h.apiProspects),
	}
}

// apiList is one page of a list. Next is the address of the following page,
// absent on the last one.
type apiList[T any] struct {
	Version int64  `json:"version"` // of the event; a later page of another version may repeat or miss items
	Items   []T    `json:"items"`
	Next    string `json:"next,omitempty"`
}

const (
	apiLimit    = 100  // items of a page when nothing is asked for
	apiMaxLimit = 1000 // items of a page at most
)

// window is the part of the list at path that a request asks for.
type window struct {
	path         string
	after, limit int
}

// window reads cursor (where the page before ended) and limit.
func windowAsked(v *visit.Visit) (window, error) {
	w := window{path: v.Request().URL.Path, limit: apiLimit}
	if text := v.QueryParam("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > apiMaxLimit {
			return w, fault.Field("limit", "limit has to be a whole number from 1 to %d.", apiMaxLimit)
		}
		w.limit = n
	}
	if text := v.QueryParam("cursor"); text != "" {
		after, err := readCursor(w.path, text)
		if err != nil {
			return w, foreignCursor()
		}
		w.after = after
	}
	return w, nil
}

func foreignCursor() error {
	return fault.Field("cursor", "No page of this list gave that cursor. Follow next, or leave cursor out to begin.")
}

// A cursor says nothing to its reader, so that how lists are cut may change. It
// names its list, so that no list goes on where another one ended.

func writeCursor(path string, after int) string {
	list := sha256.Sum256([]byte(path))
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(list[:6:6], "2.%d", after))
}

func readCursor(path, text string) (after int, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return 0, err
	}
	_, number, _ := strings.Cut(string(raw[min(6, len(raw)):]), ".")
	after, err = strconv.Atoi(number)
	if err != nil || after < 1 || writeCursor(path, after) != text {
		return 0, errors.New("not a cursor of this list")
	}
	return after, nil
}

// cut takes the window out of all. A list that became shorter than where the page
// before ended has to be begun again.
func cut[T any](w window, version int64, all []T) (apiList[T], error) {
	if w.after > len(all) {
		return apiList[T]{}, foreignCursor()
	}
	to := min(w.after+w.limit, len(all))
	list := apiList[T]{Version: version, Items: append([]T{}, all[w.after:to]...)}
	if to < len(all) {
		list.Next = fmt.Sprintf("%s?cursor=%s&limit=%d", w.path, writeCursor(w.path, to), w.limit)
	}
	return list, nil
}

// apiBook serves what build makes of the section's book, from memory like a
// public page. Lists keep one copy per window.
func apiBook(v *visit.Visit, key string, build func(*publicpages.SectionView) (any, error)) error {
	return v.Kept("api "+v.Request().URL.Path+" "+key, echo.MIMEApplicationJSON, func() ([]byte, int64, error) {
		b := v.Book()
		value, err := build(b)
		if err != nil {
			return nil, 0, err
		}
		data, err := json.Marshal(value)
		return data, b.Event.Version, err
	})
}

func apiRows[T any](v *visit.Visit, build func(*publicpages.SectionView) ([]T, error)) error {
	w, err := windowAsked(v)
	if err != nil {
		return err
	}
	return apiBook(v, fmt.Sprint(w.after, w.limit), func(b *publicpages.SectionView) (any, error) {
		all, err := build(b)
		if err != nil {
			return nil, err
		}
		return cut(w, b.Event.Version, all)
	})
}

// publishedRound is the round of the address, when everybody may see it.
func publishedRound(v *visit.Visit, b *publicpages.SectionView) (*tournament.Round, error) {
	r := b.Round(v.RoundNo)
	if r == nil || !r.Public() {
		return nil, fault.New(fault.NotFound, "Round %d is not published yet.", v.RoundNo)
	}
	return r, nil
}
