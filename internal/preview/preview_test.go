package preview

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func drawn(t *testing.T, p Picture) image.Image {
	t.Helper()
	body, err := PNG(p)
	expect.OK(t, err)
	if folder := os.Getenv("TANDEM_SHOTS"); folder != "" {
		expect.OK(t, os.WriteFile(filepath.Join(folder, strings.ReplaceAll(t.Name(), "/", "-")+".png"), body, 0o600))
	}
	if len(body) > 300_000 { // messengers leave larger pictures out
		t.Errorf("%d bytes", len(body))
	}
	m := expect.Must(png.Decode(bytes.NewReader(body)))(t)
	expect.MustEqual(t, m.Bounds(), image.Rect(0, 0, Width, Height), "the picture")
	return m
}

// blank reports whether nothing is drawn in a part of the picture.
func blank(m image.Image, part image.Rectangle) bool {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if m.At(x, y) != color.Color(paper) {
				return false
			}
		}
	}
	return true
}

func TestNothingIsDrawnOverTheEdge(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Fork Bishops and Wide Maidens ", 6)
	for name, p := range map[string]Picture{
		"pairing": {
			Head: "Lakeshore Bughouse Open · Open", Title: "Knight Shift", NumberWord: "Table", Number: "12",
			Lines: []string{"Pawn Stars", "WHITE A: Maya Ortiz", "BLACK B: Jiří Dvořák", "9:30"},
		},
		"long":      {Head: long, Title: long, NumberWord: long, Number: "100", Lines: []string{long, long, long, long, long}},
		"standings": {Head: "Lakeshore", Title: "Standings after round 3", Rows: []Row{{"1", "Příliš žluťoučký kůň", "5½"}, {"2–3", long, "5"}, {"2–3", "c", "4"}, {"4", "d", "3"}, {"5", "e", "2"}, {"6", "f", "1"}, {"7", "g", "0"}}},
	} {
		t.Run(name, func(t *testing.T) {
			m := drawn(t, p)
			for _, edge := range []image.Rectangle{image.Rect(0, bar, margin-8, Height), image.Rect(Width-margin+8, bar, Width, Height), image.Rect(0, Height-12, Width, Height)} {
				expect.True(t, blank(m, edge), "something stands in %v", edge)
			}
			expect.True(t, !blank(m, image.Rect(margin, bar+20, Width-margin, bar+130)), "there is no title")
		})
	}
}

// Every letter of the languages that the pages speak is in the font, and a letter that
// is not there loses its marks instead of itself.
func TestLettersOfAllLanguages(t *testing.T) {
	t.Parallel()
	s := expect.Must(newSheet())(t)
	var b sfnt.Buffer
	for _, r := range "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽäöüßÄÖÜàâæçèéêëîïôœùûüÿñ¿¡½–·…’" {
		for _, f := range []*sfnt.Font{s.regular, s.bold} {
			i, err := f.GlyphIndex(&b, r)
			expect.True(t, err == nil && i != 0, "the font lacks %q (%v)", r, err)
		}
	}
	for text, want := range map[string]string{"Dvořák": "Dvořák", "Nguyễn": "Nguyen", "e\u0301": "é", "Kings ♞\u2060!": "Kings !", "מלכים 3": "", "vs \u2068מלכים\u2069": ""} {
		expect.Equal(t, s.known(s.bold, text), want, "%q is drawn as", text)
	}
}
