package topic

import "math"

const (
	// surelyReplaces is the chance from which a memory is superseded, mayReplace the one from which a doubt is
	// worth telling.
	surelyReplaces = 0.5
	mayReplace     = 0.3
	// sameAtDefault is the chance of saying the same that a sameness of DefaultMerge stands for.
	sameAtDefault = 0.5
)

// weights are those of two logistic regressions over the features: that the newer text replaces the older one,
// and that it says the same. TestFit makes them from labelled pairs.
var weights = [features]struct{ replaces, same float64 }{
	fBias:                {-2.41, -2.63},
	fSimilarity:          {-1.01, 1.89},
	fCoverOld:            {1.65, 1.27},
	fCoverNew:            {-0.48, 2.10},
	fAnchors:             {0.61, 0.79},
	fAgree:               {-0.82, 2.37},
	fNewValues:           {-0.83, -1.47},
	fOldValues:           {-1.39, -2.10},
	fCategory:            {0.50, -0.94},
	fNumber:              {1.47, -1.63},
	fBare:                {0.18, -0.54},
	fMoved:               {0.63, -0.57},
	fRetired:             {0.93, -0.92},
	fAttribute:           {-0.63, 0.01},
	fFamily:              {-0.57, -0.26},
	fOtherAttribute:      {-0.75, -0.45},
	fSubject:             {-1.40, -0.42},
	fMiddle:              {0.01, 0.56},
	fEnd:                 {-0.50, -0.47},
	fSwap:                {-0.22, -0.14},
	fSwaps:               {-0.16, -0.69},
	fExplicit:            {1.78, -1.84},
	fSoft:                {2.57, -0.66},
	fBothChange:          {-1.90, 1.45},
	fNegation:            {-0.41, -0.38},
	fAdds:                {0.32, -1.64},
	fOldEvent:            {-2.19, 0.36},
	fNewEvent:            {-1.67, -0.20},
	fSameTask:            {-0.38, -0.29},
	fOtherTask:           {-1.99, -1.48},
	fSameTopic:           {0.00, 0.00},
	fAcross:              {-0.97, -0.15},
	fLikes:               {-0.33, -0.01},
	fChangeAndValue:      {0.87, -0.16},
	fChangeAndAttribute:  {1.84, -1.56},
	fChangeAndSimilarity: {2.34, -0.93},
	fSoftAndValue:        {1.51, -0.49},
	fSoftAndAttribute:    {1.21, 0.07},
	fChangeAndEnd:        {0.57, 0.74},
	fAttributeAndEnd:     {-0.28, -0.27},
	fValueAndCover:       {1.10, -2.08},
	fFocus:               {1.45, -1.04},
	fOtherFocus:          {-0.48, 0.17},
	fAgreeAll:            {-1.37, 0.88},
	fPlainText:           {0.29, -0.83},
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
