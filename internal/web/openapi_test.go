package web_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// description is docs/openapi.yaml, which answers and requests are checked against.
type description struct {
	doc      map[string]any
	compiler *jsonschema.Compiler
	driven   map[string]map[int]bool // operation → statuses that it answered with
}

const descriptionURL = "file:///openapi.json"

func readDescription(t *testing.T) *description {
	t.Helper()
	file := expect.Must(os.ReadFile("../../docs/openapi.yaml"))(t)
	var raw map[string]any
	expect.OK(t, yaml.Unmarshal(file, &raw))
	text := expect.Must(json.Marshal(raw))(t)
	d := &description{driven: map[string]map[int]bool{}, compiler: jsonschema.NewCompiler()}
	expect.OK(t, json.Unmarshal(text, &d.doc))
	closeObjects(d.doc["components"], allOfParts(d.doc), false)
	closeObjects(d.doc["paths"], nil, false)
	d.compiler.AssertFormat()
	expect.OK(t, d.compiler.AddResource(descriptionURL, d.doc))
	return d
}

// allOfParts are the schemas that are only ever a part of another one.
func allOfParts(node any) map[string]bool {
	parts := map[string]bool{}
	each(node, func(n map[string]any) {
		all, _ := n["allOf"].([]any)
		for _, part := range all {
			if ref, ok := part.(map[string]any)["$ref"].(string); ok {
				parts[ref[strings.LastIndex(ref, "/")+1:]] = true
			}
		}
	})
	return parts
}

func each(node any, visit func(map[string]any)) {
	switch n := node.(type) {
	case map[string]any:
		visit(n)
		for _, child := range n {
			each(child, visit)
		}
	case []any:
		for _, child := range n {
			each(child, visit)
		}
	}
}

// closeObjects lets no object have a field that the file does not name. Clients
// are told to expect new fields; the file is not.
func closeObjects(node any, open map[string]bool, isPart bool) {
	switch n := node.(type) {
	case []any:
		for _, child := range n {
			closeObjects(child, nil, isPart)
		}
	case map[string]any:
		_, object := n["properties"].(map[string]any)
		_, all := n["allOf"]
		if _, said := n["additionalProperties"]; (object || all) && !isPart && !said {
			n["unevaluatedProperties"] = false
		}
		for name, child := range n {
			closeObjects(child, open, name == "allOf" || open[name])
		}
	}
}

// schema compiles the schema at a place of the file.
func (d *description) schema(t testing.TB, place ...string) *jsonschema.Schema {
	t.Helper()
	escape := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")
	pointer := descriptionURL + "#"
	for _, part := range place {
		pointer += "/" + escape.Replace(part)
	}
	s := expect.Must(d.compiler.Compile(pointer))(t)
	return s
}

// part is a part of the file, references followed; nil when there is none.
func (d *description) part(node any, place ...string) map[string]any {
	n, _ := node.(map[string]any)
	if ref, ok := n["$ref"].(string); ok {
		n = d.part(d.doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	if len(place) == 0 || n == nil {
		return n
	}
	return d.part(n[place[0]], place[1:]...)
}

// operation finds the path of the file that an address is one of.
func (d *description) operation(t testing.TB, method, address string) (path, verb string) {
	t.Helper()
	address, _, _ = strings.Cut(address, "?")
	verb = strings.ToLower(method)
	for path := range d.part(d.doc, "paths") {
		pattern := "^" + braces.ReplaceAllString(path, "[^/]+") + "$"
		if regexp.MustCompile(pattern).MatchString(address) && d.part(d.doc, "paths", path, verb) != nil {
			return path, verb
		}
	}
	t.Fatalf("docs/openapi.yaml has no %s %s", method, address)
	return "", ""
}

// checks compares an answer with what the file promises: status, media type,
// headers and body.
func (d *description) checks(t testing.TB, method, address string, answer *http.Response, body []byte) {
	t.Helper()
	path, verb := d.operation(t, method, address)
	name := strings.ToUpper(verb) + " " + path
	status := answer.Status[:3]
	if d.driven[name] == nil {
		d.driven[name] = map[int]bool{}
	}
	d.driven[name][answer.StatusCode] = true
	place := []string{"paths", path, verb, "responses", status}
	promised := d.part(d.doc, place...)
	if promised == nil {
		expect.MustTrue(t, answer.StatusCode >= 400, "%s answers %s, which docs/openapi.yaml does not describe", name, status)
		place = []string{"components", "responses", "Problem"}
		promised = d.part(d.doc, place...)
	} else if ref, ok := d.part(d.doc, place[:4]...)[status].(map[string]any)["$ref"].(string); ok {
		place = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	}
	d.checksHeaders(t, name+": "+status, promised, answer.Header)

	content := d.part(promised, "content")
	if content == nil {
		expect.True(t, len(body) == 0, "%s: %s has a body: %s", name, status, body)
		return
	}
	kind, _, _ := strings.Cut(answer.Header.Get("Content-Type"), ";")
	expect.MustTrue(t, content[kind] != nil, "%s: %s is %q, which docs/openapi.yaml does not describe: %s", name, status, kind, body)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(body)))
	expect.MustTrue(t, err == nil, "%s: %v: %s", name, err, body)
	if err := d.schema(t, append(place, "content", kind, "schema")...).Validate(value); err != nil {
		t.Errorf("%s: %s is not what docs/openapi.yaml describes: %v\n%s", name, status, err, body)
	}
}

