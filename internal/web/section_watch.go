package web

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// watch fills in what surrounds the round on a section's dashboard: claims and
// appeals, the desks, the staff, set-up steps and the backup.
func (s *Server) watch(v *visit, b *shelf, d *pages.Dashboard) error {
	var err error
	if d.Claims, err = v.claims(b); err != nil {
		return err
	}
	if v.can(access.ProposeChange) {
		waiting, err := s.Tournament.Reader().WaitingCorrections(v.Request().Context(), v.event.EventID, v.section.SectionID)
		if err != nil {
			return err
		}
		for _, w := range waiting {
			d.Corrections = append(d.Corrections, pages.Waiting{What: w.Sentence, To: v.deskPath("/corrections/%d", w.CorrectionID), Since: w.AskedAt})
		}
	}
	officials, err := s.Accounts.Officials(v.Request().Context(), v.event.EventID)
	if err != nil {
		return err
	}
	if d.Desks, err = v.desksOf(officials); err != nil {
		return err
	}
	d.Staff = v.staffOfSection(officials)
	if b.Current() == nil && v.can(access.EditSetup) {
		if d.Setup, err = v.setupLeft(); err != nil {
			return err
		}
	}
	if v.can(access.SeeBackup) {
		d.Backup, err = v.backupLine()
	}
	return err
}

// claims lists what waits for an official in this section, and rulings that may
// still be appealed with the time left.
func (v *visit) claims(b *shelf) ([]pages.Waiting, error) {
	if !v.can(access.SeeIncident) {
		return nil, nil
	}
	ctx, id, reader := v.Request().Context(), v.event.EventID, v.server.Dispute.Reader()
	incidents, err := reader.Incidents(ctx, id)
	if err != nil {
		return nil, err
	}
	rulings, err := reader.Rulings(ctx, id)
	if err != nil {
		return nil, err
	}
	appeals, err := reader.Appeals(ctx, id)
	if err != nil {
		return nil, err
	}
	var list []pages.Waiting
	desk := "/e/" + v.event.Slug + "/desk"
	incident := map[int64]dispute.Incident{}
	for _, i := range slices.Backward(incidents) {
		if i.SectionID != b.Section.SectionID {
			continue
		}
		incident[i.IncidentID] = i
		if i.State == dispute.Called || i.State == dispute.Open {
			what := fmt.Sprintf("Incident %d%s%s", i.IncidentID, b.atTable(i.MatchID), awayFrom(i))
			if i.State == dispute.Called {
				what += ", a team calls"
			}
			list = append(list, pages.Waiting{What: what, To: fmt.Sprintf("%s/incidents/%d", desk, i.IncidentID), Since: i.OpenedAt})
		}
	}
	ruled := map[int64]dispute.Incident{}
	for _, r := range rulings {
		if i, here := incident[r.IncidentID]; here {
			ruled[r.RulingID] = i
		}
	}
	for _, a := range slices.Backward(appeals) {
		i, here := ruled[a.RulingID]
		if here && a.State == dispute.AppealOpen {
			list = append(list, pages.Waiting{
				What: fmt.Sprintf("Appeal %d to the %s%s", a.AppealID, levelName(a.Level), b.atTable(i.MatchID)), To: fmt.Sprintf("%s/appeals/%d", desk, a.AppealID), Since: a.FiledAt,
			})
		}
	}
	for _, r := range slices.Backward(rulings) {
		i, here := ruled[r.RulingID]
		if until := r.Window(appeals, v.now); here && until != nil {
			list = append(list, pages.Waiting{
				What: fmt.Sprintf("The ruling on incident %d%s may be appealed", i.IncidentID, b.atTable(i.MatchID)), To: fmt.Sprintf("%s/incidents/%d/ruling", desk, i.IncidentID),
				Until: until,
			})
		}
	}
	return list, nil
}

// atTable names the place of an incident: ", round 3, table 4".
func (s *shelf) atTable(matchID *int64) string {
	if matchID == nil {
		return ""
	}
	p, _ := s.FindMatch(*matchID)
	if p == nil {
		return ""
	}
	return fmt.Sprintf(", round %d, table %d", p.RoundNo, p.Table())
}

// A desk counts as online as long as a click or a refresh of it came this lately.
const onlineFor = 3 * time.Minute

