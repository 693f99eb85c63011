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
)

func drawn(t *testing.T, p Picture) image.Image {
	t.Helper()
	body, err := PNG(p)
	if err != nil {
		t.Fatal(err)
	}
	if folder := os.Getenv("TANDEM_SHOTS"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, strings.ReplaceAll(t.Name(), "/", "-")+".png"), body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if len(body) > 300_000 { // messengers leave larger pictures out
		t.Errorf("%d bytes", len(body))
	}
	m, err := png.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds() != image.Rect(0, 0, Width, Height) {
		t.Fatalf("the picture is %v", m.Bounds())
	}
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
				if !blank(m, edge) {
					t.Errorf("something stands in %v", edge)
				}
			}
			if blank(m, image.Rect(margin, bar+20, Width-margin, bar+130)) {
				t.Error("there is no title")
			}
		})
	}
}

// Every letter of the languages that the pages speak is in the font, and a letter that
// is not there loses its marks instead of itself.
func TestLettersOfAllLanguages(t *testing.T) {
	t.Parallel()
	s, err := newSheet()
	if err != nil {
		t.Fatal(err)
	}
	var b sfnt.Buffer
	for _, r := range "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽäöüßÄÖÜàâæçèéêëîïôœùûüÿñ¿¡½–·…’" {
		for _, f := range []*sfnt.Font{s.regular, s.bold} {
			if i, err := f.GlyphIndex(&b, r); err != nil || i == 0 {
				t.Errorf("the font lacks %q (%v)", r, err)
			}
		}
	}
	for text, want := range map[string]string{"Dvořák": "Dvořák", "Nguyễn": "Nguyen", "e\u0301": "é"} {
		if got := s.known(s.bold, text); got != want {
			t.Errorf("%q is drawn as %q, want %q", text, got, want)
		}
	}
}
