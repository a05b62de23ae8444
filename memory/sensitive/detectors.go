package sensitive

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// detector finds one kind of thing by an expression and, where there is one, a check.
type detector struct {
	kind Kind
	// needs are texts, in lower case, of which one must stand near: looking only there keeps Find fast.
	// digitsNear stands for digits close to each other.
	needs string
	// behind says that the needed text stands as a word, and the expression begins right behind it.
	behind bool
	// expression's first group is the sensitive part, or all of it when it has no group.
	expression *regexp.Regexp
	// check, when set, confirms the sensitive part.
	check func(part string) bool
}

// Key formats are those that their makers document, so that scanners can find them.
var detectors = []detector{
	{kind: PrivateKey, needs: "private key-----",
		expression: regexp.MustCompile(`-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]{0,24}PRIVATE KEY-----|\z)`)},
	{kind: APIKey, needs: "akia, asia, aiza, ya29.",
		expression: regexp.MustCompile(`\b(?:(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[0-9A-Za-z_\-]{30,}|ya29\.[0-9A-Za-z_\-]{20,})`)},
	{kind: APIKey, needs: "sk-, sk_, rk_, pk_, whsec_",
		expression: regexp.MustCompile(`\b(?:sk-[0-9A-Za-z_\-]{12,}|(?:sk|rk|pk)_(?:live|test|prod)_[0-9A-Za-z]{6,}|whsec_[0-9A-Za-z]{16,})`)},
	{kind: APIKey, needs: "ghp_, gho_, ghu_, ghs_, ghr_, github_pat_, glpat-, npm_, pypi-, hf_, xox, dop_v1_, sg.",
		expression: regexp.MustCompile(`\b(?:gh[pousr]_[0-9A-Za-z]{16,}|github_pat_[0-9A-Za-z_]{20,}|glpat-[0-9A-Za-z_\-]{16,}|npm_[0-9A-Za-z]{20,}|pypi-[0-9A-Za-z_\-]{16,}|hf_[0-9A-Za-z]{16,}|xox[abeoprs]-[0-9A-Za-z\-]{10,}|dop_v1_[0-9a-f]{32,}|SG\.[0-9A-Za-z_\-]{16,}\.[0-9A-Za-z_\-]{16,})`)},
	// a JSON Web Token: two parts of JSON in base64url begin with eyJ (RFC 7519)
	{kind: APIKey, needs: "eyj",
		expression: regexp.MustCompile(`\beyJ[0-9A-Za-z_\-]{8,}\.eyJ[0-9A-Za-z_\-]{8,}\.[0-9A-Za-z_\-]{8,}`)},
	{kind: Password, needs: secretWords, behind: true,
		expression: regexp.MustCompile(`^[^\S\n]{0,2}[:=：＝][^\S\n]{0,2}["'“「]?([^\s"'”」,，。;；]{4,})`), check: unlikeProse},
	{kind: Password, needs: secretWords, behind: true,
		expression: regexp.MustCompile(`^[^\n.;:=。；，,]{0,24}?(?:[^\S\n](?:is now|is|ist|es|lautet)[^\S\n]+|(?:是|为|改成|改为|は)[^\S\n]*)["'“「]?([!-~]{4,})`), check: codeLike},
	{kind: CardNumber, needs: digitsNear,
		expression: regexp.MustCompile(`(?:^|[^0-9A-Za-z])([3-6][0-9](?:[ -]?[0-9]){11,17})(?:$|[^0-9A-Za-z])`), check: card},
	{kind: NationalID, needs: digitsNear, // resident identity card of China, GB 11643-1999
		expression: regexp.MustCompile(`(?:^|[^0-9A-Za-z])([1-9][0-9]{5}(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx])(?:$|[^0-9A-Za-z])`), check: residentID},
	{kind: NationalID, needs: digitsNear, // social security number of the United States
		expression: regexp.MustCompile(`(?:^|[^0-9A-Za-z-])([0-8][0-9]{2}-[0-9]{2}-[0-9]{4})(?:$|[^0-9A-Za-z-])`), check: socialSecurity},
	{kind: NationalID, needs: digitsNear, // DNI and NIE of Spain
		expression: regexp.MustCompile(`(?:^|[^0-9A-Za-z])((?:[0-9]{8}|[XYZxyz]-?[0-9]{7})-?[A-HJ-NP-TV-Za-hj-np-tv-z])(?:$|[^0-9A-Za-z])`), check: dni},
	{kind: NationalID, needs: "マイナンバー, 個人番号", // Individual Number of Japan
		expression: regexp.MustCompile(`(?:マイナンバー|個人番号)[^0-9\n]{0,12}([0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4})(?:$|[^0-9])`), check: myNumber},
	{kind: NationalID, needs: "steuer", // tax id of Germany
		expression: regexp.MustCompile(`(?i)steuer(?:-?id|nummer|identifikationsnummer|liche)[^0-9\n]{0,24}([1-9][0-9](?: ?[0-9]{3}){3})(?:$|[^0-9])`), check: taxID},
	{kind: AccountNumber, needs: digitsNear, // IBAN, ISO 13616
		expression: regexp.MustCompile(`(?:^|[^0-9A-Za-z])([A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?)(?:$|[^0-9A-Za-z])`), check: iban},
	{kind: Email, needs: "@",
		expression: regexp.MustCompile(`[0-9A-Za-z][0-9A-Za-z._%+\-]{0,63}@(?:[0-9A-Za-z](?:[0-9A-Za-z\-]{0,62})\.)+[A-Za-z]{2,24}`)},
}

const secretWords = "api key, api-key, api_key, apikey, access key, access_key, secret key, secret_key, secret, token, " +
	"password, passwd, passphrase, passcode, pwd, pin, passwort, kennwort, contraseña, clave, mot de passe, " +
	"密码, 口令, 密钥, 令牌, 授权码, 激活码, 验证码, パスワード, 暗証番号"

// find appends what it finds in s, whose lower-case form is lower.
func (d detector) find(s, lower string, found []Finding) []Finding {
	group := 2 * min(d.expression.NumSubexp(), 1)
	for _, w := range d.windows(s, lower) {
		for from := w.start; from < w.end; {
			m := d.expression.FindStringSubmatchIndex(s[from:w.end])
			if m == nil {
				break
			}
			start, end := from+m[group], from+m[group+1]
			end = start + len(strings.TrimRight(s[start:end], ".,;:)"))
			if d.check == nil || d.check(s[start:end]) {
				found = append(found, Finding{d.kind, start, end})
				from = end
				continue
			}
			if d.behind {
				break
			}
			// What was refused may hide a shorter one that begins a character later.
			_, width := utf8.DecodeRuneInString(s[start:])
			from = start + max(width, 1)
		}
	}
	return found
}
