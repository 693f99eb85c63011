package wording

import "github.com/tandemchess/tandem/internal/text"

// HallRole is who in the hall does not play: a coach, a parent or a spectator.
func HallRole(w text.Words, role string) string {
	switch role {
	case "coach":
		return w.Say("coach")
	case "parent":
		return w.Say("parent")
	}
	return w.Say("spectator")
}
