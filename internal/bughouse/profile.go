package bughouse

import (
	"fmt"
	"strings"
)

// Profile is a set of rules move counts are published for.
type Profile string

const (
	ProfileBoard    Profile = "bughouse-board"          // one board, captured men leave
	ProfileDropRook Profile = "bughouse-board-droprook" // the same, dropped rooks castle, kings at home have not moved
	ProfileHouse    Profile = "crazyhouse"              // one board, captured men go to the capturer
	ProfileMatch    Profile = "bughouse-match"          // two boards
)

// ParseProfile reads a profile's full name, or bughouse and bughouse-droprook for short.
func ParseProfile(name string) (Profile, error) {
	switch p := Profile(name); p {
	case ProfileBoard, ProfileDropRook, ProfileHouse, ProfileMatch:
		return p, nil
	case "bughouse":
		return ProfileBoard, nil
	case "bughouse-droprook":
		return ProfileDropRook, nil
	}
	return "", fmt.Errorf("%q is not a profile: expected bughouse, bughouse-droprook or crazyhouse", name)
}

// MaxDepth bounds the depth of counts: beyond it no count would fit its number.
const MaxDepth = 16

// Count counts the move sequences from a FEN, or from a BFEN of two boards with
// | between them, under the profile.
func (p Profile) Count(text string, depth int) (uint64, error) {
	if depth < 0 || depth > MaxDepth {
		return 0, fmt.Errorf("depth %d: expected 0 to %d moves", depth, MaxDepth)
	}
	if strings.Contains(text, "|") {
		boards, err := ParseBFEN(text)
		if err != nil {
			return 0, err
		}
		a, err := p.position(boards[A])
		if err != nil {
			return 0, fmt.Errorf("board A: %w", err)
		}
		b, err := p.position(boards[B])
		if err != nil {
			return 0, fmt.Errorf("board B: %w", err)
		}
		return PerftMatch(a, b, depth), nil
	}
	setup, err := ParseFEN(text)
	if err != nil {
		return 0, err
	}
	pos, err := p.position(setup)
	if err != nil {
		return 0, err
	}
	if p == ProfileHouse {
		return Perft(pos, depth, CapturesToCapturer), nil
	}
	return Perft(pos, depth, CapturesLeave), nil
}

func (p Profile) position(s Setup) (Position, error) {
	var rules Rules
	if p == ProfileDropRook {
		rules.DroppedRookCastles = true
		s.Unmoved = [2]bool{s.Board[SquareAt(4, 0)] == NewPiece(White, King), s.Board[SquareAt(4, 7)] == NewPiece(Black, King)}
	}
	return s.Position(rules)
}
