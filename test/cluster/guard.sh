# Ends a cluster whose tests died before they could: its standard input closes when they are gone, however
# they went. $CLUSTER_DIR is the cluster's own directory, which the command line of each of its servers names.
while read -r _; do :; done
for process in /proc/[0-9]*; do
	case "$(tr '\0' ' ' <"$process/cmdline" 2>/dev/null)" in
	*"=$CLUSTER_DIR/"*) kill -KILL "${process#/proc/}" ;;
	esac
done
rm -rf "$CLUSTER_DIR"
