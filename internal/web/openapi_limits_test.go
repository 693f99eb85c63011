package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// beyond makes requests out of a right one in which one text or number is beyond what
// the file says it may be: the field's name and the request. Every text and number of
// a request has to have bounds there.
func (i *interview) beyond(node map[string]any, right map[string]any) map[string]string {
	i.t.Helper()
	wrong := map[string]string{}
	i.walkBounds(node, right, "", func(field string, value any, put func(any) map[string]any) {
		text := expect.Must(json.Marshal(put(value)))(i.t)
		wrong[fmt.Sprintf("%s %d", field, len(wrong))] = string(text)
	}, func(changed map[string]any) map[string]any { return changed })
	return wrong
}

// walkBounds calls found with each value that is beyond the bounds of a property and a
// way to put it into the whole request.
func (i *interview) walkBounds(node, right map[string]any, path string, found func(string, any, func(any) map[string]any), whole func(map[string]any) map[string]any) {
	i.t.Helper()
	for name := range i.part(node, "properties") {
		property := i.part(node, "properties", name)
		at := strings.TrimPrefix(path+"."+name, ".")
		put := func(value any) map[string]any {
			changed := maps.Clone(right)
			if changed == nil {
				changed = map[string]any{}
			}
			changed[name] = value
			return whole(changed)
		}
		kind := fmt.Sprint(property["type"])
		switch {
		case property["enum"] != nil || property["format"] != nil:
		case strings.Contains(kind, "string"):
			most, ok := property["maxLength"].(float64)
			expect.True(i.t, ok, "the text %s has no maxLength in docs/openapi.yaml", at)
			found(at, strings.Repeat("ž", int(most)+1), put)
			found(at, strings.Repeat("x", 900_000), put)
			found(at, "a\x1bb", put)
		case strings.Contains(kind, "integer"):
			least, ok := property["minimum"].(float64)
			most, also := property["maximum"].(float64)
			expect.True(i.t, ok && also, "the number %s has no minimum and maximum in docs/openapi.yaml", at)
			found(at, least-1, put)
			found(at, most+1, put)
		case strings.Contains(kind, "array"):
			item := i.part(property, "items")
			first, _ := right[name].([]any)
			if item["properties"] != nil && len(first) > 0 {
				i.walkBounds(item, first[0].(map[string]any), at+".0", found, func(changed map[string]any) map[string]any { return put(append([]any{changed}, first[1:]...)) })
			}
		case property["properties"] != nil:
			inner, _ := right[name].(map[string]any)
			i.walkBounds(property, inner, at, found, func(changed map[string]any) map[string]any { return put(changed) })
		}
	}
}

// The limits of the file are those of the table.
func TestDescriptionHasTheLimitsOfTheTable(t *testing.T) {
	t.Parallel()
	d := readDescription(t)
	seen := 0
	for _, item := range d.part(d.doc, "paths") {
		for _, operation := range item.(map[string]any) {
			schema := d.part(operation, "requestBody", "content", "application/json", "schema")
			d.eachText(schema, func(name string, property map[string]any) {
				seen++
				if most := property["maxLength"]; most != float64(limit.Of(name).Most) && !strings.Contains(fmt.Sprint(property["description"]), "as the ruling cases name it") {
					t.Errorf("%s may have %v characters in docs/openapi.yaml, %d in the table", name, most, limit.Of(name).Most)
				}
			})
		}
	}
	expect.True(t, seen >= 15, "only %d texts of requests were found", seen)
}

// eachText visits the texts of a request that are no choices.
func (d *description) eachText(node map[string]any, visit func(string, map[string]any)) {
	for name := range d.part(node, "properties") {
		property := d.part(node, "properties", name)
		if strings.Contains(fmt.Sprint(property["type"]), "string") && property["enum"] == nil && property["format"] == nil {
			visit(name, property)
		}
		d.eachText(property, visit)
		d.eachText(d.part(property, "items"), visit)
	}
}
