package journal

import "context"

// Changes runs commands that change one event and see N of the open change: a command
// names the few methods that it needs, whatever else the store could do. decide runs
// while the event is locked; its rows, one entry and the answer for repeats are written
// in the same transaction, and nothing is when it fails. A repeat of cmd.Key gets the
// first answer back without a call of decide.
type Changes[N any] func(ctx context.Context, eventID int64, cmd Command, decide func(N) (Change, error)) (Receipt, error)
