package web

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

var floorRoutes = []route{
	{get, deskPath + "/floor", access.SeeFloor, (*Server).floor},
	{post, deskPath + "/floor/move", access.SteerFloor, (*Server).moveStaff},
}

// floor shows every section in one row, with what waits for the chief on top.
func (s *Server) floor(v *visit) error {
	page, version, err := s.floorPage(v)
	if err != nil {
		return err
	}
	return v.page(pages.FloorPage(v.frame(layout.Desk, "Floor", version), page))
}

// floorAgain shows the overview with what was refused in one of its forms.
func (s *Server) floorAgain(v *visit, form string, err error) error {
	page, version, again := s.floorPage(v)
	if again != nil {
		return again
	}
	page.Problem, page.Form, page.Errors, page.Body = fault.Message(err), form, fault.Fields(err), v.formText("body")
	page.Place, page.Person = v.formText("place"), v.FormValue("person")
	return v.again(err, pages.FloorPage(v.frame(layout.Desk, "Floor", version), page))
}

// movable names an official and the role that moves along.
const movable = "%d/%d"

// moveStaff sends an official to a section and a place.
func (s *Server) moveStaff(v *visit) error {
	in := account.MoveStaff{EventID: v.event.EventID, Place: v.formText("place")}
	if _, err := fmt.Sscanf(v.FormValue("person"), movable, &in.AccountID, &in.GrantID); err != nil {
		var form fault.Form
		form.Add("person", "Choose a person from the list.")
		return s.floorAgain(v, pages.MoveForm, form.Err())
	}
	var err error
	if in.SectionID, err = v.sectionField("section"); err != nil {
		return s.floorAgain(v, pages.MoveForm, err)
	}
	sections, err := v.sections()
	if err != nil {
		return err
	}
	for _, section := range sections {
		if section.SectionID == in.SectionID {
			in.Section = section.Name
		}
	}
	if err := s.Accounts.MoveStaff(v.Request().Context(), v.command(), v.who.Actor, in); err != nil {
		if refusable(err) {
			return s.floorAgain(v, pages.MoveForm, err)
		}
		return err
	}
	return v.say(v.floorAddress(), "Sent there. A role that moved along works from the next click.")
}

func (s *Server) floorPage(v *visit) (pages.Floor, int64, error) {
	none := pages.Floor{}
	ctx, id := v.Request().Context(), v.event.EventID
	incidents, err := s.Dispute.Reader().Incidents(ctx, id)
	if err != nil {
		return none, 0, err
	}
	rulings, err := s.Dispute.Reader().Rulings(ctx, id)
	if err != nil {
		return none, 0, err
	}
	appeals, err := s.Dispute.Reader().Appeals(ctx, id)
	if err != nil {
		return none, 0, err
	}
	officials, err := s.Accounts.Officials(ctx, id)
	if err != nil {
		return none, 0, err
	}
	all, err := v.sections()
	if err != nil {
		return none, 0, err
	}
	mine := func(sectionID int64) bool { return v.canIn(access.SeeFloor, sectionID) }
	incidents = slices.DeleteFunc(incidents, func(i dispute.Incident) bool { return !mine(i.SectionID) })
	sections := map[int64]tournament.Section{}
	for _, section := range all {
		sections[section.SectionID] = section
	}
	docket := newDocket(incidents, rulings, appeals, sections)
	page := pages.Floor{Consistency: docket.consistency(), Steers: v.can(access.SteerFloor), SendTo: []layout.Choice{{Value: "0", Label: "All desks"}}}
	for _, a := range docket.appeals {
		if a.Level == dispute.ByChief {
			page.Final = append(page.Final, pages.FinalAppeal{
				ID: a.AppealID, Grounds: a.Grounds, At: a.FiledAt, To: fmt.Sprintf("/e/%s/desk/appeals/%d", v.event.Slug, a.AppealID),
			})
		}
	}
	version := v.event.Version
	where := map[int64]string{0: "whole hall"}
	for _, section := range all {
		where[section.SectionID] = section.Name
		page.SendTo = append(page.SendTo, layout.Choice{Value: fmt.Sprint(section.SectionID), Label: section.Name})
	}
	for _, section := range all {
		if !mine(section.SectionID) {
			continue
		}
		at := *v
		at.section = section
		b, err := at.freshBook()
		if err != nil {
			return none, 0, err
		}
		version = max(version, b.Event.Version)
		row := at.floorRow(b)
		row.Claims, row.Appeals = docket.claims[section.SectionID], docket.open[section.SectionID]
		if since, waits := docket.since[section.SectionID]; waits {
			row.Waiting = &since
		}
		row.Staff = staffOf(officials, section.SectionID, where)
		page.Rows = append(page.Rows, row)
	}
	page.Everywhere = staffOf(officials, 0, where)
	if v.can(access.EditPeople) {
		page.People = "/e/" + v.event.Slug + "/desk/people"
	}
	if page.Steers {
		err = s.steering(v, &page, officials, where)
	}
	return page, version, err
}

