package builtin

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"github.com/rearview-dev/rearview/memory"
)

// readModel builds the model and checks meanwhile that the data is the one file that it should be.
func readModel(data []byte) (*model, error) {
	sum := make(chan string, 1)
	go func() {
		digest := sha256.Sum256(data)
		sum <- hex.EncodeToString(digest[:])
	}()
	m, err := newModel(data)
	got := <-sum
	if err != nil {
		return nil, err
	}
	if got != Checksum {
		return nil, fmt.Errorf("its SHA-256 is %s", got)
	}
	return m, nil
}

func openError(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no file %s", path)
	}
	return memory.Wrap(memory.KindUnavailable, err, "the embedding model can not be read: "+remedy())
}

func wrongFile(path string, err error) error {
	return memory.Wrap(memory.KindInvalid, fmt.Errorf("%s: %w", path, err), "the embedding model is damaged or another one: "+remedy())
}

// remedy says what to do about a model that is missing or wrong.
func remedy() string {
	return "run `make model`, or pass --model PATH or set REARVIEW_MODEL to the path of " + FileName + " with SHA-256 " + Checksum
}
