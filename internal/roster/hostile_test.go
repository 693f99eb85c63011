package roster

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/plaintext"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// workbookOf packs a workbook whose first sheet and shared strings are given as XML.
func workbookOf(t testing.TB, sheet, shared string, more map[string]string) []byte {
	t.Helper()
	parts := map[string]string{
		"[Content_Types].xml":        `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
		"_rels/.rels":                `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Entries" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml":   `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + sheet + `</sheetData></worksheet>`,
	}
	if shared != "" {
		parts["xl/sharedStrings.xml"] = `<?xml version="1.0" encoding="UTF-8"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + shared + `</sst>`
	}
	for name, text := range more {
		parts[name] = text
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range parts {
		w := expect.Must(z.Create(name))(t)
		expect.OK(t, expect.Err(w.Write([]byte(text))))
	}
	expect.OK(t, z.Close())
	return b.Bytes()
}

// inline is a row of texts.
func inline(n int, cells ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<row r="%d">`, n)
	for i, cell := range cells {
		fmt.Fprintf(&b, `<c r="%s%d" t="inlineStr"><is><t>%s</t></is></c>`, letter(i), n, cell)
	}
	return b.String() + "</row>"
}

var list = inline(1, "Team", "Player 1", "Player 2") + inline(2, "Ash", "Ana Ruiz", "Bo Lee")

// watched is somebody who waits and can be asked how often he was asked.
type watched struct {
	context.Context
	asked, leaves int // after so many times; 0 for never
}

func (w *watched) Err() error {
	if w.asked++; w.leaves > 0 && w.asked > w.leaves {
		return context.Canceled
	}
	return nil
}

// Each of these files was made to keep a machine busy. What can be read of them is
// read, the others are refused with what to do, and none costs more than a list does:
// the work done is counted by how often the reader asks whether somebody waits.
func TestHostileWorkbooks(t *testing.T) {
	t.Parallel()
	const enough = 3*maxElements/256 + unzipped/4096 // of asking: a token in 256, and each piece of a part
	deep := strings.Repeat("<a>", 200_000)
	tests := map[string]struct {
		data  []byte
		wrong string // "" where the list is read
	}{
		"a row far down":         {workbookOf(t, list+`<row r="4294967295"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>`, "", nil), ""},
		"a row beyond all":       {workbookOf(t, list+`<row r="99999999999999999999"/>`, "", nil), "cannot be read"},
		"rows that go back":      {workbookOf(t, list+`<row r="-5"/><row r="0"/><row r="1"/>`, "", nil), ""},
		"two million empty rows": {workbookOf(t, list+strings.Repeat("<row/>", 2_000_000), "", nil), ""},
		"formatted empty cells":  {workbookOf(t, list+strings.Repeat(`<row><c s="1"/><c s="1"/></row>`, 100_000), "", nil), ""},
		"a bomb":                 {workbookOf(t, list, "", map[string]string{"xl/media/a.bin": strings.Repeat("\x00", unzipped+1)}), "unpacks to more than"},
		"a bomb of text":         {workbookOf(t, inline(1, "Team", strings.Repeat("x", unzipped)), "", nil), "unpacks to more than"},
		"many cells":             {workbookOf(t, strings.Repeat("<row>"+strings.Repeat("<c><v>1</v></c>", 100)+"</row>", 5000), "", nil), "more than 450000 cells"},
		"one row of cells":       {workbookOf(t, "<row>"+strings.Repeat("<c><v>1</v></c>", 500_000)+"</row>", "", nil), "more than 450000 cells"},
		"many strings":           {workbookOf(t, list, strings.Repeat("<si><t/></si>", 2_000_000), nil), "more than 450000 cells"},
		"many elements":          {workbookOf(t, list, "<si>"+strings.Repeat("<r/>", 2_500_000)+"</si>", nil), "more than 450000 cells"},
		"deep":                   {workbookOf(t, list+deep, "", nil), "nested more than"},
		"deep beside":            {workbookOf(t, list, "", map[string]string{"xl/styles.xml": deep}), "nested more than"},
		"another encoding":       {workbookOf(t, list, "", map[string]string{"xl/styles.xml": `<?xml version="1.0" encoding="UTF-16"?><a/>`}), "UTF-8"},
		"a long number format":   {workbookOf(t, list, "", map[string]string{"xl/styles.xml": `<styleSheet><numFmts count="1"><numFmt numFmtId="200" formatCode="` + strings.Repeat("0;", 500_000) + `"/></numFmts></styleSheet>`}), "number format"},
		"entities":               {workbookOf(t, `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>`+list+`<row><c><v>&b;</v></c></row>`, "", nil), ""},
	}
	for name, test := range tests {
		who := &watched{Context: t.Context()}
		table, err := Read(who, test.data, plaintext.Windows1252)
		switch {
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%s, %d bytes: %v, want %q", name, len(test.data), err, test.wrong)
		case test.wrong == "" && (err != nil || len(table.Rows) != 1 || table.Rows[0].Cells[1] != "Ana Ruiz"):
			t.Errorf("%s, %d bytes: %+v, %v", name, len(test.data), table.Rows, err)
		}
		expect.True(t, who.asked <= enough, "%s: the reader took %d steps, more than %d", name, who.asked, enough)
	}
	if table, err := Read(t.Context(), tests["two million empty rows"].data, plaintext.Windows1252); err != nil || len(table.Notes) != 1 || !strings.Contains(table.Notes[0].String(), "1000 rows in a row are empty") {
		t.Errorf("nothing says where reading ended: %v %v", table.Notes, err)
	}
}

// Too many parts are as bad as one that is too large.
func TestWorkbookOfManyParts(t *testing.T) {
	t.Parallel()
	more := map[string]string{}
	for i := range maxParts {
		more[fmt.Sprintf("xl/media/%d.xml", i)] = "<a/>"
	}
	_, err := Read(t.Context(), workbookOf(t, list, "", more), plaintext.Windows1252)
	expect.True(t, err != nil && strings.Contains(err.Error(), "parts"), "%v", err)
}

// Lists as text that were made to do the same.
func TestHostileLists(t *testing.T) {
	t.Parallel()
	const head = "Team,Player 1,Player 2\nAsh,Ana Ruiz,Bo Lee\n"
	for name, test := range map[string]struct{ text, wrong string }{
		"line ends":          {head + strings.Repeat("\n", 9<<20), ""},
		"empty rows":         {head + strings.Repeat(",,\n", 1<<20), ""},
		"one line":           {strings.Repeat("a,", 4<<20), "Row 1 has"},
		"one long cell":      {head + strings.Repeat("x", 9<<20), "more than 200000 characters"},
		"quotes":             {head + strings.Repeat(`"a,`, 60_000) + "\n" + strings.Repeat(`"`, 199_999) + "\n", "Row 3 has"},
		"open quotes":        {head + strings.Repeat(`"`+strings.Repeat("x", 150_000)+"\n", 60), ""},
		"many rows":          {head + strings.Repeat("a,b,c\n", 20_001), "more than 20000 rows"},
		"many rows, no head": {strings.Repeat("x1,y2,z3\n", 20_001), "more than 20000 rows"},
		"many cells":         {head + strings.Repeat(strings.Repeat(",", 200)+"x\n", 19_000), "more than 1000000 cells"},
		"too large":          {head + strings.Repeat("a,b,c\n", MaxBytes/6), "larger than 10 MB"},
	} {
		who := &watched{Context: t.Context()}
		table, err := Read(who, []byte(test.text), plaintext.Windows1252)
		switch {
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%s: %v, want %q", name, err, test.wrong)
		case test.wrong == "" && (err != nil || len(table.Rows) == 0 || table.Rows[0].Cells[1] != "Ana Ruiz"):
			t.Errorf("%s: %+v, %v", name, table.Rows[:min(3, len(table.Rows))], err)
		}
	}
}

