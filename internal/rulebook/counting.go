package rulebook

// Scope is what a ladder's count runs over, in the words of [CountOver].
type Scope string

// The scopes, narrow to wide. A player has one game in a match, a team two.
const (
	PerGame  Scope = "game"
	PerMatch Scope = "match"
	PerEvent Scope = "event"
)

// Subject is whose offences are counted together.
type Subject uint8

// The subjects. The texts speak of the player.
const (
	PerPlayer Subject = iota
	PerTeam
)

// Counting says which earlier offences a ladder counts. The zero value counts
// the player's own within one match.
type Counting struct {
	Scope   Scope
	Subject Subject
}

// Counting returns which earlier offences count for an offence.
func (b *Rulebook) Counting(offence Setting) Counting {
	return Counting{Scope(b.Value(b.ScopeSetting(offence))), b.subject}
}

// ScopeSetting is the setting that says over what an offence is counted: one of
// its own where the text tells it apart from the other ladders.
func (b *Rulebook) ScopeSetting(offence Setting) Setting {
	if offence == OnDisplacePress && b.Value(CountOverDisplace) != NoRule {
		return CountOverDisplace
	}
	return CountOver
}

// Climbs reports whether an offence has a ladder of more than one step, so that
// earlier offences matter.
func (b *Rulebook) Climbs(offence Setting) bool {
	v := b.Value(offence)
	if v == offenderFlag {
		v = b.cells[offence].Preset
	}
	return offence.IsLadder() && len(v.Levels()) > 1
}

// Prior is an earlier offence on record. Match, Team and Player are whatever
// identifies them to the caller; equal strings are the same thing.
type Prior struct {
	Offence             Setting
	Match, Team, Player string
	Overturned          bool
	Reference           string // the ruling it was recorded in
}

// Counted is a prior offence and whether it counts towards the next step.
type Counted struct {
	Prior
	Counts bool
	Why    string // the reason it does not count
}

// Tally lists the priors of the same ladder as now and says which count towards
// it. Priors of other ladders are left out; overturned ones are listed but do
// not count. The offence now judged is step count+1.
func (c Counting) Tally(now Prior, priors []Prior) (count int, listed []Counted) {
	for _, p := range priors {
		if p.Offence.PriorLadder() != now.Offence.PriorLadder() {
			continue
		}
		why := c.excludes(now, p)
		if why == "" {
			count++
		}
		listed = append(listed, Counted{p, why == "", why})
	}
	return count, listed
}

func (c Counting) excludes(now, p Prior) string {
	switch {
	case p.Overturned:
		return "the ruling was overturned"
	case c.Scope != PerEvent && p.Match != now.Match:
		return "it was in another match"
	case c.Scope == PerGame && p.Player != now.Player: // each player has one game of a match
		return "it was in another game"
	case c.Subject == PerPlayer && p.Player != now.Player:
		return "it was another player's"
	case c.Subject == PerTeam && p.Team != now.Team:
		return "it was another team's"
	}
	return ""
}
