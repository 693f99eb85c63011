package public

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// What makes the public pages readable without contact and lets a phone install
// them like an app.
func (h *Handlers) installRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/sw.js", access.ReadPublic, h.serviceWorker),
		visit.Get("/manifest.webmanifest", access.ReadPublic, h.appManifest),
		visit.Get(address.Event+"/manifest.webmanifest", access.ReadPublic, h.appManifest),
	}
}

// publicFiles are the built files public pages are made of.
var publicFiles = []string{"public.js", "public.css", "icons.svg", "pieces.svg", "mark.svg"}

// serviceWorker answers with the few lines that start the worker. They name the
// built files, so they change with every build that changes one, and browsers
// notice. The worker must stand at the root of the site to see its pages.
func (h *Handlers) serviceWorker(v *visit.Visit) error {
	var built []string
	for _, name := range publicFiles {
		built = append(built, h.Asset(name))
	}
	list, err := json.Marshal(built)
	if err != nil {
		return fmt.Errorf("write the list of built files: %w", err)
	}
	script := fmt.Sprintf("self.builtFiles = %s;\nimportScripts(%q);\n", list, h.Asset("sw.js"))
	return v.Blob(http.StatusOK, "text/javascript; charset=utf-8", []byte(script))
}

// ground is the light page ground of tokens.css; manifests know one colour only.
const ground = "#f3f5f2"

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// appManifest says under which name and mark a phone installs an event, or the
// server as a whole, and where the app opens.
func (h *Handlers) appManifest(v *visit.Visit) error {
	start, name := "/", "Tandem"
	if v.Event.EventID != 0 {
		start, name = "/e/"+v.Event.Slug, v.Event.Name
	}
	manifest := struct {
		ID         string         `json:"id"`
		Name       string         `json:"name"`
		ShortName  string         `json:"short_name"`
		StartURL   string         `json:"start_url"`
		Scope      string         `json:"scope"`
		Display    string         `json:"display"`
		Background string         `json:"background_color"`
		Theme      string         `json:"theme_color"`
		Icons      []manifestIcon `json:"icons"`
	}{
		ID: start, Name: name, ShortName: name, StartURL: start, Scope: "/", Display: "standalone", Background: ground, Theme: ground,
		Icons: []manifestIcon{
			{Source: h.Asset("mark.svg"), Sizes: "any", Type: "image/svg+xml"},
			{Source: h.Asset("mark.png"), Sizes: "512x512", Type: "image/png", Purpose: "any maskable"},
		},
	}
	v.Response().Header().Set("Content-Type", "application/manifest+json")
	v.Response().WriteHeader(http.StatusOK)
	return json.NewEncoder(v.Response()).Encode(manifest)
}
