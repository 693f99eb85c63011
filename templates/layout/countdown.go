package layout

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// until is the time left as people say it: minutes above one, then seconds.
func (f Frame) until(at time.Time, over string) string {
	left := at.Sub(f.Now)
	switch {
	case left <= 0:
		return over
	case left > time.Minute:
		return numbered(f.Say("in {n} min"), left, time.Minute)
	}
	return numbered(f.Say("in {n} s"), left, time.Second)
}

// numbered puts how many units are left, begun ones counted, into a sentence.
func numbered(words string, left, unit time.Duration) string {
	return strings.Replace(words, "{n}", strconv.Itoa(int((left+unit-1)/unit)), 1)
}

func waited(d time.Duration) string {
	if d >= time.Minute {
		return fmt.Sprintf("%d min", int(d/time.Minute))
	}
	return fmt.Sprintf("%d s", max(0, int(d/time.Second)))
}
