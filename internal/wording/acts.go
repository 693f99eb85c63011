package wording

import (
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/text"
)

// acts are the words of the journal for what was done.
var acts = map[string]text.Message{
	"accept a late appeal":                 text.Message("accept a late appeal"),
	"add minutes to the round clock":       text.Message("add minutes to the round clock"),
	"add path":                             text.Message("add path"),
	"add section":                          text.Message("add section"),
	"add statement":                        text.Message("add statement"),
	"announce ruling":                      text.Message("announce ruling"),
	"announce standings":                   text.Message("announce standings"),
	"answer the call for the chief":        text.Message("answer the call for the chief"),
	"ask a second official":                text.Message("ask a second official"),
	"call an official":                     text.Message("call an official"),
	"call the section chief":               text.Message("call the section chief"),
	"change partner":                       text.Message("change partner"),
	"change published tables":              text.Message("change published tables"),
	"change result":                        text.Message("change result"),
	"check draft":                          text.Message("check draft"),
	"check in":                             text.Message("check in"),
	"close check-in":                       text.Message("close check-in"),
	"close incident":                       text.Message("close incident"),
	"close webhook":                        text.Message("close webhook"),
	"confirm round clock":                  text.Message("confirm round clock"),
	"correct result":                       text.Message("correct result"),
	"correct who sat":                      text.Message("correct who sat"),
	"create event":                         text.Message("create event"),
	"decide a level tie":                   text.Message("decide a level tie"),
	"decide appeal":                        text.Message("decide appeal"),
	"declare a tie":                        text.Message("declare a tie"),
	"discard draft":                        text.Message("discard draft"),
	"edit draft":                           text.Message("edit draft"),
	"edit event":                           text.Message("edit event"),
	"edit section":                         text.Message("edit section"),
	"edit team":                            text.Message("edit team"),
	"electronic board":                     text.Message("electronic board"),
	"end a measure":                        text.Message("end a measure"),
	"end message to desks":                 text.Message("end message to desks"),
	"enter a different result":             text.Message("enter a different result"),
	"enter player":                         text.Message("enter player"),
	"enter result":                         text.Message("enter result"),
	"enter result again":                   text.Message("enter result again"),
	"enter team":                           text.Message("enter team"),
	"extend table":                         text.Message("extend table"),
	"file appeal":                          text.Message("file appeal"),
	"forfeit a table":                      text.Message("forfeit a table"),
	"give a role":                          text.Message("give a role"),
	"give points":                          text.Message("give points"),
	"give up a ruling that waits":          text.Message("give up a ruling that waits"),
	"groups as before":                     text.Message("groups as before"),
	"hide path":                            text.Message("hide path"),
	"hide section":                         text.Message("hide section"),
	"hold round clock":                     text.Message("hold round clock"),
	"import entries":                       text.Message("import entries"),
	"import report":                        text.Message("import report"),
	"join incidents":                       text.Message("join incidents"),
	"keep a club apart":                    text.Message("keep a club apart"),
	"keep a program out":                   text.Message("keep a program out"),
	"keep apart as before":                 text.Message("keep apart as before"),
	"keep clubs apart":                     text.Message("keep clubs apart"),
	"keep electronic boards out":           text.Message("keep electronic boards out"),
	"keep teams apart":                     text.Message("keep teams apart"),
	"lay out the hall":                     text.Message("lay out the hall"),
	"leave team out again":                 text.Message("leave team out again"),
	"let a program in":                     text.Message("let a program in"),
	"let clubs meet":                       text.Message("let clubs meet"),
	"let electronic boards in":             text.Message("let electronic boards in"),
	"let team in again":                    text.Message("let team in again"),
	"let teams meet":                       text.Message("let teams meet"),
	"load game":                            text.Message("load game"),
	"make a link for a role":               text.Message("make a link for a role"),
	"make a team from the pool":            text.Message("make a team from the pool"),
	"make draft":                           text.Message("make draft"),
	"measure against a person of the hall": text.Message("measure against a person of the hall"),
	"move planned times":                   text.Message("move planned times"),
	"move staff":                           text.Message("move staff"),
	"move table":                           text.Message("move table"),
	"move entries":                         text.Message("move entries"),
	"move team":                            text.Message("move team"),
	"note a ruling":                        text.Message("note a ruling"),
	"open check-in again":                  text.Message("open check-in again"),
	"open incident":                        text.Message("open incident"),
	"order level teams":                    text.Message("order level teams"),
	"pair play-off":                        text.Message("pair play-off"),
	"pair tables again":                    text.Message("pair tables again"),
	"pause round clock":                    text.Message("pause round clock"),
	"pause table":                          text.Message("pause table"),
	"plan times":                           text.Message("plan times"),
	"print":                                text.Message("print"),
	"publish round":                        text.Message("publish round"),
	"put in rulebook text":                 text.Message("put in rulebook text"),
	"record an answer":                     text.Message("record an answer"),
	"record move":                          text.Message("record move"),
	"refuse a late appeal":                 text.Message("refuse a late appeal"),
	"refuse correction":                    text.Message("refuse correction"),
	"reject result":                        text.Message("reject result"),
	"remove a tie":                         text.Message("remove a tie"),
	"remove screen":                        text.Message("remove screen"),
	"renew private link":                   text.Message("renew private link"),
	"request bye":                          text.Message("request bye"),
	"resolve conflict":                     text.Message("resolve conflict"),
	"resume round clock":                   text.Message("resume round clock"),
	"resume table":                         text.Message("resume table"),
	"resume webhook":                       text.Message("resume webhook"),
	"return team":                          text.Message("return team"),
	"save facts":                           text.Message("save facts"),
	"see a table playing":                  text.Message("see a table playing"),
	"send a runner":                        text.Message("send a runner"),
	"send message to desks":                text.Message("send message to desks"),
	"set event state":                      text.Message("set event state"),
	"set group":                            text.Message("set group"),
	"set line-up":                          text.Message("set line-up"),
	"set phase":                            text.Message("set phase"),
	"set prizes":                           text.Message("set prizes"),
	"show section":                         text.Message("show section"),
	"sign correction first":                text.Message("sign correction first"),
	"sign ruling":                          text.Message("sign ruling"),
	"start match":                          text.Message("start match"),
	"start phase":                          text.Message("start phase"),
	"start round clock":                    text.Message("start round clock"),
	"steer screen":                         text.Message("steer screen"),
	"step aside":                           text.Message("step aside"),
	"substitute in a match":                text.Message("substitute in a match"),
	"take a call":                          text.Message("take a call"),
	"take a link back":                     text.Message("take a link back"),
	"take a role back":                     text.Message("take a role back"),
	"take back a move of planned times":    text.Message("take back a move of planned times"),
	"take back a verification":             text.Message("take back a verification"),
	"take back entry":                      text.Message("take back entry"),
	"take back phase":                      text.Message("take back phase"),
	"take back play-off":                   text.Message("take back play-off"),
	"take back result":                     text.Message("take back result"),
	"take back points":                     text.Message("take back points"),
	"take out rulebook text":               text.Message("take out rulebook text"),
	"take over a card":                     text.Message("take over a card"),
	"take over draft":                      text.Message("take over draft"),
	"take up an appeal":                    text.Message("take up an appeal"),
	"undo result":                          text.Message("undo result"),
	"unpublish round":                      text.Message("unpublish round"),
	"verify result":                        text.Message("verify result"),
	"withdraw appeal":                      text.Message("withdraw appeal"),
	"withdraw team":                        text.Message("withdraw team"),
}

