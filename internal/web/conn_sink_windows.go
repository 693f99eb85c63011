package web

import (
	"errors"
	"net/http"

	"github.com/tandemchess/tandem/internal/live"
)

// takeOver leaves the connection to net/http: a write that never waits is not to be had here
// as simply.
func takeOver(http.ResponseWriter) (live.Sink, error) { return nil, errors.ErrUnsupported }
