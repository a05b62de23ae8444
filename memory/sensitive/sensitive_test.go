package sensitive_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/memory/sensitive"
)

func TestRedact(t *testing.T) {
	for _, c := range []struct{ content, want string }{
		{"My API key is sk-test-1234567890abcdef", "My API key is [api key]"},
		{"我的 API Key 是 sk-test-1234567890abcdef，请记住", "我的 API Key 是 [api key]，请记住"},
		{"AKIAIOSFODNN7EXAMPLE and AIzaSyA-1234567890abcdefghijklmnopqrstu", "[api key] and [api key]"},
		{"deploy with ghp_0123456789abcdefABCDEF0123456789abcd.", "deploy with [api key]."},
		{"Stripe: sk_live_4eC39HqLyjWDarjtT1zdp7dc", "Stripe: [api key]"},
		{"slack xoxb-123456789012-abcdefghijkl", "slack [api key]"},
		{"Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4", "Authorization: Bearer [api key]"},
		{"-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----\nkeep it", "[private key]\nkeep it"},
		{"-----BEGIN PRIVATE KEY-----\ncut off", "[private key]"},

		{"password: hunter2", "password: [password]"},
		{"Password = swordfish", "Password = [password]"},
		{"the staging password is now Tr0ub4dor&3, ok", "the staging password is now [password], ok"},
		{"数据库密码是 p@ssw0rd!", "数据库密码是 [password]"},
		{"门禁密码改成8264了", "门禁密码改成[password]了"},
		{"WLAN-Passwort: blauerhimmel", "WLAN-Passwort: [password]"},
		{"la contraseña es Gato2024", "la contraseña es [password]"},
		{"パスワードは Sakura99 です", "パスワードは [password] です"},
		{"my PIN is 4711", "my PIN is [password]"},
		{"token=abcdef123456", "token=[password]"},

		{"Visa 4111 1111 1111 1111, exp 12/29", "Visa [card number], exp 12/29"},
		{"卡号5555555555554444别忘了", "卡号[card number]别忘了"},
		{"amex 3782-822463-10005", "amex [card number]"},

		{"身份证 11010519491231002X", "身份证 [national id]"},
		{"身份证号是11010519491231002x。", "身份证号是[national id]。"},
		{"SSN 078-05-1120", "SSN [national id]"},
		{"mi DNI es 12345678Z", "mi DNI es [national id]"},
		{"NIE X1234567L", "NIE [national id]"},
		{"マイナンバーは 1234 5678 9018 です", "マイナンバーは [national id] です"},
		{"Steuer-ID 86 095 742 719", "Steuer-ID [national id]"},
		{"IBAN DE89 3704 0044 0532 0130 00", "IBAN [account number]"},
		{"pay GB82WEST12345698765432 today", "pay [account number] today"},

		{"write to ana.lopez+test@mail.example.com, please", "write to [e-mail address], please"},
		{"邮箱 wang_li@example.cn，别发错", "邮箱 [e-mail address]，别发错"},
	} {
		t.Run(c.content, func(t *testing.T) {
			got, kinds := sensitive.Redact(c.content)
			if got != c.want || len(kinds) == 0 {
				t.Errorf("got %q %q, want %q", got, kinds, c.want)
			}
		})
	}
}

func TestPlain(t *testing.T) {
	for _, content := range []string{
		"用 Python 3.11 别用 3.12",
		"The password is required for the admin page.",
		"the token is refreshed hourly",
		"Password: none",
		"密码：必填",
		"密码是必填项",
		"max_tokens = 4096",
		"We pinned the version: 1.2.3",
		"keyboard: mechanical",
		"card 4111 1111 1111 1112 is not valid",
		"order 1234567890123456",
		"0000 0000 0000 0000",
		"call 555-12-34567 or 010-62341234",
		"身份证 110105194912310021",
		"ticket ABCD-12345678A",
		"room 12345678A",
		"user@localhost and @mention, a@b",
		"sk-learn and sk-ip",
		"commit 8f14e45fceea167a5a36dedd4bea2543",
		"2026-12-01T13:45:00Z",
		"the skeleton key: where is it",
		"",
	} {
		t.Run(content, func(t *testing.T) {
			if got, kinds := sensitive.Redact(content); got != content || kinds != nil {
				t.Errorf("got %q, %q", got, kinds)
			}
		})
	}
}

func TestFindSaysWhere(t *testing.T) {
	const content = "mail a.b@example.com, card 4111111111111111"
	got := sensitive.Find(content)
	want := []sensitive.Finding{{sensitive.Email, 5, 20}, {sensitive.CardNumber, 27, 43}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What is redacted holds nothing more to find, whatever stands around it.
func TestRedactLeavesNothing(t *testing.T) {
	secrets := []string{
		"sk-test-1234567890abcdef", "4111 1111 1111 1111", "11010519491231002X", "a@example.com", "password: hunter2",
		"DE89370400440532013000", "078-05-1120",
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(secrets), rapid.StringN(0, 8, -1), rapid.SampledFrom([]string{" ", "，", "\n"})), 0, 12).Draw(t, "parts")
		content := strings.Join(parts, " ")
		if !utf8.ValidString(content) {
			t.Skip("not UTF-8")
		}
		last := 0
		for _, f := range sensitive.Find(content) {
			if f.Start < last || f.End <= f.Start || f.End > len(content) || !utf8.ValidString(content[f.Start:f.End]) {
				t.Fatalf("%+v in %q", f, content)
			}
			last = f.End
		}
		redacted, _ := sensitive.Redact(content)
		if again, kinds := sensitive.Redact(redacted); again != redacted {
			t.Fatalf("%q still holds %q: %q", redacted, kinds, again)
		}
	})
}

func FuzzFind(f *testing.F) {
	f.Add("password: hunter2")
	f.Add("4111 1111 1111 1111")
	f.Fuzz(func(_ *testing.T, content string) { sensitive.Redact(content) })
}

func BenchmarkFind(b *testing.B) {
	for name, content := range map[string]string{
		"sentence": "The customer on the third floor waits in the small room with 12 others.",
		"64KiB":    strings.Repeat("The customer 17 on the third floor keeps the key in room 4111. ", 1000),
		"digits":   strings.Repeat("4111 1111 1111 1112 ", 3200),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				sensitive.Find(content)
			}
		})
	}
}