// steering fills in what the chief sends: officials that can be moved, and messages.
func (s *Server) steering(v *visit, page *pages.Floor, officials []account.Official, where map[int64]string) error {
	sent, err := s.Tournament.Reader().DeskMessages(v.Request().Context(), v.event.EventID, 0)
	if err != nil {
		return err
	}
	for _, o := range officials {
		for _, g := range o.Grants {
			page.Movable = append(page.Movable, layout.Choice{
				Value: fmt.Sprintf(movable, o.AccountID, g.GrantID), Label: fmt.Sprintf("%s, %s, %s", o.Name, roleNames[g.Role], where[sectionOf(g.SectionID)]),
			})
		}
	}
	for _, m := range sent {
		page.Sent = append(page.Sent, pages.SentMessage{ID: m.MessageID, Body: m.Body, From: m.SentName, At: m.SentAt, To: where[sectionOf(m.SectionID)], Readers: m.Readers})
	}
	return nil
}

// floorRow is one section at a glance; v stands in that section.
func (v *visit) floorRow(b *shelf) pages.FloorRow {
	row := pages.FloorRow{Name: b.Section.Name, Letter: b.Section.Letter, To: v.deskPath(""), Rounds: b.LastRound(), State: "not paired yet"}
	if r := b.Current(); r != nil {
		count := b.progress(r)
		row.Round, row.State, row.Results, row.Matches, row.Conflicts = r.RoundNo, string(roundStateWords[r.State]), count.results, count.matches, count.conflicts
		if p := count.oldest; p != nil && r.State != tournament.RoundPublished {
			row.Oldest = fmt.Sprintf("Table %d, %s – %s", p.Table(), b.SideName(*p, 1), b.SideName(*p, 2))
			row.OldestTo = v.deskPath("/round/%d/wall?table=%d", r.RoundNo, p.Table())
		}
	}
	next := nextRound(b)
	if next > b.LastRound() {
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
func staffOf(officials []account.Official, sectionID int64, where map[int64]string) []pages.Staff {
	var staff []pages.Staff
	for _, o := range officials {
		var roles []string
		line := pages.Staff{Name: o.Name, LastSeen: o.LastSeen}
		for _, g := range o.Grants {
			if sectionOf(g.SectionID) == sectionID {
				roles = append(roles, roleNames[g.Role])
			}
		}
		if d := o.Duty; d != nil {
			line.Place, line.PlaceSince = d.Place, d.At
			if sectionOf(d.SectionID) != sectionID || d.Place == "" {
				line.Place = strings.Trim(where[sectionOf(d.SectionID)]+", "+d.Place, ", ")
			}
		}
		if len(roles) > 0 {
			line.Roles = strings.Join(roles, ", ")
			staff = append(staff, line)
		}
	}
	return staff
}

// docket is what waits for officials, by section.
type docket struct {
	claims, open map[int64]int
	since        map[int64]time.Time       // when the oldest claim that waits was made
	appeals      []dispute.Appeal          // open ones of these sections, oldest first
	findings     map[string]map[string]int // by matter, then by what it came to
}

// newDocket counts the open incidents and appeals of the given incidents, and
// what was found in those that are ruled. A ruling that another one replaced
// does not count.
func newDocket(incidents []dispute.Incident, rulings []dispute.Ruling, appeals []dispute.Appeal, sections map[int64]tournament.Section) docket {
	d := docket{claims: map[int64]int{}, open: map[int64]int{}, since: map[int64]time.Time{}, findings: map[string]map[string]int{}}
	byID, ruled := map[int64]dispute.Incident{}, map[int64]dispute.Incident{}
	for _, i := range incidents {
		byID[i.IncidentID] = i
		if i.State == dispute.Called || i.State == dispute.Open {
			d.claims[i.SectionID]++
			if at, ok := d.since[i.SectionID]; !ok || i.OpenedAt.Before(at) {
				d.since[i.SectionID] = i.OpenedAt
			}
		}
	}
	for _, r := range rulings {
		i, ok := byID[r.IncidentID]
		if !ok {
			continue
		}
		ruled[r.RulingID] = i
		matter, told := dispute.MatterOf(sections[i.SectionID], i)
		if r.State != dispute.Standing || !told {
			continue
		}
		claim := matterWords(matter)
		if d.findings[claim] == nil {
			d.findings[claim] = map[string]int{}
		}
		d.findings[claim][rulingOutcome(r)]++
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

// matterWords names what rulings are compared by: "Conduct, hide stock (USCF-R)".
func matterWords(m dispute.Matter) string {
	words := claimLabel(string(m.Claim))
	if m.Act != "" {
		words += ", " + strings.ReplaceAll(m.Act, "-", " ")
	}
	return words + " (" + m.Rulebook + ")"
}

// consistency lists what the same claim about the same act under the same rulebook came
// to, those with different outcomes first: "Illegal move (USCF-R): 6 lost, 1 play on".
func (d docket) consistency() []pages.Finding {
	var list []pages.Finding
	for claim, counts := range d.findings {
		var parts []string
		for _, outcome := range slices.Sorted(maps.Keys(counts)) {
			parts = append(parts, fmt.Sprintf("%d %s", counts[outcome], outcome))
		}
		list = append(list, pages.Finding{Kind: claim, Counts: strings.Join(parts, ", "), Differ: len(counts) > 1})
	}
	slices.SortFunc(list, func(x, y pages.Finding) int {
		if x.Differ != y.Differ {
			return map[bool]int{true: -1, false: 1}[x.Differ]
		}
		return strings.Compare(x.Kind, y.Kind)
	})
	return list
}
