package importance_test

import "strings"

// longText is as long as content may be, and no rule decides it.
var longText = strings.Repeat("The customer on the third floor sits in the small room with the others. ", 900)
