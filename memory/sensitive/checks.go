package sensitive

import (
	"strings"
	"unicode"
)

// digits are those of s, as numbers.
func digits(s string) []int {
	var ds []int
	for _, r := range s {
		if r >= '0' && r <= '9' {
			ds = append(ds, int(r-'0'))
		}
	}
	return ds
}

// card says whether s is a card number: 13 to 19 digits whose check digit is right (Luhn, ISO/IEC 7812-1).
func card(s string) bool {
	ds := digits(s)
	if len(ds) < 13 || len(ds) > 19 {
		return false
	}
	sum, same := 0, true
	for i, d := range ds {
		same = same && d == ds[0]
		if (len(ds)-i)%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0 && !same
}

// residentID checks the last character, ISO 7064 MOD 11-2.
func residentID(s string) bool {
	weights := [17]int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2}
	sum := 0
	for i, w := range weights {
		sum += w * int(s[i]-'0')
	}
	return strings.EqualFold("10X98765432"[sum%11:sum%11+1], s[17:])
}

// socialSecurity refuses numbers that are never issued.
func socialSecurity(s string) bool {
	return s[:3] != "000" && s[:3] != "666" && s[4:6] != "00" && s[7:] != "0000"
}

// dni checks the letter, which is the number modulo 23.
func dni(s string) bool {
	s = strings.ToUpper(strings.ReplaceAll(s, "-", ""))
	number := 0
	switch s[0] {
	case 'Y':
		number = 1
	case 'Z':
		number = 2
	}
	for _, d := range digits(s) {
		number = number*10 + d
	}
	return "TRWAGMYFPDXBNJZSQVHLCKE"[number%23] == s[len(s)-1]
}

// myNumber checks the last of twelve digits, as the ordinance on the Individual Number says.
func myNumber(s string) bool {
	ds := digits(s)
	sum := 0
	for n := 1; n <= 11; n++ {
		weight := n + 1
		if n > 6 {
			weight = n - 5
		}
		sum += ds[11-n] * weight
	}
	check := 0
	if rest := sum % 11; rest > 1 {
		check = 11 - rest
	}
	return ds[11] == check
}

// taxID checks the last of eleven digits, ISO 7064 MOD 11,10.
func taxID(s string) bool {
	ds := digits(s)
	product := 10
	for _, d := range ds[:10] {
		sum := (d + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	return (11-product)%10 == ds[10]
}

// iban checks the two check digits, ISO 7064 MOD 97-10.
func iban(s string) bool {
	s = strings.ReplaceAll(s, " ", "")
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	rest := 0
	for _, r := range s[4:] + s[:4] {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return rest == 1
}

// unlikeProse says whether what stands behind "password:" is a value, not the beginning of a sentence: "none",
// "see the vault".
func unlikeProse(s string) bool {
	if len(s) < 4 || redacted(s) {
		return false
	}
	switch strings.ToLower(strings.TrimRight(s, "!?")) {
	case "none", "null", "true", "false", "empty", "required", "optional", "missing", "invalid", "expired", "wrong",
		"the", "this", "that", "your", "please", "must", "should", "string", "secret", "token", "password":
		return false
	}
	for _, r := range s {
		if r < 0x2E80 || !unicode.IsLetter(r) {
			return true
		}
	}
	return false
}

// redacted says whether s is what Redact left: a kind in brackets, or its beginning when the kind has spaces.
func redacted(s string) bool { return s[0] == '[' }

// codeLike says whether s is a value even where a sentence could go on: it holds a digit, or a capital
// inside, or a sign that words do not have.
func codeLike(s string) bool {
	s = strings.TrimRight(s, "!?")
	if len(s) < 4 || redacted(s) {
		return false
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= '0' && c <= '9', i > 0 && c >= 'A' && c <= 'Z', strings.IndexByte("_@#$%^&*+=~!/", c) >= 0:
			return true
		}
	}
	return false
}
