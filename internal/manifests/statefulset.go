package manifests

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	appsv1ac "k8s.io/client-go/applyconfigurations/apps/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
)

// annotationEmbedding of the pod template changes with the embedding, and so restarts the server.
const annotationEmbedding = "memory.rearview.dev/embedding"

// Server is what runs in the pod.
type Server struct {
	// Image of the memory server.
	Image string
	// Keys of the class's endpoints.
	Keys Keys
}

// StatefulSet runs the memory server: one replica, because one process owns the volume. A StatefulSet
// never runs two pods of one name, which a Deployment does while it rolls.
func (s Source) StatefulSet(server Server) (*appsv1ac.StatefulSetApplyConfiguration, error) {
	annotations, err := s.restartOn(server)
	if err != nil {
		return nil, err
	}
	return appsv1ac.StatefulSet(s.Effective.Name, s.Effective.Namespace).
		WithLabels(s.labels()).
		WithOwnerReferences(s.owner()).
		WithSpec(appsv1ac.StatefulSetSpec().
			WithReplicas(1).
			WithServiceName(s.Effective.Name).
			// in the ordered way, a pod that never gets ready is not replaced by a better template
			WithPodManagementPolicy(appsv1.ParallelPodManagement).
			WithSelector(metav1ac.LabelSelector().WithMatchLabels(s.selector())).
			WithTemplate(corev1ac.PodTemplateSpec().
				WithLabels(s.labels()).
				WithAnnotations(annotations).
				WithSpec(s.pod(server.Image)))), nil
}

// restartOn has what must restart the server when it changes, and is not in the pod's spec already.
func (s Source) restartOn(server Server) (map[string]string, error) {
	embedding, err := json.Marshal(s.Effective.Embedding)
	if err != nil {
		return nil, fmt.Errorf("encode the embedding: %w", err)
	}
	sum := sha256.Sum256(embedding)
	annotations := map[string]string{annotationEmbedding: hex.EncodeToString(sum[:8])}
	for _, of := range Endpoints {
		if s.needsAPIKey(of) {
			annotations[keyAnnotation(of)] = s.keyVersion(server.Keys[of])
		}
	}
	return annotations, nil
}
