package visit

import (
	"bytes"
	"strings"
	"sync/atomic"

	"golang.org/x/net/html"
)

// Saving knows whether changes can be saved at present. While they cannot, desk pages
// say so and their save buttons are off; reading goes on.
type Saving struct {
	Off    atomic.Bool
	Failed atomic.Bool // a change since the last look
}

// asOff switches the save buttons of a page off; what was typed stays.
func asOff(page []byte) []byte {
	var out bytes.Buffer
	z := html.NewTokenizer(bytes.NewReader(page))
	posts := false
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return out.Bytes()
		}
		raw := bytes.Clone(z.Raw())
		token := z.Token()
		switch {
		case token.Data == "form":
			posts = kind == html.StartTagToken && strings.EqualFold(attribute(token, "method"), "post")
		case kind == html.StartTagToken && token.Data == "button" && saves(token, posts):
			raw = append(bytes.TrimSuffix(raw, []byte(">")), " disabled data-off>"...)
		}
		out.Write(raw)
	}
}

// saves reports whether a button sends a form that changes something.
func saves(button html.Token, inside bool) bool {
	for _, a := range button.Attr {
		if a.Key == "disabled" {
			return false
		}
	}
	return attribute(button, "type") != "button" && (inside || attribute(button, "form") != "")
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
