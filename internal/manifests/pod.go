package manifests

import (
	"fmt"
	"path"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"

	"github.com/rearview-dev/rearview/namespace"
)

// Where the server finds its files.
const (
	configDir  = "/etc/rearview"
	digestsDir = "/etc/rearview-tokens"
	dataDir    = "/var/lib/rearview"
	tmpDir     = "/tmp"
)

const (
	// serverUser is the user and group of the image, written out because an image's user cannot be seen to be
	// other than root before it runs, and because the volume must belong to its group.
	serverUser = 65532
	// gracePeriodSeconds is how long the server may take to drain and to close its store. The server keeps its
	// own limits within it.
	gracePeriodSeconds = int64(namespace.StopTimeout / time.Second)
	// secretMode lets the server's group read, and nobody else.
	secretMode = 0o440
)

// pod meets the restricted Pod Security Standard.
func (s Source) pod(image string) *corev1ac.PodSpecApplyConfiguration {
	return corev1ac.PodSpec().
		WithServiceAccountName(s.Effective.Name).
		WithAutomountServiceAccountToken(false).
		WithEnableServiceLinks(false).
		WithTerminationGracePeriodSeconds(gracePeriodSeconds).
		WithSecurityContext(corev1ac.PodSecurityContext().
			WithRunAsNonRoot(true).
			WithRunAsUser(serverUser).
			WithRunAsGroup(serverUser).
			WithFSGroup(serverUser).
			// without this a start takes as long as the volume has files
			WithFSGroupChangePolicy(corev1.FSGroupChangeOnRootMismatch).
			WithSeccompProfile(corev1ac.SeccompProfile().WithType(corev1.SeccompProfileTypeRuntimeDefault))).
		WithContainers(s.container(image)).
		WithVolumes(s.volumes()...)
}

func (s Source) container(image string) *corev1ac.ContainerApplyConfiguration {
	container := corev1ac.Container().
		WithName("server").
		WithImage(image).
		WithArgs(
			"serve",
			"--config", path.Join(configDir, configKey),
			"--tokens", path.Join(digestsDir, digestsKey),
			"--data-dir", dataDir,
			"--listen", fmt.Sprintf(":%d", serverPort),
		).
		WithPorts(corev1ac.ContainerPort().
			WithName(serverPortName).
			WithContainerPort(serverPort).
			WithProtocol(corev1.ProtocolTCP)).
		// the store and the model are loaded meanwhile: up to two minutes
		WithStartupProbe(probe("/healthz", 2, 60)).
		WithLivenessProbe(probe("/healthz", 20, 3)).
		WithReadinessProbe(probe("/readyz", 5, 2)).
		// so that `kubectl describe pod` says why a server did not start
		WithTerminationMessagePolicy(corev1.TerminationMessageFallbackToLogsOnError).
		WithSecurityContext(corev1ac.SecurityContext().
			WithAllowPrivilegeEscalation(false).
			WithReadOnlyRootFilesystem(true).
			WithCapabilities(corev1ac.Capabilities().WithDrop("ALL"))).
		WithVolumeMounts(s.mounts()...)
	if r := s.Class.Server.Resources; r != nil {
		resources := corev1ac.ResourceRequirements()
		if r.Limits != nil {
			resources.WithLimits(r.Limits)
		}
		if r.Requests != nil {
			resources.WithRequests(r.Requests)
		}
		container.WithResources(resources)
	}
	return container
}

func probe(path string, periodSeconds, failures int32) *corev1ac.ProbeApplyConfiguration {
	return corev1ac.Probe().
		WithHTTPGet(corev1ac.HTTPGetAction().WithPath(path).WithPort(intstr.FromString(serverPortName))).
		WithPeriodSeconds(periodSeconds).
		WithTimeoutSeconds(5).
		WithFailureThreshold(failures)
}

// mounts are whole directories: a file mounted by subPath would not follow its ConfigMap or Secret.
func (s Source) mounts() []*corev1ac.VolumeMountApplyConfiguration {
	mounts := []*corev1ac.VolumeMountApplyConfiguration{
		corev1ac.VolumeMount().WithName("data").WithMountPath(dataDir),
		corev1ac.VolumeMount().WithName("config").WithMountPath(configDir).WithReadOnly(true),
		corev1ac.VolumeMount().WithName("digests").WithMountPath(digestsDir).WithReadOnly(true),
		corev1ac.VolumeMount().WithName("tmp").WithMountPath(tmpDir),
	}
	return append(mounts, s.keyMounts()...)
}

func (s Source) volumes() []*corev1ac.VolumeApplyConfiguration {
	name := s.Effective.Name
	volumes := []*corev1ac.VolumeApplyConfiguration{
		corev1ac.Volume().WithName("data").WithPersistentVolumeClaim(
			corev1ac.PersistentVolumeClaimVolumeSource().WithClaimName(VolumeClaimName(name, s.Effective.UID))),
		corev1ac.Volume().WithName("config").WithConfigMap(
			corev1ac.ConfigMapVolumeSource().WithName(name)),
		secretVolume("digests", DigestsSecretName(name)),
		// the root file system is read-only, and SQLite sorts large results in temporary files
		corev1ac.Volume().WithName("tmp").WithEmptyDir(corev1ac.EmptyDirVolumeSource()),
	}
	return append(volumes, s.keyVolumes()...)
}

func secretVolume(name, secret string) *corev1ac.VolumeApplyConfiguration {
	return corev1ac.Volume().WithName(name).WithSecret(
		corev1ac.SecretVolumeSource().WithSecretName(secret).WithDefaultMode(secretMode))
}
