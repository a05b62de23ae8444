package embedded

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/rearview-dev/rearview/memory"
)

// openDatabase opens the connection that writes, creates or migrates the schema, and checks that the file
// was made for the same model.
func openDatabase(ctx context.Context, o Options) (_ *sql.Conn, err error) {
	path := filepath.Join(o.Dir, databaseFile)
	if err := checkNotLost(o); err != nil {
		return nil, err
	}
	// SQLite would make it readable by others; its other files get the permissions of this one.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "the database "+path+" cannot be opened")
	}
	if err := f.Close(); err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "the database "+path+" cannot be opened")
	}
	conn, err := singleConn(ctx, path)
	if err != nil {
		return nil, storeError(err, "the database "+path+" cannot be opened")
	}
	if err := prepare(ctx, conn, o); err != nil {
		return nil, errors.Join(storeError(err, "the database "+path+" cannot be opened"), conn.Close())
	}
	return conn, nil
}

func prepare(ctx context.Context, conn *sql.Conn, o Options) error {
	if err := keepLog(conn); err != nil {
		return err
	}
	if err := checkSettings(ctx, conn, o); err != nil {
		return err
	}
	if err := migrate(ctx, conn, migrations); err != nil {
		return err
	}
	if err := writeSettings(ctx, conn, o); err != nil {
		return err
	}
	// On a full disk they end in their time.
	if err := endLeases(ctx, conn); err != nil && !isFull(err) {
		return err
	}
	return reindex(ctx, conn, o)
}

// keepLog makes the connection leave the files of the write-ahead log when it is the last to close, so that
// a full disk has room to open the database again.
func keepLog(conn *sql.Conn) error {
	return conn.Raw(func(driver any) error {
		_, err := driver.(sqlite.FileControl).FileControlPersistWAL("main", 1)
		return err
	})
}

func isFull(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_FULL
}

// endLeases lets memories be claimed whose lease a process held that is no more: the directory has one owner.
func endLeases(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "UPDATE queue SET leased_until = 0 WHERE leased_until > 0")
	return err
}

// singleConn opens a connection whose pool ends with it.
func singleConn(ctx context.Context, path string) (*sql.Conn, error) {
	db, err := sql.Open("sqlite", dsn(path, "cache_size(-8000)", "page_size(8192)", "journal_mode(WAL)",
		"journal_size_limit(67108864)"))
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	// Closing the pool lets open connections be until they are closed.
	return conn, errors.Join(err, db.Close())
}

// openPool opens connections that only read.
func openPool(dir string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn(filepath.Join(dir, databaseFile), "cache_size(-2000)", "query_only(1)"))
	if err != nil {
		return nil, err
	}
	n := max(4, runtime.GOMAXPROCS(0))
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// dsn names the file to the driver, with what every connection needs: each commit is on disk when it
// returns, and temporary tables need no writable /tmp.
func dsn(path string, pragmas ...string) string {
	q := url.Values{"_pragma": append([]string{
		"busy_timeout(5000)", "foreign_keys(1)", "synchronous(FULL)", "temp_store(MEMORY)",
	}, pragmas...)}
	u := url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: q.Encode()}
	return u.String()
}

// The names of the settings.
const (
	settingModel     = "model"
	settingDimension = "dimension"
	settingWords     = "words_version"
)

func checkSettings(ctx context.Context, conn *sql.Conn, o Options) error {
	version, err := schemaVersion(ctx, conn)
	if err != nil {
		return err
	}
	if version == 0 {
		return checkNoTraces(o, "is empty")
	}
	if err := checkVersion(version, migrations); err != nil {
		return err
	}
	model, err := setting(ctx, conn, settingModel)
	if err != nil {
		return err
	}
	dimension, err := setting(ctx, conn, settingDimension)
	if err != nil {
		return err
	}
	if model != o.Model || dimension != strconv.Itoa(o.Dimension) {
		return memory.Errorf(memory.KindConflict,
			"the data directory %s was made for the embedding model %q with %s dimensions, not for %q with %d: use that model, or another directory",
			o.Dir, model, dimension, o.Model, o.Dimension)
	}
	return nil
}

func setting(ctx context.Context, conn *sql.Conn, name string) (value string, err error) {
	err = conn.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, err
}

// writeSettings remembers what a new file was made for.
func writeSettings(ctx context.Context, conn *sql.Conn, o Options) error {
	_, err := conn.ExecContext(ctx, "INSERT INTO settings (name, value) VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING",
		settingModel, o.Model, settingDimension, strconv.Itoa(o.Dimension))
	return err
}
