package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// report holds every figure. Times are in milliseconds.
type report struct {
	Machine  string          `json:"machine"`
	Recall   []recallFigures `json:"recall"`
	Remember rememberFigures `json:"remember"`
	Start    startFigures    `json:"start"`
	Embedder embedderFigures `json:"embedder"`
}

// times of one kind of call, in milliseconds.
type times struct {
	P50 float64 `json:"p50_ms"`
	P95 float64 `json:"p95_ms"`
	P99 float64 `json:"p99_ms"`
}

// recallFigures compare a whole recall, embedding excluded, with the bare exact scan. Both ratios are to the
// scan's median.
type recallFigures struct {
	Memories int     `json:"memories"`
	Scan     times   `json:"scan"`
	Recall   times   `json:"recall"`
	P50Ratio float64 `json:"p50_ratio"`
	P99Ratio float64 `json:"p99_ratio"`
}

type rememberFigures struct {
	Memories    int     `json:"memories"`
	OneCaller   times   `json:"one_caller"`
	Callers     int     `json:"callers"`
	ManyCallers times   `json:"many_callers"`
	PerSecond   float64 `json:"per_second"`
}

type startFigures struct {
	Memories    int64   `json:"memories"`
	ModelMS     float64 `json:"model_ms"`
	StoreMS     float64 `json:"store_ms"`
	ResidentMiB float64 `json:"resident_mib"`
	PeakMiB     float64 `json:"peak_mib"`
}

type embedderFigures struct {
	Short    times `json:"short_query"`
	Sentence times `json:"sentence_query"`
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func summarise(took []time.Duration) times {
	sorted := slices.Sorted(slices.Values(took))
	at := func(p float64) float64 { return milliseconds(sorted[min(int(p*float64(len(sorted))), len(sorted)-1)]) }
	return times{P50: at(0.50), P95: at(0.95), P99: at(0.99)}
}

// machine names the processor and how many of it Go uses.
func machine() string {
	model := "unknown processor"
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d processors, %s %s/%s", model, runtime.GOMAXPROCS(0), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func (r *report) print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\n\n", r.Machine)
	fmt.Fprintf(t, "memories\tscan p50\trecall p50\tp95\tp99\tp50 / scan\tp99 / scan\t\n")
	for _, f := range r.Recall {
		fmt.Fprintf(t, "%d\t%.2f ms\t%.2f ms\t%.2f ms\t%.2f ms\t%.2f\t%.2f\t\n",
			f.Memories, f.Scan.P50, f.Recall.P50, f.Recall.P95, f.Recall.P99, f.P50Ratio, f.P99Ratio)
	}
	fmt.Fprintf(t, "\nremember among %d\tp50\tp95\tp99\tper second\t\n", r.Remember.Memories)
	fmt.Fprintf(t, "one caller\t%.2f ms\t%.2f ms\t%.2f ms\t\t\n",
		r.Remember.OneCaller.P50, r.Remember.OneCaller.P95, r.Remember.OneCaller.P99)
	fmt.Fprintf(t, "%d callers\t%.2f ms\t%.2f ms\t%.2f ms\t%.0f\t\n", r.Remember.Callers,
		r.Remember.ManyCallers.P50, r.Remember.ManyCallers.P95, r.Remember.ManyCallers.P99, r.Remember.PerSecond)
	fmt.Fprintf(t, "\nstart with %d\tmodel\tstore\tresident\tpeak\t\n", r.Start.Memories)
	fmt.Fprintf(t, "\t%.0f ms\t%.0f ms\t%.0f MiB\t%.0f MiB\t\n",
		r.Start.ModelMS, r.Start.StoreMS, r.Start.ResidentMiB, r.Start.PeakMiB)
	fmt.Fprintf(t, "\nquery embedding, one core\tp50\tp95\tp99\t\n")
	fmt.Fprintf(t, "short\t%.2f ms\t%.2f ms\t%.2f ms\t\n", r.Embedder.Short.P50, r.Embedder.Short.P95, r.Embedder.Short.P99)
	fmt.Fprintf(t, "sentence\t%.2f ms\t%.2f ms\t%.2f ms\t\n",
		r.Embedder.Sentence.P50, r.Embedder.Sentence.P95, r.Embedder.Sentence.P99)
	t.Flush()
}
