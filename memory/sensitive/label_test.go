package sensitive_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory/sensitive"
)

func TestRedactLabel(t *testing.T) {
	for _, c := range []struct {
		name, value, want string
		kinds             []sensitive.Kind
	}{
		{"env", "prod", "prod", nil},
		{"owner", "li@example.cn", "[e-mail address]", []sensitive.Kind{sensitive.Email}},
		{"password", "hunter2 and more", "[password]", []sensitive.Kind{sensitive.Password}},
		{"note", "hunter2 and more", "hunter2 and more", nil},
		{"use", "sk-test-1234567890abcdef of li@example.cn", "[api key]", []sensitive.Kind{sensitive.APIKey, sensitive.Email}},
	} {
		got, kinds := sensitive.RedactLabel(c.name, c.value)
		if diff := cmp.Diff(c.kinds, kinds); got != c.want || diff != "" {
			t.Errorf("%s %s: got %q, want %q; kinds (-want +got):\n%s", c.name, c.value, got, c.want, diff)
		}
	}
}
