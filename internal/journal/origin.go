package journal

import "context"

// Origin is where a command came from: the device it was sent with, in words, and
// the number of the request, as the server's log and its error pages print it. Both
// are empty for what the program does by itself and for entries older than this field.
type Origin struct {
	Device  string
	Request string
}

type originKey struct{}

// WithOrigin returns a context whose commands are recorded as sent from there.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, originKey{}, o)
}

// OriginOf is what WithOrigin put into the context.
func OriginOf(ctx context.Context) Origin {
	o, _ := ctx.Value(originKey{}).(Origin)
	return o
}