// Act is a word of the journal in the reader's language; one that nobody undoes stays English.
func Act(w text.Words, action string) string {
	if m, known := acts[action]; known {
		return w.Say(m)
	}
	return action
}

// numberedPlaces are what an act is about that has a number.
var numberedPlaces = map[string]text.Message{
	"round": text.Message("round %d"), "table": text.Message("table %d"), "match": text.Message("match %d"), "entry": text.Message("entry %d"),
	"incident": text.Message("incident %d"), "ruling": text.Message("ruling %d"), "appeal": text.Message("appeal %d"), "penalty": text.Message("penalty %d"),
}

// ActPlace is where an act was done: "Open, round 3, table 14". Names stay as they are.
func ActPlace(w text.Words, place string) string {
	parts := strings.Split(place, ", ")
	for i, part := range parts {
		word, rest, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(rest)
		named, numbered := numberedPlaces[word]
		switch {
		case numbered && err == nil:
			parts[i] = w.Say(named, n)
		case word == "team" && rest != "":
			parts[i] = w.Say("team %s", rest)
		case part == "draft":
			parts[i] = w.Say("draft")
		case place == "event":
			parts[i] = w.Say("event")
		}
	}
	return strings.Join(parts, ", ")
}

// Age is how long ago something was, short; of the future it is where a clock was set back.
func Age(w text.Words, d time.Duration) string {
	switch {
	case d <= -time.Minute:
		return w.Say("%d min ahead of this machine's clock", int(-d.Minutes()))
	case d < time.Minute:
		return w.Say("just now")
	case d < 2*time.Hour:
		return w.Say("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return w.Say("%d h ago", int(d.Hours()))
	}
	return w.Say("%d d ago", int(d.Hours())/24)
}
