package web

import (
	"net/http"

	"github.com/tandemchess/tandem/internal/text"
)

const languageCookie = "lang"

// language is the reader's: the one just chosen (?lang=), the one chosen before
// (a cookie of one year), or what the browser asks for.
func (s *Server) language(v *visit) text.Words {
	if words, ok := text.Exactly(v.QueryParam("lang")); ok {
		if !words.Pseudo() && !isEmbed(v) { // what a site chose for its page is no choice of the reader
			s.keepLanguage(v, words)
		}
		return words
	}
	words, _ := text.Exactly(s.languages.of(v.Request()))
	return words
}

// keepLanguage keeps the choice on the device for a year.
func (s *Server) keepLanguage(v *visit, words text.Words) {
	v.SetCookie(&http.Cookie{
		Name: languageCookie, Value: words.Code(), Path: "/", MaxAge: 365 * 24 * 3600, Secure: s.Secure, HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}

// speaks tells caches which language the answer has and what it was chosen by.
func (v *visit) speaks() {
	h := v.Response().Header()
	h.Set("Content-Language", v.words.Code())
	h.Set("Vary", "Accept-Language, Cookie")
}
