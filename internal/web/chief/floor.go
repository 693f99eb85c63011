package chief

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *Handlers) floorRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Desk+"/floor", access.SeeFloor, visit.WithBoth(h.floorPage, h.floor)),
		visit.Post(address.Desk+"/floor/move", access.SteerFloor, h.moveStaff),
	}
}

// floor shows every section in one row, with what waits for the chief on top.
func (h *Handlers) floor(v *visit.Visit, page pages.Floor, version int64) error {
	return v.Page(pages.FloorPage(v.Frame(layout.Desk, v.Words.Say("Floor"), version), page))
}

// floorAgain shows the overview with what was refused in one of its forms. What people
// may not read is handed on.
func (h *Handlers) floorAgain(v *visit.Visit, form string, err error) error {
	if !visit.Refusable(err) {
		return err
	}
	page, version, again := h.floorPage(v)
	if again != nil {
		return again
	}
	page.Problem, page.Form, page.Errors, page.Body = visit.SaidIn(v.Words, err), form, visit.FieldsIn(v.Words, err), v.FormText("body")
	page.Place, page.Person, page.Section = v.FormText("place"), v.FormValue("person"), v.FormValue("section")
	return v.Again(err, pages.FloorPage(v.Frame(layout.Desk, v.Words.Say("Floor"), version), page))
}

// movable names an official and the role that moves along.
const movable = "%d/%d"

// moveStaff sends an official to a section and a place.
func (h *Handlers) moveStaff(v *visit.Visit) error {
	in := account.MoveStaff{EventID: v.Event.EventID, Place: v.FormText("place")}
	if _, err := fmt.Sscanf(v.FormValue("person"), movable, &in.AccountID, &in.GrantID); err != nil {
		var form fault.Form
		form.Add("person", "Choose a person from the list.")
		return h.floorAgain(v, pages.MoveForm, form.Err())
	}
	var err error
	if in.SectionID, err = sectionField(v, "section"); err != nil {
		return h.floorAgain(v, pages.MoveForm, err)
	}
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	for _, section := range sections {
		if section.SectionID == in.SectionID {
			in.Section = section.Name
		}
	}
	if err := h.Accounts.MoveStaff(v.Request().Context(), v.Command(), v.Who.Actor, in); err != nil {
		return h.floorAgain(v, pages.MoveForm, err)
	}
	return v.Onward(floorAddress(v), v.Words.Say("Sent there. A role that moved along works from the next click."))
}

func (h *Handlers) floorPage(v *visit.Visit) (pages.Floor, int64, error) {
	none := pages.Floor{}
	ctx, id := v.Request().Context(), v.Event.EventID
	all, err := v.Sections()
	if err != nil {
		return none, 0, err
	}
	mine := func(sectionID int64) bool { return v.CanIn(access.SeeFloor, sectionID) }
	shown := slices.DeleteFunc(slices.Clone(all), func(s tournament.Section) bool { return !mine(s.SectionID) })
	books, version, err := visit.FreshBooks(v, shown) // first: what is read later is no older than that version
	if err != nil {
		return none, 0, err
	}
	found, err := h.Dispute.Reader().List(ctx, id, dispute.Selection{})
	if err != nil {
		return none, 0, err
	}
	officials, err := h.Accounts.Officials(ctx, id)
	if err != nil {
		return none, 0, err
	}
	found.Incidents = slices.DeleteFunc(found.Incidents, func(i dispute.Incident) bool { return !mine(i.SectionID) })
	sections := map[int64]tournament.Section{}
	for _, section := range all {
		sections[section.SectionID] = section
	}
	docket := dispute.NewDocket(found, sections)
	page := pages.Floor{Consistency: consistency(v.Words, docket), Steers: v.Can(access.SteerFloor), SendTo: []layout.Choice{{Value: "0", Label: v.Words.Say("All desks")}}}
	for _, a := range docket.Appeals {
		if a.Level == dispute.ByChief {
			page.Final = append(page.Final, pages.FinalAppeal{
				ID: a.AppealID, Grounds: a.Grounds, At: a.FiledAt, To: fmt.Sprintf("/e/%s/desk/appeals/%d", v.Event.Slug, a.AppealID),
			})
		}
	}
	where := map[int64]string{0: v.Words.Say("whole hall")}
	for _, section := range all {
		where[section.SectionID] = section.Name
		page.SendTo = append(page.SendTo, layout.Choice{Value: fmt.Sprint(section.SectionID), Label: section.Name})
	}
	for _, section := range shown {
		at := *v
		at.Section = section
		row := floorRow(&at, books[section.SectionID])
		row.Claims, row.Appeals = docket.Claims[section.SectionID], docket.Appealed[section.SectionID]
		if since, waits := docket.Since[section.SectionID]; waits {
			row.Waiting = &since
		}
		row.Staff = staffOf(v.Words, officials, section.SectionID, where)
		page.Rows = append(page.Rows, row)
	}
	people, err := h.Dispute.Reader().Conducts(ctx, id)
	if err != nil {
		return none, 0, err
	}
	page.Out, page.OutTo = visit.OutOfTheHall(v, people), "/e/"+v.Event.Slug+"/desk/conduct"
	page.Everywhere = staffOf(v.Words, officials, 0, where)
	if v.Can(access.EditPeople) {
		page.People = "/e/" + v.Event.Slug + "/desk/people"
	}
	if page.Steers {
		err = h.steering(v, &page, officials, where)
	}
	return page, version, err
}

