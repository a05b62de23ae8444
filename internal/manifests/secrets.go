package manifests

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

const (
	// TokenKey is the key of a token Secret.
	TokenKey = "token"

	digestsKey = "tokens.json"
	apiKeyKey  = "apiKey"
)

// TokenSecret holds one agent's bearer token, for the agent's pod to mount.
func (s Source) TokenSecret(agent, token string) *corev1ac.SecretApplyConfiguration {
	return s.secret(TokenSecretName(s.Effective.Name, agent), TokenKey, []byte(token)).
		WithLabels(map[string]string{LabelAgent: agent})
}

// DigestsSecret holds the digests of the agents' tokens, by agent, in the form that the server reads. The
// server never sees a token that it is not called with.
func (s Source) DigestsSecret(tokens map[string]string) (*corev1ac.SecretApplyConfiguration, error) {
	file := digestsFile{Agents: make(map[string][]string, len(tokens))}
	for agent, token := range tokens {
		digest := sha256.Sum256([]byte(token))
		file.Agents[agent] = []string{"sha256:" + hex.EncodeToString(digest[:])}
	}
	data, err := json.Marshal(file)
	if err != nil {
		return nil, err
	}
	return s.secret(DigestsSecretName(s.Effective.Name), digestsKey, append(data, '\n')), nil
}

// AgentsWithDigest returns the agents that a digests Secret lets in, in no order.
func AgentsWithDigest(digests *corev1.Secret) []string {
	var file digestsFile
	// what cannot be read is written anew, and names nobody
	_ = json.Unmarshal(digests.Data[digestsKey], &file)
	agents := make([]string, 0, len(file.Agents))
	for agent := range file.Agents {
		agents = append(agents, agent)
	}
	return agents
}

type digestsFile struct {
	Agents map[string][]string `json:"agents"`
}

// APIKeySecret is the namespace's copy of its class's embedding key. The class's own Secret lives in the
// operator's namespace, where a pod of another cannot mount it.
func (s Source) APIKeySecret(key []byte) *corev1ac.SecretApplyConfiguration {
	return s.secret(APIKeySecretName(s.Effective.Name), apiKeyKey, key)
}

// apiKeyVersion changes with the key and, being short and salted, tells nothing else about it.
func (s Source) apiKeyVersion(key []byte) string {
	mac := hmac.New(sha256.New, []byte(s.Effective.UID))
	mac.Write(key)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

func (s Source) secret(name, key string, value []byte) *corev1ac.SecretApplyConfiguration {
	return corev1ac.Secret(name, s.Effective.Namespace).
		WithLabels(s.labels()).
		WithOwnerReferences(s.owner()).
		WithType(corev1.SecretTypeOpaque).
		WithData(map[string][]byte{key: value})
}
