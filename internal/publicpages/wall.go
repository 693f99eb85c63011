package publicpages

import (
	"github.com/tandemchess/tandem/internal/tournament"
)

func TeamNames(book *tournament.Book, p tournament.Pairing) [2]string {
	return [2]string{book.SideName(p, 1), book.SideName(p, 2)}
}
