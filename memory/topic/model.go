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
	fBias:                {-2.09, -2.22},
	fSimilarity:          {-1.01, 1.18},
	fCoverOld:            {1.39, 1.33},
	fCoverNew:            {0.04, 2.10},
	fAnchors:             {0.94, 0.43},
	fAgree:               {-0.99, 2.07},
	fNewValues:           {-0.87, -1.20},
	fOldValues:           {-1.37, -1.79},
	fCategory:            {0.41, -0.95},
	fNumber:              {1.04, -1.08},
	fBare:                {0.47, 0.36},
	fMoved:               {0.48, -0.51},
	fRetired:             {1.38, -1.24},
	fAttribute:           {-0.19, -0.24},
	fFamily:              {-0.56, -0.44},
	fOtherAttribute:      {-0.72, -0.93},
	fSubject:             {-1.37, -0.23},
	fMiddle:              {-0.53, 0.47},
	fEnd:                 {-0.56, 0.07},
	fExplicit:            {1.51, -1.64},
	fSoft:                {1.38, 0.13},
	fBothChange:          {-1.22, 1.35},
	fNegation:            {-0.92, -0.25},
	fAdds:                {-0.03, -1.11},
	fOldEvent:            {-1.96, 0.18},
	fNewEvent:            {-1.38, -0.49},
	fSameTask:            {0.04, -0.64},
	fOtherTask:           {-1.83, -1.53},
	fSameTopic:           {0.00, 0.00},
	fAcross:              {-0.78, 0.28},
	fLikes:               {-0.45, -0.27},
	fChangeAndValue:      {0.95, -0.41},
	fChangeAndAttribute:  {1.50, -1.17},
	fChangeAndSimilarity: {2.10, -0.46},
	fSoftAndValue:        {1.86, -0.60},
	fSoftAndAttribute:    {0.50, -0.16},
	fChangeAndEnd:        {0.33, 0.02},
	fAttributeAndEnd:     {0.20, -0.16},
	fValueAndCover:       {1.08, -1.71},
	fAgreeAll:            {-1.21, 0.83},
	fPlainText:           {0.21, -0.78},
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
