package controllers

import (
	"context"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
	"github.com/rearview-dev/rearview/internal/token"
)

// applyTokens gives each agent a token, and the server the digests of them all. A token is made once and
// then left as it is, also when a person puts another in its place. Deleting the Secret, or emptying it,
// asks for a new one. An agent that is no longer listed is let in no longer, and then loses its Secret.
func (r *reconciler) applyTokens(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) error {
	tokens := map[string]string{}
	for _, agent := range source.Effective.Agents {
		bearer, err := r.applyToken(ctx, ns, source, agent.Name)
		if err != nil {
			return err
		}
		tokens[agent.Name] = bearer
	}
	if err := distinct(tokens); err != nil {
		return err
	}
	before, err := r.applyDigests(ctx, ns, source, tokens)
	if err != nil {
		return err
	}
	if err := r.removeTokens(ctx, ns, append(before, agentsInStatus(ns)...), tokens); err != nil {
		return err
	}
	ns.Status.Agents = int32(len(tokens))
	ns.Status.Endpoint = endpoint(source)
	return nil
}

// applyToken returns the agent's token, without the white space that editors and `echo` leave around it.
func (r *reconciler) applyToken(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source, agent string) (string, error) {
	live, name := &corev1.Secret{}, manifests.TokenSecretName(ns.Name, agent)
	applied, err := observe(ctx, r, ns, name, live, corev1ac.ExtractSecret)
	if err != nil {
		return "", err
	}
	bearer := string(live.Data[manifests.TokenKey])
	issue := strings.TrimSpace(bearer) == ""
	if issue {
		if bearer, err = token.New(r.options.Random); err != nil {
			return "", err
		}
	}
	if _, err := apply(ctx, r, live, applied, source.TokenSecret(agent, bearer)); err != nil {
		return "", err
	}
	if issue {
		r.recorder.Eventf(ns, nil, corev1.EventTypeNormal, EventTokenIssued, "IssueToken",
			"agent %s has a new token in Secret %s", agent, name)
	}
	return strings.TrimSpace(bearer), nil
}

// distinct refuses a token that two agents share, since it would not say who calls.
func distinct(tokens map[string]string) error {
	owner := map[string]string{}
	for _, agent := range slices.Sorted(maps.Keys(tokens)) {
		if other, taken := owner[tokens[agent]]; taken {
			return stalled(ReasonSharedToken, "agents %s and %s have the same token: empty one's Secret to get a new one", other, agent)
		}
		owner[tokens[agent]] = agent
	}
	return nil
}

// applyDigests returns the agents that were let in before.
func (r *reconciler) applyDigests(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source, tokens map[string]string) ([]string, error) {
	live := &corev1.Secret{}
	applied, err := observe(ctx, r, ns, manifests.DigestsSecretName(ns.Name), live, corev1ac.ExtractSecret)
	if err != nil {
		return nil, err
	}
	desired, err := source.DigestsSecret(tokens)
	if err != nil {
		return nil, err
	}
	_, err = apply(ctx, r, live, applied, desired)
	return manifests.AgentsWithDigest(live), err
}

// removeTokens deletes the Secrets of agents that are no longer listed. The digests and the status both
// remember the agents of before, so that one of them does when a write between the two fails.
func (r *reconciler) removeTokens(ctx context.Context, ns *v1alpha1.MemoryNamespace, before []string, listed map[string]string) error {
	slices.Sort(before)
	for _, agent := range slices.Compact(before) {
		if _, ok := listed[agent]; ok {
			continue
		}
		name := manifests.TokenSecretName(ns.Name, agent)
		deleted, err := r.deleteSecret(ctx, ns, name)
		if err != nil {
			return err
		}
		if deleted {
			r.recorder.Eventf(ns, nil, corev1.EventTypeNormal, EventTokenRemoved, "RemoveToken",
				"agent %s is no longer listed: its Secret %s is deleted", agent, name)
		}
	}
	return nil
}

// deleteSecret deletes a Secret if it is the namespace's, and says whether it did.
func (r *reconciler) deleteSecret(ctx context.Context, ns *v1alpha1.MemoryNamespace, name string) (bool, error) {
	secret := &corev1.Secret{}
	err := r.client.Get(ctx, client.ObjectKey{Namespace: ns.Namespace, Name: name}, secret)
	if apierrors.IsNotFound(err) || err == nil && !owns(ns, secret) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	err = r.client.Delete(ctx, secret, client.Preconditions{UID: &secret.UID})
	return err == nil, client.IgnoreNotFound(err)
}

func agentsInStatus(ns *v1alpha1.MemoryNamespace) []string {
	if ns.Status.Endpoint == nil {
		return nil
	}
	var agents []string
	for _, agent := range ns.Status.Endpoint.Agents {
		agents = append(agents, agent.Name)
	}
	return agents
}

func endpoint(source manifests.Source) *v1alpha1.Endpoint {
	name := source.Effective.Name
	e := &v1alpha1.Endpoint{URL: manifests.EndpointURL(name, source.Effective.Namespace)}
	for _, agent := range source.Effective.Agents {
		e.Agents = append(e.Agents, v1alpha1.AgentEndpoint{
			Name:            agent.Name,
			TokenSecretName: manifests.TokenSecretName(name, agent.Name),
		})
	}
	return e
}
