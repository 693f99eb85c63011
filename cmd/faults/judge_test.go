//go:build linux

package main

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A judge that finds nothing wrong with anything would make every part good.
func TestJudge(t *testing.T) {
	at := &place{path: "/tables/1", stored: "b", pending: "c"}
	entries := func() []*entry {
		return []*entry{
			{at: at, slip: "a", state: acknowledged, kind: "first"},
			{at: at, slip: "b", state: acknowledged, kind: "changed"},
			{at: at, slip: "again", state: acknowledged, kind: "again"},
			{at: at, slip: "no", state: refused},
			{at: at, slip: "c"},
		}
	}
	good := func() map[string]reports {
		return map[string]reports{"a": {rows: 1}, "b": {rows: 1, confirmed: true}}
	}
	for name, test := range map[string]struct {
		change func(map[string]reports)
		want   outcome
	}{
		"all is as it was said":         {func(map[string]reports) {}, outcome{}},
		"an entry without answer is in": {func(s map[string]reports) { s["b"] = reports{rows: 1}; s["c"] = reports{rows: 1, confirmed: true} }, outcome{}},
		"an acknowledged one is lost":   {func(s map[string]reports) { delete(s, "a") }, outcome{lost: 1}},
		"one is stored twice":           {func(s map[string]reports) { s["c"] = reports{rows: 2} }, outcome{twice: 1}},
		"a refused one is stored":       {func(s map[string]reports) { s["no"] = reports{rows: 1} }, outcome{wrong: 1}},
		"an older one counts":           {func(s map[string]reports) { s["a"] = reports{rows: 1, confirmed: true}; s["b"] = reports{rows: 1} }, outcome{wrong: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			stored := good()
			test.change(stored)
			s := &site{team: &staff{desks: []*desk{{places: []*place{at}, log: entries()}}}}
			var got outcome
			s.compare(stored, &got)
			expect.True(t, got.acknowledged == 3 && got.lost == test.want.lost && got.twice == test.want.twice && got.wrong == test.want.wrong,
				"found %+v, want %+v", got, test.want)
			if bad := test.want.lost+test.want.twice+test.want.wrong > 0; bad == got.good() {
				t.Errorf("the verdict is %q", got.verdict(nil))
			}
		})
	}
}

func TestSlownessFails(t *testing.T) {
	expect.True(t, !(outcome{back: backWithin + 1}).good(), "pages that stay away are good")
}

func TestCountTests(t *testing.T) {
	passed, failed := countTests([]byte(strings.Join([]string{
		`{"Action":"run","Test":"TestA"}`, `{"Action":"pass","Test":"TestA"}`, `{"Action":"fail","Test":"TestB"}`, `not a line of go test`, `{"Action":"fail"}`,
	}, "\n")))
	expect.True(t, passed == 1 && len(failed) == 1 && failed[0] == "TestB", "passed %d, failed %v", passed, failed)
}

// Parts are named on the command line.
func TestChoose(t *testing.T) {
	if all, err := choose(""); err != nil || len(all) != len(parts) {
		t.Errorf("without names: %d parts, %v", len(all), err)
	}
	if some, err := choose("clock,fuzz"); err != nil || len(some) != 2 || some[1].name != "fuzz" {
		t.Errorf("two names: %+v, %v", some, err)
	}
	if _, err := choose("earthquake"); err == nil {
		t.Error("an unknown part is accepted")
	}
}
