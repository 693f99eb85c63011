package visit

import (
	"net/http"
	"strings"
	"time"
)

// lastSectionCookie names, for the desk of one event, the section a device showed last.
const lastSectionCookie = "tandem-section"

// LastSection is the slug of the section this device showed last, "" for none.
func LastSection(v *Visit) string {
	c, err := v.Cookie(lastSectionCookie)
	if err != nil {
		return ""
	}
	return c.Value
}

// RememberSection keeps the section of a desk page on the device.
func (v *Visit) RememberSection() {
	desk := "/e/" + v.Event.Slug + "/desk"
	path := v.Request().URL.Path
	if v.Section.SectionID == 0 || v.Request().Method != http.MethodGet || !strings.HasPrefix(path, desk+"/"+v.Section.Slug) || LastSection(v) == v.Section.Slug {
		return
	}
	v.SetCookie(&http.Cookie{
		Name: lastSectionCookie, Value: v.Section.Slug, Path: desk, HttpOnly: true, Secure: v.site.Secure, SameSite: http.SameSiteLaxMode, MaxAge: int(DeviceCookieLife / time.Second),
	})
}
