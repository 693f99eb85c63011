package guide

import (
	"bytes"
	"fmt"
	"image/png"
	"path"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/tandemchess/tandem/docs"
)

// markdown reads the guides: tables besides the common forms, headings with the anchor
// that stands behind them ({#results}) or that their words make. HTML in a guide is left
// out: the pages hold nothing that is not written here.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithHeadingAttribute()),
)

// parse reads one file of docs as a guide.
func (l *Library) parse(file, language string) (Guide, error) {
	source, err := docs.Guides.ReadFile(file)
	if err != nil {
		return Guide{}, fmt.Errorf("read the guide %s: %w", file, err)
	}
	g := Guide{Name: strings.TrimSuffix(path.Base(file), ".md"), Language: language}
	doc := markdown.Parser().Parse(text.NewReader(source))
	if err := mend(doc, file); err != nil {
		return Guide{}, err
	}
	var body bytes.Buffer
	keep := func() { // what was read since the last heading
		if n := len(g.Chapters); n > 0 {
			g.Chapters[n-1].HTML = body.String()
		} else {
			g.Intro = body.String()
		}
		body.Reset()
	}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, heading := n.(*ast.Heading)
		if heading && h.Level == 1 {
			g.Title = words(h, source)
			continue
		}
		if heading && h.Level == 2 {
			keep()
			g.Chapters = append(g.Chapters, Chapter{Heading: headingOf(h, source), Language: language})
			continue
		}
		if at := len(g.Chapters) - 1; at >= 0 {
			if heading {
				g.Chapters[at].Parts = append(g.Chapters[at].Parts, headingOf(h, source))
			}
			g.Chapters[at].blocks = append(g.Chapters[at].blocks, l.blocks(n, source)...)
		}
		if err := markdown.Renderer().Render(&body, source, n); err != nil {
			return Guide{}, fmt.Errorf("write the guide %s: %w", file, err)
		}
	}
	keep()
	return g, nil
}

func headingOf(h *ast.Heading, source []byte) Heading {
	id, _ := h.AttributeString("id")
	anchor, _ := id.([]byte)
	return Heading{ID: string(anchor), Title: words(h, source)}
}

// mend leads links to where the program serves their goal, takes those apart whose goal
// lies in the source alone, and says how large pictures are.
func mend(doc ast.Node, file string) error {
	var links []*ast.Link
	var pictures []*ast.Image
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if entering {
				links = append(links, n)
			}
		case *ast.Image:
			if entering {
				pictures = append(pictures, n)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return fmt.Errorf("look through the guide %s: %w", file, err)
	}
	for _, link := range links {
		if to, ok := addressOf(file, string(link.Destination)); ok {
			link.Destination = []byte(to)
			continue
		}
		parent := link.Parent()
		for c := link.FirstChild(); c != nil; c = link.FirstChild() {
			parent.InsertBefore(parent, link, c)
		}
		parent.RemoveChild(parent, link)
	}
	for _, picture := range pictures {
		if err := place(picture, file); err != nil {
			return err
		}
	}
	return nil
}

// place leads a picture to its address and says its size, so that nothing moves when it
// comes.
func place(picture *ast.Image, file string) error {
	name := path.Base(string(picture.Destination))
	raw, err := Picture(name)
	if err != nil {
		return fmt.Errorf("a picture of the guide %s: %w", file, err)
	}
	size, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("the picture %s of the guide %s: %w", name, file, err)
	}
	picture.Destination = []byte("/guide/img/" + name)
	picture.SetAttributeString("width", []byte(strconv.Itoa(size.Width)))
	picture.SetAttributeString("height", []byte(strconv.Itoa(size.Height)))
	picture.SetAttributeString("loading", []byte("lazy"))
	return nil
}

// words is the text of a node without its marks.
func words(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // which fails only as its function does
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(source))
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				b.Write(line.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}
