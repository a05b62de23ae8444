package manifests

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"path"

	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"

	"github.com/rearview-dev/rearview/namespace/resolve"
)

// Endpoint is a service that a class names and that may ask for an API key.
type Endpoint string

// The endpoints.
const (
	Embedding Endpoint = "embedding"
	Model     Endpoint = "model"
)

// Endpoints are all of them.
var Endpoints = []Endpoint{Embedding, Model}

// Keys are the API keys of the endpoints that ask for one.
type Keys map[Endpoint][]byte

// keyDirs are where the server finds each key.
var keyDirs = map[Endpoint]string{
	Embedding: path.Dir(resolve.EmbeddingKeyFile),
	Model:     path.Dir(resolve.ModelKeyFile),
}

// APIKeySecret is the namespace's copy of the key of one of its class's endpoints. The class's own Secret
// lives in the operator's namespace, where a pod of another cannot mount it.
func (s Source) APIKeySecret(of Endpoint, key []byte) *corev1ac.SecretApplyConfiguration {
	return s.secret(APIKeySecretName(s.Effective.Name, of), apiKeyKey, key)
}

// needsAPIKey says whether an endpoint of the class asks for a key.
func (s Source) needsAPIKey(of Endpoint) bool {
	switch of {
	case Embedding:
		o := s.Effective.Embedding.OpenAICompatible
		return o != nil && o.APIKeyFile != ""
	case Model:
		return s.Effective.Model != nil && s.Effective.Model.APIKeyFile != ""
	}
	return false
}

func (s Source) keyMounts() (mounts []*corev1ac.VolumeMountApplyConfiguration) {
	for _, of := range Endpoints {
		if s.needsAPIKey(of) {
			mounts = append(mounts, corev1ac.VolumeMount().WithName(keyVolume(of)).WithMountPath(keyDirs[of]).WithReadOnly(true))
		}
	}
	return mounts
}

func (s Source) keyVolumes() (volumes []*corev1ac.VolumeApplyConfiguration) {
	for _, of := range Endpoints {
		if s.needsAPIKey(of) {
			volumes = append(volumes, secretVolume(keyVolume(of), APIKeySecretName(s.Effective.Name, of)))
		}
	}
	return volumes
}

func keyVolume(of Endpoint) string { return string(of) + "-key" }

// keyAnnotation of the pod template changes with a key, and so restarts the server.
func keyAnnotation(of Endpoint) string { return "memory.rearview.dev/" + string(of) + "-key" }

// keyVersion changes with the key and, being short and salted, tells nothing else about it.
func (s Source) keyVersion(key []byte) string {
	mac := hmac.New(sha256.New, []byte(s.Effective.UID))
	mac.Write(key)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}
