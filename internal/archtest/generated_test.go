package archtest

import (
	"bytes"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/a-h/templ/generator"
	"github.com/a-h/templ/parser/v2"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestGeneratedFilesFitTheirTemplates makes each one as "make generate" does, by the same
// library: the command itself takes longer to compile than all templates.
func TestGeneratedFilesFitTheirTemplates(t *testing.T) {
	t.Parallel()
	templates := 0
	expect.OK(t, filepath.WalkDir(filepath.Join(root, "templates"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if source, generated := strings.CutSuffix(path, "_templ.go"); generated {
			_, err := os.Stat(source + ".templ")
			expect.True(t, err == nil, "%s has no template any more. Run: make generate", path)
			return nil
		}
		source, template := strings.CutSuffix(path, ".templ")
		if !template {
			return nil
		}
		templates++
		want, err := generated(path)
		expect.OK(t, err)
		have, err := os.ReadFile(source + "_templ.go")
		expect.True(t, bytes.Equal(have, want), "%s does not fit its template. Run: make generate", source+"_templ.go")
		return err
	}))
	expect.True(t, templates >= 60, "only %d templates were found", templates)
}

// generated is the Go file of a template.
func generated(path string) ([]byte, error) {
	file, err := parser.Parse(path)
	if err != nil {
		return nil, err
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if _, err := generator.Generate(file, &text, generator.WithVersion(templ.Version()), generator.WithFileName(filepath.ToSlash(name))); err != nil {
		return nil, err
	}
	return format.Source(text.Bytes())
}
