package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

const (
	unseen   = 3  // of 255: how far a colour may be off before anybody could see it
	apart    = 24 // rows of pixels between two places that are told as two
	around   = 40 // rows of pixels shown above and below what differs
	mostTold = 6  // places and styles that are told of one picture
)

// compareFolders says how the pictures of two folders differ, and writes one picture for
// each that does into a third: before, after and what is different, side by side.
func compareFolders(before, after, to string, out io.Writer) (differ int, err error) {
	was, err := pictureNames(before)
	if err != nil {
		return 0, err
	}
	is, err := pictureNames(after)
	if err != nil {
		return 0, err
	}
	if err := os.RemoveAll(filepath.Join(to, "pictures")); err != nil {
		return 0, err
	}
	if err := os.MkdirAll(filepath.Join(to, "pictures"), 0o755); err != nil {
		return 0, err
	}
	report, err := os.Create(filepath.Join(to, "report.txt"))
	if err != nil {
		return 0, err
	}
	out = io.MultiWriter(out, report)
	all := slices.Sorted(maps.Keys(was))
	for name := range is {
		if !was[name] {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, p := range comparePages(all, func(name string) (string, error) {
		switch {
		case !is[name]:
			return "only in " + before, nil
		case !was[name]:
			return "only in " + after, nil
		}
		return comparePage(filepath.Join(before, name), filepath.Join(after, name), filepath.Join(to, "pictures", name+".png"))
	}) {
		if p.err != nil {
			return differ, errors.Join(p.err, report.Close())
		}
		if p.said != "" {
			fmt.Fprintf(out, "%s: %s\n", p.name, p.said)
			differ++
		}
	}
	fmt.Fprintf(out, "%d of %d pictures differ; %s shows them\n", differ, len(all), filepath.Join(to, "pictures"))
	return differ, report.Close()
}

// compared is what one comparison said.
type compared struct {
	name, said string
	err        error
}

// comparePages compares as many pages at a time as there are processors. What was said
// stands in the order of the names.
func comparePages(names []string, compare func(name string) (string, error)) []compared {
	pages := make([]compared, len(names))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		group.Go(func() {
			for i := range next {
				said, err := compare(names[i])
				pages[i] = compared{names[i], said, err}
			}
		})
	}
	for i := range names {
		next <- i
	}
	close(next)
	group.Wait()
	return pages
}

// pictureNames are those of a folder, without their ending.
func pictureNames(folder string) (map[string]bool, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.png"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s holds no pictures: \"pictures take %s\" takes them", folder, folder)
	}
	names := map[string]bool{}
	for _, file := range files {
		names[strings.TrimSuffix(filepath.Base(file), ".png")] = true
	}
	return names, nil
}

// comparePage says how one picture and its styles differ, "" when they do not. Names are
// those of files without their endings.
func comparePage(before, after, to string) (string, error) {
	old, new, same, err := readBoth(before+".png", after+".png")
	if err != nil {
		return "", err
	}
	var said []string
	if !same {
		was, err := png.Decode(bytes.NewReader(old))
		if err != nil {
			return "", fmt.Errorf("%s.png: %w", before, err)
		}
		is, err := png.Decode(bytes.NewReader(new))
		if err != nil {
			return "", fmt.Errorf("%s.png: %w", after, err)
		}
		if c := comparePictures(was, is); c.pixels > 0 {
			said = append(said, c.String())
			if err := writePicture(to, c.shown(was, is)); err != nil {
				return "", err
			}
		}
	}
	old, new, same, err = readBoth(before+".styles", after+".styles")
	if errors.Is(err, fs.ErrNotExist) {
		return strings.Join(said, "\n"), nil // pictures of other programs have none
	}
	if err != nil {
		return "", err
	}
	if !same {
		for _, line := range compareStyles(string(old), string(new)) {
			said = append(said, "    "+line)
		}
	}
	return strings.Join(said, "\n"), nil
}

func readBoth(before, after string) (old, new []byte, same bool, err error) {
	if old, err = os.ReadFile(before); err != nil {
		return nil, nil, false, err
	}
	if new, err = os.ReadFile(after); err != nil {
		return nil, nil, false, err
	}
	return old, new, bytes.Equal(old, new), nil
}

// change is how two pictures differ.
type change struct {
	before, after image.Point // their sizes
	pixels        int
	places        []image.Rectangle // from above to below, with room between them
	marked        *image.Gray       // not black where they differ; as large as the larger of both
}

