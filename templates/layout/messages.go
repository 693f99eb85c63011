package layout

import "context"

type messagesKey struct{}

// WithMessages puts messages on top of the page that is rendered with the context: what is wrong
// with fields of a form that the page does not show.
func WithMessages(ctx context.Context, messages []string) context.Context {
	return context.WithValue(ctx, messagesKey{}, messages)
}

func messagesIn(ctx context.Context) []string {
	messages, _ := ctx.Value(messagesKey{}).([]string)
	return messages
}
