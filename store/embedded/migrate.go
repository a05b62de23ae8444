package embedded

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/rearview-dev/rearview/memory"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrations take a database from one schema version to the next: the first from 0 to 1, and so on.
var migrations = readMigrations(migrationFiles)

func readMigrations(files fs.FS) (statements []string) {
	names, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		b, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		statements = append(statements, string(b))
	}
	return statements
}

func schemaVersion(ctx context.Context, conn *sql.Conn) (version int, err error) {
	err = conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

func checkVersion(version int, migrations []string) error {
	if version > len(migrations) {
		return memory.Errorf(memory.KindConflict,
			"the database has schema version %d and this program knows versions up to %d: use the newer program that wrote it",
			version, len(migrations))
	}
	return nil
}

// migrate brings the schema up to date, each step in a transaction of its own.
func migrate(ctx context.Context, conn *sql.Conn, migrations []string) error {
	version, err := schemaVersion(ctx, conn)
	if err != nil {
		return err
	}
	if err := checkVersion(version, migrations); err != nil {
		return err
	}
	for n := version + 1; n <= len(migrations); n++ {
		step := fmt.Sprintf("%s; PRAGMA user_version = %d", migrations[n-1], n)
		if err := inTransaction(ctx, conn, func() error {
			_, err := conn.ExecContext(ctx, step)
			return err
		}); err != nil {
			return fmt.Errorf("migration %d: %w", n, err)
		}
	}
	return nil
}

// inTransaction runs do in a transaction of the connection.
func inTransaction(ctx context.Context, conn *sql.Conn, do func() error) error {
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do()
	if err == nil {
		_, err = conn.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		// SQLite may have rolled back by itself, so that a failure here says nothing.
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	}
	return err
}
