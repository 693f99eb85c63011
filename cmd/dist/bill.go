package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"runtime"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// billOfMaterials says in CycloneDX what an archive is made of, so that a known hole in a
// library can be looked for without unpacking anything.
func billOfMaterials(t target, from source, modules []module, server []file) ([]byte, error) {
	var components []cdx.Component
	add := func(c cdx.Component) {
		c.BOMRef = fmt.Sprintf("%d-%s", len(components)+1, c.Name)
		components = append(components, c)
	}
	goVersion := strings.TrimPrefix(runtime.Version(), "go")
	add(cdx.Component{Type: cdx.ComponentTypeLibrary, Name: "stdlib", Version: goVersion, PackageURL: "pkg:golang/stdlib@" + goVersion, Licenses: licensed("BSD-3-Clause")})
	for _, m := range modules {
		add(cdx.Component{Type: cdx.ComponentTypeLibrary, Name: m.path, Version: m.version, PackageURL: "pkg:golang/" + m.path + "@" + m.version})
	}
	libraries, err := browserLibraries()
	if err != nil {
		return nil, err
	}
	for _, l := range libraries {
		add(cdx.Component{
			Type: cdx.ComponentTypeLibrary, Name: l.Called(), Version: l.Version, Licenses: licensed(l.License),
			PackageURL: "pkg:npm/" + strings.ReplaceAll(l.Called(), "@", "%40") + "@" + l.Version,
		})
	}
	if t.server != "" {
		row, err := pinned(t.server)
		if err != nil {
			return nil, err
		}
		sum, err := row.Sum()
		if err != nil {
			return nil, err
		}
		add(cdx.Component{
			Type: cdx.ComponentTypeLibrary, Name: row.Called(), Version: row.Version, Licenses: licensed(row.License),
			PackageURL: "pkg:npm/" + strings.ReplaceAll(row.Called(), "@", "%40") + "@" + row.Version,
			Hashes:     &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA512, Value: fmt.Sprintf("%x", sum)}},
		})
	}
	for _, f := range server {
		if strings.HasPrefix(f.name, "share/") {
			continue
		}
		p, err := partOf(f)
		if err != nil {
			return nil, err
		}
		add(cdx.Component{
			Type: cdx.ComponentTypeFile, Name: "postgresql/" + f.name, Version: p.versionIn(f.content), Description: p.name, Licenses: licensed(p.licence),
			Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: fmt.Sprintf("%x", sha256.Sum256(f.content))}},
		})
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: from.day.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef: "tandem", Type: cdx.ComponentTypeApplication, Name: "tandem", Version: from.version, Licenses: licensed("Apache-2.0"),
			Description: t.name() + ", revision " + from.revision,
		},
	}
	bom.Components = &components
	var text bytes.Buffer
	if err := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

func licensed(spdx string) *cdx.Licenses {
	if spdx == "" {
		return nil
	}
	return &cdx.Licenses{{Expression: spdx}}
}

// versionIn is the version that a library says of itself; empty when it says none.
func (p part) versionIn(content []byte) string {
	if p.version == nil {
		return ""
	}
	if m := p.version.FindSubmatch(content); m != nil {
		return string(m[1])
	}
	return ""
}
