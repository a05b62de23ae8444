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
	fBias:                {-2.35, -2.55},
	fSimilarity:          {-0.75, 1.77},
	fCoverOld:            {1.37, 1.34},
	fCoverNew:            {-0.20, 2.10},
	fAnchors:             {0.56, 0.64},
	fAgree:               {-1.23, 2.28},
	fNewValues:           {-0.93, -1.39},
	fOldValues:           {-1.39, -2.07},
	fCategory:            {0.56, -0.98},
	fNumber:              {1.35, -1.48},
	fBare:                {0.66, -0.27},
	fMoved:               {0.76, -0.48},
	fRetired:             {1.06, -1.10},
	fAttribute:           {-0.55, -0.10},
	fFamily:              {-0.51, -0.28},
	fOtherAttribute:      {-0.82, -0.60},
	fSubject:             {-1.32, -0.58},
	fMiddle:              {0.11, 0.44},
	fEnd:                 {-0.42, -0.57},
	fSwap:                {-0.23, -0.06},
	fSwaps:               {-0.17, -0.51},
	fExplicit:            {1.77, -1.68},
	fSoft:                {2.45, -0.55},
	fBothChange:          {-1.73, 1.33},
	fNegation:            {-0.54, -0.30},
	fAdds:                {0.27, -1.60},
	fOldEvent:            {-2.15, 0.25},
	fNewEvent:            {-1.69, -0.29},
	fSameTask:            {-0.29, -0.23},
	fOtherTask:           {-1.94, -1.47},
	fSameTopic:           {0.00, 0.00},
	fAcross:              {-1.13, -0.08},
	fLikes:               {-0.35, -0.02},
	fChangeAndValue:      {0.83, -0.19},
	fChangeAndAttribute:  {1.85, -1.54},
	fChangeAndSimilarity: {1.93, -0.68},
	fSoftAndValue:        {1.50, -0.50},
	fSoftAndAttribute:    {1.13, 0.20},
	fChangeAndEnd:        {0.55, 0.49},
	fAttributeAndEnd:     {-0.34, -0.21},
	fValueAndCover:       {0.76, -1.86},
	fFocus:               {1.29, -0.64},
	fOtherFocus:          {-0.53, 0.15},
	fAgreeAll:            {-1.34, 0.98},
	fPlainText:           {0.36, -0.88},
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
