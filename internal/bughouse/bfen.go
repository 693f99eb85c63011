package bughouse

import (
	"fmt"
	"strings"
)

// ParseBFEN reads two boards with | between them, board A first.
func ParseBFEN(text string) ([2]Setup, error) {
	a, b, found := strings.Cut(text, "|")
	if !found {
		return [2]Setup{}, fmt.Errorf("BFEN: expected two boards with | between them")
	}
	setupA, err := ParseFEN(strings.TrimSpace(a))
	if err != nil {
		return [2]Setup{}, fmt.Errorf("board A: %w", err)
	}
	setupB, err := ParseFEN(strings.TrimSpace(b))
	if err != nil {
		return [2]Setup{}, fmt.Errorf("board B: %w", err)
	}
	return [2]Setup{setupA, setupB}, nil
}

// FormatBFEN writes two boards as ParseBFEN reads them.
func FormatBFEN(a, b *Position) string { return a.FEN() + " | " + b.FEN() }
