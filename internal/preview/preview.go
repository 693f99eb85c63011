// Package preview draws the picture that messengers and social sites show beside a
// shared link (Open Graph): one answer in large letters, legible as a thumbnail. Words,
// names and numbers come in as they are to be read; the package knows no tournament, no
// language and no clock, and must never read a file: the fonts are part of the program.
package preview

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Width and Height are the pixels of every picture, the shape that previews expect.
const Width, Height = 1200, 630

// MostRows is how many rows a picture has room for.
const MostRows = 6

// Picture is what a preview says. Either Number with Lines beside it, or Rows; Title
// alone is fine as well.
type Picture struct {
	Head       string // event and section, above everything
	Title      string // the answer: a team, "Standings after round 3"
	NumberWord string // "Table"
	Number     string // the largest thing in the picture; empty for none
	Lines      []string
	Rows       []Row // the first MostRows are drawn
}

// Row is one place of a table.
type Row struct{ Place, Name, Points string }

// The colours of the light theme (static/css/tokens.css).
var (
	paper   = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink     = color.RGBA{0x15, 0x1c, 0x19, 0xff}
	ink2    = color.RGBA{0x44, 0x50, 0x4b, 0xff}
	line    = color.RGBA{0xd2, 0xd9, 0xd4, 0xff}
	accent  = color.RGBA{0x0b, 0x5a, 0x63, 0xff}
	squareL = color.RGBA{0xf1, 0xf2, 0xe9, 0xff}
	squareD = color.RGBA{0x93, 0xab, 0x9f, 0xff}
)

const (
	margin     = 64
	bar        = 96 // height of the band with the head
	square     = bar / 2
	rowHeight  = 62
	smallest   = 24.0 // points; what is too long in this size ends in an ellipsis
	ellipsis   = "…"
	numberSide = 250 // of the box around the number
)

// PNG draws the picture.
func PNG(p Picture) ([]byte, error) {
	s, err := newSheet()
	if err != nil {
		return nil, err
	}
	s.head(p.Head)
	y := bar + 110
	s.write(p.Title, words{size: 68, bold: true, colour: ink, x: margin, y: y, width: Width - 2*margin})
	if len(p.Rows) > 0 {
		s.rows(p.Rows[:min(len(p.Rows), MostRows)], y+36)
	} else {
		s.answer(p, y+44)
	}
	if s.err != nil {
		return nil, s.err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, s.image); err != nil {
		return nil, fmt.Errorf("write the picture: %w", err)
	}
	return out.Bytes(), nil
}

// sheet is a picture being drawn. The first error stays.
type sheet struct {
	image         *image.RGBA
	bold, regular *opentype.Font
	err           error
}

// fonts are read once; Go's own family holds the letters of all European alphabets.
var fonts = sync.OnceValues(func() ([2]*opentype.Font, error) {
	var read [2]*opentype.Font
	for i, ttf := range [][]byte{goregular.TTF, gobold.TTF} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			return read, fmt.Errorf("read the font of pictures: %w", err)
		}
		read[i] = f
	}
	return read, nil
})

func newSheet() (*sheet, error) {
	f, err := fonts()
	if err != nil {
		return nil, err
	}
	s := &sheet{image: image.NewRGBA(image.Rect(0, 0, Width, Height)), regular: f[0], bold: f[1]}
	s.fill(s.image.Bounds(), paper)
	return s, nil
}

func (s *sheet) fill(r image.Rectangle, c color.Color) {
	draw.Draw(s.image, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// head is the band on top: two boards beside each other, and where this is.
func (s *sheet) head(text string) {
	s.fill(image.Rect(0, 0, Width, bar), accent)
	for board := range 2 {
		for i := range 4 {
			x, y := i%2, i/2
			c := squareL
			if (x+y)%2 != board%2 {
				c = squareD
			}
			at := image.Pt(margin+board*(2*square*2/3+12)+x*square*2/3, square/2-4+y*square*2/3)
			s.fill(image.Rectangle{at, at.Add(image.Pt(square*2/3, square*2/3))}, c)
		}
	}
	left := margin + 4*square*2/3 + 12 + 28
	s.write(text, words{size: 38, bold: true, colour: paper, x: left, y: 62, width: Width - left - margin})
}

// answer is a number in its box with lines beside it, or lines alone.
func (s *sheet) answer(p Picture, top int) {
	left := margin
	if p.Number != "" {
		box := image.Rect(margin, top, margin+numberSide, top+numberSide)
		s.fill(box, accent)
		s.write(p.NumberWord, words{size: 38, colour: paper, x: box.Min.X + 24, y: box.Min.Y + 56, width: numberSide - 48})
		s.write(p.Number, words{size: 150, bold: true, colour: paper, x: box.Min.X + 24, y: box.Max.Y - 36, width: numberSide - 48})
		left = box.Max.X + 40
	}
	y := top + 48
	for i, l := range p.Lines {
		w := words{size: 42, colour: ink2, x: left, y: y, width: Width - left - margin}
		if i == 0 {
			w.bold, w.colour = true, ink
		}
		s.write(l, w)
		y += 66
	}
}

func (s *sheet) rows(rows []Row, top int) {
	const place, points = 110, 130
	for i, r := range rows {
		y := top + i*rowHeight
		s.fill(image.Rect(margin, y, Width-margin, y+2), line)
		base := y + 46
		s.write(r.Place, words{size: 38, bold: true, colour: accent, x: margin, y: base, width: place - 10})
		s.write(r.Name, words{size: 38, colour: ink, x: margin + place, y: base, width: Width - 2*margin - place - points - 20})
		s.write(r.Points, words{size: 38, bold: true, colour: ink, x: Width - margin - points, y: base, width: points, end: true})
	}
}

// words is a line of text at its base line.
type words struct {
	size   float64 // points; smaller where the text is too long
	bold   bool
	colour color.Color
	x, y   int
	width  int
	end    bool // flush with the end of the width
}

func (s *sheet) write(text string, w words) {
	if s.err != nil || text == "" {
		return
	}
	f := s.regular
	if w.bold {
		f = s.bold
	}
	text = s.known(f, text)
	face, text, err := fit(f, text, w.size, w.width)
	if err != nil {
		s.err = err
		return
	}
	defer face.Close()
	d := font.Drawer{Dst: s.image, Src: image.NewUniform(w.colour), Face: face, Dot: fixed.P(w.x, w.y)}
	if w.end {
		d.Dot.X += fixed.I(w.width) - d.MeasureString(text)
	}
	d.DrawString(text)
}

// fit is the text in the largest size that has room, cut where even the smallest has
// none.
func fit(f *opentype.Font, text string, size float64, width int) (font.Face, string, error) {
	for {
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return nil, "", fmt.Errorf("size the font of pictures: %w", err)
		}
		wide := font.MeasureString(face, text).Ceil()
		switch {
		case wide <= width:
			return face, text, nil
		case size <= smallest:
			letters := []rune(text)
			for len(letters) > 0 && font.MeasureString(face, string(letters)+ellipsis).Ceil() > width {
				letters = letters[:len(letters)-1]
			}
			return face, string(letters) + ellipsis, nil
		}
		face.Close()
		size = max(smallest, min(size*0.9, size*float64(width)/float64(wide)))
	}
}
