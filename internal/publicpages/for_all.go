package publicpages

import (
	"context"
	"time"
)

// A database that takes a question and never answers (its machine is gone, the network
// is cut, its disk hangs) must not collect everybody who asks: a request gives up after
// answerWithin, and so does what is read once for many.
const AnswerWithin = 30 * time.Second

// ForAll is for what one reader asks on behalf of all: it goes on when that one leaves.
func ForAll(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), AnswerWithin)
}
