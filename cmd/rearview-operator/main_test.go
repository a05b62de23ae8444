package main

import (
	"errors"
	"flag"
	"io"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	environment := map[string]string{"REARVIEW_SERVER_IMAGE": "env-image", "POD_NAMESPACE": "env-namespace"}
	s, err := parse([]string{"--server-image=flag-image", "--metrics-bind-address=0"}, func(key string) string { return environment[key] }, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if s.ServerImage != "flag-image" || s.Namespace != "env-namespace" || s.metricsAddress != "0" || !s.leaderElection || s.Random == nil {
		t.Errorf("got %+v", s)
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	image, namespace := "--server-image=image", "--operator-namespace=system"
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no image":     {[]string{namespace}, "--server-image"},
		"no namespace": {[]string{image}, "--operator-namespace"},
		"argument":     {[]string{image, namespace, "extra"}, `"extra"`},
		"unknown flag": {[]string{"--frobnicate"}, "-frobnicate"},
	} {
		t.Run(name, func(t *testing.T) {
			var output strings.Builder
			_, err := parse(c.args, func(string) string { return "" }, &output)
			if err == nil || !strings.Contains(output.String(), c.want) {
				t.Errorf("error %v, output %q", err, output.String())
			}
		})
	}
	if _, err := parse([]string{"--help"}, func(string) string { return "" }, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("help: %v", err)
	}
}
