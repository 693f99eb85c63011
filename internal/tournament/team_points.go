package tournament

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
)

// TeamPoints are points of a team that no result brought: a penalty (negative) or a
// bonus, in half points. They count once RoundNo is over, 0 from the start.
type TeamPoints struct {
	PointsID    int64
	TeamID      int64
	RoundNo     int
	MatchPoints int
	GamePoints  int
	Reason      string
	RulingID    *int64     // the ruling they rest on
	GivenAt     *time.Time // nil for those of an imported report
	GivenName   string
}

// GivenPoints are points of a team with what became of them.
type GivenPoints struct {
	TeamPoints
	TakenBackAt     *time.Time
	TakenBackName   string
	TakenBackReason string
	IncidentID      *int64 // of the ruling
	RulingState     string // as dispute.RulingState, empty without a ruling
}

// RulingGone reports whether the points stand while the ruling they rest on does not.
func (p GivenPoints) RulingGone() bool {
	return p.TakenBackAt == nil && p.RulingState != "" && p.RulingState != "standing"
}

// PointsReader reads the points of teams that no result brought.
type PointsReader interface {
	// PointsGiven lists those of a section in the order they were given, with those taken back.
	PointsGiven(ctx context.Context, eventID, sectionID int64) ([]GivenPoints, error)
}

// ParsePoints reads points with their sign into half points: "-1", "+½", "−1½", "0.5", "1,5".
func ParsePoints(typed string) (half int, ok bool) {
	rest, sign := strings.TrimSpace(typed), 1
	for _, minus := range []string{"-", "−", "–"} {
		if unsigned, found := strings.CutPrefix(rest, minus); found {
			rest, sign = unsigned, -1
			break
		}
	}
	if sign == 1 {
		rest = strings.TrimPrefix(rest, "+")
	}
	if strings.ContainsAny(rest, "+-−–") {
		return 0, false
	}
	for _, tail := range []string{"½", ".5", ",5"} {
		if before, found := strings.CutSuffix(rest, tail); found {
			half, rest = 1, before
			break
		}
	}
	for _, tail := range []string{".0", ",0"} {
		rest = strings.TrimSuffix(rest, tail)
	}
	if rest == "" {
		return sign * half, half == 1
	}
	whole, err := strconv.Atoi(rest)
	if err != nil || whole > 999 {
		return 0, false
	}
	return sign * (2*whole + half), true
}

// SignedPoints writes points that were given or taken: "−1", "+½".
func SignedPoints(half int) string {
	if half < 0 {
		return "−" + halves(-half)
	}
	return "+" + halves(half)
}

// LastForPoints is the last round after which points can be given now: the last published
// one, in groups with a knockout behind them no later than the groups end.
func LastForPoints(b *SectionBook) int {
	last := 0
	if current := b.Current(); current != nil {
		last = current.RoundNo
	}
	if b.Section.System == GroupsKnockout {
		last = min(last, groupRounds(b, b.Groups()))
	}
	return last
}

// NoPoints says why points outside the rounds cannot change anything in the section any
// more; empty while they can.
func NoPoints(b *SectionBook) fault.Word {
	switch current := b.Current(); {
	case b.Section.System == Knockout:
		return fault.Word("In a knockout the ties decide who goes on, so points would change nothing. Correct the result, or decide the level tie.")
	case b.Section.System == GroupsKnockout && current != nil && !b.GroupStage(current.RoundNo):
		return fault.Word("The knockout is drawn from the groups already, so their points stay as they are.")
	}
	return ""
}
