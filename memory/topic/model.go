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
	fBias:                {-2.03, -2.20},
	fSimilarity:          {-0.92, 1.20},
	fCoverOld:            {1.39, 1.30},
	fCoverNew:            {-0.08, 2.23},
	fAnchors:             {0.59, 0.46},
	fAgree:               {-1.25, 2.48},
	fNewValues:           {-0.71, -1.35},
	fOldValues:           {-1.42, -1.85},
	fCategory:            {0.57, -0.75},
	fNumber:              {1.07, -0.90},
	fBare:                {0.68, 0.18},
	fMoved:               {0.54, -0.47},
	fRetired:             {1.08, -0.83},
	fAttribute:           {-0.22, -0.49},
	fFamily:              {-0.58, -0.39},
	fOtherAttribute:      {-0.71, -0.87},
	fSubject:             {-1.08, -0.34},
	fMiddle:              {-0.45, 0.52},
	fEnd:                 {-0.57, 0.01},
	fExplicit:            {1.41, -1.46},
	fSoft:                {1.43, 0.05},
	fBothChange:          {-1.15, 0.76},
	fNegation:            {-0.92, -0.19},
	fAdds:                {0.20, -1.14},
	fOldEvent:            {-1.83, 0.15},
	fNewEvent:            {-1.41, -0.44},
	fSameTask:            {-0.07, -0.65},
	fOtherTask:           {-1.79, -1.49},
	fSameTopic:           {0.00, 0.00},
	fAcross:              {-1.16, 0.04},
	fLikes:               {-0.31, -0.28},
	fChangeAndValue:      {0.65, -0.26},
	fChangeAndAttribute:  {1.23, -1.29},
	fChangeAndSimilarity: {1.81, -0.44},
	fSoftAndValue:        {1.78, -0.74},
	fSoftAndAttribute:    {0.58, -0.23},
	fChangeAndEnd:        {0.29, 0.07},
	fAttributeAndEnd:     {0.03, -0.06},
	fValueAndCover:       {1.21, -1.65},
	fFocus:               {1.45, -0.95},
	fOtherFocus:          {-0.73, 0.19},
	fAgreeAll:            {-1.17, 1.10},
	fPlainText:           {0.14, -0.71},
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
