package visit

import (
	"strings"
	"time"
)

// A desk counts as online as long as a click or a refresh of it came this lately.
const OnlineFor = 3 * time.Minute

// DeviceName shortens what a browser says of itself: "Firefox, Windows".
func DeviceName(agent string) string {
	named := func(marks [][2]string) string {
		for _, m := range marks {
			if strings.Contains(agent, m[0]) {
				return m[1]
			}
		}
		return ""
	}
	// Browsers name those they descend from too, so the order matters.
	browser := named([][2]string{{"Edg", "Edge"}, {"OPR", "Opera"}, {"Firefox", "Firefox"}, {"Chrome", "Chrome"}, {"Safari", "Safari"}})
	system := named([][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS", "Mac"}, {"Linux", "Linux"}})
	switch {
	case browser == "" || system == "":
		return Clipped(agent, 40)
	default:
		return browser + ", " + system
	}
}

func Clipped(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