// Reading stops soon after whoever asked for it has left, whatever the file.
func TestReadingEndsWithItsReader(t *testing.T) {
	t.Parallel()
	var rows strings.Builder
	for n := range 5_000 {
		rows.WriteString(inline(n+1, "Team", "Ana Ruiz", "Bo Lee"))
	}
	book, text := workbookOf(t, rows.String(), "", nil), []byte(strings.Repeat("Team,Ana Ruiz,Bo Lee\n", 5_000))
	for name, data := range map[string][]byte{"workbook": book, "list": text} {
		all := &watched{Context: t.Context()}
		if _, err := Read(all, data, plaintext.Windows1252); err != nil {
			t.Fatal(name, err)
		}
		for _, leaves := range []int{1, all.asked / 2, all.asked - 2} {
			who := &watched{Context: t.Context(), leaves: leaves}
			if _, err := Read(who, data, plaintext.Windows1252); !errors.Is(err, context.Canceled) || who.asked > leaves+2 {
				t.Errorf("%s: somebody who left after %d of %d steps was asked %d times: %v", name, leaves, all.asked, who.asked, err)
			}
		}
	}
}

// The memory that a refused file took is that of a list.
func TestHostileWorkbooksTakeLittleMemory(t *testing.T) {
	var before, after runtime.MemStats
	data := workbookOf(t, list, strings.Repeat("<si><t/></si>", 2_000_000), nil)
	runtime.ReadMemStats(&before)
	_, err := Read(t.Context(), data, plaintext.Windows1252)
	expect.True(t, err != nil, "two million strings were read")
	runtime.ReadMemStats(&after)
	grown := after.TotalAlloc - before.TotalAlloc
	expect.True(t, grown <= 256<<20, "reading %d bytes took %d MB", len(data), grown>>20)
}
