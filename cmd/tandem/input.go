package main

import (
	"fmt"
	"io"
	"os"
)

// openInput opens a file, or standard input for "-".
func openInput(c console, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(c.in), nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; expected a file", path)
	}
	return os.Open(path)
}
