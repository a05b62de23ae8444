package topic

import "math"

const (
	// surelyReplaces is the chance from which a memory is superseded, mayReplace the one from which a doubt is
	// worth telling.
	surelyReplaces = 0.6
	mayReplace     = 0.3
	// sameAtDefault is the chance of saying the same that a sameness of DefaultMerge stands for.
	sameAtDefault = 0.5
)

// weights are those of two logistic regressions over the features: that the newer text replaces the older one,
// and that it says the same. TestFit makes them from labelled pairs.
var weights = [features]struct{ replaces, same float64 }{
	fBias:                {-2.13, -2.28},
	fSimilarity:          {-0.81, 1.30},
	fCoverOld:            {1.25, 1.35},
	fCoverNew:            {-0.19, 1.84},
	fAnchors:             {0.57, 0.78},
	fAgree:               {-1.21, 2.63},
	fNewValues:           {-0.94, -1.50},
	fOldValues:           {-1.40, -1.97},
	fCategory:            {0.49, -0.92},
	fNumber:              {1.23, -1.37},
	fBare:                {0.64, -0.28},
	fMoved:               {0.69, -0.50},
	fRetired:             {1.18, -1.20},
	fAttribute:           {-0.42, 0.05},
	fFamily:              {-0.56, -0.30},
	fOtherAttribute:      {-0.82, -0.69},
	fSubject:             {-1.29, -0.61},
	fMiddle:              {0.04, 0.41},
	fEnd:                 {-0.46, -0.35},
	fSwap:                {-0.16, 0.01},
	fSwaps:               {-0.18, -0.53},
	fExplicit:            {1.56, -1.53},
	fSoft:                {1.99, -0.21},
	fBothChange:          {-1.36, 0.90},
	fNegation:            {-0.72, -0.10},
	fAdds:                {0.21, -1.58},
	fOldEvent:            {-2.09, 0.24},
	fNewEvent:            {-1.46, -0.43},
	fSameTask:            {-0.20, -0.45},
	fOtherTask:           {-1.85, -1.49},
	fSameTopic:           {0.00, 0.00},
	fAcross:              {-1.10, -0.04},
	fLikes:               {-0.28, -0.21},
	fChangeAndValue:      {0.82, -0.23},
	fChangeAndAttribute:  {1.59, -1.23},
	fChangeAndSimilarity: {1.90, -0.52},
	fSoftAndValue:        {1.60, -0.44},
	fSoftAndAttribute:    {0.79, -0.53},
	fChangeAndEnd:        {0.61, -0.25},
	fAttributeAndEnd:     {-0.33, -0.19},
	fValueAndCover:       {1.12, -1.68},
	fFocus:               {1.34, -1.06},
	fOtherFocus:          {-0.56, 0.18},
	fAgreeAll:            {-1.44, 1.08},
	fPlainText:           {0.46, -0.81},
}

// replacementChance is how likely the newer text replaces the older one, 0..1.
func replacementChance(f *[features]float64) float64 {
	sum := 0.0
	for i, x := range f {
		sum += x * weights[i].replaces
	}
	return logistic(sum)
}

// sameness is how surely the texts say the same, 0..1, on the scale of the merge threshold: a chance p is
// p^γ, where γ makes sameAtDefault DefaultMerge.
func sameness(f *[features]float64) float64 {
	sum := 0.0
	for i, x := range f {
		sum += x * weights[i].same
	}
	return math.Pow(logistic(sum), math.Log(DefaultMerge)/math.Log(sameAtDefault))
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
