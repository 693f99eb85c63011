package rounds

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// watch fills in what surrounds the round on a section's dashboard: claims and
// appeals, the desks, the staff, set-up steps and the backup.
func (h *Handlers) watch(v *visit.Visit, b *publicpages.SectionView, d *pages.Dashboard) error {
	var err error
	if d.Claims, err = h.claims(v, b); err != nil {
		return err
	}
	if v.Can(access.ProposeChange) {
		waiting, err := h.Reader.WaitingCorrections(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
		if err != nil {
			return err
		}
		for _, w := range waiting {
			d.Corrections = append(d.Corrections, pages.Waiting{What: correctionWords(v, b, w), To: v.DeskPath("/corrections/%d", w.CorrectionID), Since: w.AskedAt})
		}
	}
	officials, err := h.Accounts.Officials(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	if d.Desks, err = h.desksOf(v, officials); err != nil {
		return err
	}
	d.Staff = staffOfSection(v, officials)
	if b.Current() == nil && v.Can(access.EditSetup) {
		if d.Setup, err = h.setupLeft(v); err != nil {
			return err
		}
	}
	if v.Can(access.SeeBackup) {
		d.Backup, err = h.backupLine(v)
	}
	return err
}

// correctionWords is a correction in the reader's language, and as it was asked for where its
// match is there no longer.
func correctionWords(v *visit.Visit, b *publicpages.SectionView, w tournament.WaitingCorrection) string {
	p, m := b.FindMatch(w.MatchID)
	in, err := w.Asked()
	if err != nil || p == nil {
		return w.Sentence
	}
	return v.Words.Say("%s, round %d, table %d, match %d", b.Section.Name, p.RoundNo, p.Table(), m.MatchNo) + ": " + visit.Told(v, in.Outcome.Said(publicpages.TeamNames(b.SectionBook, *p), in.Forfeit, in.Ends))
}

// claims lists what waits for an official in this section, and rulings that may
// still be appealed with the time left.
func (h *Handlers) claims(v *visit.Visit, b *publicpages.SectionView) ([]pages.Waiting, error) {
	if !v.Can(access.SeeIncident) {
		return nil, nil
	}
	here, err := h.Dispute.Reader().List(v.Request().Context(), v.Event.EventID, dispute.Selection{SectionID: b.Section.SectionID})
	if err != nil {
		return nil, err
	}
	var list []pages.Waiting
	desk := "/e/" + v.Event.Slug + "/desk"
	incident := map[int64]dispute.Incident{}
	for _, i := range slices.Backward(here.Incidents) {
		incident[i.IncidentID] = i
		if i.State == dispute.Called || i.State == dispute.Open {
			what := v.Words.Say("Incident %d%s%s", i.IncidentID, atTable(v.Words, b, i.MatchID), wording.AwayFrom(v.Words, i))
			if i.State == dispute.Called {
				what += v.Words.Say(", a team calls")
			}
			list = append(list, pages.Waiting{What: what, To: fmt.Sprintf("%s/incidents/%d", desk, i.IncidentID), Since: i.OpenedAt})
		}
	}
	ruled := map[int64]dispute.Incident{}
	for _, r := range here.Rulings {
		ruled[r.RulingID] = incident[r.IncidentID]
	}
	for _, a := range slices.Backward(here.Appeals) {
		if a.State == dispute.AppealOpen {
			list = append(list, pages.Waiting{
				What: v.Words.Say("Appeal %d to the %s%s", a.AppealID, wording.LevelName(v.Words, a.Level), atTable(v.Words, b, ruled[a.RulingID].MatchID)), To: fmt.Sprintf("%s/appeals/%d", desk, a.AppealID), Since: a.FiledAt,
			})
		}
	}
	for _, r := range slices.Backward(here.Rulings) {
		if r.Held {
			list = append(list, pages.Waiting{
				What: v.Words.Say("The ruling on incident %d%s is held", r.IncidentID, atTable(v.Words, b, ruled[r.RulingID].MatchID)), To: v.DeskPath("/announcements"), Since: r.At,
			})
		}
		if until := r.Window(here.Appeals, v.Now); until != nil {
			list = append(list, pages.Waiting{
				What: v.Words.Say("The ruling on incident %d%s may be appealed", r.IncidentID, atTable(v.Words, b, ruled[r.RulingID].MatchID)), To: fmt.Sprintf("%s/incidents/%d/ruling", desk, r.IncidentID),
				Until: until,
			})
		}
	}
	return list, nil
}

// atTable names the place of an incident: ", round 3, table 4".
func atTable(w text.Words, s *publicpages.SectionView, matchID *int64) string {
	if matchID == nil {
		return ""
	}
	p, _ := s.FindMatch(*matchID)
	if p == nil {
		return ""
	}
	return w.Say(", round %d, table %d", p.RoundNo, p.Table())
}

// desksOf lists the devices of people with a role here, with what each person
// wrote last in this section. A device that signed in again stands once, as it was
// seen last.
func (h *Handlers) desksOf(v *visit.Visit, officials []account.Official) ([]pages.Seat, error) {
	ctx := v.Request().Context()
	seats, err := h.Accounts.Seats(ctx, v.Event.EventID)
	if err != nil {
		return nil, err
	}
	here := map[int64]bool{}
	for _, o := range officials {
		here[o.AccountID] = rolesAt(v.Words, o, v.Section.SectionID) != ""
	}
	var writers []int64
	for _, seat := range seats {
		if here[seat.AccountID] && !slices.Contains(writers, seat.AccountID) {
			writers = append(writers, seat.AccountID)
		}
	}
	const workday = 16 * time.Hour
	writes, err := h.Journal.LastWrites(ctx, v.Event.EventID, v.Section.Slug+"/", writers, v.Now.Add(-workday))
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
		this := desk{seat.AccountID, visit.DeviceName(seat.Device)}
		if !here[seat.AccountID] || listed[this] {
			continue
		}
		listed[this] = true
		ago := v.Now.Sub(seat.SeenAt)
		line := pages.Seat{Name: seat.Name, Device: this.device, Online: ago < visit.OnlineFor, Seen: wording.Age(v.Words, ago)}
		i := slices.IndexFunc(writes, func(e journal.Entry) bool { return e.ActorID == seat.AccountID })
		if i >= 0 && !wrote[seat.AccountID] {
			line.Wrote = wording.Act(v.Words, writes[i].Action) + ", " + v.Clock(writes[i].At)
		}
		wrote[seat.AccountID] = true
		list = append(list, line)
	}
	return list, nil
}

// rolesAt are the roles of an official that reach a section, in words.
func rolesAt(w text.Words, o account.Official, sectionID int64) string {
	var roles []string
	for _, g := range o.Grants {
		if at := visit.SectionOf(g.SectionID); (at == 0 || at == sectionID) && !slices.Contains(roles, wording.Role(w, g.Role)) {
			roles = append(roles, wording.Role(w, g.Role))
		}
	}
	return strings.Join(roles, ", ")
}

// staffOfSection lists who has a role here and is not sent elsewhere.
func staffOfSection(v *visit.Visit, officials []account.Official) []pages.OnFloor {
	var staff []pages.OnFloor
	for _, o := range officials {
		roles := rolesAt(v.Words, o, v.Section.SectionID)
		away := o.Duty != nil && o.Duty.SectionID != nil && *o.Duty.SectionID != v.Section.SectionID
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
func (h *Handlers) setupLeft(v *visit.Visit) ([]pages.Check, error) {
	page, err := h.SetupPage(v)
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
func (h *Handlers) backupLine(v *visit.Visit) (pages.Backup, error) {
	page, err := h.BackupPage(v)
	if err != nil || page.Off {
		return pages.Backup{}, err
	}
	line := pages.Backup{Shown: true, Old: page.Old, None: len(page.Lines) == 0, To: "/e/" + v.Event.Slug + "/desk/backup"}
	if !line.None {
		line.Age = page.Lines[0].Age
	}
	line.Alone, line.Behind = page.Second.None, page.Second.Trouble
	return line, nil
}
