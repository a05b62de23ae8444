package resolve

import (
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/rearview-dev/rearview/namespace"
)

// The bounds of the API's markers.
const (
	maxRules        = 64
	maxPatternRunes = 512
)

func checkRules(r namespace.Rules, path *field.Path) field.ErrorList {
	return append(checkRuleList(r.Keep, path.Child("keep")), checkRuleList(r.Drop, path.Child("drop"))...)
}

// checkRuleList compiles every pattern, which is what no schema can do.
func checkRuleList(rules []namespace.Rule, path *field.Path) field.ErrorList {
	if len(rules) > maxRules {
		return field.ErrorList{field.TooMany(path, len(rules), maxRules)}
	}
	var errs field.ErrorList
	seen := map[string]bool{}
	for i, r := range rules {
		path := path.Index(i)
		if !label.MatchString(r.Name) {
			errs = append(errs, field.Invalid(path.Child("name"), r.Name, notALabel))
		}
		if seen[r.Name] {
			errs = append(errs, field.Duplicate(path.Child("name"), r.Name))
		}
		seen[r.Name] = true
		errs = append(errs, checkPattern(r, path.Child("pattern"))...)
	}
	return errs
}

func checkPattern(r namespace.Rule, path *field.Path) field.ErrorList {
	switch {
	case r.Pattern == "":
		return field.ErrorList{field.Required(path, "")}
	case utf8.RuneCountInString(r.Pattern) > maxPatternRunes:
		return field.ErrorList{field.TooLong(path, "", maxPatternRunes)}
	}
	if _, err := r.Compile(); err != nil {
		return field.ErrorList{field.Invalid(path, r.Pattern, err.Error())}
	}
	return nil
}
