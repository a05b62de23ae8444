package embedded

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"sync/atomic"

	"github.com/rearview-dev/rearview/store/embedded/internal/index"
	"github.com/rearview-dev/rearview/store/embedded/internal/recent"
)

// reindexBatch is how many texts are held at a time.
const reindexBatch = 256

// reindex splits every text into words again when that was done by another version, in one transaction.
func reindex(ctx context.Context, conn *sql.Conn, o Options) (err error) {
	version, err := setting(ctx, conn, settingWords)
	if err != nil || version == strconv.Itoa(o.WordsVersion) {
		return err
	}
	// The writer's way of numbering terms, with an index that is thrown away afterwards.
	t := &tx{writer: newWriter(conn, index.New(o.Dimension), recent.New(), new(atomic.Int64)), terms: map[string]uint32{}}
	defer func() { err = errors.Join(err, t.closeStatements()) }()
	return inTransaction(ctx, conn, func() error {
		if _, err := t.exec("DELETE FROM words"); err != nil {
			return err
		}
		if _, err := t.exec("DELETE FROM terms"); err != nil {
			return err
		}
		for next, more := int64(0), true; more; {
			if err := ctx.Err(); err != nil {
				return err
			}
			if next, more, err = t.reindexFrom(next, o.Words); err != nil {
				return err
			}
		}
		_, err := t.exec("REPLACE INTO settings (name, value) VALUES (?, ?)", settingWords, strconv.Itoa(o.WordsVersion))
		return err
	})
}

// reindexFrom indexes a batch that begins at a slot, and says where the next begins, if there is one.
func (t *tx) reindexFrom(slot int64, words func(string) []string) (next int64, more bool, err error) {
	type text struct {
		slot    int64
		content string
	}
	rows, err := t.query("SELECT slot, content FROM memories WHERE slot >= ? ORDER BY slot LIMIT ?", slot, reindexBatch)
	if err != nil {
		return 0, false, err
	}
	texts, err := collect(rows, func(rows *sql.Rows, x *text) error { return rows.Scan(&x.slot, &x.content) })
	if err != nil {
		return 0, false, err
	}
	for _, x := range texts {
		terms, err := t.termsOf(words(x.content))
		if err != nil {
			return 0, false, err
		}
		if _, err := t.exec("INSERT INTO words (slot, terms) VALUES (?, ?)", x.slot, encodeTerms(terms)); err != nil {
			return 0, false, err
		}
		next = x.slot + 1
	}
	return next, len(texts) == reindexBatch, nil
}
