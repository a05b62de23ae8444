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
	fBias:                {-2.15, -2.28},
	fSimilarity:          {-0.68, 1.93},
	fCoverOld:            {1.31, 1.09},
	fCoverNew:            {-0.03, 1.86},
	fAnchors:             {0.87, 0.28},
	fAgree:               {-1.01, 2.00},
	fNewValues:           {-0.86, -1.21},
	fOldValues:           {-1.38, -1.79},
	fCategory:            {0.39, -0.91},
	fNumber:              {1.03, -1.11},
	fBare:                {0.48, 0.38},
	fMoved:               {0.48, -0.48},
	fRetired:             {1.31, -1.24},
	fAttribute:           {-0.19, -0.23},
	fFamily:              {-0.56, -0.45},
	fOtherAttribute:      {-0.75, -0.95},
	fSubject:             {-1.38, -0.24},
	fMiddle:              {-0.57, 0.42},
	fEnd:                 {-0.59, 0.03},
	fExplicit:            {1.61, -1.61},
	fSoft:                {1.36, 0.15},
	fBothChange:          {-1.21, 1.33},
	fNegation:            {-0.92, -0.22},
	fAdds:                {-0.04, -1.16},
	fOldEvent:            {-1.95, 0.16},
	fNewEvent:            {-1.41, -0.48},
	fSameTask:            {0.04, -0.60},
	fOtherTask:           {-1.82, -1.52},
	fSameTopic:           {0.00, 0.00},
	fAcross:              {-0.91, -0.06},
	fLikes:               {-0.47, -0.30},
	fChangeAndValue:      {0.90, -0.40},
	fChangeAndAttribute:  {1.50, -1.12},
	fChangeAndSimilarity: {2.18, -0.54},
	fSoftAndValue:        {1.86, -0.56},
	fSoftAndAttribute:    {0.49, -0.14},
	fChangeAndEnd:        {0.34, 0.01},
	fAttributeAndEnd:     {0.25, -0.11},
	fValueAndCover:       {1.08, -1.68},
	fAgreeAll:            {-1.27, 0.82},
	fPlainText:           {0.19, -0.78},
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
