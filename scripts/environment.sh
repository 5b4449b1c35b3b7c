# shellcheck shell=sh
# Sourced with $root set: puts the ROS 2 libraries of .venv and install/ on the path.
#
# Whole paths instead of additions: libraries of another ROS 2 in front of these would crash. With
# the guard set, the wheels do not start the interpreter a second time to add their own.
venv="$root/.venv"
libraries="$root/install/lib:$venv/lib"
for folder in "$venv"/lib/python3.*/site-packages/ros_*.libs; do
  libraries="$libraries:$folder"
done
export LD_LIBRARY_PATH="$libraries"
export _ROS_WHEELS_BOOTSTRAP_COMPLETE=1
export AMENT_PREFIX_PATH="$root/install:$venv"
unset PYTHONPATH PYTHONHOME