// steering fills in what the chief sends: officials that can be moved, and messages.
func (h *Handlers) steering(v *visit.Visit, page *pages.Floor, officials []account.Official, where map[int64]string) error {
	sent, err := h.Reader.DeskMessages(v.Request().Context(), v.Event.EventID, 0)
	if err != nil {
		return err
	}
	for _, o := range officials {
		for _, g := range o.Grants {
			page.Movable = append(page.Movable, layout.Choice{
				Value: fmt.Sprintf(movable, o.AccountID, g.GrantID), Label: fmt.Sprintf("%s, %s, %s", o.Name, wording.Role(v.Words, g.Role), where[visit.SectionOf(g.SectionID)]),
			})
		}
	}
	for _, m := range sent {
		page.Sent = append(page.Sent, pages.SentMessage{ID: m.MessageID, Body: m.Body, From: m.SentName, At: m.SentAt, To: where[visit.SectionOf(m.SectionID)], Readers: m.Readers})
	}
	return nil
}

// floorRow is one section at a glance; v stands in that section.
func floorRow(v *visit.Visit, b *publicpages.SectionView) pages.FloorRow {
	row := pages.FloorRow{Name: b.Section.Name, Letter: b.Section.Letter, To: v.DeskPath(""), Rounds: b.LastRound(), State: v.Words.Say("not paired yet")}
	if r := b.Current(); r != nil {
		count := r.Progress()
		row.Round, row.State, row.Results, row.Matches, row.Conflicts = r.RoundNo, v.Words.Say(wording.RoundStateWords[r.State]), count.Results, count.Matches, count.Conflicts
		if p := count.Oldest; p != nil && r.State != tournament.RoundPublished {
			row.Oldest = v.Words.Say("Table %d, %s – %s", p.Table(), b.SlotName(*p, 1), b.SlotName(*p, 2))
			row.OldestTo = v.DeskPath("/round/%d/wall?table=%d", r.RoundNo, p.Table())
		}
	}
	next := b.NextRound()
	if next > b.LastRound() {
		row.Ready = v.Words.Say("all rounds are out")
	} else {
		row.Next, row.ReadyTo = next, v.DeskPath("/round/%d/pair", next)
		var waits []string
		for _, c := range visit.Ready(v, b, next) {
			if !c.OK {
				waits = append(waits, strings.TrimSuffix(c.Sentence, "."))
			}
		}
		row.Waits = strings.Join(waits, ", ")
	}
	for i := len(b.Rounds) - 1; i >= 0 && row.Turnaround == ""; i-- {
		row.Turnaround = visit.RoundLine(v, b, &b.Rounds[i]).Turnaround
	}
	return row
}

// staffOf lists who has a role for exactly that section, 0 for the whole event.
func staffOf(w text.Words, officials []account.Official, sectionID int64, where map[int64]string) []pages.Staff {
	var staff []pages.Staff
	for _, o := range officials {
		var roles []string
		line := pages.Staff{Name: o.Name, LastSeen: o.LastSeen}
		for _, g := range o.Grants {
			if visit.SectionOf(g.SectionID) == sectionID {
				roles = append(roles, wording.Role(w, g.Role))
			}
		}
		if d := o.Duty; d != nil {
			line.Place, line.PlaceSince = d.Place, d.At
			if visit.SectionOf(d.SectionID) != sectionID || d.Place == "" {
				line.Place = strings.Trim(where[visit.SectionOf(d.SectionID)]+", "+d.Place, ", ")
			}
		}
		if len(roles) > 0 {
			line.Roles = strings.Join(roles, ", ")
			staff = append(staff, line)
		}
	}
	return staff
}

// consistency lists what the same claim about the same act under the same rulebook came
// to, those with different outcomes first: "Illegal move (USCF-R): 6 lost, 1 play on".
func consistency(w text.Words, d dispute.Docket) []pages.Finding {
	var list []pages.Finding
	for matter, counts := range d.Findings {
		var parts []string
		for _, outcome := range slices.Sorted(maps.Keys(counts)) {
			parts = append(parts, fmt.Sprintf("%d %s", counts[outcome], w.Say(wording.CameTo[outcome])))
		}
		list = append(list, pages.Finding{Kind: wording.MatterWords(w, matter), Counts: strings.Join(parts, ", "), Differ: len(counts) > 1})
	}
	slices.SortFunc(list, func(x, y pages.Finding) int {
		if x.Differ != y.Differ {
			return map[bool]int{true: -1, false: 1}[x.Differ]
		}
		return strings.Compare(x.Kind, y.Kind)
	})
	return list
}
