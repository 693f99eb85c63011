package web

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

var slipCodeRoutes = []route{
	{get, eventPath + "/slip/:code", access.ReadPublic, (*Server).openSlipCode},
}

// slipSeat is what the code on a result slip stands for: a team at a table in one
// round. Nothing of it is stored; the code proves itself by the event's key.
type slipSeat struct {
	section            int64
	round, table, slot int
}

// slipProof is how many bytes of the proof a code carries: short enough for a
// small square on paper, far too long to guess.
const slipProof = 9

func (c slipSeat) place() string {
	return fmt.Sprintf("%d-%d-%d-%d", c.section, c.round, c.table, c.slot)
}

// code writes a seat with its proof: "1-3-14-2-Jc0…".
func (c slipSeat) code(key []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(c.place()))
	return c.place() + "-" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:slipProof])
}

// readSlip reads a code and checks its proof.
func readSlip(key []byte, code string) (slipSeat, bool) {
	parts := strings.SplitN(code, "-", 5)
	if len(parts) != 5 {
		return slipSeat{}, false
	}
	var numbers [4]int
	for i := range numbers {
		n, err := strconv.Atoi(parts[i])
		if err != nil || n < 1 {
			return slipSeat{}, false
		}
		numbers[i] = n
	}
	c := slipSeat{int64(numbers[0]), numbers[1], numbers[2], numbers[3]}
	return c, hmac.Equal([]byte(c.code(key)), []byte(code))
}

// SlipCode is the code on the slip of a table of a section's round for the team in
// a slot, 1 or 2.
func SlipCode(key []byte, section int64, round, table, slot int) string {
	return slipSeat{section, round, table, slot}.code(key)
}

// slipMark tells the code of a slip from a private link in the team's cookie.
const slipMark = "slip."

// slipLife is how long a phone stays the team's by a slip; the code itself ends
// with its round.
const slipLife = 12 * time.Hour

// openSlipCode makes the phone that scanned a slip that of the team, for the
// results of the slip's round, and leads to the team's own page.
func (s *Server) openSlipCode(v *visit) error {
	linked, err := s.teamOfSlip(v, v.Param("code"))
	if err != nil {
		return err
	}
	if linked.TeamID == 0 {
		return refused(fault.NotFound, text.Message("The code of this slip is not known: a letter of it is wrong, or its round is over. Scan it again, or ask at the desk."))
	}
	v.SetCookie(&http.Cookie{
		Name: s.teamCookieName(), Value: slipMark + v.Param("code"), Path: "/", HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(slipLife / time.Second),
	})
	v.Response().Header().Set("Cache-Control", "no-store")
	return v.seeOther("/e/%s/team/%s/own", linked.EventSlug, linked.Slug)
}

// slipPages are what the code of a slip opens: it lies on a table for everybody
// to see, so it reports and calls, and neither appeals nor checks in.
var slipPages = []string{ownPath, ownPath + "/report", ownPath + "/call", eventPath + "/slip/:code"}

// teamOfSlip is the team of a code in the event of the address; nobody when the
// code is wrong or its round is locked.
func (s *Server) teamOfSlip(v *visit, code string) (tournament.LinkedTeam, error) {
	if v.event.EventID == 0 || !slices.Contains(slipPages, v.Path()) {
		return tournament.LinkedTeam{}, nil
	}
	ctx := v.Request().Context()
	key, err := s.Tournament.Reader().SlipKey(ctx, v.event.EventID)
	if err != nil {
		return tournament.LinkedTeam{}, err
	}
	seat, ok := readSlip(key, code)
	if !ok {
		return tournament.LinkedTeam{}, nil
	}
	linked, err := s.Tournament.Reader().TeamAtTable(ctx, v.event.EventID, seat.section, seat.round, seat.table, seat.slot)
	if fault.Is(err, fault.NotFound) {
		return tournament.LinkedTeam{}, nil
	}
	return linked, err
}

// slipCodes makes the codes of a section's slips of a round.
func (v *visit) slipCodes(ctx context.Context, round int) (func(table, slot int) string, error) {
	key, err := v.server.Tournament.Reader().SlipKey(ctx, v.event.EventID)
	if err != nil {
		return nil, err
	}
	return func(table, slot int) string {
		return v.absolute("/e/" + v.event.Slug + "/slip/" + SlipCode(key, v.section.SectionID, round, table, slot))
	}, nil
}
