# The package in a colcon workspace of ROS 2 Jazzy, as docs/installation.md has it:
#   docker build -t egoplan_ros . && docker run --rm -it --shm-size=512m -v "$PWD/runs:/runs" egoplan_ros
FROM ros:jazzy-ros-base
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
WORKDIR /ws

# What has a rosdep key comes from apt; there is no display for rviz2. Versions are those of the distribution.
# hadolint ignore=DL3008
RUN --mount=type=bind,source=package.xml,target=/ws/src/egoplan_ros/package.xml \
    apt-get update && rosdep update --rosdistro jazzy \
    && rosdep install --from-paths src --ignore-src --rosdistro jazzy --skip-keys rviz2 -y \
    && apt-get install -y --no-install-recommends python3-venv ros-jazzy-nav2-msgs \
    && rm -rf /var/lib/apt/lists/*

# What has none, pinned, in an environment that sees the packages of ROS; ai2thor's own list asks for a second OpenCV.
ENV VIRTUAL_ENV=/opt/venv PATH="/opt/venv/bin:${PATH}"
RUN --mount=type=bind,source=requirements,target=/requirements \
    python3 -m venv --system-site-packages "$VIRTUAL_ENV" \
    && pip install --no-cache-dir -r /requirements/run.txt -r /requirements/thor-deps.txt \
    && pip install --no-cache-dir --no-deps -r /requirements/thor.txt

COPY . src/egoplan_ros
RUN . /opt/ros/jazzy/setup.bash \
    && colcon build --packages-select egoplan_ros --event-handlers console_cohesion+ \
       --cmake-args -DPython3_EXECUTABLE="$VIRTUAL_ENV/bin/python3" -DBUILD_TESTING=OFF \
    && . install/setup.bash && python3 -c 'import rclpy, egoplan_ros.msg' && egoplan sim --list >/dev/null

WORKDIR /
ENTRYPOINT ["/bin/bash", "-c", ". /ws/install/setup.bash && exec \"$@\"", "--"]
CMD ["egoplan", "run", "put a clean mug in the coffee machine"]
