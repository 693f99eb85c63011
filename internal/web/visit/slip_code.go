package visit

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
)

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

// SlipMark tells the code of a slip from a private link in the team's cookie.
const SlipMark = "slip."

// slipPages are what the code of a slip opens: it lies on a table for everybody
// to see, so it reports and calls, and neither appeals nor checks in.
var slipPages = []string{address.OwnTeam, address.OwnTeam + "/report", address.OwnTeam + "/call", address.Event + "/slip/:code"}

// TeamOfSlip is the team of a code in the event of the address; nobody when the
// code is wrong or its round is locked.
func (s *Site) TeamOfSlip(v *Visit, code string) (tournament.LinkedTeam, error) {
	if v.Event.EventID == 0 || !slices.Contains(slipPages, v.Path()) {
		return tournament.LinkedTeam{}, nil
	}
	ctx := v.Request().Context()
	key, err := s.reader.SlipKey(ctx, v.Event.EventID)
	if err != nil {
		return tournament.LinkedTeam{}, err
	}
	seat, ok := readSlip(key, code)
	if !ok {
		return tournament.LinkedTeam{}, nil
	}
	linked, err := s.reader.TeamAtTable(ctx, v.Event.EventID, seat.section, seat.round, seat.table, seat.slot)
	if fault.Is(err, fault.NotFound) {
		return tournament.LinkedTeam{}, nil
	}
	return linked, err
}

// SlipCodes makes the codes of a section's slips of a round.
func SlipCodes(v *Visit, ctx context.Context, round int) (func(table, slot int) string, error) {
	key, err := v.site.reader.SlipKey(ctx, v.Event.EventID)
	if err != nil {
		return nil, err
	}
	return func(table, slot int) string {
		return v.Absolute("/e/" + v.Event.Slug + "/slip/" + SlipCode(key, v.Section.SectionID, round, table, slot))
	}, nil
}
