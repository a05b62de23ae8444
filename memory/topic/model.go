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
	fBias:                {-2.43, -2.61},
	fSimilarity:          {-0.96, 1.86},
	fCoverOld:            {1.39, 1.44},
	fCoverNew:            {-0.24, 2.04},
	fAnchors:             {0.56, 0.87},
	fAgree:               {-1.15, 2.40},
	fNewValues:           {-0.90, -1.48},
	fOldValues:           {-1.40, -2.10},
	fCategory:            {0.54, -0.99},
	fNumber:              {1.39, -1.60},
	fBare:                {0.51, -0.33},
	fMoved:               {0.71, -0.50},
	fRetired:             {1.02, -1.09},
	fAttribute:           {-0.46, -0.08},
	fFamily:              {-0.54, -0.26},
	fOtherAttribute:      {-0.70, -0.48},
	fSubject:             {-1.36, -0.44},
	fMiddle:              {0.12, 0.43},
	fEnd:                 {-0.46, -0.51},
	fSwap:                {-0.32, -0.09},
	fSwaps:               {-0.17, -0.67},
	fExplicit:            {1.72, -1.76},
	fSoft:                {2.54, -0.51},
	fBothChange:          {-1.90, 1.46},
	fNegation:            {-0.42, -0.41},
	fAdds:                {0.29, -1.66},
	fOldEvent:            {-2.19, 0.36},
	fNewEvent:            {-1.67, -0.19},
	fSameTask:            {-0.28, -0.34},
	fOtherTask:           {-1.96, -1.48},
	fSameTopic:           {0.00, 0.00},
	fAcross:              {-0.94, -0.16},
	fLikes:               {-0.30, -0.04},
	fChangeAndValue:      {0.92, -0.17},
	fChangeAndAttribute:  {1.84, -1.56},
	fChangeAndSimilarity: {2.24, -0.86},
	fSoftAndValue:        {1.50, -0.50},
	fSoftAndAttribute:    {1.14, 0.00},
	fChangeAndEnd:        {0.56, 0.62},
	fAttributeAndEnd:     {-0.25, -0.34},
	fValueAndCover:       {0.76, -1.96},
	fFocus:               {1.41, -0.90},
	fOtherFocus:          {-0.50, 0.16},
	fAgreeAll:            {-1.25, 0.84},
	fPlainText:           {0.30, -0.85},
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
