package livegame

import "fmt"

// mistake is what is wrong with what was typed: a sentence and its parts, so that pages
// can say it in another language.
type mistake struct {
	format string
	parts  []any
}

func wrong(format string, parts ...any) error { return mistake{format, parts} }

func (m mistake) Error() string { return fmt.Sprintf(m.format, m.parts...) }

// Sentence makes it sayable, see package fault.
func (m mistake) Sentence() (format string, parts []any) { return m.format, m.parts }
