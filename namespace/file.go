package namespace

import (
	"bytes"
	"encoding/json"
	"fmt"

	kjson "sigs.k8s.io/json"
)

// MaxFileBytes bounds an effective namespace's file. A hundred agents with a policy each need 60 KB.
const MaxFileBytes = 1 << 20

// Encode writes an effective namespace as the file that Decode reads: indented JSON that depends on the
// value alone.
func Encode(e *Effective) ([]byte, error) {
	data, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return nil, err
	}
	data = append(data, '\n')
	if len(data) > MaxFileBytes {
		return nil, fmt.Errorf("the effective namespace is %d bytes, more than the %d that a server reads", len(data), MaxFileBytes)
	}
	return data, nil
}

// Decode reads what Encode wrote. Names are matched exactly. Fields that this version does not know are no
// error, because a newer operator may serve an older server; Decode returns a line about each, and about
// each field that is given twice, for the log. Fields that an older version did not know have their default.
func Decode(data []byte) (e *Effective, ignored []string, err error) {
	if len(data) > MaxFileBytes {
		return nil, nil, fmt.Errorf("the effective namespace is %d bytes, more than the %d allowed", len(data), MaxFileBytes)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, nil, fmt.Errorf("the effective namespace is empty")
	}
	// a JSON null would decode to nothing at all, without an error
	if data := bytes.TrimSpace(data); data[0] != '{' {
		return nil, nil, fmt.Errorf("the effective namespace is not a JSON object")
	}
	e = new(Effective)
	strict, err := kjson.UnmarshalStrict(data, e)
	if err != nil {
		return nil, nil, fmt.Errorf("the effective namespace is not valid JSON: %w", err)
	}
	e.Policy.fillMissing()
	for i := range e.Agents {
		e.Agents[i].Policy.fillMissing()
	}
	for _, s := range strict {
		ignored = append(ignored, s.Error())
	}
	return e, ignored, nil
}
