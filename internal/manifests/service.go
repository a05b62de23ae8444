package manifests

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

const (
	serverPort     = 8080
	serverPortName = "mcp"
)

// Service is where agents connect.
func (s Source) Service() *corev1ac.ServiceApplyConfiguration {
	return corev1ac.Service(s.Effective.Name, s.Effective.Namespace).
		WithLabels(s.labels()).
		WithOwnerReferences(s.owner()).
		WithSpec(corev1ac.ServiceSpec().
			WithType(corev1.ServiceTypeClusterIP).
			WithSelector(s.selector()).
			WithPorts(corev1ac.ServicePort().
				WithName(serverPortName).
				WithProtocol(corev1.ProtocolTCP).
				WithAppProtocol("http").
				WithPort(serverPort).
				WithTargetPort(intstr.FromString(serverPortName))))
}

// ServiceAccount is the server's identity. It has no permission and its token is not mounted: the server
// never calls the Kubernetes API.
func (s Source) ServiceAccount() *corev1ac.ServiceAccountApplyConfiguration {
	return corev1ac.ServiceAccount(s.Effective.Name, s.Effective.Namespace).
		WithLabels(s.labels()).
		WithOwnerReferences(s.owner()).
		WithAutomountServiceAccountToken(false)
}
