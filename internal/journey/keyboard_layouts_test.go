package journey_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/tournament"
)

// strikesAt presses the key in a place of the keyboard on which the layout has a character.
func (p *person) strikesAt(code, character string) {
	p.t.Helper()
	p.calls("press "+character+" at "+code, func(ctx context.Context, t *chromedp.Target) error {
		for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
			event := input.DispatchKeyEventParams{Type: kind, Code: code, Key: character}
			if kind == input.DispatchKeyEventTypeKeyDown {
				event.Text, event.UnmodifiedText = character, character
			}
			if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, event); err != nil {
				return err
			}
		}
		return nil
	})
}

// Results are entered and verified with the keys of a French, a Czech and a Russian layout,
// without Shift for digits, and with Caps Lock.
func TestKeysOfOtherLayouts(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(8)
	desk, second := h.official("hall.desk", desktop), h.official("hall.director", desktop)

	desk.open(h.wall)
	desk.strikesAt("Digit6", "-") // French: the row gives characters, and in the box no other than digits
	desk.press("\r")
	desk.sees("[data-echo]", "table 6, match 1")
	desk.strikesAt("Digit1", "&")
	desk.strikesAt("KeyA", "A") // Caps Lock
	desk.strikesAt("KeyM", "M")
	desk.sees("[data-echo]", "mate")
	desk.next("\r", "[data-live=log]", "T6 M1")
	desk.comes(h, 6, 1, tournament.MatchReported, tournament.FirstWins)
	desk.sees("[data-echo]", "table 6, match 2")
	desk.strikesAt("Digit2", "ě") // Czech
	desk.next("\r", "[data-live=log]", "T6 M2")
	desk.comes(h, 6, 2, tournament.MatchReported, tournament.SecondWins)

	// Who goes back to the box while a slip is open names another table, on any layout.
	desk.press("7\r")
	desk.sees("[data-echo]", "table 7, match 1")
	desk.focus("[data-find] [name=table]")
	desk.strikesAt("Digit8", "_")
	desk.press("\r")
	desk.sees("[data-echo]", "table 8, match 1")
	desk.strikesAt("KeyZ", "я") // Russian: takes the last entry back
	desk.gone("[data-live=log]", "T6 M2")
	desk.comes(h, 6, 2, tournament.MatchOpen, "")

	second.open(lakeRound + "/verify")
	second.until("document.activeElement?.matches('[data-waiting]')")
	second.strikesAt("KeyY", "н")
	second.sees("main", "The 1 result is verified")
	second.comes(h, 6, 1, tournament.MatchVerified, tournament.FirstWins)
}
