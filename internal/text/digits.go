package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// PlainDigits gives the digits of all scripts ("١٢", "१२") as those that programs count
// with, and the wide signs of Chinese and Japanese keyboards ("１：３０") as narrow ones.
func PlainDigits(typed string) string {
	if !strings.ContainsFunc(typed, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return typed
	}
	return strings.Map(plainDigit, width.Fold.String(typed))
}

// plainDigit counts from the zero of the digit's script: Unicode keeps the ten of each together.
func plainDigit(r rune) rune {
	if r < utf8.RuneSelf || !unicode.Is(unicode.Nd, r) {
		return r
	}
	zero := r
	for unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return '0' + (r-zero)%10
}
