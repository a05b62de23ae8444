package mcp

import (
	"errors"
	"net/http"
	"strings"
	"testing"
)

func TestCheckMessage(t *testing.T) {
	tests := map[string]struct {
		message string
		want    error
	}{
		"empty":                       {"", nil},
		"a call":                      {`{"method":"tools/call","params":{"arguments":{"top_k":5,"query":"-1e5, [\\\"1e999\\\"]"}}}`, nil},
		"just enough values":          {"[" + strings.Repeat("1,", maxValues-1) + "1]", nil},
		"too many values":             {"[" + strings.Repeat("1,", maxValues) + "1]", errTooManyValues},
		"too deep":                    {strings.Repeat("[", maxValues+1), errTooManyValues},
		"commas in a string":          {`"` + strings.Repeat(",", 2*maxValues) + `"`, nil},
		"a string that does not end":  {`"` + strings.Repeat(",", 2*maxValues), nil},
		"an escape that does not end": {`"\`, nil},
		"a number of many digits":     {`{"top_k":` + strings.Repeat("9", 400) + `}`, errNumber},
		"a number beyond all":         {`{"importance":1e999}`, errNumber},
		"digits in a string":          {`"` + strings.Repeat("9", 400) + `"`, nil},
		"the smallest number":         {`[5e-324,-1.5E+300]`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if err := checkMessage([]byte(test.message)); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestCostlyMessagesAreRefused(t *testing.T) {
	f := newFixture(t)
	tests := map[string]struct{ arguments, wants string }{
		"half a million numbers": {`{"query":[1` + strings.Repeat(",1", 250_000) + `]}`, "more than 4096 values"},
		"many arguments":         {`{"a":1` + strings.Repeat(`,"b":1`, 60_000) + `}`, "more than 4096 values"},
		"a huge number":          {`{"query":"q","top_k":` + strings.Repeat("9", 400) + `}`, "a number that is too large"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":` + test.arguments + `}}`
			status, answer := post(t, f.url, []byte(body))
			if status != http.StatusBadRequest || !strings.Contains(answer, test.wants) || len(answer) > 500 {
				t.Errorf("got %d %.300s", status, answer)
			}
		})
	}
}

func TestManyUnknownArgumentsAreSummedUp(t *testing.T) {
	var fields []string
	for i := range 1000 {
		fields = append(fields, `"field`+strings.Repeat("x", i%100)+string(rune('a'+i%26))+strings.Repeat("y", i/26)+`":1`)
	}
	_, err := decode([]byte(`{"query":"q",`+strings.Join(fields, ",")+`}`), recallArguments)
	if err == nil || !strings.Contains(err.Error(), "and 995 more are not known; the arguments are query") || len(err.Error()) > 1000 {
		t.Errorf("got %.2000v", err)
	}
}
