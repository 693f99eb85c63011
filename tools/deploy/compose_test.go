// Package deploy checks the files an operator deploys Tandem with. It contains
// no code for others to use.
package deploy

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const root = "../.."

// load reads docker-compose.yml with the given password; none when empty.
func load(t *testing.T, password string) (*types.Project, error) {
	t.Helper()
	env := []string{}
	if password != "" {
		env = append(env, "POSTGRES_PASSWORD="+password)
	}
	opt, err := cli.NewProjectOptions([]string{root + "/docker-compose.yml"},
		cli.WithWorkingDirectory(root), cli.WithEnv(env), cli.WithResolvedPaths(false))
	if err != nil {
		t.Fatal(err)
	}
	return opt.LoadProject(t.Context())
}

func mustLoad(t *testing.T) *types.Project {
	t.Helper()
	p, err := load(t, "pa ss/wörd@#?")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func service(t *testing.T, p *types.Project, name string) types.ServiceConfig {
	t.Helper()
	s, err := p.GetService(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPasswordIsAskedFor(t *testing.T) {
	if _, err := load(t, ""); err == nil || !strings.Contains(err.Error(), ".env") {
		t.Errorf("without a password: %v, want an error that says where to write it", err)
	}
}

func TestTandemWaitsForItsDatabase(t *testing.T) {
	p := mustLoad(t)
	tandem := service(t, p, "tandem")
	if d := tandem.DependsOn["db"]; d.Condition != types.ServiceConditionHealthy {
		t.Errorf("tandem starts when db is %q, want %q", d.Condition, types.ServiceConditionHealthy)
	}
	if h := service(t, p, "db").HealthCheck; h == nil || len(h.Test) == 0 || h.Disable {
		t.Error("db has no health check to wait for")
	}
}

func TestDatabaseIsPrivateAndKept(t *testing.T) {
	p := mustLoad(t)
	db := service(t, p, "db")
	if len(db.Ports) != 0 {
		t.Errorf("the database is published: %v", db.Ports)
	}
	if db.Image != "postgres:17" {
		t.Errorf("image %q", db.Image)
	}
	kept := slices.ContainsFunc(db.Volumes, func(v types.ServiceVolumeConfig) bool {
		_, declared := p.Volumes[v.Source]
		return v.Type == types.VolumeTypeVolume && v.Target == "/var/lib/postgresql/data" && declared
	})
	if !kept {
		t.Errorf("the data is in no named volume: %v", db.Volumes)
	}
}

func TestTandemReachesItsDatabase(t *testing.T) {
	p := mustLoad(t)
	tandem, db := service(t, p, "tandem"), service(t, p, "db")
	value := func(s types.ServiceConfig, name string) string {
		if v := s.Environment[name]; v != nil {
			return *v
		}
		return ""
	}
	want := "postgres://" + value(db, "POSTGRES_USER") + "@db:5432/" + value(db, "POSTGRES_DB") + "?sslmode=disable"
	if got := value(tandem, "DATABASE_URL"); got != want {
		t.Errorf("DATABASE_URL %q, want %q", got, want)
	}
	if got := value(tandem, "PGPASSWORD"); got == "" || got != value(db, "POSTGRES_PASSWORD") {
		t.Errorf("the passwords differ: %q and %q", got, value(db, "POSTGRES_PASSWORD"))
	}
}

// The image's folder of save points belongs to the user Tandem runs as, and a named
// volume on it takes that owner over.
func TestSavePointsAreKept(t *testing.T) {
	p := mustLoad(t)
	text, err := os.ReadFile(root + "/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	const folder = "/var/lib/tandem/backups"
	for _, want := range []string{"install -d -o tandem -g tandem -m 700 " + folder, " TANDEM_BACKUP_DIR=" + folder + "\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the image lacks %q", strings.TrimSpace(want))
		}
	}
	kept := slices.ContainsFunc(service(t, p, "tandem").Volumes, func(v types.ServiceVolumeConfig) bool {
		_, declared := p.Volumes[v.Source]
		return v.Type == types.VolumeTypeVolume && v.Target == folder && declared
	})
	if !kept {
		t.Error("save points are gone with the container")
	}
}

func TestRestartsAndStops(t *testing.T) {
	p := mustLoad(t)
	for name, least := range map[string]time.Duration{"tandem": 15 * time.Second, "db": 30 * time.Second} {
		s := service(t, p, name)
		if s.Restart != types.RestartPolicyUnlessStopped {
			t.Errorf("%s: restart %q", name, s.Restart)
		}
		if s.StopGracePeriod == nil || time.Duration(*s.StopGracePeriod) < least {
			t.Errorf("%s is killed after %v, before it can stop cleanly", name, s.StopGracePeriod)
		}
	}
}

func TestTandemRunsWithoutPrivileges(t *testing.T) {
	tandem := service(t, mustLoad(t), "tandem")
	if !tandem.ReadOnly || !slices.Contains(tandem.CapDrop, "ALL") || tandem.Privileged {
		t.Errorf("read-only %v, dropped %v, privileged %v", tandem.ReadOnly, tandem.CapDrop, tandem.Privileged)
	}
	text, err := os.ReadFile(root + "/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	final := string(text[strings.LastIndex(string(text), "\nFROM "):])
	for _, want := range []string{"\nUSER tandem\n", "\nHEALTHCHECK ", "/healthz", `CMD ["serve"]`} {
		if !strings.Contains(final, want) {
			t.Errorf("the image's last stage lacks %q", strings.TrimSpace(want))
		}
	}
}
