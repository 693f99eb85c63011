package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// sheet is a white picture with a rectangle in black for each box.
func sheet(width, height int, boxes ...image.Rectangle) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(p, p.Rect, image.White, image.Point{}, draw.Src)
	for _, box := range boxes {
		draw.Draw(p, box, image.Black, image.Point{}, draw.Src)
	}
	return p
}

func TestPicturesAreComparedByPixels(t *testing.T) {
	t.Parallel()
	box := image.Rect(10, 10, 20, 20)
	pale := sheet(50, 50, box)
	pale.SetRGBA(40, 40, color.RGBA{R: 255 - unseen, G: 255, B: 255, A: 255})
	seen := sheet(50, 50, box)
	seen.SetRGBA(40, 40, color.RGBA{R: 254 - unseen, G: 255, B: 255, A: 255})
	for name, c := range map[string]struct {
		before, after image.Image
		pixels        int
		places        []image.Rectangle
	}{
		"the same":              {sheet(50, 50, box), sheet(50, 50, box), 0, nil},
		"by less than is seen":  {sheet(50, 50, box), pale, 0, nil},
		"one pixel":             {sheet(50, 50, box), seen, 1, []image.Rectangle{image.Rect(40, 40, 41, 41)}},
		"a box that is gone":    {sheet(50, 50, box), sheet(50, 50), 100, []image.Rectangle{box}},
		"a box that moved":      {sheet(50, 50, box), sheet(50, 50, box.Add(image.Pt(2, 0))), 40, []image.Rectangle{image.Rect(10, 10, 22, 20)}},
		"two places":            {sheet(50, 90), sheet(50, 90, box, image.Rect(5, 60, 8, 61)), 103, []image.Rectangle{box, image.Rect(5, 60, 8, 61)}},
		"places that are close": {sheet(50, 90), sheet(50, 90, box, image.Rect(5, 43, 8, 44)), 103, []image.Rectangle{image.Rect(5, 10, 20, 44)}},
		"a longer page":         {sheet(50, 50, box), sheet(50, 60, box), 500, []image.Rectangle{image.Rect(0, 50, 50, 60)}},
		"a page not so wide":    {sheet(50, 50), sheet(45, 50), 250, []image.Rectangle{image.Rect(45, 0, 50, 50)}},
		"a part of a picture":   {sheet(90, 90, box.Add(image.Pt(30, 30))).SubImage(image.Rect(30, 30, 80, 80)), sheet(50, 50, box), 0, nil},
	} {
		got := comparePictures(c.before, c.after)
		expect.True(t, got.pixels == c.pixels && slices.Equal(got.places, c.places),
			"%s: %d pixels in %v, want %d in %v", name, got.pixels, got.places, c.pixels, c.places)
	}
}

func TestPictureOfADifferenceMarksWhatDiffers(t *testing.T) {
	t.Parallel()
	before, after := sheet(50, 300), sheet(50, 300, image.Rect(10, 150, 20, 160))
	shown := comparePictures(before, after).shown(before, after)
	expect.MustEqual(t, shown.Bounds(), image.Rect(0, 0, 3*50+2*8, 2*around+10), "the picture")
	at := func(side, x, y int) color.Color { return shown.At(side*58+x, y-150+around) }
	for name, c := range map[string]struct{ got, want color.Color }{
		"before":              {at(0, 15, 155), color.RGBA{255, 255, 255, 255}},
		"after":               {at(1, 15, 155), color.RGBA{0, 0, 0, 255}},
		"what differs":        {at(2, 15, 155), color.RGBA{220, 0, 0, 255}},
		"what does not, pale": {at(2, 30, 155), color.RGBA{255, 255, 255, 255}},
	} {
		expect.Equal(t, c.got, c.want, "%s", name)
	}
}

