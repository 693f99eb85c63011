package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// The catalogues translate what services say by the English sentence: it has to
// be the one the services use.
func TestRefusalsAreWrittenAsTheServicesWriteThem(t *testing.T) {
	t.Parallel()
	list := expect.Must(os.ReadFile("visit/refusals.go"))(t)
	var services strings.Builder
	for _, folder := range []string{"../account", "../dispute", "../fault", "../limit", "../tournament", ".", "*", "../publicpages"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		expect.MustTrue(t, err == nil && len(files) != 0, "%s: %d files, %v", folder, len(files), err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "refusals.go") {
				continue
			}
			source := expect.Must(os.ReadFile(name))(t)
			services.Write(source)
		}
	}
	sentences := regexp.MustCompile(`text\.Message\(("[^"]*")\)`).FindAllStringSubmatch(string(list), -1)
	expect.MustTrue(t, len(sentences) >= 10, "only %d sentences are listed", len(sentences))
	for _, s := range sentences {
		expect.Contains(t, services.String(), s[1], "no service")
	}
}
