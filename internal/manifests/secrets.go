package manifests

import (
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

func (s Source) secret(name, key string, value []byte) *corev1ac.SecretApplyConfiguration {
	return corev1ac.Secret(name, s.Effective.Namespace).
		WithLabels(s.labels()).
		WithOwnerReferences(s.owner()).
		WithType(corev1.SecretTypeOpaque).
		WithData(map[string][]byte{key: value})
}
