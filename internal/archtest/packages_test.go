package archtest

// may lists for every package which others of ours it imports, in code that is no
// test: one that is missing fails, and so does one that is not imported any more. A
// folder with Go files and without a row fails as well.
var may = map[string][]string{
	// The rules of the game and of tournaments: pure.
	"internal/bughouse":         {},
	"internal/diagram":          {"internal/bughouse", "internal/letters"},
	"internal/rulebook":         {"internal/bughouse", "internal/phrase"},
	"internal/ruling":           {"internal/bughouse", "internal/phrase", "internal/rulebook"},
	"internal/ruling/casefile":  {"internal/bughouse", "internal/rulebook", "internal/ruling"},
	"internal/livegame":         {"internal/bughouse", "internal/rulebook"},
	"internal/pairing/matching": {},
	"internal/pairing":          {"internal/pairing/matching", "internal/phrase", "internal/trf"},
	"internal/phase":            {"internal/pairing"},
	"internal/prospect":         {},
	"internal/standings":        {"internal/trf"},
	"internal/trf":              {},

	// Small things that many use: pure but for the build.
	"internal/access":     {},
	"internal/fault":      {"internal/phrase"},
	"internal/intake":     {},
	"internal/journal":    {},
	"internal/letters":    {},
	"internal/limit":      {"internal/fault"},
	"internal/pace":       {},
	"internal/phrase":     {},
	"internal/plaintext":  {},
	"internal/backupfile": {},
	"internal/build":      {},
	"internal/npmlock":    {},

	// Events and everything in them: types, decisions, commands.
	"internal/tournament": {
		"internal/bughouse", "internal/fault", "internal/journal", "internal/limit", "internal/livegame", "internal/pace", "internal/pairing",
		"internal/phase", "internal/phrase", "internal/prospect", "internal/rulebook", "internal/standings",
	},
	"internal/tournament/reportfile": {
		"internal/fault", "internal/journal", "internal/limit", "internal/pairing", "internal/rulebook", "internal/standings", "internal/tournament",
		"internal/trf",
	},
	"internal/dispute": {
		"internal/account", "internal/bughouse", "internal/diagram", "internal/fault", "internal/journal", "internal/limit", "internal/livegame",
		"internal/phrase", "internal/rulebook", "internal/ruling", "internal/ruling/casefile", "internal/tournament",
	},
	"internal/account":   {"internal/access", "internal/fault", "internal/journal", "internal/limit"},
	"internal/founding":  {"internal/access", "internal/account", "internal/journal", "internal/tournament"},
	"internal/roster":    {"internal/fault", "internal/intake", "internal/plaintext", "internal/tournament"},
	"internal/savepoint": {"internal/backupfile", "internal/fault", "internal/limit"},
	"internal/takeback": {
		"internal/access", "internal/account", "internal/dispute", "internal/fault", "internal/journal", "internal/phase", "internal/tournament",
	},
	"internal/webhook": {"internal/fault", "internal/journal", "internal/tournament"},

	// Readers, pages and the server.
	"internal/text":      {"internal/phrase", "internal/rulebook"},
	"internal/guide":     {"docs"},
	"internal/help":      {"internal/text"},
	"internal/sentences": {"internal/livegame", "internal/rulebook", "internal/text"},
	"cmd/words":          {"internal/sentences", "internal/text"},
	"internal/preview":   {},
	"internal/live":      {"internal/journal"},
	"internal/wording": {
		"internal/access", "internal/bughouse", "internal/diagram", "internal/dispute", "internal/livegame", "internal/pace", "internal/phase", "internal/phrase", "internal/prospect", "internal/rulebook", "internal/standings", "internal/text",
		"internal/tournament", "templates/layout", "templates/setup",
	},
	"internal/publicpages": {
		"internal/fault", "internal/journal", "internal/letters", "internal/live", "internal/pace", "internal/phase", "internal/prospect", "internal/rulebook", "internal/standings", "internal/text", "internal/tournament",
		"internal/web/address", "internal/wording", "templates/layout", "templates/public",
	},

	// The server, and the areas of its pages: none imports another.
	"internal/web": {
		"internal/access", "internal/account", "internal/dispute", "internal/fault", "internal/founding", "internal/journal", "internal/live",
		"internal/publicpages", "internal/savepoint", "internal/takeback", "internal/text", "internal/tournament", "internal/web/account", "internal/web/address",
		"internal/web/api", "internal/web/board", "internal/web/chief", "internal/web/desk", "internal/web/dispute", "internal/web/hall",
		"internal/web/print", "internal/web/public", "internal/web/rounds", "internal/web/setup", "internal/web/visit", "templates/layout",
	},
	"internal/web/address": {},
	"internal/web/square":  {"internal/text", "templates/print"},
	"internal/web/visit": {
		"internal/access", "internal/account", "internal/demo", "internal/dispute", "internal/fault", "internal/help", "internal/intake", "internal/journal", "internal/limit",
		"internal/live", "internal/livegame", "internal/plaintext", "internal/publicpages", "internal/rulebook", "internal/ruling", "internal/text",
		"internal/tournament", "internal/web/address", "internal/wording", "templates/desk", "templates/dispute", "templates/layout", "templates/print",
		"templates/public", "templates/rounds",
	},
	"internal/web/account": {
		"internal/access", "internal/account", "internal/backupfile", "internal/fault", "internal/savepoint", "internal/text", "internal/web/address", "internal/web/square",
		"internal/web/visit", "internal/wording", "templates/account", "templates/layout",
	},
	"internal/web/api": {
		"internal/access", "internal/dispute", "internal/fault", "internal/journal", "internal/limit", "internal/livegame", "internal/pace", "internal/phase", "internal/phrase", "internal/prospect",
		"internal/publicpages", "internal/tournament", "internal/web/address", "internal/web/visit",
	},
	"internal/web/board": {
		"internal/access", "internal/account", "internal/bughouse", "internal/diagram", "internal/dispute", "internal/fault", "internal/intake",
		"internal/livegame", "internal/publicpages", "internal/text", "internal/tournament", "internal/web/address", "internal/web/visit",
		"internal/wording", "templates/board", "templates/layout",
	},
	"internal/web/chief": {
		"internal/access", "internal/account", "internal/demo", "internal/dispute", "internal/fault", "internal/journal", "internal/live", "internal/publicpages",
		"internal/roster", "internal/savepoint", "internal/takeback", "internal/text", "internal/tournament", "internal/web/address", "internal/web/visit", "internal/wording",
		"templates/chief", "templates/layout", "templates/print",
	},
	"internal/web/desk": {
		"internal/access", "internal/dispute", "internal/fault", "internal/livegame", "internal/publicpages", "internal/rulebook",
		"internal/text", "internal/tournament", "internal/web/address", "internal/web/visit", "internal/wording", "templates/desk", "templates/layout",
		"templates/print", "templates/setup",
	},
	"internal/web/dispute": {
		"internal/access", "internal/bughouse", "internal/diagram", "internal/dispute", "internal/fault", "internal/journal", "internal/livegame",
		"internal/phrase", "internal/publicpages", "internal/rulebook", "internal/ruling", "internal/text", "internal/tournament", "internal/web/address", "internal/web/visit",
		"internal/wording", "templates/desk", "templates/dispute", "templates/layout",
	},
	"internal/web/hall": {
		"internal/access", "internal/fault", "internal/publicpages", "internal/text", "internal/tournament", "internal/web/address", "internal/web/square",
		"internal/web/visit", "internal/wording", "templates/hall", "templates/layout", "templates/public",
	},
	"internal/web/print": {
		"internal/access", "internal/fault", "internal/publicpages", "internal/rulebook", "internal/text", "internal/tournament", "internal/web/address",
		"internal/web/square", "internal/web/visit", "internal/wording", "templates/layout", "templates/print",
	},
	"internal/web/public": {
		"docs", "internal/access", "internal/account", "internal/dispute", "internal/fault", "internal/guide", "internal/help", "internal/journal", "internal/preview",
		"internal/publicpages", "internal/roster", "internal/rulebook", "internal/standings", "internal/text", "internal/tournament",
		"internal/web/address", "internal/web/square", "internal/web/visit", "internal/wording", "templates/layout", "templates/public", "templates/setup",
	},
	"internal/web/rounds": {
		"internal/access", "internal/account", "internal/dispute", "internal/fault", "internal/journal", "internal/livegame", "internal/pace", "internal/phase",
		"internal/prospect", "internal/publicpages", "internal/text", "internal/tournament", "internal/web/address", "internal/web/visit",
		"internal/wording", "templates/chief", "templates/layout", "templates/rounds", "templates/setup",
	},
	"internal/web/setup": {
		"internal/access", "internal/account", "internal/fault", "internal/founding", "internal/intake", "internal/journal", "internal/phase", "internal/plaintext",
		"internal/publicpages", "internal/roster", "internal/rulebook", "internal/savepoint", "internal/text", "internal/tournament",
		"internal/tournament/reportfile", "internal/trf", "internal/web/address", "internal/web/square", "internal/web/visit", "internal/wording",
		"templates/layout", "templates/print", "templates/setup",
	},
	"templates/account": {"templates/layout"},
	"templates/board":   {"internal/text", "templates/layout"},
	"templates/chief":   {"internal/limit", "templates/layout", "templates/print"},
	"templates/desk":    {"internal/help", "internal/livegame", "internal/text", "templates/layout", "templates/public"},
	"templates/dispute": {"internal/text", "templates/desk", "templates/layout"},
	"templates/hall":    {"internal/letters", "templates/layout"},
	"templates/layout":  {"internal/letters", "internal/limit", "internal/text"},
	"templates/print":   {"internal/letters", "internal/text", "templates/layout"},
	"templates/public":  {"internal/guide", "internal/limit", "internal/rulebook", "internal/text", "internal/tournament", "templates/layout"},
	"templates/rounds":  {"templates/layout"},
	"templates/setup":   {"internal/limit", "internal/plaintext", "internal/roster", "internal/text", "internal/tournament", "internal/tournament/reportfile", "templates/layout"},
	"static":            {},
	"docs":              {},

	// The database.
	"internal/postgres": {
		"internal/account", "internal/backupfile", "internal/build", "internal/dispute", "internal/fault", "internal/founding", "internal/journal", "internal/limit",
		"internal/livegame", "internal/savepoint", "internal/tournament", "internal/webhook", "migrations",
	},
	"internal/localpg": {"migrations"},
	"migrations":       {},

	// Tandem on a person's own computer.
	"internal/desktop":  {"internal/fault", "internal/localpg", "internal/postgres", "internal/text", "internal/web/square", "static", "templates/desktop"},
	"templates/desktop": {"internal/text", "templates/layout"},

	// Programs, and the events they play.
	"cmd/tandem": {
		"internal/access", "internal/account", "internal/backupfile", "internal/bughouse", "internal/build", "internal/demo", "internal/desktop", "internal/diagram",
		"internal/dispute", "internal/fault", "internal/founding", "internal/journal", "internal/limit", "internal/live", "internal/localpg",
		"internal/pairing", "internal/postgres", "internal/ruling", "internal/ruling/casefile", "internal/savepoint", "internal/standings",
		"internal/tournament", "internal/trf", "internal/web", "internal/web/chief", "internal/web/visit", "internal/webhook", "static",
	},
	"cmd/assets": {"internal/npmlock"},
	"cmd/dist":   {"internal/npmlock"},
	"cmd/load":   {"internal/postgres", "internal/tournament", "internal/trial", "internal/web"},
	"cmd/faults": {"internal/hammer", "internal/localpg", "internal/postgres", "internal/tournament", "internal/trial"},
	"cmd/pictures": {
		"internal/account", "internal/demo", "internal/dispute", "internal/founding", "internal/journal", "internal/live", "internal/localpg",
		"internal/postgres", "internal/savepoint", "internal/tournament", "internal/web", "internal/web/chief", "static",
	},
	"internal/demo": {
		"internal/access", "internal/account", "internal/dispute", "internal/fault", "internal/founding", "internal/journal", "internal/livegame", "internal/rulebook",
		"internal/text", "internal/tournament",
	},
	"internal/trial": {"internal/access", "internal/account", "internal/journal", "internal/postgres", "internal/tournament"},

	// For tests alone.
	"internal/testdb":   {"internal/localpg", "internal/postgres", "migrations"},
	"internal/testdata": {},
	"internal/testkit": {
		"internal/account", "internal/dispute", "internal/founding", "internal/journal", "internal/live", "internal/postgres",
		"internal/testdb", "internal/testkit/expect", "internal/tournament",
	},
	"internal/testkit/expect": {"internal/fault"},
	"internal/hammer":         {},
	"internal/journey":        {},
	"internal/archtest":       {},
	"tools/deploy":            {},
	"tools/setup":             {},
}