func TestStylesAreComparedByElement(t *testing.T) {
	t.Parallel()
	const before = "1\tbody\t0 0 390 844\tfont-size: 17px; gap: normal\n" +
		"1.1\tp.small\t0 0 390 20\tfont-size: 13.02px; gap: normal\n" +
		"1.2\tp.small\t0 20 390 20\tfont-size: 13.02px; gap: normal\n" +
		"1.3\tdiv\t0 40 390 20\tfont-size: 17px; gap: normal\n"
	const after = "1\tbody\t0 0 390 844\tfont-size: 17px; gap: normal\n" +
		"1.1\tp.small\t0 0 390 20\tfont-size: 13px; gap: normal\n" +
		"1.2\tp.small\t0 18.5 390 20\tfont-size: 13px; gap: 4px\n" +
		"1.3\tul\t0 40 390 20\tfont-size: 17px; gap: normal\n"
	want := []string{
		"1 elements went, 1 came",
		"1 boxes moved or changed their size, by up to 1.5 (p.small)",
		"font-size: 13.02px → 13px (2, first p.small)",
		"gap: normal → 4px (1, first p.small)",
	}
	if got := compareStyles(before, after); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := compareStyles(before, before); len(got) > 0 {
		t.Errorf("a list differs from itself: %q", got)
	}
}

func TestFoldersAreCompared(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put := func(folder, name string, picture image.Image, styles string) {
		t.Helper()
		var file bytes.Buffer
		expect.OK(t, png.Encode(&file, picture))
		for path, data := range map[string][]byte{name + ".png": file.Bytes(), name + ".styles": []byte(styles)} {
			expect.OK(t, os.MkdirAll(filepath.Join(dir, folder), 0o755))
			expect.OK(t, os.WriteFile(filepath.Join(dir, folder, path), data, 0o644))
		}
	}
	white, marked := sheet(30, 30), sheet(30, 30, image.Rect(3, 4, 5, 7))
	put("before", "wall.desk", white, "1\tbody\t0 0 30 30\tgap: normal\n")
	put("after", "wall.desk", marked, "1\tbody\t0 0 30 30\tgap: 4px\n")
	put("before", "same.desk", white, "")
	put("after", "same.desk", white, "")
	put("before", "gone.desk", white, "")
	put("after", "new.desk", white, "")
	put("before", "inside.desk", white, "1\tbody\t0 0 30 30\tgap: normal\n")
	put("after", "inside.desk", white, "1\tbody\t0 0 30 30\tgap: 8px\n")
	before, after, to := filepath.Join(dir, "before"), filepath.Join(dir, "after"), filepath.Join(dir, "to")
	var out bytes.Buffer
	differ, err := compareFolders(before, after, to, &out)
	expect.OK(t, err)
	for _, want := range []string{
		"wall.desk: 6 pixels: 2×3 at 3,4\n    gap: normal → 4px (1, first body)\n", "gone.desk: only in " + before, "new.desk: only in " + after,
		"inside.desk:     gap: normal → 8px (1, first body)\n", "4 of 5 pictures differ",
	} {
		expect.True(t, strings.Contains(out.String(), want), "%q is missing from\n%s", want, &out)
	}
	expect.Equal(t, differ, 4, "differ")
	written, err := os.ReadFile(filepath.Join(to, "report.txt"))
	expect.True(t, err == nil && string(written) == out.String(), "the report says %q (%v), want what was printed", written, err)
	shown, err := filepath.Glob(filepath.Join(to, "pictures", "*"))
	if want := []string{filepath.Join(to, "pictures", "wall.desk.png")}; err != nil || !slices.Equal(shown, want) {
		t.Errorf("pictures %v (%v), want %v", shown, err, want)
	}
	if _, err := compareFolders(filepath.Join(dir, "nothing"), after, to, io.Discard); err == nil || !strings.Contains(err.Error(), "holds no pictures") {
		t.Errorf("a folder without pictures: %v", err)
	}
}

// Names of files say which page they show: no two may be called the same.
func TestNoTwoPagesAreCalledTheSame(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	for _, v := range visitors {
		for _, address := range v.pages {
			name := v.name + pictureName(address)
			other, taken := pages[name]
			expect.True(t, !taken, "%s and %s are both called %s", other, address, name)
			pages[name] = address
		}
	}
}
