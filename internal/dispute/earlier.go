package dispute

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
)

// Earlier are the offences of the four seats' players that the register holds,
// each ladder counted as the section counts it: in the match, and elsewhere in the
// event. Nil maps say that nobody looked.
type Earlier struct{ Match, Elsewhere [4]ruling.Offences }

// earlier counts the register's entries for every ladder and seat. A ladder
// without an entry is on record with none: nobody need be asked. Without a match
// it is not known who sat there, and the question stands.
func earlier(f *WholeIncident) Earlier {
	var e Earlier
	book, err := f.Section.Rules()
	if err != nil || f.Record == nil {
		return e // the rulebook of a section was checked when it was set up
	}
	priors := priorsOf(f)
	for i, seat := range Seats {
		e.Match[i], e.Elsewhere[i] = ruling.Offences{}, ruling.Offences{}
		for _, setting := range ladders() {
			counting, now := book.Counting(setting), now(f, setting, seat)
			if counting.Scope == rulebook.PerEvent {
				counting.Scope = rulebook.PerMatch // what the match has is told apart from the rest
			}
			here, _ := counting.Tally(now, priors)
			counting.Scope = rulebook.PerEvent
			all, _ := counting.Tally(now, priors)
			e.Match[i][setting.PriorLadder()], e.Elsewhere[i][setting.PriorLadder()] = here, all-here
		}
	}
	return e
}

// ladders are the conduct ladders, one setting for each name that offences are
// counted under, in the order of the rulebook table. Touching stands for what is
// done on the partner's board.
func ladders() []rulebook.Setting {
	var list []rulebook.Setting
	for _, s := range rulebook.Settings() {
		if !s.IsLadder() {
			continue
		}
		if s.PriorLadder() == rulebook.OnTouchPartner.PriorLadder() {
			s = rulebook.OnTouchPartner
		}
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// Ladders are the names of the offences that climb with repetition by the
// section's rulebook.
func (f *WholeIncident) Ladders() []string {
	book, err := f.Section.Rules()
	if err != nil {
		return nil // the rulebook of a section was checked when it was set up
	}
	var names []string
	for _, s := range ladders() {
		if book.Climbs(s) {
			names = append(names, s.PriorLadder())
		}
	}
	return names
}

// notOffences are ladders of what a player may do, and of what others do.
var notOffences = []rulebook.Setting{
	rulebook.OnAskPress, rulebook.OnRestorePress, rulebook.OnStraightenClock, rulebook.OnRepunchClock, rulebook.OnLiftClock,
	rulebook.OnAdvise, rulebook.OnPrompt, rulebook.OnOfficialPrompt,
}

// Offences are the names of what a player may be penalized for, whether it has a
// ladder or not.
func (f *WholeIncident) Offences() []string {
	var names []string
	for _, s := range ladders() {
		if !slices.Contains(notOffences, s) {
			names = append(names, s.PriorLadder())
		}
	}
	return names
}

// now is an offence as if it happened at this incident.
func now(f *WholeIncident, s rulebook.Setting, seat string) rulebook.Prior {
	p := rulebook.Prior{Offence: s, Team: fmt.Sprint(f.TeamAt(seat).TeamID)}
	if f.Incident.MatchID != nil {
		p.Match = fmt.Sprint(*f.Incident.MatchID)
	} else {
		p.Match = "none" // what happens away from the tables belongs to no match, nor to each other
	}
	if player, ok := f.PlayerAt(seat); ok {
		p.Player = fmt.Sprint(player.PlayerID)
	}
	return p
}

// priorsOf are the entries of the register about the people of this incident.
func priorsOf(f *WholeIncident) []rulebook.Prior {
	var priors []rulebook.Prior
	for _, p := range f.Priors {
		setting, ok := ladderSetting(p.Offence)
		if !ok {
			continue
		}
		prior := rulebook.Prior{Offence: setting, Team: fmt.Sprint(p.TeamID), Overturned: p.State != Counts, Reference: fmt.Sprintf("ruling %d", p.RulingID)}
		if p.MatchID != nil {
			prior.Match = fmt.Sprint(*p.MatchID)
		}
		if p.PlayerID != nil {
			prior.Player = fmt.Sprint(*p.PlayerID)
		}
		priors = append(priors, prior)
	}
	return priors
}

// ladderSetting finds a setting that counts under the name of an offence, also as
// people write it: "Hide stock".
func ladderSetting(offence string) (rulebook.Setting, bool) {
	list := ladders()
	offence = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(offence)), " ", "-")
	i := slices.IndexFunc(list, func(s rulebook.Setting) bool { return s.PriorLadder() == offence })
	if i < 0 {
		return 0, false
	}
	return list[i], true
}