// home says where a library may be imported, in code and, besides there, in tests
// alone. A prefix ends in a slash.
type home struct{ code, tests []string }

// everywhere is the home of what any test may use.
var everywhere = []string{"/"}

// homes has a row for every module that go.mod requires directly, without the
// version in its path.
var homes = map[string]home{
	"code.dny.dev/ssrf":                                        {code: []string{"internal/webhook"}},
	"github.com/CycloneDX/cyclonedx-go":                        {code: []string{"cmd/dist"}},
	"github.com/a-h/templ":                                     {code: []string{"templates/", "internal/web"}, tests: []string{"internal/text", "internal/archtest"}},
	"github.com/arran4/golang-ical":                            {code: []string{"internal/web"}},
	"github.com/chromedp/cdproto":                              {code: []string{"cmd/pictures"}, tests: []string{"internal/journey"}},
	"github.com/chromedp/chromedp":                             {code: []string{"cmd/pictures"}, tests: []string{"internal/journey"}},
	"github.com/cli/browser":                                   {code: []string{"cmd/tandem"}},
	"github.com/evanw/esbuild":                                 {code: []string{"cmd/assets"}},
	"github.com/go-json-experiment/json":                       {code: []string{"internal/web"}},
	"github.com/google/go-cmp":                                 {tests: everywhere},
	"github.com/jackc/pgx":                                     {code: []string{"internal/postgres", "internal/localpg", "internal/testdb"}, tests: []string{"internal/tournament", "internal/dispute", "internal/web", "internal/journey", "cmd/tandem"}},
	"github.com/klauspost/compress":                            {code: []string{"internal/live"}},
	"github.com/labstack/echo":                                 {code: []string{"internal/web"}},
	"github.com/mattn/go-isatty":                               {code: []string{"cmd/tandem"}},
	"github.com/pressly/goose":                                 {code: []string{"internal/postgres"}},
	"github.com/santhosh-tekuri/jsonschema":                    {tests: []string{"internal/web"}},
	"github.com/standard-webhooks/standard-webhooks/libraries": {code: []string{"internal/webhook"}},
	"github.com/thlib/go-timezone-local":                       {code: []string{"cmd/tandem"}},
	"github.com/xuri/excelize":                                 {code: []string{"internal/roster"}},
	"github.com/yuin/goldmark":                                 {code: []string{"internal/guide"}},
	"go.yaml.in/yaml":                                          {tests: []string{"internal/web"}},
	"golang.org/x/crypto":                                      {code: []string{"internal/account"}},
	"golang.org/x/image":                                       {code: []string{"internal/preview"}},
	"golang.org/x/net":                                         {code: []string{"internal/web"}, tests: []string{"internal/webhook", "internal/journey"}},
	"golang.org/x/sync":                                        {code: []string{"internal/live", "internal/web", "cmd/assets"}},
	"golang.org/x/sys":                                         {code: []string{"cmd/faults", "cmd/tandem", "internal/localpg"}},
	"golang.org/x/text":                                        {code: []string{"internal/text", "internal/plaintext", "internal/tournament", "internal/preview", "internal/letters"}},
	"pgregory.net/rapid":                                       {tests: []string{"internal/dispute", "internal/standings"}},
	"rsc.io/qr":                                                {code: []string{"internal/web", "templates/print"}},
}

// only says which packages may import some of ours that are no part of the product.
var only = map[string][]string{
	"internal/testdb":         {"internal/testkit"},
	"internal/testkit":        {}, // tests only
	"internal/testkit/expect": {"internal/testkit"},
	"internal/testdata":       {}, // tests only
	"internal/hammer":         {"cmd/faults"},
	"internal/trial":          {"cmd/load", "cmd/faults"},
}
