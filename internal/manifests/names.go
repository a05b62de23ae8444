package manifests

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// maxName is what a DNS label, a Service's name and a label's value may have. The API bounds a
// MemoryNamespace's name to 52 characters, which leaves a StatefulSet's pods room for their revision label.
const maxName = 63

// VolumeClaimName is the name of the volume that holds a namespace's memory. It depends on the object's
// UID, so that a namespace that is deleted and made again does not take over old memory.
func VolumeClaimName(name, uid string) string { return name + "-" + shortHash(uid) }

// TokenSecretName is the name of the Secret that holds an agent's token. Both names may hold hyphens, so a
// hash tells agent c of namespace a-b from agent b-c of namespace a.
func TokenSecretName(name, agent string) string {
	suffix := "-" + shortHash(name+"/"+agent) + "-token"
	return cut(name+"-"+agent, maxName-len(suffix)) + suffix
}

// DigestsSecretName is the name of the Secret that holds the digests of all agents' tokens.
func DigestsSecretName(name string) string { return name + "-token-digests" }

// APIKeySecretName is the name of a namespace's own copy of the key of one of its class's endpoints.
func APIKeySecretName(name string, of Endpoint) string { return bounded(name, "-"+string(of)+"-key") }

// EndpointURL is where agents connect, inside the cluster.
func EndpointURL(name, namespace string) string {
	return fmt.Sprintf("http://%s.%s.svc:%d/mcp", name, namespace, serverPort)
}

// bounded joins a name and a suffix. One that is too long is cut, and a hash keeps it apart from others.
func bounded(name, suffix string) string {
	if len(name)+len(suffix) <= maxName {
		return name + suffix
	}
	suffix = "-" + shortHash(name) + suffix
	return cut(name, maxName-len(suffix)) + suffix
}

// cut shortens a name.
func cut(name string, length int) string {
	if len(name) > length {
		name = name[:length]
	}
	return strings.TrimRight(name, "-")
}

// shortHash is 40 bits: enough to tell the objects of one Kubernetes namespace apart.
func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:5])
}
