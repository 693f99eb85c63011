package visit

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/intake"
	"github.com/tandemchess/tandem/internal/limit"
)

// Upload reads a file of a form, of at most so many bytes, with its name; both are empty
// where none was chosen.
func (v *Visit) Upload(field string, most int64) (data []byte, name string, err error) {
	file, err := v.FormFile(field)
	switch {
	case errors.Is(err, http.ErrMissingFile), errors.Is(err, http.ErrNotMultipart), err == nil && file.Filename == "":
		return nil, "", nil
	case err != nil:
		return nil, "", fault.Wrap(fault.Invalid, err, "The file did not arrive whole. Choose it again.")
	}
	open, err := file.Open()
	if err != nil {
		return nil, "", fmt.Errorf("open the uploaded file: %w", err)
	}
	defer open.Close()
	data, err = intake.All(v.Request().Context(), open, most)
	var large *intake.TooLargeError
	switch {
	case errors.As(err, &large):
		return nil, "", fault.Wrap(fault.Invalid, err, "The file is larger than %s. Choose a smaller one.", large.Size())
	case err != nil:
		return nil, "", fmt.Errorf("read the uploaded file: %w", err)
	}
	if limit.Text("source", file.Filename) != nil {
		return data, "a file", nil // a name that the journal could not tell
	}
	return data, file.Filename, nil
}

// Overdue is the error of a request whose time is over, or whose reader has left, while
// a file was read; nil while somebody waits.
func Overdue(v *Visit) error {
	err := v.Request().Context().Err()
	if errors.Is(err, context.DeadlineExceeded) {
		return fault.Wrap(fault.Invalid, err, "This file takes longer to read than a page may. Save the part that is needed as a file of its own.")
	}
	return err
}
