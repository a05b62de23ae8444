package manifests

import (
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	networkingv1ac "k8s.io/client-go/applyconfigurations/networking/v1"
)

// NetworkPolicy lets anyone reach the MCP port, where a token is asked for, and lets the server reach
// nothing but its class's endpoints and the DNS that finds them. A server with the built-in embedder and no
// model calls nobody.
func (s Source) NetworkPolicy() (*networkingv1ac.NetworkPolicyApplyConfiguration, error) {
	spec := networkingv1ac.NetworkPolicySpec().
		WithPodSelector(metav1ac.LabelSelector().WithMatchLabels(s.selector())).
		WithPolicyTypes(networkingv1.PolicyTypeIngress, networkingv1.PolicyTypeEgress).
		WithIngress(networkingv1ac.NetworkPolicyIngressRule().WithPorts(port(corev1.ProtocolTCP, serverPort)))
	rules, err := s.egress()
	if err != nil {
		return nil, err
	}
	spec.WithEgress(rules...)
	return networkingv1ac.NetworkPolicy(s.Effective.Name, s.Effective.Namespace).
		WithLabels(s.labels()).
		WithOwnerReferences(s.owner()).
		WithSpec(spec), nil
}

// egress returns the rules that reach the class's endpoints, each once.
func (s Source) egress() ([]*networkingv1ac.NetworkPolicyEgressRuleApplyConfiguration, error) {
	var urls []string
	if o := s.Effective.Embedding.OpenAICompatible; o != nil {
		urls = append(urls, o.URL)
	}
	if m := s.Effective.Model; m != nil {
		urls = append(urls, m.URL)
	}
	var rules []*networkingv1ac.NetworkPolicyEgressRuleApplyConfiguration
	for _, u := range urls {
		more, err := egressTo(u, s.Effective.Namespace)
		if err != nil {
			return nil, err
		}
		for _, rule := range more {
			known := func(r *networkingv1ac.NetworkPolicyEgressRuleApplyConfiguration) bool {
				return reflect.DeepEqual(r, rule)
			}
			if !slices.ContainsFunc(rules, known) {
				rules = append(rules, rule)
			}
		}
	}
	return rules, nil
}

// egressTo returns the rules that reach a URL from a pod in a Kubernetes namespace. A policy knows
// addresses, labels and ports, but no names, so a name outside the cluster opens its port to every address.
func egressTo(rawURL, from string) ([]*networkingv1ac.NetworkPolicyEgressRuleApplyConfiguration, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, err
	}
	number, err := portOf(u)
	if err != nil {
		return nil, err
	}
	toPort := networkingv1ac.NetworkPolicyEgressRule().WithPorts(port(corev1.ProtocolTCP, number))
	if address, err := netip.ParseAddr(u.Hostname()); err == nil {
		block := netip.PrefixFrom(address.WithZone(""), address.BitLen()).String()
		toPort.WithTo(networkingv1ac.NetworkPolicyPeer().WithIPBlock(networkingv1ac.IPBlock().WithCIDR(block)))
		return []*networkingv1ac.NetworkPolicyEgressRuleApplyConfiguration{toPort}, nil
	}
	rules := []*networkingv1ac.NetworkPolicyEgressRuleApplyConfiguration{dns()}
	namespace, certain := serviceNamespace(u.Hostname(), from)
	if namespace != "" {
		rules = append(rules, toNamespace(namespace))
	}
	if !certain {
		rules = append(rules, toPort)
	}
	return rules, nil
}

func portOf(u *url.URL) (int32, error) {
	if u.Port() != "" {
		number, err := strconv.ParseUint(u.Port(), 10, 16)
		return int32(number), err
	}
	if u.Scheme == "https" {
		return 443, nil
	}
	return 80, nil
}

// serviceNamespace returns the Kubernetes namespace of the Service that a name may stand for, and whether
// it can stand for nothing else. A name of two labels may be a Service's or a domain.
func serviceNamespace(host, from string) (namespace string, certain bool) {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	switch {
	case len(labels) == 1:
		return from, true
	case len(labels) == 2:
		return labels[1], false
	case labels[2] == "svc":
		return labels[1], true
	}
	return "", false
}

// toNamespace allows every port: a policy sees the port of the pod behind a Service, which need not be the
// Service's.
func toNamespace(name string) *networkingv1ac.NetworkPolicyEgressRuleApplyConfiguration {
	return networkingv1ac.NetworkPolicyEgressRule().WithTo(networkingv1ac.NetworkPolicyPeer().
		WithNamespaceSelector(metav1ac.LabelSelector().
			WithMatchLabels(map[string]string{corev1.LabelMetadataName: name})))
}

// dns is open to every address, because resolvers differ between clusters: pods, or an address of the node.
func dns() *networkingv1ac.NetworkPolicyEgressRuleApplyConfiguration {
	return networkingv1ac.NetworkPolicyEgressRule().
		WithPorts(port(corev1.ProtocolUDP, 53), port(corev1.ProtocolTCP, 53))
}

func port(protocol corev1.Protocol, number int32) *networkingv1ac.NetworkPolicyPortApplyConfiguration {
	return networkingv1ac.NetworkPolicyPort().WithProtocol(protocol).WithPort(intstr.FromInt32(number))
}
