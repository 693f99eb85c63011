package main

import (
	"context"
	"fmt"
	"io"
	"os"
)

// input is a file on its way in, or standard input.
type input struct {
	*io.PipeReader
	from io.Closer
	stop func() bool
}

// openInput opens a file, or standard input for "-". Reading it ends when ctx does,
// also where the next byte never comes.
func openInput(ctx context.Context, c console, path string) (io.ReadCloser, error) {
	from := io.NopCloser(c.in)
	if path != "-" {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s is a folder; expected a file", path)
		}
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		from = file
	}
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, from)
		w.CloseWithError(err)
	}()
	stop := context.AfterFunc(ctx, func() { w.CloseWithError(fmt.Errorf("read %s: %w", path, ctx.Err())) })
	return &input{r, from, stop}, nil
}

// Close ends the reading.
func (i *input) Close() error {
	i.stop()
	i.PipeReader.Close()
	return i.from.Close()
}
