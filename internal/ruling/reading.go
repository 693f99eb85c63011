package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// settingSet is a set of settings.
type settingSet [(rulebook.SettingCount + 63) / 64]uint64

func (s *settingSet) add(x rulebook.Setting)      { s[x/64] |= 1 << (x % 64) }
func (s *settingSet) has(x rulebook.Setting) bool { return s[x/64]>>(x%64)&1 != 0 }

// reading answers settings for one run over an incident and notes which were
// asked: a setting nobody asked for cannot change the ruling, so only those
// noted are worth trying otherwise.
type reading struct {
	book     *rulebook.Rulebook
	replaced rulebook.Setting // one setting answered differently in this run
	value    rulebook.Value
	other    bool // replaced and value apply
	asked    settingSet
}

// Value answers a setting and notes it.
func (r *reading) Value(s rulebook.Setting) rulebook.Value {
	r.asked.add(s)
	return r.peek(s)
}

// peek answers a setting without noting it, for callers that note it themselves
// once they know that it matters.
func (r *reading) peek(s rulebook.Setting) rulebook.Value {
	if r.other && s == r.replaced {
		return r.value
	}
	return r.book.Value(s)
}

func (r *reading) is(s rulebook.Setting, v rulebook.Value) bool { return r.Value(s) == v }

// silent reports that the book has no rule for a setting.
func (r *reading) silent(s rulebook.Setting) bool { return r.Value(s) == rulebook.NoRule }

// rules are the settings of play for the boards. They are peeked at: which of
// them matters is noted where a position depends on one.
func (r *reading) rules() bughouse.Rules { return rulebook.PlayRules(r.peek) }
