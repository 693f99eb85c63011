package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

var floorRoutes = []route{
	{get, deskPath + "/floor", access.SeeFloor, (*Server).floor},
}

// floor shows every section in one row, with what waits for the chief on top.
func (s *Server) floor(v *visit) error {
	ctx, id := v.Request().Context(), v.event.EventID
	incidents, err := s.Dispute.Reader().Incidents(ctx, id)
	if err != nil {
		return err
	}
	rulings, err := s.Dispute.Reader().Rulings(ctx, id)
	if err != nil {
		return err
	}
	appeals, err := s.Dispute.Reader().Appeals(ctx, id)
	if err != nil {
		return err
	}
	officials, err := s.Accounts.Officials(ctx, id)
	if err != nil {
		return err
	}
	all, err := v.sections()
	if err != nil {
		return err
	}
	mine := func(sectionID int64) bool { return v.canIn(access.SeeFloor, sectionID) }
	incidents = slices.DeleteFunc(incidents, func(i dispute.Incident) bool { return !mine(i.SectionID) })
	docket := newDocket(incidents, rulings, appeals)
	page := pages.Floor{Consistency: docket.consistency()}
	for _, a := range docket.appeals {
		if a.Level == dispute.ByChief {
			page.Final = append(page.Final, pages.FinalAppeal{
				ID: a.AppealID, Grounds: a.Grounds, At: a.FiledAt, To: fmt.Sprintf("/e/%s/desk/appeals/%d", v.event.Slug, a.AppealID),
			})
		}
	}
	version := v.event.Version
	for _, section := range all {
		if !mine(section.SectionID) {
			continue
		}
		at := *v
		at.section = section
		b, err := at.freshBook()
		if err != nil {
			return err
		}
		version = max(version, b.Event.Version)
		row := at.floorRow(b)
		row.Claims, row.Appeals = docket.claims[section.SectionID], docket.open[section.SectionID]
		row.Staff = staffOf(officials, section.SectionID)
		page.Rows = append(page.Rows, row)
	}
	page.Everywhere = staffOf(officials, 0)
	if v.can(access.EditPeople) {
		page.People = "/e/" + v.event.Slug + "/desk/people"
	}
	return v.page(pages.FloorPage(v.frame(layout.Desk, "Floor", version), page))
}

// floorRow is one section at a glance; v stands in that section.
func (v *visit) floorRow(b *shelf) pages.FloorRow {
	row := pages.FloorRow{Name: b.Section.Name, Letter: b.Section.Letter, To: v.deskPath(""), Rounds: b.Section.Rounds, State: "not paired yet"}
	if r := b.Current(); r != nil {
		count := b.progress(r)
		row.Round, row.State, row.Results, row.Matches, row.Conflicts = r.RoundNo, string(roundStateWords[r.State]), count.results, count.matches, count.conflicts
		if p := count.oldest; p != nil && r.State != tournament.RoundPublished {
			row.Oldest = fmt.Sprintf("Table %d, %s – %s", p.Table(), b.Team(p.TeamID(1)).Name, b.Team(p.TeamID(2)).Name)
			row.OldestTo = v.deskPath("/round/%d/wall?table=%d", r.RoundNo, p.Table())
		}
	}
	next := nextRound(b)
	if next > b.Section.Rounds {
		row.Ready = "all rounds are out"
	} else {
		row.Next, row.ReadyTo = next, v.deskPath("/round/%d/pair", next)
		var waits []string
		for _, c := range v.ready(b, next) {
			if !c.OK {
				waits = append(waits, strings.TrimSuffix(c.Sentence, "."))
			}
		}
		row.Waits = strings.Join(waits, ", ")
	}
	for i := len(b.Rounds) - 1; i >= 0 && row.Turnaround == ""; i-- {
		row.Turnaround = v.roundLine(b, &b.Rounds[i]).Turnaround
	}
	return row
}

// staffOf lists who has a role for exactly that section, 0 for the whole event.
func staffOf(officials []account.Official, sectionID int64) []pages.Staff {
	var staff []pages.Staff
	for _, o := range officials {
		var roles []string
		for _, g := range o.Grants {
			if sectionOf(g.SectionID) == sectionID {
				roles = append(roles, roleNames[g.Role])
			}
		}
		if len(roles) > 0 {
			staff = append(staff, pages.Staff{Name: o.Name, Roles: strings.Join(roles, ", "), LastSeen: o.LastSeen})
		}
	}
	return staff
}

// docket is what waits for officials, by section.
type docket struct {
	claims, open map[int64]int
	appeals      []dispute.Appeal // open ones of these sections, oldest first
	verdicts     map[string]map[rulebook.Verdict]int
}

// newDocket counts the open incidents and appeals of the given incidents, and
// what was found in those that are ruled. A ruling that another one replaced
// does not count.
func newDocket(incidents []dispute.Incident, rulings []dispute.Ruling, appeals []dispute.Appeal) docket {
	d := docket{claims: map[int64]int{}, open: map[int64]int{}, verdicts: map[string]map[rulebook.Verdict]int{}}
	byID, ruled := map[int64]dispute.Incident{}, map[int64]dispute.Incident{}
	for _, i := range incidents {
		byID[i.IncidentID] = i
		if i.State == dispute.Called || i.State == dispute.Open {
			d.claims[i.SectionID]++
		}
	}
	for _, r := range rulings {
		i, ok := byID[r.IncidentID]
		if !ok {
			continue
		}
		ruled[r.RulingID] = i
		if r.State != dispute.Standing || i.Kind == "" {
			continue
		}
		if d.verdicts[i.Kind] == nil {
			d.verdicts[i.Kind] = map[rulebook.Verdict]int{}
		}
		d.verdicts[i.Kind][r.Verdict]++
	}
	for _, a := range appeals {
		if i, ok := ruled[a.RulingID]; ok && a.State == dispute.AppealOpen {
			d.open[i.SectionID]++
			d.appeals = append(d.appeals, a)
		}
	}
	slices.Reverse(d.appeals)
	return d
}

// consistency lists the kinds of claims that were ruled on, those with different
// findings first: "illegal-move: 6 upheld, 1 denied".
func (d docket) consistency() []pages.Finding {
	var list []pages.Finding
	for kind, counts := range d.verdicts {
		var parts []string
		for _, verdict := range []rulebook.Verdict{rulebook.Upheld, rulebook.Denied, rulebook.Discretion} {
			if counts[verdict] > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", counts[verdict], verdict))
			}
		}
		list = append(list, pages.Finding{Kind: claimLabel(kind), Counts: strings.Join(parts, ", "), Differ: len(counts) > 1})
	}
	slices.SortFunc(list, func(x, y pages.Finding) int {
		if x.Differ != y.Differ {
			return map[bool]int{true: -1, false: 1}[x.Differ]
		}
		return strings.Compare(x.Kind, y.Kind)
	})
	return list
}
