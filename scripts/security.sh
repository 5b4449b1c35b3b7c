#!/bin/sh
# Makes a keystore for SROS 2 with an enclave for each process of the graph, its displays, and
# robot-sim, which may do what the graph's table of names says: scripts/security.sh FOLDER [NAMESPACE]
#
# NAMESPACE is that of the graph's nodes: /egoplan for robot.launch.py, none for the others.
# Start the graph then with ROS_SECURITY_KEYSTORE=FOLDER ROS_SECURITY_ENABLE=true
# ROS_SECURITY_STRATEGY=Enforce, and with the ROS_DOMAIN_ID that this script was run with: an
# enclave holds for that domain alone. Each process names its enclave by itself.
#
# What is allowed stands in FOLDER/policy.xml. For names of your own change it, and run
# `ros2 security create_permission FOLDER ENCLAVE FOLDER/policy.xml` for the enclaves concerned.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
folder=${1:?usage: scripts/security.sh FOLDER [NAMESPACE]}
namespace=${2:-}
command -v ros2 >/dev/null || {
  echo "security: ros2 is not there; source an installed ROS 2 with ros-jazzy-sros2" >&2
  exit 2
}
python() {
  if [ -x "$root/.venv/bin/python" ]; then
    "$root/scripts/in-venv" python "$@"
  else
    python3 "$@" # of the workspace that was sourced
  fi
}

[ -d "$folder" ] || ros2 security create_keystore "$folder"
mkdir -p "$folder"
enclaves=$(python - "$folder/policy.xml" "$namespace" <<'END'
import sys
from pathlib import Path

from egoplan_ros.nodes.node_table import enclaves
from egoplan_ros.nodes.startup.policy import write_policy

write_policy(Path(sys.argv[1]), sys.argv[2])
print(*enclaves(), sep="\n")
END
)
for name in $enclaves; do
  ros2 security create_enclave "$folder" "$name"
  ros2 security create_permission "$folder" "$name" "$folder/policy.xml"
done
