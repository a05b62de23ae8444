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

// applyAPIKey copies the key of the class's embedding endpoint into the namespace, where its pod can mount
// it, and returns it. It returns nil when the class needs none.
func (r *reconciler) applyAPIKey(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) ([]byte, error) {
	ref := apiKeyRef(source.Class)
	if ref == nil {
		return nil, nil
	}
	key, err := r.readAPIKey(ctx, ref)
	if err != nil {
		return nil, err
	}
	live := &corev1.Secret{}
	applied, err := observe(ctx, r, ns, manifests.APIKeySecretName(ns.Name), live, corev1ac.ExtractSecret)
	if err != nil {
		return nil, err
	}
	_, err = apply(ctx, r, live, applied, source.APIKeySecret(key))
	return key, err
}

func (r *reconciler) readAPIKey(ctx context.Context, ref *v1alpha1.SecretKeyRef) ([]byte, error) {
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
			"the class's embedding endpoint needs an API key: put it into key %q of Secret %q in the operator's namespace %q",
			field, ref.Name, r.options.Namespace)
	}
	return key, nil
}

// apiKeyRef is where a class says its embedding endpoint's key is, or nil.
func apiKeyRef(class *v1alpha1.MemoryClassSpec) *v1alpha1.SecretKeyRef {
	if class.Embedding.OpenAICompatible == nil {
		return nil
	}
	return class.Embedding.OpenAICompatible.APIKeySecretRef
}

// removeUnusedAPIKey deletes the copy of a key that the class no longer asks for, once no pod template mounts it.
func (r *reconciler) removeUnusedAPIKey(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) error {
	if apiKeyRef(source.Class) != nil {
		return nil
	}
	_, err := r.deleteSecret(ctx, ns, manifests.APIKeySecretName(ns.Name))
	return err
}
