package tournament

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// HouseRules is how a section keeps its changes to the rulebook: the settings it
// answers differently, each with the organizer's note.
type HouseRules struct {
	Rules []HouseRule `json:"rules,omitempty"`
	// PerEvent is the house rule "count-over: event" of sections set up before that
	// setting existed. PerTeam counts a team's earlier offences instead of the
	// player's own.
	PerEvent bool `json:"perEvent,omitempty"`
	PerTeam  bool `json:"perTeam,omitempty"`
}

// HouseRule is one changed setting by its name in the rulebook table.
type HouseRule struct {
	Setting string `json:"setting"`
	Value   string `json:"value"`
	Note    string `json:"note,omitempty"`
}

// answers reports whether a setting is among the changed ones.
func (h HouseRules) answers(s rulebook.Setting) bool {
	return slices.ContainsFunc(h.Rules, func(r HouseRule) bool { return r.Setting == s.String() })
}

// parse reads what a section keeps into what package rulebook takes.
func parseHouseRules(raw json.RawMessage) (rulebook.HouseRules, error) {
	var kept HouseRules
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &kept); err != nil {
			return rulebook.HouseRules{}, fmt.Errorf("read the house rules: %w", err)
		}
	}
	var rules rulebook.HouseRules
	for _, r := range kept.Rules {
		setting, err := rulebook.ParseSetting(r.Setting)
		if err != nil {
			return rulebook.HouseRules{}, err
		}
		value, err := rulebook.ParseValue(setting, r.Value)
		if err != nil {
			return rulebook.HouseRules{}, err
		}
		rules.Rules = append(rules.Rules, rulebook.HouseRule{Setting: setting, Value: value, Note: r.Note})
	}
	if kept.PerEvent && !kept.answers(rulebook.CountOver) {
		rules.Rules = append(rules.Rules, rulebook.HouseRule{Setting: rulebook.CountOver, Value: rulebook.Value(rulebook.PerEvent)})
	}
	if kept.PerTeam {
		rules.CountBy = rulebook.PerTeam
	}
	return rules, nil
}

// Rules is the section's rulebook under its house rules and appeal window: what
// match results, rulings and the rules page are decided by.
func (s Section) Rules() (*rulebook.Rulebook, error) {
	book, err := rulebook.ByName(s.Rulebook)
	if err != nil {
		return nil, fmt.Errorf("section %s: %w", s.Name, err)
	}
	rules, err := parseHouseRules(s.HouseRules)
	if err != nil {
		return nil, fmt.Errorf("section %s: %w", s.Name, err)
	}
	rules.Appeals = rulebook.AppealWindow(s.AppealMinutes)
	book, err = book.WithHouseRules(rules)
	if err != nil {
		return nil, fmt.Errorf("section %s: %w", s.Name, err)
	}
	return book, nil
}

// checkHouseRules notes every reason why the house rules cannot be played.
func checkHouseRules(form *fault.Form, field string, book *rulebook.Rulebook, raw json.RawMessage) {
	rules, err := parseHouseRules(raw)
	if err != nil {
		form.Add(field, "The house rules cannot be read: %s.", err)
		return
	}
	for _, p := range book.Validate(rules) {
		form.Add(field+"."+p.Setting.String(), "%s: %s.", fault.Word(p.Setting.Question()), p.Why)
	}
}

// CountHouseRules is how many settings of its rulebook the section answers
// itself.
func (s Section) CountHouseRules() int {
	rules, err := parseHouseRules(s.HouseRules)
	if err != nil {
		return 0
	}
	return len(rules.Rules)
}
