#!/bin/sh
# Makes a keystore for SROS 2 with an enclave for each node of the graph: scripts/security.sh FOLDER
#
# Start the graph then with ROS_SECURITY_KEYSTORE=FOLDER ROS_SECURITY_ENABLE=true
# ROS_SECURITY_STRATEGY=Enforce; each node names its enclave by itself.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
folder=${1:?usage: scripts/security.sh FOLDER}
command -v ros2 >/dev/null || {
  echo "security: ros2 is not there; source an installed ROS 2 with ros-jazzy-sros2" >&2
  exit 2
}
enclaves=$("$root/scripts/in-venv" python -c '
from egoplan_ros.nodes.node_table import NODES, enclave
print(*(enclave(entry.name) for entry in NODES), enclave("egoplan_cli"), sep="\n")')

[ -d "$folder" ] || ros2 security create_keystore "$folder"
for name in $enclaves; do
  ros2 security create_enclave "$folder" "$name"
done
