package demo

import (
	"context"
	"strings"

	"github.com/tandemchess/tandem/internal/tournament"
)

// game is the match that is being played in public: both boards after nine moves,
// with pieces in stock on either side. Clocks are in seconds.
const game = `[Event "Lakeshore Bughouse Open"]
[Site "Lakeshore Community Hall"]
[Result "*"]

1A. e4{178.0} 1B. d4{177.5} 1a. e5{178.4} 1b. d5{178.1} 2A. Nf3{176.2} 2a. Nc6{176.9} 2B. c4{175.8} 2b. e6{176.0}
3A. Bc4{174.9} 3B. Nc3{173.1} 3a. Nf6{175.0} 3b. Nf6{174.2} 4A. Ng5{172.3} 4a. d5{172.8} 4B. Bg5{171.4} 4b. Be7{172.0}
5A. exd5{170.6} 5a. Nxd5{168.5} 5B. e3{169.9} 5b. O-O{170.3} 6A. Nxf7{165.2} 6a. Kxf7{166.1} 6B. Nf3{167.0} 6b. h6{166.8}
7A. Qf3+{161.7} 7a. Ke6{160.2} 7B. Bh4{163.5} 7b. P@g4{160.9} 8A. Nc3{157.4} 8B. Ne5{158.8} 8a. Nb4{152.6} 8b. Ne4{155.5}
9A. O-O{150.1} 9B. N@g6{149.7} *
`

// live puts the first match of Open on record, as a helper at the table types it.
func (b *builder) live(ctx context.Context) error {
	_, p, err := b.tableOf(ctx, b.open, liveTable)
	if err != nil {
		return err
	}
	b.clock.before(1)
	_, err = b.Tournament.LoadGame(ctx, b.eventID, b.as("demo.director"), tournament.LoadGame{
		LivePlace: tournament.LivePlace{SectionID: b.open.SectionID, MatchID: p.Matches[0].MatchID}, Text: strings.NewReader(game), Game: 1,
	})
	return err
}
