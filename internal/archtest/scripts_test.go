package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

var (
	mirrored  = regexp.MustCompile(`(?ms)^/\*\* (internal/\S+): (\w+) \*/\nexport interface \w+ \{\n(.*?)^\}`)
	fieldLine = regexp.MustCompile(`^\s*(\w+\??): ([^;]+);`)
)

// TestScriptsKnowTheServersShapes compares static/js/server.d.ts with the Go types that
// it says it mirrors: the same fields, of the same kind, left out in the same cases.
func TestScriptsKnowTheServersShapes(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile(filepath.Join(root, "static/js/server.d.ts")))(t)
	shapes := mirrored.FindAllStringSubmatch(string(text), -1)
	expect.MustTrue(t, len(shapes) >= 6 && len(shapes) == strings.Count(string(text), "/** internal/"),
		"found %d shapes that name a Go type, of %d", len(shapes), strings.Count(string(text), "/** internal/"))
	for _, shape := range shapes {
		script := map[string]string{}
		for line := range strings.Lines(shape[3]) {
			found := fieldLine.FindStringSubmatch(line)
			expect.MustTrue(t, found != nil, "server.d.ts: %q is no field", line)
			script[found[1]] = found[2]
		}
		if server := fieldsOf(t, shape[1], shape[2]); !maps.Equal(script, server) {
			t.Errorf("%s.%s is sent as %v, and static/js/server.d.ts says %v", shape[1], shape[2], server, script)
		}
	}
}

// fieldsOf are the fields of a Go struct as a script gets them; those that may be left
// out have a question mark.
func fieldsOf(t *testing.T, folder, name string) map[string]string {
	t.Helper()
	files := expect.Must(filepath.Glob(filepath.Join(root, folder, "*.go")))(t)
	for _, file := range files {
		parsed := expect.Must(parser.ParseFile(token.NewFileSet(), file, nil, 0))(t)
		for _, declared := range parsed.Decls {
			kinds, ok := declared.(*ast.GenDecl)
			if !ok {
				continue
			}
			at := slices.IndexFunc(kinds.Specs, func(s ast.Spec) bool {
				kind, ok := s.(*ast.TypeSpec)
				return ok && kind.Name.Name == name
			})
			if at < 0 {
				continue
			}
			if body, ok := kinds.Specs[at].(*ast.TypeSpec).Type.(*ast.StructType); ok {
				return sent(t, body)
			}
		}
	}
	t.Fatalf("server.d.ts: %s has no struct %s", folder, name)
	return nil
}

func sent(t *testing.T, body *ast.StructType) map[string]string {
	t.Helper()
	fields := map[string]string{}
	for _, field := range body.Fields.List {
		name, options, _ := strings.Cut(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",")
		if options == "omitempty" {
			name += "?"
		}
		fields[name] = scriptKind(t, field.Type)
	}
	return fields
}

// scriptKind is the type of a script for one of Go, as far as answers need it.
func scriptKind(t *testing.T, kind ast.Expr) string {
	t.Helper()
	switch kind := kind.(type) {
	case *ast.Ident:
		plain := map[string]string{"string": "string", "bool": "boolean", "int": "number", "int64": "number"}
		if plain[kind.Name] != "" {
			return plain[kind.Name]
		}
	case *ast.ArrayType:
		return scriptKind(t, kind.Elt) + "[]"
	case *ast.MapType:
		return "Record<" + scriptKind(t, kind.Key) + ", " + scriptKind(t, kind.Value) + ">"
	}
	t.Fatalf("no script knows what %T is", kind)
	return ""
}
