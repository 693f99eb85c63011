package visit

import (
	"net/http"
	"sync"

	"github.com/tandemchess/tandem/internal/text"
)

const languageCookie = "lang"

// Language is the reader's: the one just chosen (?lang=), the one chosen before
// (a cookie of one year), or what the browser asks for.
func (s *Site) Language(v *Visit) text.Words {
	if words, ok := text.Exactly(v.QueryParam("lang")); ok {
		if !words.Pseudo() && !isEmbed(v) { // what a site chose for its page is no choice of the reader
			s.KeepLanguage(v, words)
		}
		return words
	}
	words, _ := text.Exactly(s.languages.Of(v.Request()))
	return words
}

// SpeakAsChosen makes the visit speak the language that an official has chosen for
// their own pages, whatever the device speaks, but for a page whose
// address asks for another. Programs are answered in English.
func SpeakAsChosen(v *Visit) {
	if !v.Who.SignedIn() || IsAPI(v) {
		return
	}
	if _, asked := text.Exactly(v.QueryParam("lang")); asked {
		return
	}
	if words, ok := text.Exactly(v.Who.Account.Language); ok {
		v.Words = words
	}
}

// KeepLanguage keeps the choice on the device for a year.
func (s *Site) KeepLanguage(v *Visit, words text.Words) {
	v.SetCookie(&http.Cookie{
		Name: languageCookie, Value: words.Code(), Path: "/", MaxAge: 365 * 24 * 3600, Secure: s.Secure, HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}

// DeclareLanguage tells caches which language the answer has and what it was chosen by.
func DeclareLanguage(v *Visit) {
	h := v.Response().Header()
	h.Set("Content-Language", v.Words.Code())
	h.Set("Vary", "Accept-Language, Cookie")
}

// Languages remembers which language a header asks for: there are few of them,
// and reading one takes longer than finding the page.
type Languages struct {
	mu    sync.RWMutex
	known map[string]string
}

const (
	mostLanguageHeaders   = 2000
	longestLanguageHeader = 1000 // bytes
)

// Of is the code of the language of a request that does not choose one by its
// address.
func (l *Languages) Of(r *http.Request) string {
	if cookies := r.Header["Cookie"]; len(cookies) > 0 {
		if cookie, err := r.Cookie(languageCookie); err == nil {
			if words, ok := text.Exactly(cookie.Value); ok {
				return words.Code()
			}
		}
	}
	header := r.Header.Get("Accept-Language")
	if len(header) > longestLanguageHeader {
		header = header[:longestLanguageHeader] // a browser's has a tenth of that
	}
	l.mu.RLock()
	code, ok := l.known[header]
	l.mu.RUnlock()
	if ok {
		return code
	}
	code = text.Accepted(header).Code()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil || len(l.known) >= mostLanguageHeaders {
		l.known = map[string]string{}
	}
	l.known[header] = code
	return code
}

// LanguageOf is the code of the language of a request that does not choose one by its
// address.
func (s *Site) LanguageOf(r *http.Request) string { return s.languages.Of(r) }
