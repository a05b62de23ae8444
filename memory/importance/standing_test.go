package importance_test

import (
	"testing"

	"github.com/rearview-dev/rearview/memory/importance"
)

func TestStanding(t *testing.T) {
	for content, want := range map[string]bool{
		"以后回信都用英文":                                     true,
		"任何时候都不要直接改生产库":                                true,
		"Never push to main.":                          true,
		"From now on, ask before you delete anything.": true,
		"花生过敏，菜里一点都不能有":                                true,
		"My daughter is ALLERGIC to cats.":             true,
		"絶対に電話番号を書かないでください":                            true,
		"Immer erst das Netz trennen!":                 true,
		"Nunca sin casco.":                             true,
		"port 8443":                                    false,
		"用3.11":                                        false,
		"No, Tuesday.":                                 false,
		"预算不超过5000":                                    false,
		"The nevermind album must be in the list":      false,
		"whatever, use the blue one":                   false,
		"Bitte ohne Umstieg.":                          false,
	} {
		if got := importance.Standing(content); got != want {
			t.Errorf("%s: %v", content, got)
		}
	}
}
