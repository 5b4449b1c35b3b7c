#!/bin/sh
# Makes a keystore for SROS 2 with an enclave for each process of the graph, its displays, and
# robot-sim: scripts/security.sh FOLDER
#
# Start the graph then with ROS_SECURITY_KEYSTORE=FOLDER ROS_SECURITY_ENABLE=true
# ROS_SECURITY_STRATEGY=Enforce, and with the ROS_DOMAIN_ID that this script was run with: an
# enclave holds for that domain alone. Each process names its enclave by itself.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
folder=${1:?usage: scripts/security.sh FOLDER}
command -v ros2 >/dev/null || {
  echo "security: ros2 is not there; source an installed ROS 2 with ros-jazzy-sros2" >&2
  exit 2
}
code='from egoplan_ros.nodes.node_table import enclaves; print(*enclaves(), sep="\n")'
if [ -x "$root/.venv/bin/python" ]; then
  enclaves=$("$root/scripts/in-venv" python -c "$code")
else
  enclaves=$(python3 -c "$code") # of the workspace that was sourced
fi

[ -d "$folder" ] || ros2 security create_keystore "$folder"
for name in $enclaves; do
  ros2 security create_enclave "$folder" "$name"
done