// desksOf lists the devices of people with a role here, with what each person
// wrote last in this section. A device that signed in again stands once, as it was
// seen last.
func (v *visit) desksOf(officials []account.Official) ([]pages.Seat, error) {
	ctx := v.Request().Context()
	seats, err := v.server.Accounts.Seats(ctx, v.event.EventID)
	if err != nil {
		return nil, err
	}
	here := map[int64]bool{}
	for _, o := range officials {
		here[o.AccountID] = rolesAt(o, v.section.SectionID) != ""
	}
	var writers []int64
	for _, seat := range seats {
		if here[seat.AccountID] && !slices.Contains(writers, seat.AccountID) {
			writers = append(writers, seat.AccountID)
		}
	}
	const workday = 16 * time.Hour
	writes, err := v.server.Journal.LastWrites(ctx, v.event.EventID, v.section.Slug+"/", writers, v.now.Add(-workday))
	if err != nil {
		return nil, err
	}
	var list []pages.Seat
	type desk struct {
		account int64
		device  string
	}
	wrote, listed := map[int64]bool{}, map[desk]bool{}
	for _, seat := range seats {
		this := desk{seat.AccountID, deviceName(seat.Device)}
		if !here[seat.AccountID] || listed[this] {
			continue
		}
		listed[this] = true
		ago := v.now.Sub(seat.SeenAt)
		line := pages.Seat{Name: seat.Name, Device: this.device, Online: ago < onlineFor, Seen: age(ago)}
		i := slices.IndexFunc(writes, func(e journal.Entry) bool { return e.ActorID == seat.AccountID })
		if i >= 0 && !wrote[seat.AccountID] {
			line.Wrote = writes[i].Action + ", " + v.clock(writes[i].At)
		}
		wrote[seat.AccountID] = true
		list = append(list, line)
	}
	return list, nil
}

// clock is a time of day in the event's zone.
func (v *visit) clock(t time.Time) string { return t.In(v.event.Zone()).Format("3:04 pm") }

// rolesAt are the roles of an official that reach a section, in words.
func rolesAt(o account.Official, sectionID int64) string {
	var roles []string
	for _, g := range o.Grants {
		if at := sectionOf(g.SectionID); (at == 0 || at == sectionID) && !slices.Contains(roles, roleNames[g.Role]) {
			roles = append(roles, roleNames[g.Role])
		}
	}
	return strings.Join(roles, ", ")
}

// staffOfSection lists who has a role here and is not sent elsewhere.
func (v *visit) staffOfSection(officials []account.Official) []pages.OnFloor {
	var staff []pages.OnFloor
	for _, o := range officials {
		roles := rolesAt(o, v.section.SectionID)
		away := o.Duty != nil && o.Duty.SectionID != nil && *o.Duty.SectionID != v.section.SectionID
		if roles == "" || away {
			continue
		}
		line := pages.OnFloor{Name: o.Name, Roles: roles}
		if o.Duty != nil {
			line.Place = o.Duty.Place
		}
		staff = append(staff, line)
	}
	return staff
}

// setupLeft are the lines of the set-up's check list that are not done.
func (v *visit) setupLeft() ([]pages.Check, error) {
	page, err := v.server.setupPage(v)
	if err != nil {
		return nil, err
	}
	var left []pages.Check
	for _, c := range page.Checks {
		if !c.Done {
			left = append(left, pages.Check{Sentence: c.What, To: c.To})
		}
	}
	return left, nil
}

// backupLine says how old the newest save point is: old ones are a warning, none
// is trouble.
func (v *visit) backupLine() (pages.Backup, error) {
	page, err := v.server.backupPage(v)
	if err != nil || page.Off {
		return pages.Backup{}, err
	}
	line := pages.Backup{Shown: true, Old: page.Old, None: len(page.Lines) == 0, To: "/e/" + v.event.Slug + "/desk/backup"}
	if !line.None {
		line.Age = page.Lines[0].Age
	}
	line.Alone, line.Behind = page.Second.None, page.Second.Trouble
	return line, nil
}

// deviceName shortens what a browser says of itself: "Firefox on Windows".
func deviceName(agent string) string {
	named := func(marks [][2]string) string {
		for _, m := range marks {
			if strings.Contains(agent, m[0]) {
				return m[1]
			}
		}
		return ""
	}
	// Browsers name those they descend from too, so the order matters.
	browser := named([][2]string{{"Edg", "Edge"}, {"OPR", "Opera"}, {"Firefox", "Firefox"}, {"Chrome", "Chrome"}, {"Safari", "Safari"}})
	system := named([][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS", "Mac"}, {"Linux", "Linux"}})
	switch {
	case browser == "" || system == "":
		return clipped(agent, 40)
	default:
		return browser + " on " + system
	}
}

func clipped(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