// checksHeaders wants what is promised there, well-formed, and nothing of the kind
// that is not promised.
func (d *description) checksHeaders(t testing.TB, what string, promised map[string]any, got http.Header) {
	t.Helper()
	for name := range d.part(d.doc, "components", "headers") {
		value, header := got.Get(name), d.part(promised, "headers", name)
		switch {
		case value == "" && header["required"] == true:
			t.Errorf("%s without the promised %s", what, name)
		case value != "" && header == nil:
			t.Errorf("%s has %s, which docs/openapi.yaml does not promise", what, name)
		case value != "":
			err := d.schema(t, "components", "headers", name, "schema").Validate(value)
			expect.True(t, err == nil, "%s: %s is %q: %v", what, name, value, err)
		}
	}
}

// undriven lists the operations that never answered with one of the statuses.
func (d *description) undriven(wanted func(operation map[string]any) []int) []string {
	var missing []string
	for path, item := range d.part(d.doc, "paths") {
		for verb := range item.(map[string]any) {
			name := strings.ToUpper(verb) + " " + path
			for _, status := range wanted(d.part(d.doc, "paths", path, verb)) {
				if !d.driven[name][status] {
					missing = append(missing, name+": "+http.StatusText(status))
				}
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// requestSchema is what the body of a POST has to be, nil for none.
func (d *description) requestSchema(t testing.TB, method, address string) (*jsonschema.Schema, map[string]any) {
	t.Helper()
	path, verb := d.operation(t, method, address)
	place := []string{"paths", path, verb, "requestBody", "content", "application/json", "schema"}
	if d.part(d.doc, place...) == nil {
		return nil, nil
	}
	return d.schema(t, place...), d.part(d.doc, place...)
}

// Each example of the file is what the file says, and every described object has one.
func TestExamplesAreAsDescribed(t *testing.T) {
	t.Parallel()
	d := readDescription(t)
	seen := 0
	for name := range d.part(d.doc, "components", "schemas") {
		examples, _ := d.part(d.doc, "components", "schemas", name)["examples"].([]any)
		s := d.schema(t, "components", "schemas", name)
		for _, example := range examples {
			seen++
			err := s.Validate(example)
			expect.True(t, err == nil, "the example of %s: %v", name, err)
			surplus := maps.Clone(example.(map[string]any))
			surplus["surplus"] = true
			expect.True(t, s.Validate(surplus) != nil, "a field of %s that the file does not name is not noticed", name)
		}
	}
	each(d.doc["paths"], func(n map[string]any) {
		expect.True(t, n["example"] == nil && n["examples"] == nil, "an example stands outside components/schemas, where this test does not look")
	})
	expect.True(t, seen >= 20, "%d examples", seen)
}

// The description says of every operation that needs a token whose token may do it, as the
// table of routes and roles has it.
func TestTheDescriptionNamesTheRoles(t *testing.T) {
	t.Parallel()
	d := readDescription(t)
	words := strings.NewReplacer("desk", "scorekeeper", "td", "director", "sec", "section-chief", "cfd", "chief", "org", "organizer")
	for path := range d.part(d.doc, "paths") {
		for verb, described := range d.part(d.doc, "paths", path) {
			operation, ok := described.(map[string]any)
			if !ok || operation["x-scope"] == nil {
				continue
			}
			route := strings.ToUpper(verb) + " " + braces.ReplaceAllStringFunc(path, func(name string) string { return ":" + strings.Trim(name, "{}") })
			may, listed := matrix[route]
			var named []string
			roles, _ := operation["x-roles"].([]any)
			for _, role := range roles {
				named = append(named, role.(string))
			}
			want := strings.Fields(words.Replace(may))
			expect.True(t, listed && slices.Equal(named, want), "%s: x-roles %v, want %v", route, named, want)
		}
	}
}
