// The map in three dimensions: floor, voxels, objects, the robot, its way and what it plans.
import * as THREE from "./three/three.module.min.js";
import { OrbitControls } from "./three/OrbitControls.js";

const LARGE = 0.25; // metres of the longer side from which on an object is drawn as its box

export class Map3d {
  constructor(place) {
    this.place = place;
    this.renderer = new THREE.WebGLRenderer({ antialias: true });
    place.prepend(this.renderer.domElement);
    this.labels = document.createElement("div");
    place.append(this.labels);
    this.scene = new THREE.Scene();
    this.scene.background = new THREE.Color(0x0c0e11);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x666666, 2.5));
    this.camera = new THREE.PerspectiveCamera(45, 1, 0.05, 200);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.maxPolarAngle = Math.PI * 0.49;
    this.controls.addEventListener("start", () => { this.touched = true; });
    this.controls.addEventListener("change", () => this.draw());
    this.things = new THREE.Group();
    this.scene.add(this.things);
    this.known = [];
    this.wanted = new Set();
    this.ahead = new Map(); // numbers of the plan's actions by the id of a thing
    this.height = 1.6;
    this.area = new THREE.Box3();
    new ResizeObserver(() => this.resize()).observe(place);
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (!this.touched) this.frame();
    this.draw();
  }

  // One picture, when something has changed.
  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.renderer.render(this.scene, this.camera);
      this.write();
    });
  }

  frame(above = false) {
    if (this.area.isEmpty()) return;
    const middle = this.area.getCenter(new THREE.Vector3()).setZ(0.4);
    const size = this.area.getSize(new THREE.Vector3());
    const narrow = Math.min(1, this.camera.aspect);
    const reach = Math.max(size.x, size.y, 2) / narrow;
    const tilt = above ? 0.001 : 0.6;
    this.camera.position.copy(middle).add(new THREE.Vector3(-Math.sin(tilt), 0, Math.cos(tilt)).multiplyScalar(reach * 1.35));
    this.controls.target.copy(middle);
    this.controls.update();
    this.draw();
  }

  fromAbove() { this.touched = true; this.frame(true); }

  replace(name, object) {
    if (this[name]) {
      this.scene.remove(this[name]);
      this[name].traverse((part) => { part.geometry?.dispose(); part.material?.map?.dispose(); part.material?.dispose(); });
    }
    this[name] = object;
    if (object) this.scene.add(object);
    this.draw();
  }

  floor({ png, origin, size }) {
    const image = new Image();
    image.onload = () => {
      const texture = new THREE.Texture(image);
      texture.magFilter = THREE.NearestFilter;
      texture.colorSpace = THREE.SRGBColorSpace;
      texture.needsUpdate = true;
      const plane = new THREE.Mesh(
        new THREE.PlaneGeometry(size[0], size[1]),
        new THREE.MeshBasicMaterial({ map: texture, transparent: true, color: 0x9a9a9a }),
      );
      plane.position.set(origin[0] + size[0] / 2, origin[1] + size[1] / 2, 0);
      this.replace("ground", plane);
    };
    image.src = `data:image/png;base64,${png}`;
  }

  voxels(data, count) {
    this.cloud = { places: new Float32Array(data, 0, 3 * count), colors: new Uint8Array(data, 12 * count, 3 * count), count };
    this.area.makeEmpty();
    const at = new THREE.Vector3();
    for (let i = 0; i < count; i++) this.area.expandByPoint(at.fromArray(this.cloud.places, 3 * i));
    this.cut(this.height);
    if (!this.touched) this.frame();
  }

  cut(height) {
    this.height = height;
    if (!this.cloud) return;
    const { places, colors, count } = this.cloud, kept = [];
    for (let i = 0; i < count; i++) if (places[3 * i + 2] <= height && places[3 * i + 2] > 0.03) kept.push(i);
    const box = new THREE.BoxGeometry(0.05, 0.05, 0.05);
    const mesh = new THREE.InstancedMesh(box, new THREE.MeshLambertMaterial(), kept.length);
    const matrix = new THREE.Matrix4(), color = new THREE.Color();
    kept.forEach((from, to) => {
      matrix.setPosition(places[3 * from], places[3 * from + 1], places[3 * from + 2]);
      mesh.setMatrixAt(to, matrix);
      color.setRGB(colors[3 * from] / 255, colors[3 * from + 1] / 255, colors[3 * from + 2] / 255, THREE.SRGBColorSpace);
      mesh.setColorAt(to, color);
    });
    this.replace("solid", mesh);
  }

  objects(known, wanted) { this.known = known; this.highlight(wanted); }

  highlight(wanted) {
    this.wanted = new Set(wanted);
    const group = new THREE.Group();
    for (const item of this.known) {
      const matters = this.wanted.has(item.id) || item.held;
      if (!matters && Math.max(...item.size) < LARGE && !this.all) continue;
      const box = new THREE.BoxGeometry(...item.size.map((side) => Math.max(side, 0.03)));
      const edges = new THREE.LineSegments(
        new THREE.EdgesGeometry(box),
        new THREE.LineBasicMaterial({ color: item.held ? 0xe06ae0 : matters ? 0xff9a3c : 0xffffff, transparent: true, opacity: matters ? 1 : 0.16 }),
      );
      edges.position.set(...item.center);
      group.add(edges);
      if (!matters) continue;
      const body = new THREE.Mesh(box, new THREE.MeshBasicMaterial({ color: item.held ? 0xe06ae0 : 0xff9a3c, transparent: true, opacity: 0.35, depthWrite: false }));
      body.position.set(...item.center);
      group.add(body);
    }
    this.replace("things", group);
  }

  everyName(on) { this.all = on; this.highlight(this.wanted); }

  robot({ base, radius, height, way }) {
    const group = new THREE.Group();
    const metal = new THREE.MeshLambertMaterial({ color: 0x62c8f5 });
    const tall = Math.max(height, 0.4);
    const body = new THREE.Mesh(new THREE.CylinderGeometry(radius * 0.8, radius, tall, 24), metal);
    body.rotation.x = Math.PI / 2;
    body.position.z = tall / 2;
    const nose = new THREE.Mesh(new THREE.ConeGeometry(radius * 0.6, radius * 1.6, 16), new THREE.MeshLambertMaterial({ color: 0xffffff }));
    nose.rotation.z = -Math.PI / 2;
    nose.position.set(radius * 1.3, 0, tall);
    group.add(body, nose);
    group.position.set(base[0], base[1], 0);
    group.rotation.z = base[2];
    this.replace("body", group);
    this.replace("trail", line(way, 0x79d28c, 0.04));
  }

  // What is still to be done, at the last thing that each action names; one mark for each thing.
  plan(actions, index) {
    this.ahead = new Map();
    actions.forEach((action, number) => {
      const id = (action.match(/[A-Za-z]+_\d+/g) || []).at(-1);
      if (number >= index && id) this.ahead.set(id, [...(this.ahead.get(id) || []), number + 1]);
    });
    this.draw();
  }

  // Names as text above the picture: of what matters, or of all; none over another.
  write() {
    const { clientWidth: width, clientHeight: height } = this.place, taken = [], made = [];
    const first = (item) => (this.wanted.has(item.id) || item.held ? 0 : 1);
    const at = new THREE.Vector3();
    for (const item of this.known) {
      const steps = this.ahead.get(item.id);
      if (!steps || at.set(...item.center).project(this.camera).z > 1) continue;
      made.push(this.name("place", steps.join(" "), (at.x + 1) / 2 * width, (1 - at.y) / 2 * height));
    }
    for (const item of [...this.known].sort((a, b) => first(a) - first(b))) {
      if (first(item) && !this.all) continue;
      at.set(item.center[0], item.center[1], item.center[2] + item.size[2] / 2).project(this.camera);
      if (at.z > 1) continue;
      const x = (at.x + 1) / 2 * width, y = (1 - at.y) / 2 * height, half = item.id.length * 3.6 + 7;
      if (x < half || x > width - half || y < 16 || y > height) continue;
      if (taken.some(([u, v, w]) => Math.abs(u - x) < w + half && Math.abs(v - y) < 17)) continue;
      taken.push([x, y, half]);
      made.push(this.name(item.held ? "held" : first(item) ? "" : "step", item.id, x, y));
    }
    this.labels.replaceChildren(...made);
  }

  name(kind, words, x, y) {
    const name = document.createElement("span");
    name.className = `name ${kind}`;
    name.textContent = words;
    name.style.left = `${x}px`;
    name.style.top = `${y}px`;
    return name;
  }
}

function line(places, color, height) {
  if (places.length < 2) return new THREE.Group();
  const points = places.map(([x, y]) => new THREE.Vector3(x, y, height));
  const curve = new THREE.CurvePath();
  for (let i = 1; i < points.length; i++) curve.add(new THREE.LineCurve3(points[i - 1], points[i]));
  return new THREE.Mesh(
    new THREE.TubeGeometry(curve, Math.min(4 * points.length, 2000), 0.02, 6),
    new THREE.MeshBasicMaterial({ color }),
  );
}
