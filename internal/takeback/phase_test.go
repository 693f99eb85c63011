package takeback_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Who comes into a phase is as before once a change of it is taken back, and its teams leave
// once the start is.
func TestPhasesAreTakenBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	ctx := t.Context()
	h.exec(`update section set system = 'round-robin', rounds = 3, matches_per_pairing = 1, bye_points = 0, tie_breaks = 'PTS'`)
	h.exec(`update team set link_hash = sha256(convert_to(slug, 'UTF8'))`)
	h.exec(`insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms, round_minutes, first_table)
		values (1, 2, 'final', 'Final', 'F', 2, 'FIDEX', 'knockout', 1, 1, 0, 'PTS', 300000, 25, 41)`)
	phaseOf := func() tournament.Phase {
		path, err := h.Reader().Path(ctx, event)
		h.must(err)
		p, _ := tournament.PhaseOf(path, 2)
		return p
	}
	rule := phase.Rule{
		Feeds: []phase.Feed{{From: section, Kind: phase.Places, First: 1, Last: 2}}, Carry: phase.Points, Seeding: phase.ByLot, Breaking: phase.PlayOff,
	}
	set := func() {
		_, err := h.SetPhase(ctx, event, as(ana), tournament.SetPhase{SectionID: 2, Revision: phaseOf().Revision, Rule: rule})
		h.must(err)
	}
	set()
	h.undoes(ana, "set phase", "Final is played by those who enter it.")
	if p := phaseOf(); p.Revision != 0 || len(p.Rule.Feeds) > 0 {
		t.Errorf("left behind: %+v", p)
	}
	set()
	rule.Feeds = []phase.Feed{{From: section, Kind: phase.Places, First: 1, Last: 3}}
	rule.Carry, rule.Seeding, rule.Breaking = phase.Nothing, phase.ByPlace, phase.TieBreaks
	set()
	h.undoes(ana, "set phase", "Into Final comes again: places 1 to 2 of Open.")
	if p := phaseOf(); p.Rule.Feeds[0].Last != 2 || p.Rule.Carry != phase.Points || p.Rule.Seeding != phase.ByLot || p.Rule.Breaking != phase.PlayOff {
		t.Errorf("after the undo: %+v", p.Rule)
	}
	h.playThree(`case when a.team_id < b.team_id then 'slot1' else 'slot2' end`, `case when a.team_id < b.team_id then 2 else 0 end`, `case when a.team_id < b.team_id then 0 else 2 end`)
	start := func() {
		p := phaseOf()
		field, err := p.Field(map[int64]*tournament.SectionBook{section: h.book()})
		h.must(err)
		_, err = h.StartPhase(ctx, event, as(ana), tournament.StartPhase{SectionID: 2, Revision: p.Revision, Basis: field.Digest(), Seed: "b0a7"})
		h.must(err)
	}
	before := h.everything()
	start()
	expect.True(t, h.everything() != before && strings.Contains(h.text(`select string_agg(name, ' ' order by number) from team where section_id = 2`), "Team 2"),
		"nobody came in")
	h.undoes(ana, "start phase", "The teams that came into Final leave it")
	after := h.everything()
	expect.True(t, after == before, "after the start was undone:\n%s\nbefore:\n%s", after, before)
	start()
	r, err := h.Reader().DraftRound(ctx, event, 2, 1)
	h.must(err)
	_, err = h.MakeDraft(ctx, event, as(dana), tournament.MakeDraftInput{DraftInput: tournament.DraftInput{SectionID: 2, RoundNo: 1, Revision: r.Revision}})
	h.must(err)
	h.stays(ana, "start phase", "Round 1 of Final is drafted")
}

// playThree publishes and plays three rounds; outcome and points of each match are SQL about teams a
// and b.
func (h *hall) playThree(outcome, first, second string) {
	for n := 1; n <= 3; n++ {
		h.publish(n)
		h.exec(`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
			select 1, m.match_id + 1000, m.match_id, 'desk', 1, 'Dana Holt', `+outcome+`, `+first+`, `+second+`, 'confirmed', $1
			from match m join pairing_team a on (a.event_id, a.section_id, a.round_no, a.pairing_no, a.slot) = (m.event_id, m.section_id, m.round_no, m.pairing_no, 1)
			join pairing_team b on (b.event_id, b.section_id, b.round_no, b.pairing_no, b.slot) = (m.event_id, m.section_id, m.round_no, m.pairing_no, 2)
			where m.round_no = $2`, h.now, n)
		h.exec(`update match set state = 'verified' where round_no = $1`, n)
		h.exec(`update round set state = 'complete' where round_no = $1`, n)
	}
}

// Who paired a play-off by mistake takes it back by the key; once its round is drafted it stays.
func TestAPlayOffIsTakenBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	ctx := t.Context()
	h.exec(`update section set system = 'round-robin', rounds = 3, matches_per_pairing = 1, bye_points = 0, tie_breaks = 'PTS'`)
	h.exec(`insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms, round_minutes, first_table)
		values (1, 2, 'final', 'Final', 'F', 2, 'FIDEX', 'knockout', 1, 1, 0, 'PTS', 300000, 25, 41)`)
	h.exec(`insert into event_counter (event_id, name, value) values (1, 'section', 10) on conflict (event_id, name) do update set value = 10`)
	_, err := h.SetPhase(ctx, event, as(ana), tournament.SetPhase{SectionID: 2, Rule: phase.Rule{
		Feeds: []phase.Feed{{From: section, Kind: phase.Places, First: 1, Last: 2}}, Carry: phase.Nothing, Seeding: phase.ByPlace, Breaking: phase.PlayOff,
	}})
	h.must(err)
	h.playThree(`'draw'`, `1`, `1`)
	pair := func() tournament.Section {
		off, err := h.PairPlayOff(ctx, event, as(ana), tournament.PairPlayOff{SectionID: section, Teams: []int64{1, 2, 3, 4}, System: tournament.Knockout})
		h.must(err)
		return off
	}
	off := pair()
	h.undoes(ana, "pair play-off", off.Name+" is hidden, and its teams are level across the line again.")
	if b := h.book(); len(b.PlayOffs) > 0 || tournament.PlayOffAbout(b, []int64{1, 2, 3, 4}) != nil {
		t.Errorf("left behind: %+v", b.PlayOffs)
	}
	off = pair()
	r, err := h.Reader().DraftRound(ctx, event, off.SectionID, 1)
	h.must(err)
	_, err = h.MakeDraft(ctx, event, as(dana), tournament.MakeDraftInput{DraftInput: tournament.DraftInput{SectionID: off.SectionID, RoundNo: 1, Revision: r.Revision}})
	h.must(err)
	h.stays(ana, "pair play-off", "Round 1 of "+off.Name+" is drafted")
}
