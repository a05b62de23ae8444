package controllers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
	"github.com/rearview-dev/rearview/internal/token"
)

// digests reads the digests Secret as the memory server does.
func (w *world) digests(ns string) map[string][]token.Digest {
	w.Helper()
	digests, err := token.ParseDigests(get(w, ns+"-token-digests", &corev1.Secret{}).Data["tokens.json"])
	if err != nil {
		w.Fatal(err)
	}
	return digests
}

// awaitDigests polls until the server lets in just these tokens, by agent.
func (w *world) awaitDigests(ns string, tokens map[string]string) {
	w.Helper()
	want := map[string][]token.Digest{}
	for agent, plain := range tokens {
		want[agent] = []token.Digest{token.DigestOf(plain)}
	}
	w.eventually(func(context.Context) error {
		if diff := cmp.Diff(want, w.digests(ns)); diff != "" {
			return errors.New(diff)
		}
		return nil
	})
}

func TestTokens(t *testing.T) {
	w := newWorld(t)
	w.awaitReady(w.declare("support", "planner", "coder"))
	tokens := map[string]string{"planner": w.token("support", "planner"), "coder": w.token("support", "coder")}
	for agent, token := range tokens {
		if !regexp.MustCompile(`^rv_[0-9a-f]{64}$`).MatchString(token) {
			t.Errorf("the token of %s is not 256 bits", agent)
		}
	}
	if tokens["planner"] == tokens["coder"] {
		t.Error("two agents have the same token")
	}
	w.awaitDigests("support", tokens)
	if digests := get(w, "support-token-digests", &corev1.Secret{}); bytes.Contains(digests.Data["tokens.json"], []byte("rv_")) {
		t.Error("the server is given plain tokens")
	}
}

func TestTokenRotation(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: manifests.TokenSecretName("support", "planner"), Namespace: w.namespace}}

	for name, ask := range map[string]func(*world){
		"deleted": func(w *world) { w.delete(secret) },
		"emptied": func(w *world) { change(w, secret, func(s *corev1.Secret) { s.Data["token"] = nil }) },
		"blanked": func(w *world) { change(w, secret, func(s *corev1.Secret) { s.Data["token"] = []byte(" \n") }) },
		"removed": func(w *world) { change(w, secret, func(s *corev1.Secret) { s.Data = nil }) },
	} {
		w.run(name, func(w *world) {
			before := w.token("support", "planner")
			ask(w)
			w.eventually(func(ctx context.Context) error {
				now := &corev1.Secret{}
				if err := admin.Get(ctx, client.ObjectKeyFromObject(secret), now); err != nil {
					return err
				}
				if token := string(now.Data["token"]); token == before || len(token) < 60 {
					return fmt.Errorf("no new token of %d bytes", len(token))
				}
				return nil
			})
			w.awaitDigests("support", map[string]string{"planner": w.token("support", "planner")})
		})
	}

	w.run("chosen by a person", func(w *world) {
		change(w, secret, func(s *corev1.Secret) { s.Data["token"] = []byte("chosen\n") })
		w.awaitDigests("support", map[string]string{"planner": "chosen"})
		w.reconcile(ns)
		if token := w.token("support", "planner"); token != "chosen\n" {
			w.Error("the token was overwritten")
		}
	})
}

func TestSharedTokenIsRefused(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner", "coder"))
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: manifests.TokenSecretName("support", "planner"), Namespace: w.namespace}}
	change(w, secret, func(s *corev1.Secret) { s.Data["token"] = []byte(w.token("support", "coder")) })
	w.awaitStalled(ns, ReasonSharedToken)
	change(w, secret, func(s *corev1.Secret) { s.Data["token"] = nil })
	w.awaitReady(ns)
	w.awaitDigests("support", map[string]string{"planner": w.token("support", "planner"), "coder": w.token("support", "coder")})
}

func TestAgentsComeAndGo(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner", "coder"))
	planner, coder := w.token("support", "planner"), w.token("support", "coder")

	// coder is renamed to writer
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) {
		ns.Spec.Agents = []v1alpha1.Agent{{Name: "planner"}, {Name: "writer"}}
	})
	w.gone(&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: manifests.TokenSecretName("support", "coder"), Namespace: w.namespace}})
	ns = w.awaitReady(ns)
	writer := w.token("support", "writer")
	w.awaitDigests("support", map[string]string{"planner": planner, "writer": writer})
	if w.token("support", "planner") != planner {
		t.Error("planner has another token")
	}
	w.awaitEvent(ns, EventTokenRemoved, corev1.EventTypeNormal)

	// who comes back comes back with a new token
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) {
		ns.Spec.Agents = []v1alpha1.Agent{{Name: "planner"}, {Name: "coder"}}
	})
	ns = w.awaitReady(ns)
	if w.token("support", "coder") == coder {
		t.Error("coder's old token is back")
	}
	names := slices.Sorted(maps.Keys(w.digests("support")))
	if diff := cmp.Diff([]string{"coder", "planner"}, names); diff != "" || ns.Status.Agents != 2 {
		t.Errorf("agents %v, status %d", names, ns.Status.Agents)
	}
}

func TestForeignTokenOfDepartedAgentStays(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner", "coder"))
	// somebody takes the Secret over
	foreign := change(w, get(w, manifests.TokenSecretName("support", "coder"), &corev1.Secret{}), func(s *corev1.Secret) { s.OwnerReferences = nil })
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Spec.Agents = []v1alpha1.Agent{{Name: "planner"}} })
	w.awaitReady(ns)
	w.awaitDigests("support", map[string]string{"planner": w.token("support", "planner")})
	if !w.exists(foreign.Name, &corev1.Secret{}) {
		t.Error("a foreign Secret was deleted")
	}
}
