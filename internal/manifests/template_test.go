package manifests

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"

	"github.com/rearview-dev/rearview/namespace"
)

// What restarts a server and what must not.
func TestPodTemplateChangesOnlyForRestarts(t *testing.T) {
	server := Server{Image: "image:1", Keys: Keys{Embedding: []byte("sk-1"), Model: []byte("sk-2")}}
	template := func(change func(*Source, *Server)) *corev1ac.PodTemplateSpecApplyConfiguration {
		s, server := full(t), server
		server.Keys = maps.Clone(server.Keys)
		change(&s, &server)
		return must(s.StatefulSet(server)).Spec.Template
	}
	before := template(func(*Source, *Server) {})

	for name, c := range map[string]struct {
		change   func(*Source, *Server)
		restarts bool
	}{
		"policy": {func(s *Source, _ *Server) {
			s.Effective.Policy.Importance.ThresholdPercent = 99
			s.Effective.Generation++
		}, false},
		"maintenance":     {func(s *Source, _ *Server) { s.Effective.Maintenance.TimeZone = "Asia/Shanghai" }, false},
		"agents":          {func(s *Source, _ *Server) { s.Effective.Agents = []namespace.Agent{{Name: "new"}} }, false},
		"deletion policy": {func(s *Source, _ *Server) { s.DeletionPolicy = "Retain" }, false},
		"storage":         {func(s *Source, _ *Server) { s.Class.Embedded.Storage = ptr(resource.MustParse("20Gi")) }, false},

		"image": {func(_ *Source, server *Server) { server.Image = "image:2" }, true},
		"model": {func(s *Source, _ *Server) {
			s.Effective.Model.URL, s.Effective.Model.Name, s.Effective.Model.TimeoutSeconds = "http://b/v1", "other", 5
		}, false},

		"embedding key":    {func(_ *Source, server *Server) { server.Keys[Embedding] = []byte("sk-3") }, true},
		"model key":        {func(_ *Source, server *Server) { server.Keys[Model] = []byte("sk-3") }, true},
		"no model key":     {func(s *Source, _ *Server) { s.Effective.Model.APIKeyFile = "" }, true},
		"no model":         {func(s *Source, _ *Server) { s.Effective.Model = nil }, true},
		"embedding url":    {func(s *Source, _ *Server) { s.Effective.Embedding.OpenAICompatible.URL = "http://b/v1" }, true},
		"embedding in pod": {func(s *Source, _ *Server) { s.Effective.Embedding = namespace.Embedding{Type: "BuiltIn"} }, true},
		"resources": {func(s *Source, _ *Server) {
			s.Class.Server.Resources.Limits[corev1.ResourceMemory] = resource.MustParse("2Gi")
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			if restarts := !cmp.Equal(before, template(c.change)); restarts != c.restarts {
				t.Errorf("restarts: %t, want %t", restarts, c.restarts)
			}
		})
	}
}

func TestSelectorIsPartOfThePodsLabels(t *testing.T) {
	s := minimal(t)
	set := must(s.StatefulSet(Server{Image: "image"}))
	labels := set.Spec.Template.Labels
	for _, selector := range []map[string]string{
		set.Spec.Selector.MatchLabels, s.Service().Spec.Selector, must(s.NetworkPolicy()).Spec.PodSelector.MatchLabels,
	} {
		for key, value := range selector {
			if labels[key] != value {
				t.Errorf("the pod has %s=%s, the selector wants %s", key, labels[key], value)
			}
		}
	}
}
