package standings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Score chooses between the two scores of a team event. Players have one score;
// all choices mean it.
type Score uint8

const (
	Primary     Score = iota // what the list's PTS says, match points by default
	MatchPoints              // :MP
	GamePoints               // :GP
)

// Code is one entry of a tie-break list: NAME[:MP|:GP][/Cn|/Mn|/Ln|/Kx][/P][/F].
type Code struct {
	Name     string // canonical spelling, such as BH or MPvGP
	Score    Score
	CutLow   int  // /Cn, /Mn: contributions dropped from below
	CutHigh  int  // /Mn: contributions dropped from above
	Limit    int  // /Ln: Koya limit in percent; 0 means 50
	LimitAdd int  // /L+n, /L-n: Koya limit shifted by half points
	Divisor  int  // /Kx: divisor of SSSC; 0 means as the article computes it
	AsPlayed bool // /P: forfeits count as games
	Fore     bool // /F: the last round's paired games as draws
}

// DefaultCodes is the list for bughouse Swiss events.
func DefaultCodes() []Code {
	codes, err := ParseCodes("PTS,DE,BH/C1,BH,SB,WIN")
	if err != nil {
		panic(err) // a constant list
	}
	return codes
}

// ParseCodes reads a comma-separated list. The error names the entry.
func ParseCodes(list string) ([]Code, error) {
	var codes []Code
	for _, text := range strings.Split(list, ",") {
		c, err := ParseCode(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		codes = append(codes, c)
	}
	return codes, nil
}

// ParseCode reads one code; case does not matter.
func ParseCode(text string) (Code, error) {
	parts := strings.Split(text, "/")
	name, score, scored := strings.Cut(parts[0], ":")
	def, ok := find(name)
	if !ok {
		return Code{}, wrong("tie-break “%s”: unknown code “%s”; known are %s", text, name, strings.Join(Names(), " "))
	}
	c := Code{Name: def.name}
	if scored {
		switch strings.ToUpper(score) {
		case "MP":
			c.Score = MatchPoints
		case "GP":
			c.Score = GamePoints
		default:
			return Code{}, wrong("tie-break “%s”: after the colon expected MP or GP, found “%s”", text, score)
		}
	}
	seen := ""
	for _, m := range parts[1:] {
		kind := strings.Replace(strings.ToUpper(m[:min(len(m), 1)]), "M", "C", 1) // both are cuts
		if kind != "" && strings.Contains(seen, kind) {
			return Code{}, wrong("tie-break “%s”: modifier “%s”: the code has one of that kind already", text, m)
		}
		seen += kind
		if err := c.modify(strings.ToUpper(m), def.modifiers); err != nil {
			return Code{}, wrong("tie-break “%s”: %s", text, err)
		}
	}
	return c, nil
}

// modify applies one modifier if the code allows it.
func (c *Code) modify(m, allowed string) error {
	if m == "" || !strings.Contains(allowed, m[:1]) {
		if allowed == "" {
			return wrong("modifier “%s”: %s takes none", m, c.Name)
		}
		return wrong("modifier “%s”: %s takes only those that begin with one of “%s”", m, c.Name, allowed)
	}
	number := func(s string, limit int) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > limit || s[0] == '+' { // Atoi takes a sign
			return 0, wrong("modifier “%s”: expected a number from 1 to %d after %s", m, limit, m[:1])
		}
		return n, nil
	}
	var err error
	switch rest := m[1:]; m[0] {
	case 'C':
		c.CutLow, err = number(rest, 99)
	case 'M':
		c.CutLow, err = number(rest, 99)
		c.CutHigh = c.CutLow
	case 'K':
		c.Divisor, err = number(rest, 999)
	case 'L':
		if strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "-") {
			c.LimitAdd, err = number(rest[1:], 99)
			if rest[0] == '-' {
				c.LimitAdd = -c.LimitAdd
			}
			break
		}
		c.Limit, err = number(rest, 100)
	case 'P':
		c.AsPlayed = true
	case 'F':
		c.Fore = true
	}
	if err == nil && (m[0] == 'P' || m[0] == 'F') && len(m) > 1 {
		return wrong("modifier “%s”: nothing may follow %s", m, m[:1])
	}
	return err
}

// String is the canonical form; ParseCode reads it back.
func (c Code) String() string {
	s := c.Name
	switch c.Score {
	case MatchPoints:
		s += ":MP"
	case GamePoints:
		s += ":GP"
	}
	switch {
	case c.CutHigh > 0:
		s += "/M" + strconv.Itoa(c.CutHigh)
	case c.CutLow > 0:
		s += "/C" + strconv.Itoa(c.CutLow)
	}
	if c.Limit > 0 {
		s += "/L" + strconv.Itoa(c.Limit)
	}
	if c.LimitAdd != 0 {
		s += fmt.Sprintf("/L%+d", c.LimitAdd)
	}
	if c.Divisor > 0 {
		s += "/K" + strconv.Itoa(c.Divisor)
	}
	if c.AsPlayed {
		s += "/P"
	}
	if c.Fore {
		s += "/F"
	}
	return s
}

// Names lists every known code.
func Names() []string {
	var names []string
	for _, d := range definitions {
		names = append(names, d.name)
	}
	return names
}

// find looks a name up without regard to case.
func find(name string) (definition, bool) {
	i := slices.IndexFunc(definitions, func(d definition) bool { return strings.EqualFold(d.name, name) })
	if i < 0 {
		return definition{}, false
	}
	return definitions[i], true
}
