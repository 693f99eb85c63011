package wording

import (
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/text"
)

// acts are the words of the journal for what people undo, and for what stands on it.
var acts = map[string]text.Message{
	"add path":                 text.Message("add path"),
	"add section":              text.Message("add section"),
	"change partner":           text.Message("change partner"),
	"change published tables":  text.Message("change published tables"),
	"change result":            text.Message("change result"),
	"check in":                 text.Message("check in"),
	"close check-in":           text.Message("close check-in"),
	"declare a tie":            text.Message("declare a tie"),
	"edit draft":               text.Message("edit draft"),
	"edit event":               text.Message("edit event"),
	"edit section":             text.Message("edit section"),
	"edit team":                text.Message("edit team"),
	"enter a different result": text.Message("enter a different result"),
	"enter result":             text.Message("enter result"),
	"enter result again":       text.Message("enter result again"),
	"enter team":               text.Message("enter team"),
	"forfeit a table":          text.Message("forfeit a table"),
	"give a role":              text.Message("give a role"),
	"give points":              text.Message("give points"),
	"hide path":                text.Message("hide path"),
	"hide section":             text.Message("hide section"),
	"keep a club apart":        text.Message("keep a club apart"),
	"keep clubs apart":         text.Message("keep clubs apart"),
	"keep teams apart":         text.Message("keep teams apart"),
	"lay out the hall":         text.Message("lay out the hall"),
	"leave team out again":     text.Message("leave team out again"),
	"let a program in":         text.Message("let a program in"),
	"let clubs meet":           text.Message("let clubs meet"),
	"let team in again":        text.Message("let team in again"),
	"let teams meet":           text.Message("let teams meet"),
	"make a link for a role":   text.Message("make a link for a role"),
	"make draft":               text.Message("make draft"),
	"move planned times":       text.Message("move planned times"),
	"move team":                text.Message("move team"),
	"open incident":            text.Message("open incident"),
	"plan times":               text.Message("plan times"),
	"publish round":            text.Message("publish round"),
	"record move":              text.Message("record move"),
	"reject result":            text.Message("reject result"),
	"remove a tie":             text.Message("remove a tie"),
	"remove screen":            text.Message("remove screen"),
	"request bye":              text.Message("request bye"),
	"return team":              text.Message("return team"),
	"send a runner":            text.Message("send a runner"),
	"send message to desks":    text.Message("send message to desks"),
	"set event state":          text.Message("set event state"),
	"set group":                text.Message("set group"),
	"set line-up":              text.Message("set line-up"),
	"pair play-off":            text.Message("pair play-off"),
	"set phase":                text.Message("set phase"),
	"set prizes":               text.Message("set prizes"),
	"show section":             text.Message("show section"),
	"start phase":              text.Message("start phase"),
	"take back play-off":       text.Message("take back play-off"),
	"steer screen":             text.Message("steer screen"),
	"take a role back":         text.Message("take a role back"),
	"verify result":            text.Message("verify result"),
	"withdraw team":            text.Message("withdraw team"),
}

// Act is a word of the journal in the reader's language; one that nobody undoes stays English.
func Act(w text.Words, action string) string {
	if m, known := acts[action]; known {
		return w.Say(m)
	}
	return action
}

// ActPlace is where an act was done: "Open, round 3, table 14". Names stay as they are.
func ActPlace(w text.Words, place string) string {
	parts := strings.Split(place, ", ")
	for i, part := range parts {
		word, rest, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(rest)
		switch numbered := err == nil; {
		case numbered && word == "round":
			parts[i] = w.Say("round %d", n)
		case numbered && word == "table":
			parts[i] = w.Say("table %d", n)
		case numbered && word == "match":
			parts[i] = w.Say("match %d", n)
		case word == "team" && rest != "":
			parts[i] = w.Say("team %s", rest)
		}
	}
	return strings.Join(parts, ", ")
}

// ActAge is how long ago an act was, short; one of the future is of now, on a clock that was set.
func ActAge(w text.Words, d time.Duration) string {
	switch {
	case d < time.Minute:
		return w.Say("just now")
	case d < 2*time.Hour:
		return w.Say("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return w.Say("%d h ago", int(d.Hours()))
	}
	return w.Say("%d d ago", int(d.Hours())/24)
}
