package trf

import (
	"strconv"
	"strings"
)

// FormatPoints writes half points as the format does: 7 is "3.5".
func FormatPoints(half int) string {
	sign := ""
	if half < 0 {
		sign, half = "-", -half
	}
	if half%2 == 0 {
		return sign + strconv.Itoa(half/2) + ".0"
	}
	return sign + strconv.Itoa(half/2) + ".5"
}

// parsePoints reads "3", "3.5", ".5" or "3,50" as half points. ok is false for
// anything else, such as a value that is no multiple of one half.
func parsePoints(s string) (half int, ok bool) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, fraction, _ := strings.Cut(strings.Replace(digits, ",", ".", 1), ".")
	if whole == "" && fraction == "" || len(whole) > 6 {
		return 0, false
	}
	for _, c := range whole {
		if c < '0' || c > '9' {
			return 0, false
		}
		half = half*10 + int(c-'0')
	}
	half *= 2
	switch strings.TrimRight(fraction, "0") {
	case "":
	case "5":
		half++
	default:
		return 0, false
	}
	if negative {
		half = -half
	}
	return half, true
}

// parseWorth reads what a result is worth, in half points: what the four columns of a
// 162 record can say, from -9.5 to 99.5.
func parseWorth(s string) (half int, ok bool) {
	half, ok = parsePoints(s)
	return half, ok && half >= -19 && half <= 199
}