// comparePictures compares pixel by pixel from the upper left corner. What only one of
// them has differs.
func comparePictures(before, after image.Image) change {
	was, is := pixelsOf(before), pixelsOf(after)
	whole := was.Bounds().Union(is.Bounds())
	c := change{before: was.Bounds().Size(), after: is.Bounds().Size(), marked: image.NewGray(whole)}
	last := -apart - 1
	for y := range whole.Dy() {
		if sameRow(was, is, y) {
			continue
		}
		row := image.Rectangle{}
		for x := range whole.Dx() {
			if sameColour(was, is, x, y) {
				continue
			}
			c.pixels++
			c.marked.SetGray(x, y, color.Gray{Y: 255})
			row = row.Union(image.Rect(x, y, x+1, y+1))
		}
		if row.Empty() {
			continue
		}
		if n := len(c.places); n > 0 && y-last <= apart {
			c.places[n-1] = c.places[n-1].Union(row)
		} else {
			c.places = append(c.places, row)
		}
		last = y
	}
	return c
}

// pixelsOf is the picture with its upper left corner at 0, 0.
func pixelsOf(picture image.Image) *image.RGBA {
	size := picture.Bounds().Size()
	if p, ok := picture.(*image.RGBA); ok && p.Rect.Min == (image.Point{}) {
		return p
	}
	p := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(p, p.Rect, picture, picture.Bounds().Min, draw.Src)
	return p
}

// sameRow finds what most rows are without a look at each pixel.
func sameRow(a, b *image.RGBA, y int) bool {
	if a.Rect.Dx() != b.Rect.Dx() || y >= a.Rect.Dy() || y >= b.Rect.Dy() {
		return false
	}
	wide := 4 * a.Rect.Dx()
	p, q := a.PixOffset(0, y), b.PixOffset(0, y)
	return bytes.Equal(a.Pix[p:p+wide], b.Pix[q:q+wide])
}

func sameColour(a, b *image.RGBA, x, y int) bool {
	at := image.Pt(x, y)
	if !at.In(a.Rect) || !at.In(b.Rect) {
		return false
	}
	p, q := a.Pix[a.PixOffset(x, y):], b.Pix[b.PixOffset(x, y):]
	for i := range 4 {
		if d := int(p[i]) - int(q[i]); d > unseen || d < -unseen {
			return false
		}
	}
	return true
}

func (c change) String() string {
	var places []string
	for i, p := range c.places {
		if i == mostTold {
			places = append(places, fmt.Sprintf("and %d more", len(c.places)-i))
			break
		}
		places = append(places, fmt.Sprintf("%d×%d at %d,%d", p.Dx(), p.Dy(), p.Min.X, p.Min.Y))
	}
	said := fmt.Sprintf("%d pixels: %s", c.pixels, strings.Join(places, "; "))
	if c.before != c.after {
		said += fmt.Sprintf("; %d×%d became %d×%d", c.before.X, c.before.Y, c.after.X, c.after.Y)
	}
	return said
}

// shown is the rows that differ, with some around them: as they were, as they are, and
// what is different in red on a pale copy.
func (c change) shown(before, after image.Image) image.Image {
	was, is := pixelsOf(before), pixelsOf(after)
	rows := c.places[0].Union(c.places[len(c.places)-1])
	whole := c.marked.Rect
	top, bottom := max(0, rows.Min.Y-around), min(whole.Dy(), rows.Max.Y+around)
	const between = 8
	side := whole.Dx() + between
	shown := image.NewRGBA(image.Rect(0, 0, 3*side-between, bottom-top))
	draw.Draw(shown, shown.Rect, image.NewUniform(color.Gray{Y: 90}), image.Point{}, draw.Src)
	for i, picture := range []*image.RGBA{was, is, is} {
		draw.Draw(shown, image.Rect(i*side, 0, i*side+picture.Rect.Dx(), bottom-top), picture, image.Pt(0, top), draw.Src)
	}
	pale, red := image.NewUniform(color.RGBA{R: 190, G: 190, B: 190, A: 190}), image.NewUniform(color.RGBA{R: 220, A: 255})
	third := image.Rect(2*side, 0, 2*side+whole.Dx(), bottom-top)
	draw.Draw(shown, third, pale, image.Point{}, draw.Over)
	draw.DrawMask(shown, third, red, image.Point{}, alphaOf(c.marked), image.Pt(0, top), draw.Over)
	return shown
}

// alphaOf takes what is marked as a mask to draw through.
func alphaOf(marked *image.Gray) *image.Alpha {
	return &image.Alpha{Pix: marked.Pix, Stride: marked.Stride, Rect: marked.Rect}
}

func writePicture(name string, picture image.Image) error {
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, picture); err != nil {
		return err
	}
	return os.WriteFile(name, file.Bytes(), 0o644)
}
