package controllers

import (
	"bytes"
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
)

// defaultAPIKeyKey is the API's default.
const defaultAPIKeyKey = "apiKey"

// applyAPIKeys copies the keys of the class's endpoints into the namespace, where its pod can mount them, and
// returns those that the class needs.
func (r *reconciler) applyAPIKeys(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) (manifests.Keys, error) {
	keys := manifests.Keys{}
	for _, of := range manifests.Endpoints {
		ref := apiKeyRef(source.Class, of)
		if ref == nil {
			continue
		}
		key, err := r.readAPIKey(ctx, of, ref)
		if err != nil {
			return nil, err
		}
		live := &corev1.Secret{}
		applied, err := observe(ctx, r, ns, manifests.APIKeySecretName(ns.Name, of), live, corev1ac.ExtractSecret)
		if err != nil {
			return nil, err
		}
		if _, err = apply(ctx, r, live, applied, source.APIKeySecret(of, key)); err != nil {
			return nil, err
		}
		keys[of] = key
	}
	return keys, nil
}

func (r *reconciler) readAPIKey(ctx context.Context, of manifests.Endpoint, ref *v1alpha1.SecretKeyRef) ([]byte, error) {
	field := ref.Key
	if field == "" {
		field = defaultAPIKeyKey
	}
	secret := &corev1.Secret{}
	err := r.client.Get(ctx, client.ObjectKey{Namespace: r.options.Namespace, Name: ref.Name}, secret)
	if err != nil && !apierrors.IsNotFound(err) {
		return nil, err
	}
	key := bytes.TrimSpace(secret.Data[field])
	if len(key) == 0 {
		return nil, stalled(ReasonAPIKeyNotFound,
			"the class's %s endpoint needs an API key: put it into key %q of Secret %q in the operator's namespace %q",
			of, field, ref.Name, r.options.Namespace)
	}
	return key, nil
}

// apiKeyRef is where a class says that an endpoint's key is, or nil.
func apiKeyRef(class *v1alpha1.MemoryClassSpec, of manifests.Endpoint) *v1alpha1.SecretKeyRef {
	switch {
	case of == manifests.Embedding && class.Embedding.OpenAICompatible != nil:
		return class.Embedding.OpenAICompatible.APIKeySecretRef
	case of == manifests.Model && class.Model != nil:
		return class.Model.APIKeySecretRef
	}
	return nil
}

// removeUnusedAPIKeys deletes the copies of keys that the class no longer asks for, once no pod template mounts them.
func (r *reconciler) removeUnusedAPIKeys(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) error {
	for _, of := range manifests.Endpoints {
		if apiKeyRef(source.Class, of) != nil {
			continue
		}
		if _, err := r.deleteSecret(ctx, ns, manifests.APIKeySecretName(ns.Name, of)); err != nil {
			return err
		}
	}
	return nil
}
