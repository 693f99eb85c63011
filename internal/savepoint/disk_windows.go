package savepoint

import (
	"path/filepath"
	"strings"
)

// sameDisk reports whether two folders are on one drive.
func sameDisk(a, b string) bool {
	here, err := filepath.Abs(a)
	there, err2 := filepath.Abs(b)
	return err == nil && err2 == nil && strings.EqualFold(filepath.VolumeName(here), filepath.VolumeName(there))
}
