package rulebook

import (
	"regexp"
	"slices"
	"strings"
)

// Passages are the articles of a rulebook in its own words, as somebody has put them
// into a text file. The texts belong to others and are no part of this program.
type Passages struct {
	Of      map[string]string // by the article's number, as [Article] has it
	Runs    []string          // the numbers found, in the rulebook's order, those in a row in short: "1 to 6", "8.I"
	Missing []string          // numbers that the text does not hold, in the rulebook's order
}

// articleHead is the beginning of a line that numbers an article: "12.", "A1.", "8.III.",
// "- IV.", "**8. …", "Article 7)". What stands after the number begins its text.
var articleHead = regexp.MustCompile(`^[\s*_#>\-•]*(?:Art(?:icle|\.)?\s+)?([A-Z]?\d{1,2}(?:\.(?:[IVX]+|[a-z]|\d))*|[IVX]+|[a-z])[.):]`)

// FindPassages looks for the numbered articles of a rulebook in a text: each begins with
// a line that starts with its number, in the order of the rulebook, and ends before the
// next. A part such as 8.III is found as "8.III" or, below article 8, as "III". A number
// that comes out of turn is taken for a list inside an article.
func FindPassages(name Name, text string) Passages {
	list := catalogue[name]
	order := make(map[string]int, len(list))
	for i, a := range list {
		order[a.ID] = i
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	p, at, under := Passages{Of: map[string]string{}}, -1, ""
	begin := map[int]string{} // by line, the article that begins there
	for n, line := range lines {
		head := articleHead.FindStringSubmatch(line)
		if head == nil {
			continue
		}
		for path := under; ; path = parent(path) {
			id := strings.TrimPrefix(path+"."+head[1], ".")
			if place, known := order[id]; known && place > at {
				begin[n], at, under = id, place, id
				break
			}
			if heads(list[at+1:], id) {
				under = id // it has a number, and its parts are the articles
				break
			}
			if path == "" {
				break
			}
		}
	}
	now := ""
	for n, line := range lines {
		if id, ok := begin[n]; ok {
			now = id
		}
		if now != "" {
			p.Of[now] += strings.TrimRight(line, " \t") + "\n"
		}
	}
	for id, passage := range p.Of {
		p.Of[id] = strings.TrimSpace(passage)
	}
	for _, a := range list {
		if p.Of[a.ID] == "" {
			p.Missing = append(p.Missing, a.ID)
		}
	}
	p.Runs = p.runs(list)
	return p
}

// runs are the numbers found, in the order of the list.
func (p Passages) runs(list []Article) []string {
	var all []string
	for i := 0; i < len(list); {
		end := i
		for end < len(list) && p.Of[list[end].ID] != "" {
			end++
		}
		switch end - i {
		case 0:
			end++
		case 1:
			all = append(all, list[i].ID)
		default:
			all = append(all, list[i].ID+"–"+list[end-1].ID)
		}
		i = end
	}
	return all
}

// parent is the number without its last part, empty for a whole article.
func parent(id string) string {
	if i := strings.LastIndexByte(id, '.'); i >= 0 {
		return id[:i]
	}
	return ""
}

// heads reports whether an article of the list is a part of this number.
func heads(list []Article, id string) bool {
	return slices.ContainsFunc(list, func(a Article) bool { return strings.HasPrefix(a.ID, id+".") })
}
